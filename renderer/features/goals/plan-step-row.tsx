import { useState } from 'react'
import { ArrowDown, ArrowUp, Check, Ellipsis, Pencil, Play, RotateCcw, Square, Trash2 } from 'lucide-react'
import { LONGEST_PLAN_STEP, type GoalView, type PlanStep } from '../../../shared/goal.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { usePending } from '../../use-pending.ts'
import { InlineEditor } from './inline-editor.tsx'
import { StepResult } from './step-result.tsx'
import { useGoalDeletion } from './use-goal-deletion.ts'
import styles from './goals.module.css'

const words = strings.goals.plan
const TONES: Readonly<Record<PlanStep['state'], Tone>> = { planned: 'neutral', running: 'neutral', waiting: 'write', done: 'ok', failed: 'destructive' }

interface PlanStepRowProps {
  goal: GoalView
  step: PlanStep
  /** From 1. */
  place: number
  onMove: (by: -1 | 1) => void
}

/** One step: what is to be done, how it stands, and what can be done with it now. */
export function PlanStepRow({ goal, step, place, onMove }: PlanStepRowProps) {
  const core = useCore()
  const pending = usePending()
  /** What the edit is of; null: it isn't edited. */
  const [seen, setSeen] = useState<number | null>(null)
  const { id: goalId } = goal
  const { id: stepId } = step
  if (seen !== null) {
    return (
      <InlineEditor
        label={words.field(place)}
        {...(step.attempts.length === 0 ? {} : { hint: words.editHint })}
        text={step.text}
        longest={LONGEST_PLAN_STEP}
        isBusy={pending.has('edit')}
        onCancel={() => setSeen(null)}
        onSave={(text) => pending.run('edit', async () => {
          await core.call('goal.update-step', { goalId, stepId, seen, text })
          setSeen(null)
        })}
      />
    )
  }
  const isAtWork = step.state === 'running' || step.state === 'waiting'
  /** What is in the way of this one alone; what is in the way of all is said above them. */
  const own = isAtWork || step.state === 'done' || step.problem === goal.agentProblem ? null : step.problem
  return (
    <>
      <div className={styles.line}>
        <span className={styles.place} aria-hidden="true">{place}</span>
        <p className={styles.text} dir="auto">{step.text}</p>
        <Badge tone={TONES[step.state]}>{words.states[step.state]}</Badge>
        <span className={styles.actions}>
          <StepButton goal={goal} step={step} place={place} />
          <StepMenu goal={goal} step={step} place={place} onMove={onMove} onEdit={() => setSeen(step.updatedAt)} />
        </span>
      </div>
      {own === null ? null : <p className={styles.under}>{own}</p>}
      <StepResult step={step} />
    </>
  )
}

function StepButton({ goal: { id: goalId }, step: { id: stepId, state, attempts, problem }, place }: Pick<PlanStepRowProps, 'goal' | 'step' | 'place'>) {
  const core = useCore()
  const pending = usePending()
  if (state === 'done') return null
  if (state === 'running' || state === 'waiting') {
    return <Button size="small" icon={<Square aria-hidden="true" />} aria-label={words.stopLabel(place)} busy={pending.has('stop')} onClick={() => pending.run('stop', () => core.call('goal.stop-step', { goalId, stepId }))}>{words.stop}</Button>
  }
  const isAgain = attempts.length > 0
  return (
    <Button
      size="small"
      icon={isAgain ? <RotateCcw aria-hidden="true" /> : <Play aria-hidden="true" />}
      aria-label={isAgain ? words.againLabel(place) : words.startLabel(place)}
      disabled={problem !== null}
      busy={pending.has('start')}
      onClick={() => pending.run('start', () => core.call('goal.start-step', { goalId, stepId }))}
    >
      {isAgain ? words.again : words.start}
    </Button>
  )
}

function StepMenu({ goal: { id: goalId, plan }, step: { id: stepId, state, attempts }, place, onMove, onEdit }: PlanStepRowProps & { onEdit: () => void }) {
  const core = useCore()
  const pending = usePending()
  const deletion = useGoalDeletion()
  const isAtWork = state === 'running' || state === 'waiting'
  const mark = (next: 'planned' | 'done') => pending.run('mark', () => core.call('goal.mark-step', { goalId, stepId, state: next }))
  return (
    <Menu
      align="end"
      trigger={<IconButton size="small" icon={<Ellipsis aria-hidden="true" />} label={words.more(place)} />}
      items={[
        { id: 'edit', label: words.edit, icon: <Pencil aria-hidden="true" />, disabled: isAtWork, onSelect: onEdit },
        { id: 'up', label: words.up, icon: <ArrowUp aria-hidden="true" />, shortcut: 'alt+up', disabled: place === 1, onSelect: () => onMove(-1) },
        { id: 'down', label: words.down, icon: <ArrowDown aria-hidden="true" />, shortcut: 'alt+down', disabled: place === plan.length, onSelect: () => onMove(1) },
        ...(state === 'done' ? [] : [{ id: 'done', label: words.markDone, icon: <Check aria-hidden="true" />, disabled: isAtWork, onSelect: () => mark('done') }]),
        ...(state === 'planned' && attempts.length === 0 ? [] : [{ id: 'anew', label: words.planAnew, icon: <RotateCcw aria-hidden="true" />, disabled: isAtWork, onSelect: () => mark('planned') }]),
        { kind: 'separator', id: 'line' },
        { id: 'remove', label: words.remove, icon: <Trash2 aria-hidden="true" />, danger: true, disabled: isAtWork, onSelect: () => deletion.step(goalId, stepId) },
      ]}
    />
  )
}
