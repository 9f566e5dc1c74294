import type { AnswerChoice } from '../../../shared/policy.ts'
import type { Question } from '../../../shared/run-record.ts'
import { useCore } from '../../core.tsx'
import { keyOf, useAnswerSending, type AnswerSending } from './use-answer-sending.ts'

export type Answering = AnswerSending<AnswerChoice['kind']>

interface Answerer {
  readonly state: Answering
  readonly answer: (choice: AnswerChoice, reason?: string) => void
  /** `text` is the JSON text of an object. */
  readonly edit: (text: string) => void
}

/** Whether a call may run, and how. */
export function useAnswer(question: Question, onAnswered: () => void): Answerer {
  const core = useCore()
  const { state, send } = useAnswerSending<AnswerChoice['kind']>(onAnswered)
  const key = keyOf(question)
  return {
    state,
    answer: (choice, reason) => send(choice.kind, () => core.call('turn.answer', { ...key, answer: choice, ...(reason === undefined || reason.trim() === '' ? {} : { reason }) })),
    edit: (text) => send('edit', () => core.call('turn.edit-call', { ...key, arguments: text })),
  }
}
