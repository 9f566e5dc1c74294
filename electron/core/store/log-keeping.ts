import type Database from 'better-sqlite3'
import type { TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'

/**
 * Writes back what is in the write-ahead log while no turn works. It waits for the disk, up to a tenth of a second on a machine that is
 * busy: in the way of a step that is what makes the slowest ones.
 */
export interface LogKeeping {
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  readonly close: () => void
}

/** As many leave about a thousand pages in the log. */
const MANY_EVENTS = 200
/** Who goes on at once isn't kept waiting. */
const REST_MS = 20

/** @param later calls back after a moment, unless it is called off by what it returns */
export function createLogKeeping(database: Database.Database, later = afterRest): LogKeeping {
  const working = new Set<TurnId>()
  let events = 0
  let callOff = (): void => undefined
  const writeBack = (): void => { if (database.open && tryToWriteBack(database)) events = 0 }
  return {
    appended: ({ turnId, ended, parked, paused }, seated) => {
      if (ended === null && parked === null && paused === null) working.add(turnId)
      else working.delete(turnId)
      events += seated.length
      callOff()
      if (working.size === 0 && events >= MANY_EVENTS) callOff = later(writeBack)
    },
    close: () => { callOff() },
  }
}

function afterRest(then: () => void): () => void {
  const timer = setTimeout(then, REST_MS)
  return () => { clearTimeout(timer) }
}

/** False: the disk or another reader is in the way; nothing is lost, and it is tried again after the next turn. */
function tryToWriteBack(database: Database.Database): boolean {
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return false
    throw error
  }
}
