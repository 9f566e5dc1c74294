import type { GoalReview, GoalRow, GoalView, PlanAttempt, PlanStep, ProgressNote } from '../../../shared/goal.ts'
import type { GoalWorkers } from '../../../shared/goal-operations.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Attempt, Goal, Note, Review, StoredStep } from '../goals/goal.ts'
import { PLAIN_AGENT, PLAIN_REVIEWER } from '../goals/worker-store.ts'
import type { CoreParts } from './core-parts.ts'
import { toOrigin } from './stored-rows.ts'

type RowParts = Pick<CoreParts, 'goals' | 'chats'>

/** What of a goal is listed. */
export function toGoalRow({ goals: { store }, chats }: RowParts, { id, title, purpose, state, createdAt, updatedAt, reviewHours, reviewDueAt }: Goal): GoalRow {
  const { steps, done, failed, working, tainted } = store.standing(id)
  const review = store.progress.openReview()
  const live = working ? { what: 'step' as const, turnId: store.plan.openAttempt()?.turnId } : review?.goalId === id ? { what: 'review' as const, turnId: review.turnId ?? undefined } : null
  return {
    id, title, purpose, state, createdAt, updatedAt, reviewHours, reviewDueAt, steps, done, failed, tainted,
    live: live === null ? null : { what: live.what, status: live.turnId !== undefined && waits(chats, live.turnId) ? 'waiting' : 'running' },
  }
}

/** All of it. */
export function toGoalView(parts: RowParts, goal: Goal): GoalView {
  const { goals: { store, runs }, chats } = parts
  const problem = runs.problem()
  return {
    ...toGoalRow(parts, goal), chatId: goal.chatId !== null && chats.find(goal.chatId) !== null ? goal.chatId : null,
    agentProblem: problem,
    plan: store.plan.steps(goal.id).map((step) => toStep(parts, step, step.state === 'running' ? 'It is at work.' : runs.problemOf(goal, step) ?? problem)),
    notes: store.progress.notes(goal.id).map((note) => toNote(note, chats)),
    reviews: store.progress.reviews(goal.id).map((review) => toReview(review, chats)),
  }
}

function toStep({ goals: { store }, chats }: RowParts, { id, text, state, settledBy, updatedAt }: StoredStep, problem: string | null): PlanStep {
  const attempts = store.plan.attempts(id)
  const last = attempts.at(-1)
  return { id, text, state: state === 'running' && last !== undefined && waits(chats, last.turnId) ? 'waiting' : state, settledBy, updatedAt, problem, attempts: attempts.map(toAttempt) }
}

const toAttempt = ({ number, turnId, startedAt, endedAt, outcome, answer, why, taint }: Attempt): PlanAttempt => ({ number, turnId, startedAt, endedAt, outcome, answer, why, taint: [...taint] })

const toNote = ({ id, text, createdAt, updatedAt, origin, taint }: Note, chats: CoreParts['chats']): ProgressNote =>
  ({ id, text, createdAt, updatedAt, origin: toOrigin({ origin }, chats), taint: [...taint] })

const toReview = ({ id, turnId, at, state, text, why, taint }: Review, chats: CoreParts['chats']): GoalReview =>
  ({ id, at, turnId, state: state === 'running' && turnId !== null && waits(chats, turnId) ? 'waiting' : state, text, why, taint: [...taint] })

const waits = (chats: CoreParts['chats'], turnId: TurnId): boolean => chats.turn(turnId)?.status === 'paused'

/** Who works on goals, as they could be started now. */
export function toGoalWorkers({ goals: { agent, workers, reviews } }: Pick<CoreParts, 'goals'>): GoalWorkers {
  const given = agent.profile()
  const profile = given ?? PLAIN_AGENT
  const reviewer = workers.reviewer() ?? PLAIN_REVIEWER
  const { today, perDay } = reviews.spending()
  return {
    agent: {
      profile, model: agent.model(profile), granted: [...agent.granted(profile)],
      problems: given === null ? [{ field: 'grant', sentence: 'What it was given was saved by a later Gatehouse, and this one can’t read it. It stays as it is until you save.' }] : [...agent.problemsOf(profile)],
    },
    reviewer: { profile: reviewer, model: reviews.model(reviewer), problem: reviews.problem(), spentToday: today, perDay },
  }
}
