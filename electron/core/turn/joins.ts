import type { CallId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { joinedCalls, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { ChildSpent } from './call-events.ts'

/** What came of a run that a call had started, as its model reads it. */
export interface ChildEnd {
  readonly outcome: 'ok' | 'error'
  readonly content: string
  readonly errorCode: string | null
  readonly taint: readonly TaintSource[]
  readonly spent: ChildSpent | null
}

/** Runs that calls of other runs start, as the turn that makes the call sees them. */
export interface Delegation {
  /**
   * Begins the run that a stored call stands for, or goes on with the one that was begun, in this process or another: there is never
   * a second one. Null: Gatehouse is closing, and the next start goes on. Never throws.
   */
  readonly join: (parent: TurnState, call: CallStateOf<'joined'>, args: JsonObject) => Promise<ChildEnd | null>
  /** The runs above a run, the nearest first. @throws AppError when one of them can't be read */
  readonly above: (state: TurnState) => readonly TurnState[]
}

/** Keeps each joined call of a turn waiting for its run, whatever process stored it. */
export interface Joins {
  readonly keepUp: (state: TurnState) => void
}

export function createJoins(delegation: Delegation, argumentsOf: (call: CallStateOf<'joined'>) => JsonObject, post: (callId: CallId, end: ChildEnd) => void): Joins {
  const underWay = new Set<CallId>()
  return {
    keepUp: (state) => {
      for (const call of joinedCalls(state)) {
        const { callId } = call.call
        if (underWay.has(callId)) continue
        underWay.add(callId)
        void delegation.join(state, call, argumentsOf(call)).then((end) => { if (end !== null) post(callId, end) })
      }
    },
  }
}
