import { applyEvent } from '../../../shared/fold-turn.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent, TurnEvent } from '../../../shared/turn-event.ts'
import type { Appended, Journal } from '../store/journal.ts'

/** Collects what happened and stores it in one commit. Nobody hears of an event before it is stored. */
export interface Recorder {
  /** With everything recorded, stored or not. */
  readonly state: TurnState
  /** @throws AppError `store.corrupt` when one of the events is illegal here; then none of these is kept */
  readonly record: (...events: readonly TurnEvent[]) => void
  /** Stores and announces what was recorded. On failure all of it is forgotten again, so that nothing unstored counts. */
  readonly commit: (options?: { readonly durable: boolean }) => void
  /** Back to what is stored. */
  readonly forget: () => void
}

/** @param announce told after each commit; must not throw */
export function createRecorder(initial: TurnState, journal: Journal, announce: (state: TurnState, seated: readonly SeatedEvent[]) => void): Recorder {
  let stored = initial
  let current = initial
  let pending: TurnEvent[] = []
  const forget = (): void => {
    current = stored
    pending = []
  }
  const append = (events: readonly TurnEvent[], options: { readonly durable: boolean }): Appended => {
    try {
      return journal.append(stored, events, options)
    } catch (error) {
      forget()
      throw error
    }
  }
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
      const appended = append(events, options)
      stored = appended.state
      current = appended.state
      announce(appended.state, appended.seated)
    },
    forget,
  }
}
