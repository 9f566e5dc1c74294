import { assertNever } from './assert-never.ts'
import { illegal, marksOf, workedUntil, workOn } from './fold-rules.ts'
import { applyEffectEvent, type EffectEvent } from './fold-effect.ts'
import type { CallId } from './ids.ts'
import { mergeTaint } from './taint.ts'
import { hasOpenWrite, lastStepOf, openStep, stepOf, type CallState, type CallStateOf, type Effects, type TurnState } from './turn-state.ts'
import type { ApprovalOutcome, CallCause, TurnEventOf } from './turn-event.ts'

export type CallEvent = TurnEventOf<'tool.called' | 'gate.decided' | 'approval.answered' | 'approval.voided' | 'tool.started' | 'tool.interrupted' | 'outcome.asked' | 'outcome.settled' | 'tool.ended'> | TurnEventOf<'branch.blocked'> | EffectEvent

const NO_EFFECTS: Effects = new Map()

/** The part of the grammar that is about one call. `next` is the state with seq and time already moved on. */
export function applyCallEvent(state: TurnState, next: TurnState, event: CallEvent): TurnState {
  // What a model says isn't acted on before it has said all of it.
  if (event.kind !== 'tool.called' && openStep(state) !== null) throw illegal(state, event, 'a step is open')
  switch (event.kind) {
    case 'tool.called': return addCall(state, next, event)
    case 'gate.decided': return decide(state, next, event)
    case 'approval.answered': return answer(state, next, event)
    case 'approval.voided': {
      const { call, answer: given } = expectCall(state, event, ['approved'])
      if (given.question !== event.question) throw illegal(state, event, 'it voids another question')
      return put(next, { status: 'called', call })
    }
    case 'tool.started': {
      if (state.paused !== null) throw illegal(state, event, 'the turn is paused')
      const found = expectCall(state, event, ['cleared', 'approved', 'unknown'])
      if (event.childTurnId !== null) return join(state, next, event, found)
      const attempt = found.status === 'unknown' ? found.attempt + 1 : 1
      if (event.attempt !== attempt) throw illegal(state, event, `it is not attempt ${attempt}`)
      const settled = found.status === 'unknown' ? found.settled : null
      if (found.status === 'unknown' && (found.question !== null || (settled !== null && settled.answer !== 'run-again'))) throw illegal(state, event, 'nobody said that it may run again')
      return put(next, { status: 'running', call: found.call, decision: found.decision, answer: found.status === 'cleared' ? null : found.answer, attempt, startedAt: event.at, settled, effects: found.status === 'unknown' ? found.effects : NO_EFFECTS })
    }
    case 'tool.interrupted': {
      const { call, decision, answer: given, attempt, effects } = expectCall(state, event, ['running'])
      return put(next, { status: 'unknown', call, decision, answer: given, attempt, by: event.by, interruptedAt: event.at, question: null, settled: null, effects })
    }
    case 'effect.started': case 'effect.ended': {
      const running = expectCall(state, event, ['running'])
      const changed = put(next, applyEffectEvent(state, running, event))
      return event.kind === 'effect.started' ? changed : { ...changed, tainted: state.tainted || event.tainted, taint: mergeTaint(state.taint, marksOf(event.tainted, event.body?.taint, event.at)) }
    }
    case 'branch.blocked': {
      if (state.started?.branch?.mode !== 'guarded') throw illegal(state, event, 'it is no guarded branch')
      expectCall(state, event, event.what === 'call' ? ['called', 'cleared', 'approved'] : ['running'])
      return { ...next, blocked: event }
    }
    case 'outcome.asked': return askOutcome(state, next, event)
    case 'outcome.settled': return settleOutcome(state, next, event)
    case 'tool.ended': return end(state, next, event)
    default: return assertNever(event, 'call event')
  }
}

function addCall(state: TurnState, next: TurnState, event: TurnEventOf<'tool.called'>): TurnState {
  if (state.calls.has(event.callId)) throw illegal(state, event, 'that call exists')
  if ([...state.calls.values()].some(({ call }) => call.position === event.position)) throw illegal(state, event, 'that position is taken')
  if (stepOf(state, event.step) === undefined) throw illegal(state, event, 'there is no such step')
  if (!event.position.startsWith(`${event.step}.`)) throw illegal(state, event, 'that position is in another step')
  switch (event.author) {
    case 'model':
      if (openStep(state)?.step !== event.step) throw illegal(state, event, 'that step is not open')
      if (event.replaces !== null) throw illegal(state, event, 'a model replaces no call')
      break
    case 'person': {
      const replaced = event.replaces === null ? undefined : state.calls.get(event.replaces)
      if (openStep(state) !== null || lastStepOf(state) !== event.step) throw illegal(state, event, 'that step is not the last one, or still open')
      if (replaced?.status !== 'refused' || replaced.answer?.answer !== 'rejected' || replaced.call.step !== event.step) throw illegal(state, event, 'it replaces no call of that step that was just rejected')
      break
    }
    case 'code':
      if (openStep(state) !== null) throw illegal(state, event, 'a step is open')
      break
    default: assertNever(event.author, 'author')
  }
  return put(next, { status: 'called', call: event })
}

function decide(state: TurnState, next: TurnState, event: TurnEventOf<'gate.decided'>): TurnState {
  const { call, status } = expectCall(state, event, ['called', 'cleared', 'approved'])
  // An answer is taken back by voiding it, never by another decision in its place.
  if (status === 'approved' && event.verdict !== 'deny') throw illegal(state, event, 'the call is approved and can only be denied')
  switch (event.verdict) {
    case 'run': return put(next, { status: 'cleared', call, decision: event })
    case 'deny': return put(next, { status: 'refused', call, decision: event, answer: null })
    case 'ask': {
      if (state.parked !== null) throw illegal(state, event, 'another question is open')
      const parked = put(next, { status: 'parked', call, decision: event, question: next.seq })
      return { ...parked, parked: event.callId, activeMs: state.activeMs + workedUntil(state, event.at), activeSince: null }
    }
    default: return assertNever(event.verdict, 'verdict')
  }
}

function answer(state: TurnState, next: TurnState, event: TurnEventOf<'approval.answered'>): TurnState {
  const { call, decision, question } = expectCall(state, event, ['parked'])
  if (event.question !== question) throw illegal(state, event, 'it answers another question')
  if (!MAY_ANSWER[event.by].includes(event.answer)) throw illegal(state, event, `${event.answer} is not the ${event.by}'s to say`)
  if (event.meta !== null && call.meta !== null && event.meta.digest !== call.meta.digest) throw illegal(state, event, 'it answers for other arguments')
  const answered: CallState = event.answer === 'approved'
    ? { status: 'approved', call, decision, answer: event }
    : { status: 'refused', call, decision, answer: event }
  return workOn({ ...put(next, answered), parked: null }, event.at)
}

/** It waits for a run of its own from here on, and is never made twice. */
function join(state: TurnState, next: TurnState, event: TurnEventOf<'tool.started'>, found: CallState): TurnState {
  if ((found.status !== 'cleared' && found.status !== 'approved') || event.attempt !== 1 || event.childTurnId === null) throw illegal(state, event, 'a call starts one run, once')
  const joined = put(next, { status: 'joined', call: found.call, decision: found.decision, answer: found.status === 'approved' ? found.answer : null, attempt: 1, startedAt: event.at, childTurnId: event.childTurnId })
  return { ...joined, activeMs: state.activeMs + workedUntil(state, event.at), activeSince: null }
}

function askOutcome(state: TurnState, next: TurnState, event: TurnEventOf<'outcome.asked'>): TurnState {
  const found = expectCall(state, event, ['unknown'])
  // It was to run again and couldn't: that is asked about anew.
  if (found.question !== null || (found.settled !== null && found.settled.answer !== 'run-again')) throw illegal(state, event, 'it was asked before')
  if (state.parked !== null) throw illegal(state, event, 'another question is open')
  return { ...put(next, { ...found, question: next.seq }), parked: event.callId, activeMs: state.activeMs + workedUntil(state, event.at), activeSince: null }
}

function settleOutcome(state: TurnState, next: TurnState, event: TurnEventOf<'outcome.settled'>): TurnState {
  const found = expectCall(state, event, ['unknown'])
  if (found.question !== event.question) throw illegal(state, event, 'it answers another question')
  if (event.by === 'turn' && event.answer !== 'skip') throw illegal(state, event, `${event.answer} is a person's to say`)
  if (event.meta !== null && found.call.meta !== null && event.meta.digest !== found.call.meta.digest) throw illegal(state, event, 'it answers for other arguments')
  return workOn({ ...put(next, { ...found, question: null, settled: event }), parked: null }, event.at)
}

/** Only a person approves. */
const MAY_ANSWER: Readonly<Record<TurnEventOf<'approval.answered'>['by'], readonly ApprovalOutcome[]>> = {
  person: ['approved', 'rejected'],
  clock: ['expired'],
  turn: ['superseded', 'stopped'],
}

/** Which end belongs to which state: a call that never started can't have run, one that ran can't be refused. */
const CAUSES: Readonly<Record<CallState['status'], readonly CallCause[]>> = {
  called: ['stopped', 'superseded', 'rejected', 'recorded', 'blocked'],
  cleared: ['stopped', 'superseded', 'blocked'],
  approved: ['stopped', 'superseded', 'blocked'],
  parked: [],
  refused: ['denied', 'rejected', 'expired', 'superseded', 'stopped'],
  running: ['ran', 'stopped'],
  joined: ['ran', 'stopped'],
  unknown: ['interrupted', 'told'],
  done: [],
}

function end(state: TurnState, next: TurnState, event: TurnEventOf<'tool.ended'>): TurnState {
  const found = state.calls.get(event.callId)
  if (found === undefined || !CAUSES[found.status].includes(event.cause)) throw illegal(state, event, `the call is ${found?.status ?? 'absent'} and can't end as ${event.cause}`)
  if (event.outcome === 'ok' && event.cause !== 'ran' && event.cause !== 'told' && event.cause !== 'recorded') throw illegal(state, event, 'only a call that ran can succeed')
  if (event.cause === 'told' && (event.outcome !== 'ok' || found.status !== 'unknown' || found.settled?.answer !== 'happened')) throw illegal(state, event, 'nobody said that it happened')
  if (event.cause === 'recorded' && state.started?.branch === undefined) throw illegal(state, event, 'it is no branch')
  if ((event.cause === 'blocked') !== (state.blocked?.what === 'call' && state.blocked.callId === event.callId)) throw illegal(state, event, 'a branch stops at one call, and that one alone ends by it')
  if (found.status === 'unknown' && found.question !== null) throw illegal(state, event, 'what became of it is being asked')
  if (found.status === 'running' && hasOpenWrite(found)) throw illegal(state, event, 'something it changes was begun and has no end')
  if ((event.outcome === 'unknown') !== (event.cause === 'interrupted')) throw illegal(state, event, 'unknown is how an interrupted call ends, and only that')
  if (found.status === 'refused' && event.cause !== (found.answer?.answer ?? 'denied')) throw illegal(state, event, `the call was ${found.answer?.answer ?? 'denied'}`)
  const decision = found.status === 'called' || found.status === 'done' ? null : found.decision
  const given = found.status === 'approved' || found.status === 'refused' || found.status === 'running' || found.status === 'unknown' || found.status === 'joined' ? found.answer : null
  const attempts = found.status === 'running' || found.status === 'unknown' || found.status === 'joined' ? found.attempt : 0
  const done = put(next, { status: 'done', call: found.call, decision, answer: given, ended: event, attempts, settled: found.status === 'running' || found.status === 'unknown' ? found.settled : null, effects: found.status === 'running' || found.status === 'unknown' ? found.effects : NO_EFFECTS, childTurnId: found.status === 'joined' ? found.childTurnId : null })
  return { ...(found.status === 'joined' ? workOn(done, event.at) : done), tainted: state.tainted || event.tainted, taint: mergeTaint(state.taint, marksOf(event.tainted, event.body?.taint, event.at)) }
}

function expectCall<S extends CallState['status']>(state: TurnState, event: CallEvent, statuses: readonly S[]): CallStateOf<S> {
  const found = state.calls.get(event.callId)
  if (found === undefined || !isIn(found, statuses)) throw illegal(state, event, `the call is ${found?.status ?? 'absent'}, not ${statuses.join(' or ')}`)
  return found
}

const isIn = <S extends CallState['status']>(call: CallState, statuses: readonly S[]): call is CallStateOf<S> =>
  statuses.some((status) => status === call.status)

const put = (state: TurnState, call: CallState): TurnState => ({ ...state, calls: new Map<CallId, CallState>(state.calls).set(call.call.callId, call) })
