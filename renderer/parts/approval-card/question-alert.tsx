import type { Question } from '../../../shared/run-record.ts'
import { strings } from '../../strings/en.ts'
import hidden from '../../ui/hidden.module.css'

/** Says once, at once, that something asks. One per page, always mounted: only a change of its words is read out. */
export function QuestionAlert({ question }: { question: Question | null }) {
  return (
    <div role="alert" className={hidden.text}>
      {question === null ? '' : strings.inbox[question.asks.kind === 'outcome' ? 'outcome' : 'question'].alert(question.title, question.connectorLabel, question.chatTitle === '' ? strings.inbox.untitled : question.chatTitle)}
    </div>
  )
}
