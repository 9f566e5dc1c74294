import { keepsTexts } from '../../../shared/capture.ts'
import type { TurnItem } from '../../../shared/contract.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { CoreParts } from './core-parts.ts'

/**
 * What a turn said that the journal let go of with its end, held in memory for the first who asks, since a turn can be
 * over before the window that sent it has begun to follow it. Whoever followed it has seen it: then nothing is held.
 */
export interface LastLook {
  /** Null when there is nothing to see any more. Can be taken once. */
  readonly take: (turnId: TurnId) => readonly SeatedEvent[] | null
  /** Passes on what a follower is told, and notices when they have seen the end. */
  readonly followed: (turnId: TurnId, emit: (item: TurnItem) => void) => (item: TurnItem) => void
  readonly close: () => void
}

/** A window that is there asks within a moment. */
const HELD_MS = 60_000

interface Held { readonly events: SeatedEvent[]; wasSeen: boolean; /** Set once it has ended: the way not to wait any longer. */ ended: (() => void) | null }

export function createLastLook(parts: Pick<CoreParts, 'onAppended' | 'host'>): LastLook {
  const held = new Map<TurnId, Held>()
  const drop = (turnId: TurnId): void => {
    held.get(turnId)?.ended?.()
    held.delete(turnId)
  }
  parts.onAppended(({ turnId, started, ended }, seated) => {
    if (started === null || keepsTexts(started.capture)) return
    // One that was taken over from another process is watched by those who are there, or by nobody.
    if (seated[0]?.seq === 1) held.set(turnId, { events: [], wasSeen: false, ended: null })
    const turn = held.get(turnId)
    turn?.events.push(...seated)
    if (turn === undefined || ended === null) return
    if (turn.wasSeen) drop(turnId)
    else turn.ended = parts.host.clock.at(parts.host.clock.now() + HELD_MS, () => { drop(turnId) })
  })
  return {
    take: (turnId) => {
      const turn = held.get(turnId)
      if (turn === undefined || turn.ended === null) return null
      drop(turnId)
      return turn.events
    },
    followed: (turnId, emit) => (item) => {
      const turn = held.get(turnId)
      if (turn !== undefined && item.kind === 'event' && item.seated.event.kind === 'turn.ended') {
        turn.wasSeen = true
        if (turn.ended !== null) drop(turnId)
      }
      emit(item)
    },
    close: () => { for (const turnId of [...held.keys()]) drop(turnId) },
  }
}
