import type { StatusRow } from '../../../shared/run-record.ts'
import { formatRoute } from '../../route.ts'
import { strings } from '../../strings/en.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { BudgetSection } from './budget-section.tsx'

const words = strings.budget.now

export function Now({ status: { turnsRunning, openQuestions, turnsToday, model } }: { status: StatusRow }) {
  return (
    <BudgetSection name="now">
      <Facts
        facts={[
          { id: 'running', label: words.running, value: words.count(turnsRunning) },
          {
            id: 'questions',
            label: words.questions,
            value: openQuestions === 0 ? words.noQuestions : <a href={formatRoute({ page: 'inbox' })}>{words.openInbox(openQuestions)}</a>,
          },
          { id: 'today', label: words.turnsToday, value: words.count(turnsToday) },
          { id: 'model', label: words.model, value: <DrawnText text={model} /> },
        ]}
      />
    </BudgetSection>
  )
}
