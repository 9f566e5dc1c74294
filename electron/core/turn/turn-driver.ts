import type { TurnLimit } from '../../../shared/policy.ts'
import type { TurnEventOf, TurnOutcome } from '../../../shared/turn-event.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import { activeMsAt, joinedCalls } from '../../../shared/turn-state.ts'
import type { CapDecision, Refusal } from '../budget/caps.ts'
import { branchBlocked, endRecorded, nameOf, ruleOf } from './branch-guard.ts'
import { closeUnknown, endRefused, outcomeAsked } from './call-events.ts'
import { createConnectorWaits } from './connector-waits.ts'
import { closeCalls, haltTurn, type HaltReason } from './halt.ts'
import type { InFlight } from './in-flight.ts'
import { createJoins } from './joins.ts'
import { judgeCall, judgeStart } from './judge-call.ts'
import type { Message } from './mailbox-message.ts'
import { isRead, limitsOf, nextStep, NOTHING_TO_COMPACT, type Startable } from './next-step.ts'
import { measureRequest, outputRoom, planCompaction, summarise, type CompactionPlan, type RequestSize } from './compaction.ts'
import { argumentsOf } from './prompt.ts'
import type { Recorder } from './recorder.ts'
import { startCall, type InnerWork } from './start-call.ts'
import { askModel, keepRequest, stepStarted } from './start-step.ts'
import { endsRun, isSamePause, LEAST_ROOM, outOfMoney, roomFor, turnPaused, type StepSize } from './step-room.ts'
import type { TurnPorts } from './turn-ports.ts'
import type { TurnTimers } from './turn-timers.ts'

/** Does what the state of a turn asks for, step after step: plan, do, append. */
export interface TurnDriver {
  /** Until only something outside can go on; then everything is stored. @throws AppError `store.*` */
  readonly advance: () => void
  /** From here on the turn is only closed. False: it was being closed already. */
  readonly halt: (why: HaltReason) => boolean
  readonly isHalting: boolean
  /** Sends a call that was recorded as started and is stored. */
  readonly spawn: (callId: CallId) => void
  /** From here on nothing is started. */
  readonly drain: () => void
  readonly isDraining: boolean
}

export interface Driving {
  readonly turnId: TurnId
  readonly ports: TurnPorts
  readonly recorder: Recorder
  readonly inFlight: InFlight
  readonly timers: TurnTimers
  /** Told what came of work that was started here. */
  readonly post: (message: Message) => void
}

const NONE: ReadonlySet<CallId> = new Set()

export function createTurnDriver({ turnId, ports, recorder, inFlight, timers, post }: Driving): TurnDriver {
  const { clock, watchers } = ports
  let halting: HaltReason | null = null
  let draining = false
  /** Calls that were found to ask while another question is open; they are judged anew when it is answered. */
  let deferred: { readonly behind: CallId; readonly calls: ReadonlySet<CallId> } | null = null

  const joins = createJoins(ports.delegation, (call) => argumentsOf(call, ports.journal.readText), (callId, end) => { post({ type: 'joined', callId, end }) })
  const connectors = createConnectorWaits({ turnId, ports, goOn: () => { post({ type: 'drive' }) } })
  /** What a paused turn waits for room for; null: nobody worked it out yet. */
  let wanted: StepSize | null = null

  const advance = (): void => {
    for (let going = true; going;) going = takeStep()
    recorder.commit()
    timers.scheduleExpiry(recorder.state)
    const { parked, paused, ended } = recorder.state
    if (ended !== null) ports.budget.forget(turnId)
    if (parked !== null || paused !== null || ended !== null || (inFlight.isEmpty && joinedCalls(recorder.state).length > 0)) ports.budget.release(turnId)
    if (!draining && halting === null) joins.keepUp(recorder.state)
  }

  /** One thing the state asks for. False: nothing more can be done from here. */
  const takeStep = (): boolean => {
    if (halting !== null) return finishHalt()
    if (draining) return false
    if (!ports.chain.hasOrigin(recorder.state) && recorder.state.ended === null) {
      post({ type: 'halt', why: 'unresumable' })
      return false
    }
    const { parked } = recorder.state
    const waiting = parked !== null && deferred?.behind === parked ? deferred.calls : NONE
    const next = nextStep(recorder.state, activeMsAt(recorder.state, clock.now()), waiting)
    switch (next.do) {
      case 'gate': {
        const rule = ruleOf(ports, recorder.state, next.call)
        if (rule.do === 'take') {
          recorder.record(endRecorded(ports, clock.now(), next.call, rule.call))
          return true
        }
        const decided = judgeCall(ports, recorder.state, next.call)
        if (rule.do === 'block' && decided.verdict !== 'deny') {
          recorder.record(branchBlocked(clock.now(), next.call, 'call', nameOf(next.call), rule.reason))
          return true
        }
        if (decided.verdict === 'ask' && parked !== null) {
          deferred = { behind: parked, calls: new Set([...waiting, decided.callId]) }
          return true
        }
        recorder.record(decided)
        // A standing approval is counted where it is stored: the next call must see the count.
        if (decided.body?.reason.kind === 'standing-approval') recorder.commit()
        return true
      }
      case 'close':
        recorder.record(next.call.status === 'refused' ? endRefused(clock.now(), next.call) : closeUnknown(clock.now(), next.call, ports.journal.readText))
        return true
      case 'ask-outcome':
        recorder.record(outcomeAsked(clock.now(), next.call.call.callId))
        return true
      case 'start': {
        // Going on after an answer needs room like starting does.
        const room = next.calls.some((call) => call.status === 'approved') ? ask(LEAST_ROOM) : null
        return room !== null && !room.granted ? pause(room, LEAST_ROOM) : startCalls(next.calls)
      }
      case 'call-model': {
        if (next.withTools && connectors.holdUpTools(recorder.state)) return false
        const size = measureRequest(ports, recorder.state)
        const compaction = planCompaction(ports, recorder.state, size, 'before-step')
        if (compaction !== null) return compact(compaction)
        const wants = { inputTokens: size.rough, maxOutputTokens: outputRoom(size, limitsOf(recorder.state).outputTokens) }
        const room = ask(wants)
        if (!room.granted) return pause(room, wants)
        startModel(next.step, next.withTools, room, size.messages)
        return false
      }
      case 'compact': {
        const compaction = planCompaction(ports, recorder.state, measureRequest(ports, recorder.state), 'refused')
        if (compaction !== null) return compact(compaction)
        recorder.record(turnEnded('failed', null, NOTHING_TO_COMPACT))
        return true
      }
      case 'stop-branch':
        post({ type: 'halt', why: 'blocked' })
        return false
      case 'pause': {
        wanted ??= nextSize()
        const room = ask(wanted)
        if (!room.granted) return pause(room, wanted)
        wanted = null
        recorder.record({ kind: 'turn.unpaused', version: 1, at: clock.now(), meta: {}, body: {} })
        return true
      }
      case 'end':
        recorder.record(...closeCalls(recorder.state, 'stopped', clock.now()), turnEnded(next.outcome, next.limit, next.message))
        return true
      case 'wait': case 'park': case 'rest':
        return false
    }
  }

  const turnEnded = (outcome: TurnOutcome, limit: TurnLimit | null, message: string | null): TurnEventOf<'turn.ended'> =>
    ({ kind: 'turn.ended', version: 1, at: clock.now(), outcome, meta: { limit, errorCode: null }, body: { message } })

  const finishHalt = (): boolean => {
    if (halting === null || !inFlight.isEmpty || recorder.state.ended !== null) return false
    recorder.record(...haltTurn(recorder.state, halting, clock.now(), watchers.draftOf(turnId)))
    return false
  }

  const ask = (size: StepSize): CapDecision => ports.budget.request(turnId, roomFor(ports, recorder.state, size))

  /** What comes first once a paused turn goes on: asking for less would end its pause only to begin it anew. */
  const nextSize = (): StepSize => {
    const state = { ...recorder.state, paused: null }
    if (nextStep(state, activeMsAt(state, clock.now())).do !== 'call-model') return LEAST_ROOM
    const size = measureRequest(ports, state)
    const plan = planCompaction(ports, state, size, 'before-step')
    return plan === null ? { inputTokens: size.rough, maxOutputTokens: outputRoom(size, limitsOf(recorder.state).outputTokens) } : { inputTokens: plan.inputTokens, maxOutputTokens: plan.maxTokens }
  }

  /** Caps pause, they don't end (D14): what was answered stays answered, and waits. Another cap that is met meanwhile is told as well. */
  const pause = (refusal: Refusal, wants: StepSize): boolean => {
    if (endsRun(refusal)) {
      recorder.record(...closeCalls(recorder.state, 'stopped', clock.now()), turnEnded('out-of-limits', 'money', outOfMoney(refusal)))
      return true
    }
    wanted = wants
    if (!isSamePause(recorder.state, refusal)) recorder.record(turnPaused(recorder.state, refusal, clock.now()))
    ports.budget.wait(turnId, refusal.cap, refusal.liftsAt)
    return false
  }

  const startModel = (step: number, withTools: boolean, room: Extract<CapDecision, { granted: true }>, messages: RequestSize['messages']): void => {
    const sending = { maxTokens: room.maxOutputTokens, messages }
    const started = keepRequest(ports, recorder.state, stepStarted(ports, recorder.state, step, withTools, room), sending)
    recorder.record(started)
    recorder.commit()
    timers.scheduleDeadline(recorder.state)
    void askModel(ports, recorder.state, started, sending, inFlight.startModel()).then((answer) => { post({ type: 'answered', step, answer }) })
  }

  /** Announced, set aside for and sent like a step; the turn goes on from what comes of it. */
  const compact = (plan: CompactionPlan): boolean => {
    const wants = { inputTokens: plan.inputTokens, maxOutputTokens: plan.maxTokens }
    const room = ask(wants)
    if (!room.granted) return pause(room, wants)
    const { state } = recorder
    recorder.record({ kind: 'compaction.started', version: 1, at: clock.now(), compaction: state.compactions.length + 1, covered: plan.covered, meta: { model: plan.model, reservedTokens: room.reservedTokens, ...(room.money === null ? {} : { money: room.money }) }, body: {} })
    recorder.commit()
    timers.scheduleDeadline(recorder.state)
    void summarise(ports, recorder.state, { ...plan, maxTokens: room.maxOutputTokens }, inFlight.startModel()).then((ended) => { post({ type: 'summarised', ended }) })
    return false
  }

  const startCalls = (calls: readonly Startable[]): boolean => {
    const before = recorder.state.seq
    for (const call of calls) {
      if (connectors.holdUpCall(call)) continue
      // Its tool became more than a read after it was let through.
      if (call.status !== 'unknown' && ruleOf(ports, recorder.state, call).do !== 'judge') {
        recorder.record(branchBlocked(clock.now(), call, 'call', nameOf(call), 'write'))
        break
      }
      const judged = judgeStart(ports, recorder.state, call)
      recorder.record(...judged)
      if (judged.some((event) => event.kind === 'gate.decided' && event.body?.reason.kind === 'standing-approval')) recorder.commit()
    }
    const starting = calls.map((call) => recorder.state.calls.get(call.call.callId)).filter((call) => call?.status === 'running' || call?.status === 'joined')
    const changed = recorder.state.seq > before
    recorder.commit({ durable: starting.some((call) => call !== undefined && !isRead(call)) })
    for (const call of starting) if (call?.status === 'running') spawn(call.call.callId)
    return changed
  }

  const inner: InnerWork = {
    call: (request) => new Promise((resolve, reject) => { post({ type: 'nested', request, settle: { resolve, reject } }) }),
    begin: (request) => new Promise((resolve, reject) => { post({ type: 'effect', request, settle: { resolve, reject } }) }),
    end: (ending) => new Promise((resolve, reject) => { post({ type: 'effect-ended', ending, settle: { resolve, reject } }) }),
  }

  const spawn = (callId: CallId): void => {
    const call = recorder.state.calls.get(callId)
    const identity = call?.call.meta?.tool ?? null
    const entry = identity === null ? null : ports.catalog.find(identity)
    if (call?.status !== 'running' || entry === null) return
    timers.scheduleDeadline(recorder.state)
    void startCall(ports, recorder.state, call, entry, argumentsOf(call, ports.journal.readText), inFlight.startCall(callId), inner).then((result) => { post({ type: 'ran', callId, result }) })
  }

  return {
    advance,
    halt: (why) => {
      if (halting !== null) return false
      halting = why
      return true
    },
    spawn,
    get isHalting() { return halting !== null },
    drain: () => { draining = true },
    get isDraining() { return draining },
  }
}
