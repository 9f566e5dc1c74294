import { assertNever } from '../../shared/assert-never.ts'
import { ApprovalCard, type ApprovalCardProps } from './approval-card/approval-card.tsx'
import { OutcomeCard } from './outcome-card/outcome-card.tsx'

/** An open question as what it asks: whether a call may run, or what became of one. */
export function QuestionCard(props: ApprovalCardProps) {
  const { asks } = props.question
  switch (asks.kind) {
    case 'approval': return <ApprovalCard {...props} />
    case 'outcome': return <OutcomeCard {...props} asks={asks} />
    default: return assertNever(asks, 'question')
  }
}
