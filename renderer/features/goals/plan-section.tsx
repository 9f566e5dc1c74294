import { useRef, useState, type KeyboardEvent } from 'react'
import { MOST_PLAN_STEPS, LONGEST_PLAN_STEP, type GoalView } from '../../../shared/goal.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { formatRoute } from '../../route.ts'
import { focusOnceDrawn } from '../../row-focus.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { usePending } from '../../use-pending.ts'
import { PlanStepRow } from './plan-step-row.tsx'
import { useAdder } from './use-adder.ts'
import framed from '../../ui/framed-list.module.css'
import hidden from '../../ui/hidden.module.css'
import styles from './goals.module.css'

const words = strings.goals.plan

/** The steps in their order. A key moves the one that has the focus, and says where it went. */
export function PlanSection({ goal }: { goal: GoalView }) {
  const core = useCore()
  const pending = usePending()
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState('')
  const { id: goalId, plan, live, agentProblem } = goal
  const move = (stepId: number, by: -1 | 1) => {
    const from = plan.findIndex(({ id }) => id === stepId)
    const place = from + by
    if (from === -1 || place < 0 || place >= plan.length) return
    pending.run('move', async () => {
      await core.call('goal.move-step', { goalId, stepId, place })
      setMoved(words.moved(place + 1, plan.length))
      focusOnceDrawn(() => list.current?.querySelector<HTMLElement>(`[data-step="${stepId}"]`) ?? null)
    })
  }
  const onKeyDown = (stepId: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(stepId, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <TitledSection title={words.title} aside={<Button size="small" variant="quiet" onClick={() => navigate({ page: 'goals', tab: 'advanced' })}>{words.agent}</Button>}>
      {agentProblem === null || live?.what === 'step' || plan.length === 0 ? null : <p className={styles.note}>{agentProblem}</p>}
      {plan.length === 0 ? <p className={styles.note}>{words.none}</p> : (
        <>
          <ol ref={list} className={framed.list} aria-label={words.title}>
            {plan.map((step, index) => (
              <li key={step.id} data-step={step.id} tabIndex={-1} className={styles.step} onKeyDown={onKeyDown(step.id)}>
                <PlanStepRow goal={goal} step={step} place={index + 1} onMove={(by) => move(step.id, by)} />
              </li>
            ))}
          </ol>
          {plan.length < 2 ? null : <p className={styles.meta}>{words.keys}</p>}
          {plan.every(({ attempts }) => attempts.length === 0) ? null : <p className={styles.meta}>{words.drafts} <a className={styles.link} href={formatRoute({ page: 'memory', tab: 'notes' })}>{words.draftsLink}</a></p>}
        </>
      )}
      <p className={hidden.text} role="status">{moved}</p>
      {plan.length >= MOST_PLAN_STEPS ? null : <NewStep goalId={goalId} />}
    </TitledSection>
  )
}

function NewStep({ goalId }: { goalId: number }) {
  const core = useCore()
  const { text, setText, canAdd, isBusy, add, problem } = useAdder(LONGEST_PLAN_STEP, (written) => core.call('goal.add-step', { goalId, text: written }))
  return (
    <div className={styles.adder}>
      <TextField label={words.add} dir="auto" value={text} onValueChange={setText} onSubmit={add} {...problem ?? { hint: words.addHint }} />
      <Button busy={isBusy} disabled={!canAdd} onClick={add}>{strings.goals.notes.add}</Button>
    </div>
  )
}
