import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { GoalRow, GoalView } from '../../../shared/goal.ts'
import type { GoalWorkers, goalOperations } from '../../../shared/goal-operations.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { survivesEdit } from '../connectors/recall/survives-edit.ts'
import type { Writing } from '../connectors/stored-taint.ts'
import { reviewerRole } from '../goals/agent-role.ts'
import { reviewerProblem } from '../goals/reviewer-problem.ts'
import { GOAL_AGENT, GOAL_REVIEWER } from '../roles/built-in-roles.ts'
import type { CoreParts } from './core-parts.ts'
import { exportGoals } from './export-goals.ts'
import { toGoalRow, toGoalView, toGoalWorkers } from './goal-rows.ts'
import { UNDO_MS } from '../undo-time.ts'
import { asSeen } from './person-edit.ts'
import { createRows, type Rows } from './rows.ts'

type GoalWatch = 'goals.watch' | 'goal.watch' | 'goal-workers.watch'
type GoalCalls = Pick<CallHandlers, Exclude<keyof typeof goalOperations, GoalWatch>>

export interface GoalHandlers { readonly calls: GoalCalls; readonly watches: Pick<WatchHandlers, GoalWatch>; /** Models, caps, connectors or chats are others now. */ readonly refresh: () => void; readonly close: () => void }

const SHOWN_EVENTS: ReadonlySet<string> = new Set(['turn.started', 'turn.ended', 'turn.paused', 'turn.unpaused', 'step.ended'])

/** What a person does with goals. No tool reaches these. @param touchRole a role is another one now */
export function createGoalHandlers(parts: CoreParts, touchRole: (roleId: string) => void): GoalHandlers {
  const { goals, host } = parts
  const { store, runs, reviews, agent, workers } = goals
  const { plan, progress } = store
  const { now } = host.clock
  const rows: Rows<GoalRow> = createRows({ list: () => store.list().map((goal) => toGoalRow(parts, goal)), idOf: ({ id }) => String(id), find: (id) => { const goal = store.find(Number(id)); return goal === null ? null : toGoalRow(parts, goal) } })
  const workerRows: Rows<GoalWorkers> = createRows({ list: () => [toGoalWorkers(parts)], idOf: () => 'workers', find: () => toGoalWorkers(parts) })
  const views = new Map<number, Rows<GoalView>>()
  const viewOf = (goalId: number): GoalView | null => { const goal = store.find(goalId); return goal === null ? null : toGoalView(parts, goal) }
  /** Whether a step can be started hangs on what is at work elsewhere. */
  const touchViews = (): void => { for (const [goalId, view] of views) view.touch(String(goalId)) }
  store.onChanged((goalId) => {
    rows.touch(String(goalId))
    touchViews()
    workerRows.touch('workers')
  })
  parts.onAppended(({ started, turnId }, seated) => {
    const isOurs = started !== null && (started.role === GOAL_REVIEWER.id || started.role === GOAL_AGENT.id)
    if (!isOurs || !seated.some(({ event }) => SHOWN_EVENTS.has(event.kind))) return
    const goalId = plan.attemptOf(turnId)?.goalId ?? progress.reviewOf(turnId)?.goalId
    if (goalId !== undefined) rows.touch(String(goalId))
    touchViews()
    workerRows.touch('workers')
  })
  const byPerson = (taint: readonly TaintSource[] = []): Writing => ({ at: now(), origin: null, taint })
  /** @param drop deletes until then */
  const undoable = (drop: (until: number) => void): { readonly undoUntil: number } => {
    const undoUntil = now() + UNDO_MS
    drop(undoUntil)
    goals.sweepLater()
    return { undoUntil }
  }
  const done = (work: () => void): Record<string, never> => {
    work()
    return {}
  }

  return {
    refresh: () => {
      for (const { id } of store.list()) rows.touch(String(id))
      touchViews()
      workerRows.touch('workers')
    },
    close: () => {
      for (const each of [rows, workerRows, ...views.values()]) each.end()
    },
    calls: {
      'goal.create': async ({ title, purpose, plan: steps }) => ({ goalId: store.create({ title, purpose }, steps, now()).id }),
      'goal.update': async ({ goalId, seen, title, purpose }) => done(() => { store.update(asSeen(store.get(goalId), seen, 'goal').id, { title, purpose }, now()) }),
      'goal.set-state': async ({ goalId, state }) => done(() => { store.setState(goalId, state, now()) }),
      'goal.delete': async ({ goalId }) => {
        const undoUntil = now() + UNDO_MS
        await goals.remove(goalId, undoUntil)
        return { undoUntil }
      },
      'goal.restore': async ({ goalId }) => done(() => { store.setDeleted(goalId, null); store.get(goalId) }),
      'goal.export': async ({ format }) => exportGoals(store.list().map((goal) => toGoalView(parts, goal)), format),

      'goal.add-step': async ({ goalId, text }) => ({ goalId, stepId: plan.add(store.get(goalId).id, text, now()).id }),
      'goal.update-step': async ({ goalId, stepId, seen, text }) => done(() => { plan.update(goalId, asSeen(plan.get(goalId, stepId), seen, 'step').id, text, now()) }),
      'goal.move-step': async ({ goalId, stepId, place }) => done(() => { plan.move(goalId, stepId, place) }),
      'goal.mark-step': async ({ goalId, stepId, state }) => done(() => { plan.mark(goalId, stepId, state, now()) }),
      'goal.remove-step': async ({ goalId, stepId }) => undoable((until) => { plan.remove(goalId, stepId, until) }),
      'goal.restore-step': async ({ goalId, stepId }) => done(() => { plan.restore(goalId, stepId) }),
      'goal.start-step': async ({ goalId, stepId }) => runs.start(goalId, stepId),
      'goal.stop-step': async ({ goalId, stepId }) => {
        await runs.stop(goalId, stepId)
        return {}
      },

      'goal.add-note': async ({ goalId, text }) => ({ goalId, noteId: progress.addNote(store.get(goalId).id, text, byPerson()).id }),
      'goal.update-note': async ({ goalId, noteId, seen, text }) => done(() => {
        const old = asSeen(progress.note(goalId, noteId), seen, 'note')
        if (text.trim() !== old.text) progress.updateNote(goalId, noteId, text, byPerson(survivesEdit(old.text, text) ? old.taint : []))
      }),
      'goal.delete-note': async ({ goalId, noteId }) => undoable((until) => { progress.deleteNote(goalId, noteId, until) }),
      'goal.restore-note': async ({ goalId, noteId }) => done(() => { progress.deleteNote(goalId, noteId, null) }),

      'goal.set-reviews': async ({ goalId, hours }) => done(() => { goals.setReviews(goalId, hours) }),
      'goal.review': async ({ goalId }) => ({ turnId: await reviews.start(goalId) }),
      'goal.delete-review': async ({ goalId, reviewId }) => undoable((until) => { progress.deleteReview(goalId, reviewId, until) }),
      'goal.restore-review': async ({ goalId, reviewId }) => done(() => { progress.deleteReview(goalId, reviewId, null) }),

      'goal-agent.check': async ({ profile }) => ({ problems: [...agent.problemsOf(profile)], granted: [...agent.granted(profile)] }),
      'goal-agent.save': async ({ profile }) => {
        const problems = [...agent.problemsOf(profile)]
        if (problems.length > 0) return { problems }
        workers.saveAgent(profile, now())
        saved(GOAL_AGENT.id)
        return { problems }
      },
      'goal-reviewer.save': async ({ profile }) => {
        const problem = reviewerProblem(reviewerRole(profile), profile.grant)
        if (problem !== null) throw new AppError('goal.refused', problem, { kept: 'The reviewer is as it was.' })
        workers.saveReviewer(profile, now())
        saved(GOAL_REVIEWER.id)
        return {}
      },
    },
    watches: {
      'goals.watch': (_input, emit) => rows.watch(emit),
      'goal-workers.watch': (_input, emit) => workerRows.watch(emit),
      'goal.watch': ({ goalId }, emit) => {
        const view = views.get(goalId) ?? createRows<GoalView>({ list: () => { const found = viewOf(goalId); return found === null ? [] : [found] }, idOf: ({ id }) => String(id), find: () => viewOf(goalId) })
        views.set(goalId, view)
        const end = view.watch(emit)
        return () => {
          end()
          if (!view.watched && views.get(goalId) === view) views.delete(goalId)
        }
      },
    },
  }

  function saved(roleId: string): void {
    touchRole(roleId)
    workerRows.touch('workers')
    touchViews()
  }
}
