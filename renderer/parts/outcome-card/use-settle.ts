import type { Question } from '../../../shared/run-record.ts'
import type { OutcomeAnswer } from '../../../shared/turn-event.ts'
import { useCore } from '../../core.tsx'
import { keyOf, useAnswerSending, type AnswerSending } from '../approval-card/use-answer-sending.ts'

interface Settler {
  readonly state: AnswerSending<OutcomeAnswer>
  readonly settle: (answer: OutcomeAnswer, result?: string) => void
}

/** What became of a call that had started. */
export function useSettle(question: Question, onAnswered: () => void): Settler {
  const core = useCore()
  const { state, send } = useAnswerSending<OutcomeAnswer>(onAnswered)
  return {
    state,
    settle: (answer, result = '') => send(answer, () => core.call('turn.settle-call', { ...keyOf(question), answer, ...(result.trim() === '' ? {} : { result }) })),
  }
}
