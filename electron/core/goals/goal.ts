import { z } from 'zod'
import { GoalState, PlanAttempt, type GoalReview, type PlanStep } from '../../../shared/goal.ts'
import { CallId, ChatId, TurnId } from '../../../shared/ids.ts'
import { ToolIdentity } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { taintFromColumn, type Origin } from '../connectors/stored-taint.ts'
import { json } from '../store/columns.ts'

/* Goals as they are stored. Times are milliseconds since 1970. */

export interface Goal {
  readonly id: number
  readonly title: string
  readonly purpose: string
  readonly state: GoalState
  readonly reviewHours: number | null
  readonly reviewDueAt: number | null
  readonly chatId: ChatId | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Only a person writes one. `running` covers a run that waits for room as well. */
export interface StoredStep {
  readonly id: number
  readonly goalId: number
  readonly text: string
  readonly state: Exclude<PlanStep['state'], 'waiting'>
  readonly settledBy: PlanStep['settledBy']
  readonly updatedAt: number
}

export interface Attempt {
  readonly goalId: number
  readonly stepId: number
  readonly number: number
  readonly turnId: TurnId
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: PlanAttempt['outcome']
  readonly answer: string | null
  readonly why: string | null
  /** The tools that its model was told of; null: no model step of it began. */
  readonly ranWith: readonly ToolIdentity[] | null
  readonly taint: readonly TaintSource[]
}

export interface Note {
  readonly id: number
  readonly goalId: number
  readonly text: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly origin: Origin | null
  readonly taint: readonly TaintSource[]
}

export interface Review {
  readonly id: number
  readonly goalId: number
  readonly turnId: TurnId | null
  readonly at: number
  readonly state: Exclude<GoalReview['state'], 'waiting'>
  readonly text: string | null
  readonly why: string | null
  readonly taint: readonly TaintSource[]
}

export const StoredGoal = z.object({
  goal_id: z.int(), title: z.string(), purpose: z.string(), state: GoalState, review_hours: z.int().nullable(), review_due_at: z.int().nullable(),
  chat_id: ChatId.nullable(), created_at: z.int(), updated_at: z.int(),
}).transform((row): Goal => ({
  id: row.goal_id, title: row.title, purpose: row.purpose, state: row.state, reviewHours: row.review_hours, reviewDueAt: row.review_due_at,
  chatId: row.chat_id, createdAt: row.created_at, updatedAt: row.updated_at,
}))

export const StepRow = z.object({ step_id: z.int(), goal_id: z.int(), text: z.string(), state: z.enum(['planned', 'running', 'done', 'failed']), settled_by: z.enum(['person', 'agent']).nullable(), updated_at: z.int() })
  .transform((row): StoredStep => ({ id: row.step_id, goalId: row.goal_id, text: row.text, state: row.state, settledBy: row.settled_by, updatedAt: row.updated_at }))

export const AttemptRow = z.object({
  goal_id: z.int(), step_id: z.int(), number: z.int(), turn_id: TurnId, started_at: z.int(), ended_at: z.int().nullable(), outcome: PlanAttempt.shape.outcome,
  answer: z.string().nullable(), why: z.string().nullable(), ran_with: json(z.array(ToolIdentity)).nullable(), taint: z.unknown(),
}).transform((row): Attempt => ({
  goalId: row.goal_id, stepId: row.step_id, number: row.number, turnId: row.turn_id, startedAt: row.started_at, endedAt: row.ended_at, outcome: row.outcome,
  answer: row.answer, why: row.why, ranWith: row.ran_with, taint: taintFromColumn(row.taint, row.ended_at ?? row.started_at),
}))

export const NoteRow = z.object({
  note_id: z.int(), goal_id: z.int(), text: z.string(), created_at: z.int(), updated_at: z.int(), turn_id: TurnId.nullable(), call_id: CallId.nullable(), taint: z.unknown(),
}).transform((row): Note => ({
  id: row.note_id, goalId: row.goal_id, text: row.text, createdAt: row.created_at, updatedAt: row.updated_at,
  origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id }, taint: taintFromColumn(row.taint, row.updated_at),
}))

export const ReviewRow = z.object({
  review_id: z.int(), goal_id: z.int(), turn_id: TurnId.nullable(), at: z.int(), state: z.enum(['running', 'written', 'failed', 'not-run']), text: z.string().nullable(), why: z.string().nullable(), taint: z.unknown(),
}).transform((row): Review => ({
  id: row.review_id, goalId: row.goal_id, turnId: row.turn_id, at: row.at, state: row.state, text: row.text, why: row.why, taint: taintFromColumn(row.taint, row.at),
}))
