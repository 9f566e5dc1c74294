import type { ReactNode } from 'react'
import { sayWholeProblem } from '../../say-problem.ts'
import { strings } from '../../strings/en.ts'
import type { AnswerSending } from './use-answer-sending.ts'
import styles from './approval-card.module.css'

const words = strings.inbox.question

interface AnswerStateProps<A extends string> {
  state: AnswerSending<A>
  /** What each answer is called once it was given. */
  names: Readonly<Record<A, string>>
  /** As long as nothing was answered and nothing failed. */
  children?: ReactNode
}

/** What became of the answer, said aloud. */
export function AnswerState<A extends string>({ state, names, children = null }: AnswerStateProps<A>) {
  switch (state.kind) {
    case 'sending': return <span role="status">{words.sending}</span>
    case 'accepted': return <span role="status">{words.answeredAs(names[state.answer])}</span>
    case 'late': return <span role="status">{state.sentence}</span>
    case 'open': return state.error === null ? children : <span role="alert" className={styles.error}>{sayWholeProblem(state.error)}</span>
  }
}
