import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { LONGEST_PLAN_STEP, MOST_PLAN_STEPS } from '../../../shared/goal.ts'
import { TurnId } from '../../../shared/ids.ts'
import { taintToColumn } from '../connectors/stored-taint.ts'
import { fitText } from './fit-text.ts'
import { missing } from './missing.ts'
import { AttemptRow, StepRow, type Attempt, type StoredStep } from './goal.ts'

/** The steps of plans, each in its place, and what was tried for them. */
export interface PlanStore {
  /** In their order. */
  readonly steps: (goalId: number) => readonly StoredStep[]
  /** @throws AppError `input.not-found`, also for one of another goal */
  readonly get: (goalId: number, stepId: number) => StoredStep
  /** At the end. @throws AppError `input.invalid` */
  readonly add: (goalId: number, text: string, at: number) => StoredStep
  /** What was tried for other words goes. @throws AppError `input.invalid`, `turn.busy` while it runs */
  readonly update: (goalId: number, stepId: number, text: string, at: number) => void
  readonly move: (goalId: number, stepId: number, place: number) => void
  /** `planned` lets go of what was tried. @throws AppError `turn.busy` while it runs */
  readonly mark: (goalId: number, stepId: number, state: 'planned' | 'done', at: number) => void
  /** @throws AppError `turn.busy` while it runs */
  readonly remove: (goalId: number, stepId: number, until: number) => void
  readonly restore: (goalId: number, stepId: number) => void
  /** First to last. */
  readonly attempts: (stepId: number) => readonly Attempt[]
  /** The one that has no end yet, of all goals. */
  readonly openAttempt: () => Attempt | null
  /** Runs in this role that haven't ended: what can be read again goes on, whatever was said of it. */
  readonly countOpenRuns: (roleId: string) => number
  /** In that role, from a moment on. */
  readonly runsSince: (roleId: string, at: number) => readonly TurnId[]
  readonly attemptOf: (turnId: TurnId) => Attempt | null
  /** To be called in the transaction that stores the run's start. */
  readonly begin: (attempt: Pick<Attempt, 'goalId' | 'stepId' | 'number' | 'turnId' | 'startedAt'>) => void
  /** Does nothing for one that has ended. */
  readonly end: (turnId: TurnId, end: Pick<Attempt, 'outcome' | 'answer' | 'why' | 'ranWith' | 'taint'> & { readonly endedAt: number }) => void
}

const Steps = z.array(StepRow)
const Attempts = z.array(AttemptRow)

export function openPlanStore(database: Database.Database, tell: (goalId: number) => void): PlanStore {
  const selectSteps = database.prepare('SELECT * FROM plan_steps WHERE goal_id = ? AND deleted_at IS NULL ORDER BY place, step_id')
  const selectStep = database.prepare('SELECT * FROM plan_steps WHERE goal_id = ? AND step_id = ? AND deleted_at IS NULL')
  const insert = database.prepare(`INSERT INTO plan_steps (goal_id, place, text, state, updated_at)
    VALUES (@goalId, (SELECT coalesce(max(place), -1) + 1 FROM plan_steps WHERE goal_id = @goalId), @text, 'planned', @at) RETURNING *`)
  const updateText = database.prepare(`UPDATE plan_steps SET text = @text, state = 'planned', settled_by = NULL, updated_at = @at WHERE step_id = @stepId`)
  const updateState = database.prepare('UPDATE plan_steps SET state = @state, settled_by = @settledBy, updated_at = @at WHERE step_id = @stepId')
  const updatePlace = database.prepare('UPDATE plan_steps SET place = ? WHERE step_id = ?')
  const updateDeleted = database.prepare('UPDATE plan_steps SET deleted_at = ? WHERE goal_id = ? AND step_id = ?')
  const dropAttempts = database.prepare('DELETE FROM plan_attempts WHERE step_id = ?')
  const selectAttempts = database.prepare('SELECT * FROM plan_attempts WHERE step_id = ? ORDER BY number')
  const selectOpen = database.prepare('SELECT * FROM plan_attempts WHERE open = 1')
  const selectOf = database.prepare('SELECT * FROM plan_attempts WHERE turn_id = ?')
  const countOpenRuns = database.prepare(`SELECT count(*) FROM turns WHERE status IN ('running', 'parked', 'paused') AND role = @roleId`).pluck()
  const selectRuns = database.prepare(`SELECT turn_id FROM turns WHERE started_at >= @at AND role = @roleId`).pluck()
  const insertAttempt = database.prepare(`INSERT INTO plan_attempts (goal_id, step_id, number, turn_id, started_at, taint, open) VALUES (@goalId, @stepId, @number, @turnId, @startedAt, '[]', 1)`)
  const endAttempt = database.prepare('UPDATE plan_attempts SET ended_at = @endedAt, outcome = @outcome, answer = @answer, why = @why, ran_with = @ranWith, taint = @taint, open = NULL WHERE turn_id = @turnId AND open = 1')

  const steps = (goalId: number): readonly StoredStep[] => Steps.parse(selectSteps.all(goalId))
  const get = (goalId: number, stepId: number): StoredStep => {
    const row = selectStep.get(goalId, stepId)
    return row === undefined ? missing('step') : StepRow.parse(row)
  }
  const resting = (goalId: number, stepId: number): StoredStep => {
    const step = get(goalId, stepId)
    if (step.state === 'running') throw new AppError('turn.busy', 'This step is at work.', { kept: 'It is as it was.', advice: 'Wait for it to end, or stop it first.' })
    return step
  }
  const attemptOf = (turnId: TurnId): Attempt | null => { const row = selectOf.get(turnId); return row === undefined ? null : AttemptRow.parse(row) }
  const changing = <Args extends readonly unknown[]>(change: (goalId: number, ...args: Args) => void) => {
    const run = database.transaction(change)
    return (goalId: number, ...args: Args): void => {
      run(goalId, ...args)
      tell(goalId)
    }
  }

  return {
    steps, get, attemptOf,
    add: (goalId, text, at) => {
      const fitting = fitStep(text)
      if (steps(goalId).length >= MOST_PLAN_STEPS) throw new AppError('input.invalid', `A plan has at most ${MOST_PLAN_STEPS} steps.`, { kept: 'Nothing was added.', advice: 'Make another goal of what is left.' })
      const step = StepRow.parse(insert.get({ goalId, text: fitting, at }))
      tell(goalId)
      return step
    },
    update: changing((goalId, stepId: number, text: string, at: number) => {
      const step = resting(goalId, stepId)
      const fitting = fitStep(text)
      if (fitting === step.text) return
      dropAttempts.run(stepId)
      updateText.run({ stepId, text: fitting, at })
    }),
    move: changing((goalId, stepId: number, place: number) => {
      const step = get(goalId, stepId)
      steps(goalId).filter(({ id }) => id !== stepId).toSpliced(place, 0, step).forEach(({ id }, index) => { updatePlace.run(index, id) })
    }),
    mark: changing((goalId, stepId: number, state: 'planned' | 'done', at: number) => {
      resting(goalId, stepId)
      if (state === 'planned') dropAttempts.run(stepId)
      updateState.run({ stepId, state, settledBy: state === 'done' ? 'person' : null, at })
    }),
    remove: changing((goalId, stepId: number, until: number) => {
      resting(goalId, stepId)
      updateDeleted.run(until, goalId, stepId)
    }),
    restore: changing((goalId, stepId: number) => {
      updateDeleted.run(null, goalId, stepId)
      get(goalId, stepId)
    }),
    attempts: (stepId) => Attempts.parse(selectAttempts.all(stepId)),
    openAttempt: () => { const row = selectOpen.get(); return row === undefined ? null : AttemptRow.parse(row) },
    countOpenRuns: (roleId) => z.int().parse(countOpenRuns.get({ roleId })),
    runsSince: (roleId, at) => z.array(TurnId).parse(selectRuns.all({ roleId, at })),
    begin: (attempt) => {
      insertAttempt.run(attempt)
      updateState.run({ stepId: attempt.stepId, state: 'running', settledBy: null, at: attempt.startedAt })
    },
    end: (turnId, { ranWith, taint, ...end }) => {
      const attempt = attemptOf(turnId)
      if (attempt?.endedAt !== null) return
      changing((_goalId: number) => {
        endAttempt.run({ turnId, ...end, ranWith: ranWith === null ? null : JSON.stringify(ranWith), taint: taintToColumn(taint) })
        updateState.run({ stepId: attempt.stepId, state: end.outcome === 'completed' ? 'done' : 'failed', settledBy: 'agent', at: end.endedAt })
      })(attempt.goalId)
    },
  }
}

/** @throws AppError `input.invalid` */
const fitStep = (text: string): string => fitText(text, 'A step', 'text', LONGEST_PLAN_STEP)
