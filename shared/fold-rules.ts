import { AppError } from './errors.ts'
import { forgottenSource, type TaintSource } from './taint.ts'
import { joinedCalls, type TurnState } from './turn-state.ts'
import type { TurnEvent } from './turn-event.ts'

/** The header's mark outlives the body's list of sources: pruned taint is still taint. */
export const marksOf = (tainted: boolean, sources: readonly TaintSource[] | undefined, at: number): readonly TaintSource[] =>
  !tainted ? [] : sources !== undefined && sources.length > 0 ? sources : [forgottenSource(at)]

export const workedUntil = (state: TurnState, at: number): number =>
  state.activeSince === null ? 0 : Math.max(0, at - state.activeSince)

/** The turn waits for nobody any more, or for somebody else yet. */
export const workOn = (next: TurnState, at: number): TurnState =>
  next.activeSince !== null || next.parked !== null || next.paused !== null || joinedCalls(next).length > 0 ? next : { ...next, activeSince: at }

export const illegal = (state: TurnState, event: TurnEvent, why: string): AppError =>
  new AppError('store.corrupt', `${event.kind} after event ${state.seq}: ${why}`, { kept: 'Nothing was changed.' })
