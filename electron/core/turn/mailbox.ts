import { AppError, toWireError, type ErrorCode } from '../../../shared/errors.ts'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { hasOpenWrite, openCompaction, openStep, type TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import { endJoined, endRan, endUnknown, toolInterrupted } from './call-events.ts'
import { haltTurn, type HaltReason } from './halt.ts'
import { createCallEffects } from './effects.ts'
import { createInFlight } from './in-flight.ts'
import { createNestedCalls } from './nested-calls.ts'
import { asksOutcome, isRead, limitsOf } from './next-step.ts'
import { createRecorder } from './recorder.ts'
import type { AnswerRequest, EditRequest, Message, OutcomeRequest, Settle } from './mailbox-message.ts'
import { callSaltOf, stepEvents } from './step-events.ts'
import { expiredEvent, takeAnswer, takeEdit } from './take-answer.ts'
import { takeOutcome } from './take-outcome.ts'
import type { TurnPorts } from './turn-ports.ts'
import { createTurnDriver } from './turn-driver.ts'
import { createTurnTimers } from './turn-timers.ts'

/** The one writer of one turn's journal (D1). Everything that happens to a turn comes through here, one thing after another. */
export interface Mailbox {
  readonly state: TurnState
  /** Goes on from whatever is stored until the turn ends or waits for a person. */
  readonly drive: () => void
  /** @throws AppError `gate.*` when the answer can't be taken */
  readonly answer: (request: AnswerRequest) => Promise<AnswerReceipt>
  readonly edit: (request: EditRequest) => Promise<AnswerReceipt>
  readonly settleCall: (request: OutcomeRequest) => Promise<AnswerReceipt>
  /** Resolves when the turn's journal is closed. */
  readonly halt: (why: HaltReason) => Promise<void>
  /** Stops starting things, cuts the model, gives running calls a moment to end, and leaves the rest to the next start. */
  readonly drain: () => Promise<void>
}

/** Within a second of `/stop` the journal is closed; this is how long work gets to end by itself first. */
const HALT_GRACE_MS = 400
const DRAIN_MS = 2000

/** With one of these nothing more can be stored; any other failure is a bug, which can be told in the journal. */
const STORE_TROUBLE: ReadonlySet<ErrorCode> = new Set(['store.full', 'store.unavailable', 'store.busy', 'store.read-only', 'store.not-owned'])

export function createMailbox(turnId: TurnId, ports: TurnPorts, initial: TurnState, onRest: () => void): Mailbox {
  const { clock, watchers } = ports
  const queue: Message[] = []
  const inFlight = createInFlight()
  const closing: Settle<void>[] = []
  let busy = false
  /** Set once nothing can be stored any more: somebody else may take the turn over, so this one never writes again. */
  let dead: unknown = null

  const tell = (error: unknown): void => {
    const { message, kept, advice } = toWireError(error)
    watchers.status(turnId, null, [message, kept, advice].filter((part) => part !== undefined).join(' '))
  }
  const announced: { readonly state: TurnState; readonly seated: readonly SeatedEvent[] }[] = []
  const announce = (state: TurnState, seated: readonly SeatedEvent[]): void => {
    announced.push({ state, seated })
    tryToTell(() => {
      watchers.events(turnId, seated)
      if (seated.some(({ event }) => event.kind === 'step.ended')) watchers.endDraft(turnId)
      ports.announce(state, seated)
    })
  }
  const show = (): void => { for (const { state, seated } of announced.splice(0)) tryToTell(() => { ports.show(state, seated) }) }
  /** It is stored, so it happened; whoever failed to hear of it can't undo it. */
  const tryToTell = (telling: () => void): void => {
    try {
      telling()
    } catch (error) {
      tell(error)
    }
  }
  const recorder = createRecorder(initial, ports.journal, announce)
  const timers = createTurnTimers(clock, {
    outOfTime: () => { if (recorder.state.activeSince !== null) post({ type: 'halt', why: 'seconds' }) },
    expired: (callId, question) => { post({ type: 'expire', callId, question }) },
  })

  const post = (message: Message): void => {
    if (dead !== null) {
      if ('settle' in message) message.settle.reject(dead)
      return
    }
    queue.push(message)
    if (!busy) run()
  }

  const driver = createTurnDriver({ turnId, ports, recorder, inFlight, timers, post })
  const nested = createNestedCalls(ports, recorder, driver)
  const effects = createCallEffects(ports, recorder, driver)

  /** Handles what came, then does what the state asks for, until only something outside can go on. */
  const run = (): void => {
    busy = true
    try {
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
        handle(message)
        if (queue.length === 0) driver.advance()
      }
    } catch (error) {
      fail(error)
    } finally {
      busy = false
    }
    show()
    if (inFlight.isEmpty) watchers.tell()
    settleRest()
  }

  /** Nothing of what failed counts and nothing goes on. Where the journal still takes it, the turn ends and says so. */
  const fail = (error: unknown): void => {
    inFlight.abort(error)
    inFlight.forget()
    nested.rejectAll(error)
    tell(error)
    for (const waiting of queue.splice(0)) if ('settle' in waiting) waiting.settle.reject(error)
    const canStore = !(error instanceof AppError && STORE_TROUBLE.has(error.code))
    if (canStore && endBroken()) return
    dead = error
    ports.budget.forget(turnId)
    ports.budget.release(turnId)
    timers.stop()
    watchers.endDraft(turnId)
    for (const settle of closing.splice(0)) settle.reject(error)
    onRest()
  }

  /** With what was recorded before it failed; without it where that is what can't be stored. False: nothing can be. */
  const endBroken = (): boolean => {
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        if (recorder.state.ended === null) recorder.record(...haltTurn(recorder.state, 'broken', clock.now(), watchers.draftOf(turnId)))
        recorder.commit()
        return true
      } catch (error) {
        recorder.forget()
        tell(error)
      }
    }
    return false
  }

  const handle = (message: Message): void => {
    switch (message.type) {
      case 'drive': return
      case 'answer': return takeAnswer(ports, recorder, message)
      case 'edit': return takeEdit(ports, recorder, message)
      case 'settle': return takeOutcome(ports, recorder, message)
      case 'nested': return nested.take(message)
      case 'joined': {
        const call = recorder.state.calls.get(message.callId)
        if (call?.status === 'joined') recorder.record(endJoined(clock.now(), call, message.end, limitsOf(recorder.state).resultLength))
        return
      }
      case 'effect': return effects.begin(message)
      case 'effect-ended': return effects.end(message)
      case 'halt': {
        if (recorder.state.ended !== null || !driver.halt(message.why)) return
        inFlight.abort(new AppError('turn.ended', 'The turn was stopped.'))
        // Not by the clock on the wall, which may be set back meanwhile.
        if (!inFlight.isEmpty) setTimeout(() => { post({ type: 'give-up' }) }, HALT_GRACE_MS)
        return
      }
      case 'give-up':
        inFlight.forget()
        nested.rejectAll(new AppError('turn.ended', 'The turn was stopped.'))
        return
      case 'expire': {
        const call = recorder.state.calls.get(message.callId)
        if (call?.status === 'parked' && call.question === message.question) recorder.record(expiredEvent(call, clock.now()))
        return
      }
      case 'answered': {
        const open = openStep(recorder.state)
        if (!inFlight.endModel() || open?.step !== message.step) return
        if (driver.isDraining && message.answer.how !== 'complete') return
        recorder.record(...stepEvents({ turnId, step: open.step, at: clock.now(), offered: open.started.meta?.offered ?? [], catalog: ports.catalog, newCallId: ports.ids.newCallId, sha256: ports.sha256, callSalt: callSaltOf(recorder.state), started: recorder.state.started }, message.answer))
        return
      }
      case 'summarised': {
        const { ended } = message
        if (!inFlight.endModel() || openCompaction(recorder.state)?.started.compaction !== ended.compaction) return
        if (driver.isDraining && ended.kind === 'compaction.failed') return
        recorder.record({ ...ended, at: clock.now() })
        return
      }
      case 'ran': {
        const call = recorder.state.calls.get(message.callId)
        if (!inFlight.endCall(message.callId) || call?.status !== 'running') return
        const at = clock.now()
        const isUnknown = message.result.stillRunning || message.result.errorCode === 'tool.outcome-unknown' || hasOpenWrite(call)
        if (isUnknown && !isRead(call)) {
          recorder.record(toolInterrupted(at, message.callId, driver.isHalting ? 'stop' : message.result.stillRunning || message.result.errorCode === 'tool.timed-out' ? 'time-limit' : 'connection'))
          if (!asksOutcome(recorder.state, call)) recorder.record(endUnknown(at, message.callId))
        }
        // A read is tried once more; it changes nothing.
        else if (message.result.errorCode === 'tool.outcome-unknown' && call.attempt === 1 && !driver.isHalting) recorder.record(toolInterrupted(at, message.callId, 'connection'))
        else recorder.record(endRan(at, call, message.result, limitsOf(recorder.state).resultLength))
        nested.ended(message.callId, message.result)
        return
      }
    }
  }

  const settleRest = (): void => {
    if (recorder.state.ended === null || dead !== null) return
    timers.stop()
    watchers.endDraft(turnId)
    for (const settle of closing.splice(0)) settle.resolve()
    onRest()
  }

  return {
    get state() { return recorder.state },
    drive: () => { post({ type: 'drive' }) },
    answer: (request) => new Promise((resolve, reject) => { post({ type: 'answer', request, settle: { resolve, reject } }) }),
    edit: (request) => new Promise((resolve, reject) => { post({ type: 'edit', request, settle: { resolve, reject } }) }),
    settleCall: (request) => new Promise((resolve, reject) => { post({ type: 'settle', request, settle: { resolve, reject } }) }),
    halt: (why) => new Promise((resolve, reject) => {
      if (recorder.state.ended !== null) return resolve()
      if (dead !== null) return reject(dead instanceof Error ? dead : new AppError('store.unavailable', 'The turn can’t be stored.'))
      closing.push({ resolve, reject })
      post({ type: 'halt', why })
    }),
    drain: async () => {
      driver.drain()
      timers.stop()
      const reason = new AppError('turn.ended', 'Gatehouse is closing.')
      inFlight.abortModel(reason)
      await inFlight.callsEnded(DRAIN_MS)
      inFlight.abort(reason)
      // What ends because it was told to is stored as ended, not left unknown.
      await inFlight.callsEnded(HALT_GRACE_MS)
    },
  }
}
