import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { LONGEST_GOAL_PURPOSE, LONGEST_GOAL_TITLE, MOST_GOALS, type GoalState } from '../../../shared/goal.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { StoredGoal, type Goal } from './goal.ts'
import { fitText } from './fit-text.ts'
import { missing } from './missing.ts'
import { openPlanStore, type PlanStore } from './plan-store.ts'
import { openProgressStore, type ProgressStore } from './progress-store.ts'

export interface GoalText { readonly title: string; readonly purpose: string }

/** @property working a step of it is at work, or waits for room */
export interface GoalStanding { readonly steps: number; readonly done: number; readonly failed: number; readonly working: boolean; readonly tainted: boolean }

/** Goals and all that belongs to them. A deleted one is nowhere but in `restore`. */
export interface GoalStore {
  readonly plan: PlanStore
  readonly progress: ProgressStore
  /** Open ones first, then done, then archived; in each the last made first. */
  readonly list: () => readonly Goal[]
  readonly find: (goalId: number) => Goal | null
  /** @throws AppError `input.not-found` */
  readonly get: (goalId: number) => Goal
  /** How its plan stands, and whether any of its texts was written after reading outside text: in one look, however long they are. */
  readonly standing: (goalId: number) => GoalStanding
  /** With its first steps, or not at all. @throws AppError `input.invalid` */
  readonly create: (text: GoalText, plan: readonly string[], at: number) => Goal
  readonly update: (goalId: number, text: GoalText, at: number) => void
  readonly setState: (goalId: number, state: GoalState, at: number) => void
  readonly setChat: (goalId: number, chatId: ChatId) => void
  /** @param hours null: no review comes by itself @param dueAt when the next does */
  readonly setReviews: (goalId: number, hours: number | null, dueAt: number | null) => void
  /** Open ones whose review is due, the longest due first. */
  readonly dueReviews: (now: number) => readonly Goal[]
  /** When the next review is due; null: none ever is. */
  readonly nextReview: () => number | null
  readonly setDeleted: (goalId: number, until: number | null) => void
  /** What was deleted, whatever it is of, and can't be brought back any more goes for good. */
  readonly sweep: (now: number) => void
  /** When the next undo time passes; null: none is running. */
  readonly nextSweep: () => number | null
  /** Something of it changed by another hand. */
  readonly touch: (goalId: number) => void
  readonly onChanged: (listener: (goalId: number) => void) => void
}

const Count = z.int()
const Time = z.int().nullable()
const Goals = z.array(StoredGoal)
const Standing = z.object({ steps: z.int(), done: z.int(), failed: z.int(), working: z.int(), tainted: z.int() }).transform((row): GoalStanding => ({ ...row, working: row.working > 0, tainted: row.tainted > 0 }))

/** In the given database, whose schema includes `GOALS_SCHEMA`. */
export function openGoalStore(database: Database.Database): GoalStore {
  const listeners: ((goalId: number) => void)[] = []
  const tell = (goalId: number): void => { for (const listener of listeners) listener(goalId) }
  const plan = openPlanStore(database, tell)
  const progress = openProgressStore(database, tell)
  const selectAll = database.prepare(`SELECT * FROM goals WHERE deleted_at IS NULL ORDER BY CASE state WHEN 'open' THEN 0 WHEN 'done' THEN 1 ELSE 2 END, goal_id DESC`)
  const selectOne = database.prepare('SELECT * FROM goals WHERE goal_id = ? AND deleted_at IS NULL')
  const count = database.prepare('SELECT count(*) FROM goals WHERE deleted_at IS NULL').pluck()
  const selectStanding = database.prepare(`SELECT count(*) AS steps, coalesce(sum(state = 'done'), 0) AS done, coalesce(sum(state = 'failed'), 0) AS failed, coalesce(sum(state = 'running'), 0) AS working,
    (EXISTS (SELECT 1 FROM plan_steps s JOIN plan_attempts a USING (step_id) WHERE s.goal_id = @goalId AND s.deleted_at IS NULL AND a.taint <> '[]')
    OR EXISTS (SELECT 1 FROM goal_notes WHERE goal_id = @goalId AND deleted_at IS NULL AND taint <> '[]') OR EXISTS (SELECT 1 FROM goal_reviews WHERE goal_id = @goalId AND deleted_at IS NULL AND taint <> '[]')) AS tainted
    FROM plan_steps WHERE goal_id = @goalId AND deleted_at IS NULL`)
  const insert = database.prepare(`INSERT INTO goals (title, purpose, state, created_at, updated_at) VALUES (@title, @purpose, 'open', @at, @at) RETURNING *`)
  const update = database.prepare('UPDATE goals SET title = @title, purpose = @purpose, updated_at = @at WHERE goal_id = @goalId')
  const updateState = database.prepare('UPDATE goals SET state = @state, updated_at = @at WHERE goal_id = @goalId')
  const updateChat = database.prepare('UPDATE goals SET chat_id = ? WHERE goal_id = ?')
  const updateReviews = database.prepare('UPDATE goals SET review_hours = @hours, review_due_at = @dueAt WHERE goal_id = @goalId')
  const DUE = `FROM goals WHERE deleted_at IS NULL AND state = 'open' AND review_hours IS NOT NULL AND review_due_at IS NOT NULL`
  const selectDue = database.prepare(`SELECT * ${DUE} AND review_due_at <= ? ORDER BY review_due_at, goal_id`)
  const selectNextDue = database.prepare(`SELECT min(review_due_at) ${DUE}`).pluck()
  const updateDeleted = database.prepare('UPDATE goals SET deleted_at = ? WHERE goal_id = ?')
  const GONE = 'SELECT goal_id FROM goals WHERE deleted_at <= @now'
  const drops = [
    `DELETE FROM plan_attempts WHERE goal_id IN (${GONE}) OR step_id IN (SELECT step_id FROM plan_steps WHERE deleted_at <= @now)`,
    ...['plan_steps', 'goal_notes', 'goal_reviews'].map((table) => `DELETE FROM ${table} WHERE deleted_at <= @now OR goal_id IN (${GONE})`),
    'DELETE FROM goals WHERE deleted_at <= @now',
  ].map((sql) => database.prepare(sql))
  const selectNextSweep = database.prepare(`SELECT min(at) FROM (${['goals', 'plan_steps', 'goal_notes', 'goal_reviews'].map((table) => `SELECT min(deleted_at) AS at FROM ${table}`).join(' UNION ALL ')})`).pluck()

  const find = (goalId: number): Goal | null => { const row = selectOne.get(goalId); return row === undefined ? null : StoredGoal.parse(row) }
  const get = (goalId: number): Goal => find(goalId) ?? missing('goal')
  const changed = (goalId: number, change: () => void): void => {
    get(goalId)
    change()
    tell(goalId)
  }
  const create = database.transaction((text: GoalText, steps: readonly string[], at: number): Goal => {
    if (Count.parse(count.get()) >= MOST_GOALS) throw new AppError('input.invalid', `There are ${MOST_GOALS} goals, and no more fit.`, { kept: 'Nothing was added.', advice: 'Delete one that you no longer need.' })
    const goal = StoredGoal.parse(insert.get({ ...fitGoal(text), at }))
    for (const step of steps) plan.add(goal.id, step, at)
    return goal
  })

  return {
    plan, progress, find, get,
    standing: (goalId) => Standing.parse(selectStanding.get({ goalId })),
    list: () => Goals.parse(selectAll.all()),
    create: (text, steps, at) => {
      const goal = create(text, steps, at)
      tell(goal.id)
      return goal
    },
    update: (goalId, text, at) => { changed(goalId, () => { update.run({ goalId, ...fitGoal(text), at }) }) },
    setState: (goalId, state, at) => { changed(goalId, () => { updateState.run({ goalId, state, at }) }) },
    setChat: (goalId, chatId) => { changed(goalId, () => { updateChat.run(chatId, goalId) }) },
    setReviews: (goalId, hours, dueAt) => { changed(goalId, () => { updateReviews.run({ goalId, hours, dueAt }) }) },
    dueReviews: (now) => Goals.parse(selectDue.all(now)),
    nextReview: () => Time.parse(selectNextDue.get()),
    setDeleted: (goalId, until) => {
      updateDeleted.run(until, goalId)
      tell(goalId)
    },
    sweep: database.transaction((now: number) => { for (const drop of drops) drop.run({ now }) }),
    nextSweep: () => Time.parse(selectNextSweep.get()),
    touch: tell,
    onChanged: (listener) => { listeners.push(listener) },
  }
}

/** @throws AppError `input.invalid` */
function fitGoal({ title, purpose }: GoalText): GoalText {
  const name = fitText(title, 'A goal', 'title', LONGEST_GOAL_TITLE)
  if (/\p{Cc}/u.test(name)) throw new AppError('input.invalid', 'A goal’s title is one line.', { kept: 'Nothing was changed.' })
  return { title: name, purpose: purpose.trim() === '' ? '' : fitText(purpose, 'A goal', 'purpose', LONGEST_GOAL_PURPOSE) }
}
