import type { PlanAttempt } from '../../../shared/goal.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import { forgottenSource, type TaintSource } from '../../../shared/taint.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { isSameTool } from '../../../shared/tool-set.ts'
import { saidLast } from '../turn/said-last.ts'

/** What is kept with a goal of a run that has ended; the run's own record may keep less. */
export interface RunEnd {
  readonly outcome: NonNullable<PlanAttempt['outcome']>
  /** What the model said last. */
  readonly text: string
  readonly why: string | null
  /** Null: no model step began. */
  readonly ranWith: readonly ToolIdentity[] | null
  readonly taint: readonly TaintSource[]
}

const WHY: Readonly<Record<RunEnd['outcome'], string | null>> = {
  completed: null, stopped: 'It was stopped.', failed: 'It failed.', refused: 'The model refused.', 'out-of-limits': 'It came to a limit before it was done.', lost: 'Its run can’t be read any more, so nobody knows how it ended.',
}

export function endOf(state: TurnState, readText: (stored: StoredText) => string, longest: number): RunEnd {
  const outcome = state.ended?.outcome ?? 'lost'
  const offered = state.steps.flatMap(({ started }) => started.meta?.offered ?? []).map(({ connectorId, tool }): ToolIdentity => ({ connectorId, tool }))
  return {
    outcome, text: cut(saidLast(state, readText) ?? '', longest), why: outcome === 'completed' ? null : state.ended?.body?.message ?? WHY[outcome],
    ranWith: state.steps.length === 0 ? null : offered.filter((tool, index) => offered.findIndex((other) => isSameTool(other, tool)) === index),
    taint: state.tainted && state.taint.length === 0 ? [forgottenSource(state.lastAt)] : state.taint,
  }
}

/** Of a run whose journal can't be read. */
export const lostEnd = (at: number): RunEnd => ({ outcome: 'lost', text: '', why: WHY.lost, ranWith: null, taint: [forgottenSource(at)] })

const cut = (text: string, longest: number): string => (text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`)
