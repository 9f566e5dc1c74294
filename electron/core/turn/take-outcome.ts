import { AppError } from '../../../shared/errors.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import { digestOf } from './halt.ts'
import type { Message } from './mailbox-message.ts'
import type { Recorder } from './recorder.ts'
import type { TurnPorts } from './turn-ports.ts'

/**
 * What the person says became of a call that may have run. First answer wins. On disk before anything follows from it: `run-again` leads
 * to an effect. @throws what storing threw, after the person was told the same
 */
export function takeOutcome(ports: TurnPorts, recorder: Recorder, { request, settle }: Extract<Message, { type: 'settle' }>): void {
  const { key, answer, client } = request
  const call = recorder.state.calls.get(key.callId)
  const settled = call !== undefined && 'settled' in call ? call.settled : null
  if (settled !== null && settled.question === key.question) {
    const who = settled.by === 'person' ? 'you, in this or another window' : 'the turn'
    return settle.resolve({ status: 'late', answer: settled.answer, by: settled.by, at: settled.at, sentence: `This was already answered by ${who}. Nothing was changed.` })
  }
  if (call?.status !== 'unknown' || call.question !== key.question) return settle.reject(new AppError('gate.not-parked', 'This question is no longer open. Nothing was changed.'))
  if (digestOf(call) !== key.digest) return settle.reject(new AppError('gate.stale-answer', 'The answer is for other arguments than the ones that wait. Nothing was changed.'))
  const result = answer === 'happened' && request.result !== null && request.result.trim() !== '' ? inlineText(request.result.toWellFormed()) : null
  try {
    recorder.record({ kind: 'outcome.settled', version: 1, at: ports.clock.now(), callId: key.callId, question: key.question, answer, by: 'person', meta: { digest: key.digest, client }, body: { result } })
    recorder.commit({ durable: true })
    settle.resolve({ status: 'accepted' })
  } catch (error) {
    settle.reject(error)
    throw error
  }
}
