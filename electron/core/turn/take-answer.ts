import { AppError } from '../../../shared/errors.ts'
import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { AnswerChoice } from '../../../shared/policy.ts'
import type { CallState, CallStateOf, QuestionKey } from '../../../shared/turn-state.ts'
import type { TurnEventOf } from '../../../shared/turn-event.ts'
import { answerEvents, receiveAnswer } from './answer.ts'
import { editedCallEvents } from './edit-call.ts'
import { digestOf } from './halt.ts'
import type { Message, Settle } from './mailbox-message.ts'
import type { Recorder } from './recorder.ts'
import type { TurnPorts } from './turn-ports.ts'

/** @throws what storing threw, after the person was told the same */
export function takeAnswer(ports: TurnPorts, recorder: Recorder, { request, settle }: Extract<Message, { type: 'answer' }>): void {
  const parked = receive(ports, recorder, request.key, request.choice, settle)
  if (parked === null) return
  try {
    recorder.record(...answerEvents(recorder.state, parked, request.choice, { at: ports.clock.now(), client: request.client, reason: request.reason }))
    recorder.commit({ durable: true })
    settle.resolve({ status: 'accepted' })
  } catch (error) {
    settle.reject(error)
    throw error
  }
}

/** A mistake in what the person wrote leaves the question open. @throws what storing threw, after the person was told the same */
export function takeEdit(ports: TurnPorts, recorder: Recorder, { request, settle }: Extract<Message, { type: 'edit' }>): void {
  const parked = receive(ports, recorder, request.key, { kind: 'edit' }, settle)
  if (parked === null) return
  try {
    editedCallEvents(ports, recorder, parked, request.argumentsText, request.client)
    recorder.commit({ durable: true })
    settle.resolve({ status: 'accepted' })
  } catch (error) {
    settle.reject(error)
    if (!(error instanceof AppError && (error.code === 'input.invalid' || error.code === 'gate.stale-answer'))) throw error
  }
}

/** Null: it can't be taken, and whoever asked was told why. */
function receive(ports: TurnPorts, recorder: Recorder, key: QuestionKey, choice: AnswerChoice, settle: Settle<AnswerReceipt>): CallStateOf<'parked'> | null {
  const waiting = recorder.state.calls.get(key.callId)
  // Timers can be late: after a sleep of the machine, or a restart. The time itself decides.
  if (waiting?.status === 'parked' && isExpired(waiting, ports.clock.now())) {
    try {
      recorder.record(expiredEvent(waiting, ports.clock.now()))
      recorder.commit()
    } catch (error) {
      settle.reject(error)
      throw error
    }
  }
  const outcome = receiveAnswer(recorder.state, key, choice)
  switch (outcome.kind) {
    case 'take': return outcome.parked
    case 'late': settle.resolve(outcome.receipt); return null
    case 'refuse': settle.reject(new AppError(outcome.code, outcome.message)); return null
  }
}

const isExpired = ({ decision }: CallStateOf<'parked'>, now: number): boolean => {
  const expiresAt = decision.meta?.expiresAt ?? null
  return expiresAt !== null && now >= expiresAt
}

/** The end of a question that nobody answered in its time. */
export const expiredEvent = (call: Extract<CallState, { status: 'parked' }>, at: number): TurnEventOf<'approval.answered'> => ({
  kind: 'approval.answered', version: 1, at, callId: call.call.callId, question: call.question, answer: 'expired', by: 'clock',
  meta: { digest: digestOf(call), client: null, standing: null }, body: { reason: null },
})
