import { Archive, ArchiveRestore, ArrowLeft, CheckCheck, Ellipsis, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import type { GoalState, GoalView } from '../../../shared/goal.ts'
import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Gauge } from '../../ui/gauge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { usePending } from '../../use-pending.ts'
import { GoalBadges } from './goal-badges.tsx'
import { NotesSection } from './notes-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { useGoalDeletion } from './use-goal-deletion.ts'
import styles from './goals.module.css'

const words = strings.goals

/** One goal: what it is for, its plan with what came of it, notes and reviews. */
export function GoalSheet({ goal }: { goal: GoalView }) {
  return (
    <>
      <PageHeader
        leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.gone.back} onClick={() => navigate({ page: 'goals' })} /></>}
        title={goal.title}
        meta={<GoalBadges goal={goal} />}
        actions={(
          <>
            <IconButton icon={<Pencil aria-hidden="true" />} label={words.actions.edit} onClick={() => navigate({ page: 'goals', goalId: goal.id, edit: 'text' })} />
            <GoalMenu goal={goal} />
          </>
        )}
      />
      <PageBody className={styles.page}>
        <div className={styles.head}>
          {goal.purpose === '' ? null : <p className={styles.purpose} dir="auto">{goal.purpose}</p>}
          {goal.steps === 0 ? null : <Gauge label={words.progressLabel} used={goal.done} limit={goal.steps} text={words.progress(goal)} />}
        </div>
        <PlanSection goal={goal} />
        <NotesSection goal={goal} />
        <ReviewsSection goal={goal} />
      </PageBody>
    </>
  )
}

function GoalMenu({ goal: { id: goalId, title, state, chatId } }: { goal: GoalView }) {
  const core = useCore()
  const pending = usePending()
  const deletion = useGoalDeletion()
  const become = (next: GoalState) => pending.run('state', () => core.call('goal.set-state', { goalId, state: next }))
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={<Ellipsis aria-hidden="true" />} label={words.more} />}
      items={[
        ...(chatId === null ? [] : [{ id: 'chat', label: words.actions.chat, icon: <MessageSquare aria-hidden="true" />, onSelect: () => navigate({ page: 'chat', chatId }) }]),
        ...(state === 'open' ? [] : [{ id: 'open', label: words.actions.open, icon: <ArchiveRestore aria-hidden="true" />, onSelect: () => become('open') }]),
        ...(state === 'done' ? [] : [{ id: 'done', label: words.actions.done, icon: <CheckCheck aria-hidden="true" />, onSelect: () => become('done') }]),
        ...(state === 'archived' ? [] : [{ id: 'archive', label: words.actions.archive, icon: <Archive aria-hidden="true" />, onSelect: () => become('archived') }]),
        { kind: 'separator', id: 'line' },
        { id: 'remove', label: words.actions.remove, icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: () => deletion.goal(goalId, title) },
      ]}
    />
  )
}
