import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import { LONGEST_GOAL_PURPOSE, LONGEST_GOAL_TITLE, LONGEST_PLAN_STEP, MOST_PLAN_STEPS, type GoalView } from '../../../shared/goal.ts'
import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePending } from '../../use-pending.ts'
import styles from './goals.module.css'

const words = strings.goals.editor

const problemOf = (text: string, most: number): string | null => (text.trim().length <= most ? null : words.tooLong(text.trim().length, most))
const stepsOf = (text: string): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

function planProblem(steps: readonly string[]): string | null {
  if (steps.length > MOST_PLAN_STEPS) return words.tooMany(steps.length, MOST_PLAN_STEPS)
  const long = steps.find((step) => step.length > LONGEST_PLAN_STEP)
  return long === undefined ? null : words.tooLong(long.length, LONGEST_PLAN_STEP)
}

/** What a goal is called and for; a new one with its first steps. */
export function GoalEditor({ goal }: { goal: GoalView | null }) {
  const core = useCore()
  const pending = usePending()
  const [title, setTitle] = useState(goal?.title ?? '')
  const [purpose, setPurpose] = useState(goal?.purpose ?? '')
  const [plan, setPlan] = useState('')
  const [tried, setTried] = useState(false)
  /** Of what was read when it was opened: what came in between is not overwritten unseen. */
  const [seen] = useState(goal?.updatedAt ?? 0)
  const steps = stepsOf(plan)
  const problems = { title: title.trim() === '' ? (tried ? words.nameEmpty : null) : problemOf(title, LONGEST_GOAL_TITLE), purpose: problemOf(purpose, LONGEST_GOAL_PURPOSE), plan: planProblem(steps) }
  const error = (problem: string | null) => (problem === null ? {} : { error: problem })
  const leave = () => navigate(goal === null ? { page: 'goals' } : { page: 'goals', goalId: goal.id })
  const save = () => {
    setTried(true)
    if (title.trim() === '' || Object.values(problems).some((problem) => problem !== null)) return
    pending.run('save', async () => {
      if (goal === null) return navigate({ page: 'goals', goalId: (await core.call('goal.create', { title, purpose, plan: steps })).goalId })
      await core.call('goal.update', { goalId: goal.id, seen, title, purpose })
      leave()
    })
  }
  return (
    <>
      <PageHeader
        leading={<><RailToggle /><IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.cancel} onClick={leave} /></>}
        title={goal === null ? words.new : words.edit(goal.title)}
        actions={<Button variant="primary" busy={pending.has('save')} onClick={save}>{goal === null ? words.create : words.save}</Button>}
      />
      <PageBody className={styles.page} groupLabel={words.form}>
        <TextField label={words.name} autoFocus dir="auto" value={title} onValueChange={setTitle} onSubmit={save} {...error(problems.title)} />
        <TextArea label={words.purpose} hint={words.purposeHint} dir="auto" minRows={3} maxRows={12} submitOn="mod-enter" onSubmit={save} value={purpose} onValueChange={setPurpose} {...error(problems.purpose)} />
        {goal === null ? <TextArea label={words.plan} hint={words.planHint} dir="auto" minRows={4} maxRows={20} submitOn="mod-enter" onSubmit={save} value={plan} onValueChange={setPlan} {...error(problems.plan)} /> : null}
      </PageBody>
    </>
  )
}
