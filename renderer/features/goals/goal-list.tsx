import { Ellipsis, FileJson, FileText, Plus, SlidersHorizontal } from 'lucide-react'
import type { GoalRow } from '../../../shared/goal.ts'
import { useCore, useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { usePerform } from '../../perform.ts'
import { saveFile } from '../../save-file.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { RowOpener } from '../../ui/row-opener.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GoalBadges } from './goal-badges.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './goals.module.css'

const words = strings.goals
const CLOSED = ['done', 'archived'] as const

/** Open goals, and below them those that are done or put away. */
export function GoalList() {
  const rows = useRows('goals.watch', {})
  const isOf = (state: GoalRow['state']): readonly GoalRow[] => (rows ?? []).filter((row) => row.state === state).toSorted((left, right) => right.id - left.id)
  const open = isOf('open')
  return (
    <>
      <PageHeader
        leading={<RailToggle />}
        title={words.title}
        actions={(
          <>
            <ListMenu empty={rows === null || rows.length === 0} />
            <Button icon={<Plus aria-hidden="true" />} onClick={() => navigate({ page: 'goals', edit: 'new' })}>{words.add}</Button>
          </>
        )}
      />
      <PageBody className={styles.page}>
        {rows === null ? <Skeleton label={words.loading} lines={6} /> : rows.length === 0 ? (
          <EmptyState title={words.none.title} action={<Button variant="primary" onClick={() => navigate({ page: 'goals', edit: 'new' })}>{words.add}</Button>}>{words.none.body}</EmptyState>
        ) : (
          <>
            {open.length === 0 ? <p className={styles.note}>{words.noneOpen}</p> : <Rows label={words.list} goals={open} />}
            {CLOSED.map((state) => {
              const closed = isOf(state)
              return closed.length === 0 ? null : <Disclosure key={state} summary={words.closed[state](closed.length)}><Rows label={words.states[state]} goals={closed} /></Disclosure>
            })}
          </>
        )}
      </PageBody>
    </>
  )
}

function Rows({ label, goals }: { label: string; goals: readonly GoalRow[] }) {
  return (
    <ul className={framed.list} aria-label={label}>
      {goals.map((goal) => (
        <li key={goal.id}>
          <RowOpener className={styles.open} name={<DrawnText text={goal.title} />} meta={words.progress(goal)} badges={<GoalBadges goal={goal} />} onOpen={() => navigate({ page: 'goals', goalId: goal.id })} />
        </li>
      ))}
    </ul>
  )
}

function ListMenu({ empty }: { empty: boolean }) {
  const core = useCore()
  const perform = usePerform()
  const exportAs = (format: 'markdown' | 'json') => void perform(async () => {
    const { fileName, content } = await core.call('goal.export', { format })
    saveFile(fileName, content)
  })
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={<Ellipsis aria-hidden="true" />} label={words.more} />}
      items={[
        { id: 'advanced', label: words.advanced, icon: <SlidersHorizontal aria-hidden="true" />, onSelect: () => navigate({ page: 'goals', tab: 'advanced' }) },
        { kind: 'separator', id: 'line' },
        { id: 'markdown', label: words.exportMarkdown, icon: <FileText aria-hidden="true" />, disabled: empty, onSelect: () => exportAs('markdown') },
        { id: 'json', label: words.exportJson, icon: <FileJson aria-hidden="true" />, disabled: empty, onSelect: () => exportAs('json') },
      ]}
    />
  )
}
