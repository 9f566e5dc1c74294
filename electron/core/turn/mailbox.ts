import { AppError, toWireError } from '../../../shared/errors.ts'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import { activeMsAt, openStep, type TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import { answerEvents, receiveAnswer } from './answer.ts'
import { endRan, endRefused, endUnknown, toolInterrupted } from './call-events.ts'
import { editedCallEvents } from './edit-call.ts'
import { digestOf, haltTurn, type HaltReason } from './halt.ts'
import { createInFlight } from './in-flight.ts'
import { judgeCall, judgeStart } from './judge-call.ts'
import { isRead, limitsOf, nextStep, type Startable } from './next-step.ts'
import { argumentsOf } from './prompt.ts'
import { createRecorder } from './recorder.ts'
import type { AnswerRequest, EditRequest, Message, Settle } from './mailbox-message.ts'
import { startCall } from './start-call.ts'
import { askModel, stepStarted } from './start-step.ts'
import { stepEvents } from './step-events.ts'
import type { TurnPorts } from './turn-ports.ts'

/** The one writer of one turn's journal (D1). Everything that happens to a turn comes through here, one thing after another. */
export interface Mailbox {
  readonly state: TurnState
  /** Goes on from whatever is stored until the turn ends or waits for a person. */
  readonly drive: () => void
  /** @throws AppError `gate.*` when the answer can't be taken */
  readonly answer: (request: AnswerRequest) => Promise<AnswerReceipt>
  readonly edit: (request: EditRequest) => Promise<AnswerReceipt>
  /** Resolves when the turn's journal is closed. */
  readonly halt: (why: HaltReason) => Promise<void>
  /** Stops starting things, cuts the model, gives running calls a moment to end, and leaves the rest to the next start. */
  readonly drain: () => Promise<void>
}

/** Within a second of `/stop` the journal is closed; this is how long work gets to end by itself first. */
const HALT_GRACE_MS = 400
const DRAIN_MS = 2000

export function createMailbox(turnId: TurnId, ports: TurnPorts, initial: TurnState, onRest: () => void): Mailbox {
  const { clock, watchers } = ports
  const queue: Message[] = []
  const inFlight = createInFlight()
  const closing: Settle<void>[] = []
  let halting: HaltReason | null = null
  let draining = false
  let busy = false
  let deadline: (() => void) | null = null
  let expiry: (() => void) | null = null

  const announce = (state: TurnState, seated: readonly SeatedEvent[]): void => {
    if (seated.some(({ event }) => event.kind === 'step.ended')) {
      watchers.events(turnId, seated)
      watchers.endDraft(turnId)
    } else watchers.events(turnId, seated)
    ports.announce(state, seated)
  }
  const recorder = createRecorder(initial, ports.journal, announce)

  const post = (message: Message): void => {
    queue.push(message)
    if (!busy) run()
  }

  /** Handles what came, then does what the state asks for, until only something outside can go on. */
  const run = (): void => {
    busy = true
    try {
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
        handle(message)
        if (queue.length === 0) advance()
      }
    } catch (error) {
      fail(error)
    } finally {
      busy = false
    }
    settleRest()
  }

  /** A failure to store: nothing of it counts, nothing goes on, and the person is told where they look. */
  const fail = (error: unknown): void => {
    inFlight.abort(error)
    inFlight.forget()
    const { message, kept, advice } = toWireError(error)
    watchers.status(turnId, null, [message, kept, advice].filter((part) => part !== undefined).join(' '))
    for (const waiting of queue.splice(0)) if (waiting.type === 'answer' || waiting.type === 'edit') waiting.settle.reject(error)
    for (const settle of closing.splice(0)) settle.reject(error)
    onRest()
  }

  const handle = (message: Message): void => {
    switch (message.type) {
      case 'drive': return
      case 'answer': return takeAnswer(message)
      case 'edit': return takeEdit(message)
      case 'halt': {
        if (recorder.state.ended !== null || halting !== null) return
        halting = message.why
        inFlight.abort(new AppError('turn.ended', 'The turn was stopped.'))
        if (!inFlight.isEmpty) clock.at(clock.now() + HALT_GRACE_MS, () => { post({ type: 'give-up' }) })
        return
      }
      case 'give-up':
        inFlight.forget()
        return
      case 'expire': {
        const call = recorder.state.calls.get(message.callId)
        if (call?.status !== 'parked' || call.question !== message.question) return
        recorder.record({ kind: 'approval.answered', version: 1, at: clock.now(), callId: message.callId, question: call.question, answer: 'expired', by: 'clock', meta: { digest: digestOf(call), client: null, standing: null }, body: { reason: null } })
        return
      }
      case 'answered': {
        const open = openStep(recorder.state)
        if (!inFlight.endModel() || open?.step !== message.step) return
        if (draining && message.answer.how !== 'complete') return
        recorder.record(...stepEvents({ turnId, step: open.step, at: clock.now(), offered: open.started.meta?.offered ?? [], catalog: ports.catalog, newCallId: ports.ids.newCallId, sha256: ports.sha256 }, message.answer))
        return
      }
      case 'ran': {
        const call = recorder.state.calls.get(message.callId)
        if (!inFlight.endCall(message.callId) || call?.status !== 'running') return
        const at = clock.now()
        if (message.result.stillRunning && !isRead(call)) recorder.record(toolInterrupted(at, message.callId, halting === null ? 'time-limit' : 'stop'), endUnknown(at, message.callId))
        else recorder.record(endRan(at, call, message.result, limitsOf(recorder.state).resultLength))
        return
      }
    }
  }

  const takeAnswer = ({ request, settle }: Extract<Message, { type: 'answer' }>): void => {
    const outcome = receiveAnswer(recorder.state, request.key, request.choice)
    if (outcome.kind === 'late') return settle.resolve(outcome.receipt)
    if (outcome.kind === 'refuse') return settle.reject(new AppError(outcome.code, outcome.message))
    try {
      const at = clock.now()
      recorder.record(...answerEvents(recorder.state, outcome.parked, request.choice, { at, client: request.client, reason: request.reason }))
      recorder.commit({ durable: true })
      settle.resolve({ status: 'accepted' })
    } catch (error) {
      settle.reject(error)
      throw error
    }
  }

  const takeEdit = ({ request, settle }: Extract<Message, { type: 'edit' }>): void => {
    const outcome = receiveAnswer(recorder.state, request.key, { kind: 'edit' })
    if (outcome.kind === 'late') return settle.resolve(outcome.receipt)
    if (outcome.kind === 'refuse') return settle.reject(new AppError(outcome.code, outcome.message))
    try {
      editedCallEvents(ports, recorder, outcome.parked, request.argumentsText, request.client)
      recorder.commit({ durable: true })
      settle.resolve({ status: 'accepted' })
    } catch (error) {
      settle.reject(error)
      if (!(error instanceof AppError && error.code === 'input.invalid')) throw error
    }
  }

  const advance = (): void => {
    for (let going = true; going;) going = takeStep()
    recorder.commit()
    scheduleExpiry()
  }

  /** One thing the state asks for. False: nothing more can be done from here. */
  const takeStep = (): boolean => {
    if (halting !== null) return finishHalt()
    if (draining) return false
    const next = nextStep(recorder.state, activeMsAt(recorder.state, clock.now()))
    switch (next.do) {
      case 'gate': {
        const decided = judgeCall(ports, recorder.state, next.call)
        recorder.record(decided)
        // A standing approval is counted where it is stored: the next call must see the count.
        if (decided.kind === 'gate.decided' && decided.body?.reason.kind === 'standing-approval') recorder.commit()
        return true
      }
      case 'close':
        recorder.record(next.call.status === 'refused' ? endRefused(clock.now(), next.call) : endUnknown(clock.now(), next.call.call.callId))
        return true
      case 'start': return startCalls(next.calls)
      case 'call-model':
        startModel(next.step, next.withTools)
        return false
      case 'end':
        recorder.record({ kind: 'turn.ended', version: 1, at: clock.now(), outcome: next.outcome, meta: { limit: next.limit, errorCode: null }, body: { message: next.message } })
        return true
      case 'wait': case 'park': case 'rest':
        return false
    }
  }

  const finishHalt = (): boolean => {
    if (halting === null || !inFlight.isEmpty || recorder.state.ended !== null) return false
    recorder.record(...haltTurn(recorder.state, halting, clock.now(), watchers.draftOf(turnId)))
    return false
  }

  const startModel = (step: number, withTools: boolean): void => {
    const started = stepStarted(ports, recorder.state, step, withTools)
    recorder.record(started)
    recorder.commit()
    scheduleDeadline()
    void askModel(ports, recorder.state, started, inFlight.startModel()).then((answer) => { post({ type: 'answered', step, answer }) })
  }

  const startCalls = (calls: readonly Startable[]): boolean => {
    const before = recorder.state.seq
    for (const call of calls) recorder.record(...judgeStart(ports, recorder.state, call))
    const starting = calls.map((call) => recorder.state.calls.get(call.call.callId)).filter((call) => call?.status === 'running')
    recorder.commit({ durable: starting.some((call) => call !== undefined && !isRead(call)) })
    for (const call of starting) if (call?.status === 'running') spawn(call.call.callId)
    return recorder.state.seq > before
  }

  const spawn = (callId: CallId): void => {
    const call = recorder.state.calls.get(callId)
    const identity = call?.call.meta?.tool ?? null
    const entry = identity === null ? null : ports.catalog.find(identity)
    if (call?.status !== 'running' || entry === null) return
    scheduleDeadline()
    void startCall(ports, recorder.state, call, entry, argumentsOf(call, ports.journal.readText), inFlight.startCall(callId)).then((result) => { post({ type: 'ran', callId, result }) })
  }

  const scheduleDeadline = (): void => {
    deadline?.()
    const left = limitsOf(recorder.state).seconds * 1000 - activeMsAt(recorder.state, clock.now())
    deadline = clock.at(clock.now() + Math.max(0, left), () => { if (recorder.state.parked === null) post({ type: 'halt', why: 'seconds' }) })
  }

  const scheduleExpiry = (): void => {
    expiry?.()
    expiry = null
    const { parked, calls } = recorder.state
    const call = parked === null ? undefined : calls.get(parked)
    if (call?.status !== 'parked') return
    const { question, decision } = call
    const expiresAt = decision.meta?.expiresAt ?? null
    if (expiresAt !== null) expiry = clock.at(expiresAt, () => { post({ type: 'expire', callId: call.call.callId, question }) })
  }

  const settleRest = (): void => {
    if (recorder.state.ended === null) return
    deadline?.()
    expiry?.()
    watchers.endDraft(turnId)
    for (const settle of closing.splice(0)) settle.resolve()
    onRest()
  }

  return {
    get state() { return recorder.state },
    drive: () => { post({ type: 'drive' }) },
    answer: (request) => new Promise((resolve, reject) => { post({ type: 'answer', request, settle: { resolve, reject } }) }),
    edit: (request) => new Promise((resolve, reject) => { post({ type: 'edit', request, settle: { resolve, reject } }) }),
    halt: (why) => new Promise((resolve, reject) => {
      if (recorder.state.ended !== null) return resolve()
      closing.push({ resolve, reject })
      post({ type: 'halt', why })
    }),
    drain: async () => {
      draining = true
      deadline?.()
      expiry?.()
      const closing = new AppError('turn.ended', 'Gatehouse is closing.')
      inFlight.abortModel(closing)
      await inFlight.callsEnded(DRAIN_MS)
      inFlight.abort(closing)
    },
  }
}
