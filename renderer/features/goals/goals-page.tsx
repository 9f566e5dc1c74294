import type { Route } from '../../route.ts'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GoalEditor } from './goal-editor.tsx'
import { GoalList } from './goal-list.tsx'
import { GoalSheet } from './goal-sheet.tsx'
import { WorkersPage } from './workers-page.tsx'
import styles from './goals.module.css'

const words = strings.goals

/** What a person wants to reach: the list, one goal, its editor, or who works on them. */
export function GoalsPage({ route }: { route: Extract<Route, { page: 'goals' }> }) {
  if ('tab' in route) return <WorkersPage />
  if (!('goalId' in route)) return route.edit === undefined ? <GoalList /> : <GoalEditor goal={null} />
  return <OneGoal key={route.goalId} goalId={route.goalId} isEdited={route.edit !== undefined} />
}

function OneGoal({ goalId, isEdited }: { goalId: number; isEdited: boolean }) {
  const rows = useRows('goal.watch', { goalId })
  const goal = rows?.[0]
  if (goal !== undefined) return isEdited ? <GoalEditor goal={goal} /> : <GoalSheet goal={goal} />
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} />
      <PageBody className={styles.page}>
        {rows === null ? <Skeleton label={words.loading} lines={8} /> : (
          <EmptyState title={words.gone.title} action={<Button onClick={() => navigate({ page: 'goals' })}>{words.gone.back}</Button>}>{words.gone.body}</EmptyState>
        )}
      </PageBody>
    </>
  )
}
