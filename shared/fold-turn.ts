import { assertNever } from './assert-never.ts'
import { applyCallEvent } from './fold-call.ts'
import { endCompaction, startCompaction } from './fold-compaction.ts'
import { illegal, marksOf, workedUntil, workOn } from './fold-rules.ts'
import type { TurnId } from './ids.ts'
import { mergeTaint } from './taint.ts'
import { emptyTurn, lastStepOf, openCalls, openCompaction, openStep, type StepState, type TurnState } from './turn-state.ts'
import type { TurnEvent, TurnEventOf } from './turn-event.ts'
import { addUsage, NO_USAGE } from './usage.ts'

/**
 * The one reading of a journal, shared by core and window. Pure: time and ids come from events.
 * @throws AppError `store.corrupt` at the first event that is illegal where it stands
 */
export const foldTurn = (turnId: TurnId, events: readonly TurnEvent[], from: TurnState = emptyTurn(turnId)): TurnState =>
  events.reduce(applyEvent, from)

/** The journal's grammar: an event that is illegal here can be neither written nor read. Judges headers only. */
export function applyEvent(state: TurnState, event: TurnEvent): TurnState {
  if (state.ended !== null) throw illegal(state, event, 'the turn has ended')
  if (state.started === null && event.kind !== 'turn.started') throw illegal(state, event, 'the turn has not started')
  if (openCompaction(state) !== null && event.kind !== 'context.compacted' && event.kind !== 'compaction.failed') throw illegal(state, event, 'a compaction is open')
  if (state.blocked !== null && BEGINNINGS.has(event.kind)) throw illegal(state, event, 'the branch was stopped')
  const next: TurnState = { ...state, seq: state.seq + 1, lastAt: Math.max(state.lastAt, event.at) }
  switch (event.kind) {
    case 'turn.started':
      return startTurn(state, next, event)
    case 'turn.resumed':
      if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
      if (openCalls(state).some((call) => call.status === 'running')) throw illegal(state, event, 'a call is running')
      // Only a crash may be the turn's own doing.
      return { ...next, resumes: state.resumes + (event.after === 'quit' ? 0 : 1), ...(state.activeSince === null ? {} : { activeMs: state.activeMs + Math.max(0, state.lastAt - state.activeSince), activeSince: event.at }) }
    case 'step.started':
      return startStep(state, next, event)
    case 'step.ended':
      return endStep(state, next, event)
    case 'tool.called':
    case 'gate.decided':
    case 'approval.answered':
    case 'approval.voided':
    case 'tool.started':
    case 'effect.started':
    case 'effect.ended':
    case 'branch.blocked':
    case 'tool.interrupted':
    case 'outcome.asked':
    case 'outcome.settled':
    case 'tool.ended':
      return applyCallEvent(state, next, event)
    case 'compaction.started':
      return startCompaction(state, next, event)
    case 'context.compacted':
    case 'compaction.failed':
      return endCompaction(state, next, event)
    case 'turn.paused':
      if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
      if (state.parked !== null || (state.paused !== null && state.paused.cap === event.cap && state.paused.why === event.why)) throw illegal(state, event, 'it waits already')
      return { ...next, paused: event, activeMs: next.activeMs + workedUntil(state, event.at), activeSince: null }
    case 'turn.unpaused':
      if (state.paused === null) throw illegal(state, event, 'it is not paused')
      return workOn({ ...next, paused: null }, event.at)
    case 'turn.ended':
      if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
      if (openCalls(state).length > 0) throw illegal(state, event, 'a call is open')
      return { ...next, ended: event, activeMs: next.activeMs + workedUntil(state, event.at), activeSince: null }
    default:
      return assertNever(event, 'turn event')
  }
}

/** None of these follows once a branch was stopped. */
const BEGINNINGS: ReadonlySet<TurnEvent['kind']> = new Set(['step.started', 'tool.called', 'tool.started', 'effect.started', 'outcome.asked', 'branch.blocked', 'compaction.started', 'turn.paused'])

function startTurn(state: TurnState, next: TurnState, event: TurnEventOf<'turn.started'>): TurnState {
  if (state.started !== null) throw illegal(state, event, 'it started before')
  return { ...next, started: event, tainted: event.tainted, taint: marksOf(event.tainted, event.body?.taint, event.at), activeSince: event.at }
}

function startStep(state: TurnState, next: TurnState, event: TurnEventOf<'step.started'>): TurnState {
  if (state.paused !== null) throw illegal(state, event, 'it is paused')
  if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
  if (openCalls(state).length > 0) throw illegal(state, event, 'a call is open')
  if (event.step !== lastStepOf(state) + 1) throw illegal(state, event, `it is not step ${lastStepOf(state) + 1}`)
  if (state.tainted && !event.tainted) throw illegal(state, event, 'the context is tainted and the step says it is not')
  const step: StepState = { step: event.step, startedAt: event.at, tainted: event.tainted, taint: marksOf(event.tainted, event.body?.taint, event.at), started: event, ended: null, blocks: [] }
  return { ...next, steps: [...state.steps, step], tainted: state.tainted || event.tainted, taint: mergeTaint(state.taint, step.taint) }
}

function endStep(state: TurnState, next: TurnState, event: TurnEventOf<'step.ended'>): TurnState {
  const open = openStep(state)
  if (open === null || open.step !== event.step) throw illegal(state, event, 'that step is not open')
  if (event.how !== 'complete' && [...state.calls.values()].some(({ call }) => call.step === event.step)) throw illegal(state, event, 'it was cut and has calls')
  const ended: StepState = { ...open, ended: event, blocks: event.body?.blocks ?? [] }
  return { ...next, steps: [...state.steps.slice(0, -1), ended], usage: addUsage(state.usage, event.meta?.usage ?? NO_USAGE) }
}
