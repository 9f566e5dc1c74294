import { z } from 'zod'
import { Grant } from './coworker.ts'
import { ChatId, TurnId } from './ids.ts'
import { ToolIdentity } from './policy.ts'
import { StoredOrigin } from './stored-record.ts'
import { TaintSource } from './taint.ts'
import { TurnOutcome } from './turn-event.ts'

/* A goal, its plan, and what was written on the way, as the window shows them. Times are milliseconds since 1970, lengths UTF-16 units. */

export const LONGEST_GOAL_TITLE = 200
export const LONGEST_GOAL_PURPOSE = 5000
export const LONGEST_PLAN_STEP = 2000
export const LONGEST_PROGRESS_NOTE = 4000
export const LONGEST_STEP_RESULT = 20_000
export const LONGEST_REVIEW = 8000
export const MOST_GOALS = 500
export const MOST_PLAN_STEPS = 50
export const MOST_PROGRESS_NOTES = 200
/** Of each goal; older ones go. */
export const KEPT_REVIEWS = 50
export const MOST_REVIEW_HOURS = 24 * 31

export const GoalState = z.enum(['open', 'done', 'archived'])
export type GoalState = z.infer<typeof GoalState>

/** `waiting`: its run waits for room under a cap. */
const PlanStepState = z.enum(['planned', 'running', 'waiting', 'done', 'failed'])

/** One run of the goal agent on a step. `lost`: its run can't be read any more, so nobody knows how it ended. */
export const PlanAttempt = z.object({
  number: z.int().positive(), turnId: TurnId, startedAt: z.int(), endedAt: z.int().nullable(),
  outcome: z.union([TurnOutcome, z.literal('lost')]).nullable(),
  /** What the agent said at its end; null: it is at work. */
  answer: z.string().nullable(),
  /** Why it ended as it did, where that isn't its own end. */
  why: z.string().nullable(),
  /** What it had read from outside. */
  taint: z.array(TaintSource),
})
export type PlanAttempt = z.infer<typeof PlanAttempt>

export const PlanStep = z.object({
  id: z.int(), text: z.string(), state: PlanStepState, updatedAt: z.int(),
  /** Who said that it is done or failed; null: nobody yet. */
  settledBy: z.enum(['person', 'agent']).nullable(),
  /** First to last. */
  attempts: z.array(PlanAttempt),
  /** Why it can't be started now; null: it can. */
  problem: z.string().nullable(),
})
export type PlanStep = z.infer<typeof PlanStep>

export const ProgressNote = z.object({
  id: z.int(), text: z.string(), createdAt: z.int(), updatedAt: z.int(),
  /** The person, or the call of a model. */
  origin: StoredOrigin,
  taint: z.array(TaintSource),
})
export type ProgressNote = z.infer<typeof ProgressNote>

/** `not-run`: it was due, and nothing was started; `why` says what was in the way. */
export const GoalReview = z.object({
  id: z.int(), at: z.int(), turnId: TurnId.nullable(),
  state: z.enum(['running', 'waiting', 'written', 'failed', 'not-run']),
  /** Always a model's; null: there is none. */
  text: z.string().nullable(), why: z.string().nullable(),
  taint: z.array(TaintSource),
})
export type GoalReview = z.infer<typeof GoalReview>

export const GoalRow = z.object({
  id: z.int(), title: z.string(), purpose: z.string(), state: GoalState, createdAt: z.int(), updatedAt: z.int(),
  steps: z.int().nonnegative(), done: z.int().nonnegative(), failed: z.int().nonnegative(),
  live: z.object({ what: z.enum(['step', 'review']), status: z.enum(['running', 'waiting']) }).nullable(),
  /** Something that was written for it was written after reading outside text. */
  tainted: z.boolean(),
  /** A review comes each time so many hours went by; null: none comes by itself. */
  reviewHours: z.int().positive().nullable(),
  reviewDueAt: z.int().nullable(),
})
export type GoalRow = z.infer<typeof GoalRow>

export const GoalView = GoalRow.extend({
  /** Where its runs are; null before the first, and once that chat was deleted. */
  chatId: ChatId.nullable(),
  plan: z.array(PlanStep),
  /** Why no step of any goal can be started now; null: nothing is in the way of all of them. */
  agentProblem: z.string().nullable(),
  /** Both newest first. */
  notes: z.array(ProgressNote),
  reviews: z.array(GoalReview),
})
export type GoalView = z.infer<typeof GoalView>

/** What a person gives the goal agent beside its own tools. Nothing but an operation of a window writes one. */
export const GoalAgentProfile = z.strictObject({
  /** Null: the one of new chats. */
  model: z.string().max(200).nullable(),
  /** Its calls may reach these after outside text was read. */
  hosts: z.array(z.string().max(260)).max(200),
  grant: Grant.nullable(),
})
export type GoalAgentProfile = z.infer<typeof GoalAgentProfile>

/** Whatever of this isn't empty keeps the reviewer from being saved, and from being started. */
export const GoalReviewerProfile = z.strictObject({
  model: z.string().max(200).nullable(),
  tools: z.array(ToolIdentity).max(2000),
  grant: Grant.nullable(),
  maxDelegationDepth: z.int().nonnegative(),
})
export type GoalReviewerProfile = z.infer<typeof GoalReviewerProfile>
