import { illegal, marksOf } from './fold-rules.ts'
import { mergeTaint } from './taint.ts'
import { lastStepOf, openCalls, openCompaction, openStep, type CompactionState, type TurnState } from './turn-state.ts'
import type { Covered, TurnEventOf } from './turn-event.ts'
import { addUsage, NO_USAGE } from './usage.ts'

/** The part of the grammar that is about compaction: only between steps, when every call has its result. */
export function startCompaction(state: TurnState, next: TurnState, event: TurnEventOf<'compaction.started'>): TurnState {
  if (state.paused !== null) throw illegal(state, event, 'it is paused')
  if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
  if (openCalls(state).length > 0) throw illegal(state, event, 'a call is open')
  if (event.compaction !== state.compactions.length + 1) throw illegal(state, event, `it is not compaction ${state.compactions.length + 1}`)
  const problem = coverProblem(state, event.covered)
  if (problem !== null) throw illegal(state, event, problem)
  return { ...next, compactions: [...state.compactions, { started: event, afterStep: lastStepOf(state), ended: null }] }
}

function coverProblem(state: TurnState, covered: Covered): string | null {
  switch (covered.kind) {
    case 'turns': return state.started?.parentTurnId === null ? 'no turn came before it' : null
    case 'steps': {
      if (covered.through >= lastStepOf(state)) return 'the newest step stays whole'
      return covered.through > stepsCovered(state) ? null : 'those steps are covered'
    }
  }
}

export function endCompaction(state: TurnState, next: TurnState, event: TurnEventOf<'context.compacted'> | TurnEventOf<'compaction.failed'>): TurnState {
  const open = openCompaction(state)
  if (open === null || open.started.compaction !== event.compaction) throw illegal(state, event, 'that compaction is not open')
  const compactions: readonly CompactionState[] = [...state.compactions.slice(0, -1), { ...open, ended: event }]
  const ended = { ...next, compactions, usage: addUsage(state.usage, event.meta?.usage ?? NO_USAGE) }
  if (event.kind === 'compaction.failed') return ended
  if (!isSameCover(open.started.covered, event.covered)) throw illegal(state, event, 'it covers something else than it set out to')
  if (event.covered.kind === 'steps' && state.tainted && !event.tainted) throw illegal(state, event, 'what it covers is tainted and it says it is not')
  return { ...ended, tainted: state.tainted || event.tainted, taint: mergeTaint(state.taint, marksOf(event.tainted, event.body?.taint, event.at)) }
}

const isSameCover = (left: Covered, right: Covered): boolean =>
  left.kind === 'turns' ? right.kind === 'turns' && left.through === right.through && left.count === right.count : right.kind === 'steps' && left.through === right.through

/** The last of a turn's own steps that a summary stands for, whether or not its text is still kept; 0: none. */
const stepsCovered = (state: TurnState): number =>
  Math.max(0, ...state.compactions.map(({ ended }) => (ended?.kind === 'context.compacted' && ended.covered.kind === 'steps' ? ended.covered.through : 0)))
