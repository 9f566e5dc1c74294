import type { Goal } from './goal.ts'
import type { GoalMaterial } from './goal-material.ts'
import type { GoalStore } from './goal-store.ts'

/** Everything of a goal that a run may be told. */
export const readMaterial = ({ plan, progress }: Pick<GoalStore, 'plan' | 'progress'>, { id, title, purpose }: Goal): GoalMaterial => ({
  title, purpose,
  plan: plan.steps(id).map((step) => {
    const last = plan.attempts(step.id).at(-1)
    return { text: step.text, state: step.state, result: last === undefined || last.answer === null || last.answer === '' ? null : { text: last.answer, taint: last.taint } }
  }),
  notes: progress.notes(id).map(({ text, origin, createdAt, taint }) => ({ text, by: origin === null ? 'person' : 'model', day: new Date(createdAt).toISOString().slice(0, 10), taint })),
})
