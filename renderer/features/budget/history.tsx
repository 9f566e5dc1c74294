import { useState } from 'react'
import { ChartColumn } from 'lucide-react'
import type { Cap } from '../../../shared/cap.ts'
import type { StatusRow } from '../../../shared/run-record.ts'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { BudgetSection } from './budget-section.tsx'
import { DayChart, type Unit } from './day-chart.tsx'
import { longDay } from './day-words.ts'
import { Spenders } from './spenders.tsx'
import { ToolUse } from './tool-use.tsx'
import { useHistory, type Spent } from './use-history.ts'
import styles from './budget.module.css'

const words = strings.budget.history
const UNITS: readonly Unit[] = ['tokens', 'money']

/** The chart and who spent today, from one read of the ledger. */
export function History({ status }: { status: StatusRow }) {
  const { state, again } = useHistory(status)
  if (state.kind === 'ready') {
    const { days, spenders, tools } = state.spent
    const today = days.at(-1)?.tokens ?? 0
    const reservedBy = (wanted: Cap) => status.gauges.find(({ cap }) => cap === wanted)?.reserved ?? 0
    const reserved = { tokens: reservedBy('tokens-per-day'), money: reservedBy('money-per-day') }
    return (
      <>
        <BudgetSection name="history"><Days days={days} reserved={reserved} /></BudgetSection>
        <BudgetSection name="spenders"><Spenders spenders={spenders} today={today} /></BudgetSection>
        <BudgetSection name="tools"><ToolUse tools={tools} /></BudgetSection>
      </>
    )
  }
  return (
    <BudgetSection name="history">
      {state.kind === 'loading' ? <Skeleton label={words.loading} height={220} /> : (
        <ProblemBanner problem={{ message: state.sentence }} actions={<Button size="small" onClick={again}>{words.retry}</Button>} />
      )}
    </BudgetSection>
  )
}

function Days({ days, reserved }: { days: Spent['days']; reserved: Readonly<Record<Unit, number>> }) {
  const [unit, setUnit] = useState<Unit>('tokens')
  const { columns } = words
  if (days.every(({ steps }) => steps === 0)) {
    return (
      <EmptyState icon={<ChartColumn aria-hidden="true" />} title={words.empty.title} action={<Button onClick={() => navigate({ page: 'new-chat' })}>{words.empty.action}</Button>}>
        {words.empty.body}
      </EmptyState>
    )
  }
  const today = days.at(-1)?.day
  return (
    <>
      <div className={styles.units}>
        <Segmented label={words.unit} value={unit} options={UNITS.map((value) => ({ value, label: words.units[value] }))} onValueChange={setUnit} />
      </div>
      <DayChart days={days} unit={unit} reserved={reserved[unit]} />
      <Disclosure summary={words.table} aside={<span className={styles.note}>{words.sum(unit, days.reduce((sum, day) => sum + day[unit], 0))}</span>}>
        <Table
          caption={words.tableLabel}
          columns={[
            { id: 'day', header: columns.day, rowHeader: true, cell: ({ day }) => (day === today ? words.todayIs(longDay(day)) : longDay(day)) },
            { id: 'tokens', header: columns.tokens, align: 'end', cell: ({ tokens }) => words.number(tokens) },
            { id: 'money', header: columns.money, align: 'end', cell: ({ money, uncounted }) => strings.budget.spenders.money(money, uncounted) },
            { id: 'steps', header: columns.steps, align: 'end', cell: ({ steps }) => words.number(steps) },
          ]}
          groups={[{ id: 'days', rows: days.toReversed() }]}
          rowKey={({ day }) => day}
        />
      </Disclosure>
    </>
  )
}
