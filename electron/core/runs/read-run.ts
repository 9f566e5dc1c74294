import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { foldTurn } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { RecordedEvent, RecordedLayer, RunRecord } from '../../../shared/run-log.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { emptyTurn } from '../../../shared/turn-state.ts'
import { sha256 } from '../store/sha256.ts'
import { metaFromStore, type Offer } from '../store/told-once.ts'
import { upcastEvent } from '../store/upcast-event.ts'

const Row = z.object({
  position: z.int(), seq: z.int(), at: z.int(), header: z.string(), chain: z.string(),
  meta_hash: z.string().nullable(), meta_size: z.int(), meta_salt: z.string().nullable(), meta: z.string().nullable(),
  body_hash: z.string().nullable(), body_size: z.int(), body_salt: z.string().nullable(), body: z.string().nullable(),
})

/**
 * The events of a run as they are stored, header by header, up to the first that can't be read, isn't what was stored, or
 * can't follow the one before it; `problem` says which and why. Nothing is mended and nothing is left out in between.
 */
export function createRunReader(database: Database.Database): (turnId: TurnId) => Omit<RunRecord, 'run'> {
  const select = database.prepare('SELECT events.*, meta_salt, meta, body_salt, body FROM events LEFT JOIN event_content USING (position) WHERE turn_id = ? ORDER BY seq')
  return (turnId) => {
    const rows = select.all(turnId)
    const events: RecordedEvent[] = []
    let state = emptyTurn(turnId)
    for (const value of rows) {
      try {
        const recorded = toRecorded(value, events.length + 1, state.steps.at(-1)?.started.meta?.offered ?? null)
        state = foldTurn(turnId, [recorded.event], state)
        events.push(recorded)
      } catch (error) {
        return { events, problem: `Event ${events.length + 1}: ${error instanceof AppError ? error.message : 'it can’t be read.'}`, left: rows.length - events.length }
      }
    }
    return { events, problem: null, left: 0 }
  }
}

function toRecorded(value: unknown, seq: number, offered: Offer): RecordedEvent {
  const row = Row.parse(value)
  if (row.seq !== seq) throw new AppError('store.corrupt', `it is missing; the next one that is stored is event ${row.seq}.`)
  const [meta, body] = [layerOf(row.meta, row.meta_salt, row.meta_hash, row.meta_size), layerOf(row.body, row.body_salt, row.body_hash, row.body_size)]
  const event: TurnEvent = upcastEvent(JSON.parse(row.header), metaFromStore(contentOf(row.meta), offered), contentOf(row.body))
  return { seq, position: row.position, at: row.at, chain: row.chain, meta, body, event }
}

const contentOf = (text: string | null): unknown => text === null ? null : JSON.parse(text)

function layerOf(text: string | null, salt: string | null, hash: string | null, size: number): RecordedLayer {
  if (text !== null && (salt === null || sha256(salt + text) !== hash)) throw new AppError('store.corrupt', 'its content is not what was stored with it.')
  return { state: hash === null ? 'none' : text === null ? 'gone' : 'kept', hash, size }
}
