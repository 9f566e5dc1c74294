import { applyEvent } from '../../../shared/fold-turn.ts'
import type { RecordedEvent, RunRecord } from '../../../shared/run-log.ts'
import { emptyTurn, type TurnState } from '../../../shared/turn-state.ts'

/** An event with the state of the run after it. */
export interface Moment { readonly recorded: RecordedEvent; readonly state: TurnState }

/** Each event is folded once; states share what didn't change. The core gave only what can follow one another. */
export function momentsOf({ run, events }: RunRecord): readonly Moment[] {
  let state = emptyTurn(run.id)
  return events.map((recorded) => {
    state = applyEvent(state, recorded.event)
    return { recorded, state }
  })
}
