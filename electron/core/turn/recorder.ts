import { applyEvent } from '../../../shared/fold-turn.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent, TurnEvent } from '../../../shared/turn-event.ts'
import type { Journal } from '../store/journal.ts'

/** Collects what happened and stores it in one commit. Nobody hears of an event before it is stored. */
export interface Recorder {
  /** With everything recorded, stored or not. */
  readonly state: TurnState
  /** @throws AppError `store.corrupt` when the event is illegal here; then nothing of it is kept */
  readonly record: (...events: readonly TurnEvent[]) => void
  /** Stores and announces what was recorded. On failure all of it is forgotten again, so that nothing unstored counts. */
  readonly commit: (options?: { readonly durable: boolean }) => void
}

export function createRecorder(initial: TurnState, journal: Journal, announce: (state: TurnState, seated: readonly SeatedEvent[]) => void): Recorder {
  let stored = initial
  let current = initial
  let pending: TurnEvent[] = []
  return {
    get state() { return current },
    record: (...events) => {
      current = events.reduce(applyEvent, current)
      pending.push(...events)
    },
    commit: (options = { durable: false }) => {
      if (pending.length === 0) return
      const events = pending
      pending = []
      try {
        const appended = journal.append(stored, events, options)
        stored = appended.state
        current = appended.state
        announce(appended.state, appended.seated)
      } catch (error) {
        current = stored
        throw error
      }
    },
  }
}
