import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { ProfileProblem } from './coworker.ts'
import { GoalAgentProfile, GoalReviewerProfile, GoalRow, GoalState, GoalView, MOST_REVIEW_HOURS, MOST_PLAN_STEPS } from './goal.ts'
import { ChatId, TurnId } from './ids.ts'

const id = z.int().positive()
const goal = z.object({ goalId: id })
const step = goal.extend({ stepId: id })
const note = goal.extend({ noteId: id })
const review = goal.extend({ reviewId: id })
/** Bounds for the wire; what fits is the store's word. */
const title = z.string().max(10_000)
const text = z.string().max(200_000)
const undo = z.object({ undoUntil: z.int() })

/** A tool that a grant gives the goal agent. */
export const GrantedTool = z.object({ connectorLabel: z.string(), title: z.string() })
export type GrantedTool = z.infer<typeof GrantedTool>

/** The one row of who works on goals. */
export const GoalWorkers = z.object({
  agent: z.object({
    profile: GoalAgentProfile, model: z.string(),
    /** Why it can't be started as it is. */
    problems: z.array(ProfileProblem), granted: z.array(GrantedTool),
  }),
  reviewer: z.object({
    profile: GoalReviewerProfile, model: z.string(),
    /** Why no review can run now; null: one can. */
    problem: z.string().nullable(),
    /** Millionths of a dollar; null: it can't be read. */
    spentToday: z.int().nullable(), perDay: z.int(),
  }),
})
export type GoalWorkers = z.infer<typeof GoalWorkers>

/** What a window can ask about goals; a part of the contract. A model can ask nothing of it. */
export const goalOperations = {
  'goals.watch': watch(none, rows(GoalRow)),
  /** One row; none: it isn't there. */
  'goal.watch': watch(goal, rows(GoalView)),
  'goal-workers.watch': watch(none, rows(GoalWorkers)),

  'goal.create': call(z.object({ title, purpose: text, plan: z.array(text).max(MOST_PLAN_STEPS) }), goal),
  /** `seen` is the `updatedAt` of what was edited, here and below. */
  'goal.update': call(goal.extend({ seen: z.int(), title, purpose: text }), none),
  'goal.set-state': call(goal.extend({ state: GoalState }), none),
  /** Gone at once, and what works on it is stopped; for good when `undoUntil` has passed, here and below. */
  'goal.delete': call(goal, undo),
  'goal.restore': call(goal, none),
  'goal.export': call(z.object({ format: z.enum(['markdown', 'json']) }), z.object({ fileName: z.string(), content: z.string() })),

  'goal.add-step': call(goal.extend({ text }), step),
  /** Other words are another step: what was tried for the old ones goes. */
  'goal.update-step': call(step.extend({ seen: z.int(), text }), none),
  /** `place` counts from 0, among the steps that are left once it is taken out. */
  'goal.move-step': call(step.extend({ place: z.int().nonnegative() }), none),
  /** `planned` lets go of what was tried, so that it begins anew. */
  'goal.mark-step': call(step.extend({ state: z.enum(['planned', 'done']) }), none),
  'goal.remove-step': call(step, undo),
  'goal.restore-step': call(step, none),
  /** One run at a time, of all goals. */
  'goal.start-step': call(step, z.object({ turnId: TurnId, chatId: ChatId })),
  'goal.stop-step': call(step, none),

  'goal.add-note': call(goal.extend({ text }), note),
  'goal.update-note': call(note.extend({ seen: z.int(), text }), none),
  'goal.delete-note': call(note, undo),
  'goal.restore-note': call(note, none),

  /** Null: none comes by itself. */
  'goal.set-reviews': call(goal.extend({ hours: z.int().min(1).max(MOST_REVIEW_HOURS).nullable() }), none),
  /** One now, by the same rules as those that come by themselves. */
  'goal.review': call(goal, z.object({ turnId: TurnId })),
  'goal.delete-review': call(review, undo),
  'goal.restore-review': call(review, none),

  /** Nothing is stored: what would be refused, and what it would be given. */
  'goal-agent.check': call(z.object({ profile: GoalAgentProfile }), z.object({ problems: z.array(ProfileProblem), granted: z.array(GrantedTool) })),
  'goal-agent.save': call(z.object({ profile: GoalAgentProfile }), z.object({ problems: z.array(ProfileProblem) })),
  /** Refused with a sentence where it has any tool, delegation or grant. */
  'goal-reviewer.save': call(z.object({ profile: GoalReviewerProfile }), none),
} as const
