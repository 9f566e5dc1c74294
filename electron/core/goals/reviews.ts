import { limitOf, type Caps } from '../../../shared/cap.ts'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { LONGEST_REVIEW, type GoalReviewerProfile } from '../../../shared/goal.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { ModelProfile } from '../../../shared/model-profile.ts'
import { messageAuthor } from '../../../shared/message-author.ts'
import type { Role } from '../../../shared/role.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Budget } from '../budget/budget.ts'
import type { Ledger } from '../budget/ledger.ts'
import type { Clock } from '../host.ts'
import { GOAL_REVIEWER } from '../roles/built-in-roles.ts'
import { stopIfLive } from '../turn/stop-if-live.ts'
import type { Turns } from '../turn/turns.ts'
import { ownChat, type OwnChatPorts } from '../unattended/own-chat.ts'
import { reviewerRole } from './agent-role.ts'
import type { Goal } from './goal.ts'
import { tellGoal } from './goal-material.ts'
import type { GoalStore } from './goal-store.ts'
import { endedMeanwhile } from './plan-runs.ts'
import { readMaterial } from './read-material.ts'
import { reviewMoney, reviewsPerDay, type ReviewLimits, type ReviewSpending } from './review-money.ts'
import { reviewerProblem } from './reviewer-problem.ts'
import { endOf, type RunEnd } from './run-end.ts'
import type { WorkerStore } from './worker-store.ts'

/** Short reviews of how goals come along, by a model that has nothing but its words. */
export interface Reviews {
  /** Why none can run now; null: one can. */
  readonly problem: () => string | null
  readonly spending: () => { readonly today: number | null; readonly perDay: number }
  readonly model: (profile: GoalReviewerProfile) => string
  /** By a person's word. @throws AppError `goal.refused`, `turn.busy`, `input.not-found` */
  readonly start: (goalId: number) => Promise<TurnId>
  /** One that is due: it is started, or what was in the way is recorded. False: another one is at work, and it stays due. */
  readonly startDue: (goal: Goal) => boolean
  readonly stopGoal: (goalId: number) => Promise<void>
  readonly appended: (state: TurnState) => void
  readonly takeUp: () => void
}

export interface ReviewsPorts extends OwnChatPorts {
  readonly store: GoalStore
  readonly workers: WorkerStore
  readonly clock: Pick<Clock, 'now'>
  readonly turns: Pick<Turns, 'start' | 'stop' | 'state'>
  readonly ledger: Pick<Ledger, 'moneyOfRole' | 'uncountedOfRole' | 'daySince' | 'lastAt'>
  readonly budget: Pick<Budget, 'today'>
  readonly caps: () => Caps
  readonly findModel: (name: string) => ModelProfile | null
  readonly defaultModel: () => string
  readonly readText: (stored: StoredText) => string
  readonly withheld: () => string | null
  /** The very role that a review would be judged by; null: there is none. */
  readonly findRole: (id: string) => Role | null
}

const HOUR_MS = 3_600_000
/** A clock this far behind what was entered last doesn't know which day it is. */
const SET_BACK_MS = 120_000

export function createReviews(ports: ReviewsPorts): Reviews {
  const { store, workers, turns, clock, ledger, budget } = ports
  const { progress } = store

  const limits = (role: Role): ReviewLimits => ({
    perReview: role.limits.money ?? 0, perDay: role.moneyPerDay ?? 0, globalPerRun: limitOf(ports.caps(), 'money-per-run'), globalPerDay: limitOf(ports.caps(), 'money-per-day'),
  })
  /** Null: nobody knows. A clock that was set back, and a step whose cost nobody knows, leave it unknown too. */
  const readSpending = (): ReviewSpending | null => {
    try {
      if (clock.now() < ledger.lastAt() - SET_BACK_MS) return null
      const { from } = budget.today()
      const { usedMoney, reservedMoney } = ledger.daySince(from)
      return ledger.uncountedOfRole(GOAL_REVIEWER.id, from) > 0 ? null : { reviews: ledger.moneyOfRole(GOAL_REVIEWER.id, from), all: usedMoney + reservedMoney }
    } catch {
      return null
    }
  }
  const model = (profile: GoalReviewerProfile): string => profile.model ?? ports.defaultModel()
  const modelProblem = (name: string): string | null => {
    const known = ports.findModel(name)
    if (known === null) return `No review runs: there is no model named “${name}”.`
    return known.prices.input === null || known.prices.output === null ? `No review runs: nobody said what “${name}” costs. Give its prices under Settings, Models; a price of 0 has to be said.` : null
  }
  /** Asked anew for each review, of the very role that it would run in. */
  const ready = (): { readonly role: Role; readonly model: string } | { readonly why: string } => {
    const why = ports.withheld()
    if (why !== null) return { why }
    const profile = workers.reviewer()
    if (profile === null) return { why: 'No review runs: what the reviewer is can’t be read. Save it anew.' }
    const role = ports.findRole(GOAL_REVIEWER.id)
    if (role === null) return { why: 'No review runs: there is no reviewer here.' }
    const refused = reviewerProblem(reviewerRole(profile), profile.grant) ?? reviewerProblem(role, profile.grant) ?? modelProblem(model(profile))
    if (refused !== null) return { why: refused }
    const money = reviewMoney(limits(role), readSpending())
    return 'why' in money ? money : { role: { ...role, limits: { ...role.limits, money: money.money } }, model: model(profile) }
  }
  const launch = async (goal: Goal, { role, model: name }: { readonly role: Role; readonly model: string }): Promise<TurnId> => {
    const told = tellGoal(readMaterial(store, goal), null, clock.now())
    const chatId = ownChat(ports, goal.chatId, goal.title, (made) => { store.setChat(goal.id, made) })
    const by = messageAuthor('goal', goal.title)
    const turnId = await turns.start({
      chatId, parentTurnId: null, role, model: name, taint: told.taint,
      message: [
        { origin: 'job', text: `Review how this goal comes along. Today is ${new Date(clock.now()).toISOString().slice(0, 10)}.\n\n${told.own}`, vouched: true, by },
        ...(told.written === '' ? [] : [{ origin: 'job' as const, text: told.written, vouched: true, by }]),
      ],
      check: () => undefined,
      stored: (started) => {
        progress.beginReview(goal.id, started, clock.now())
        moveOn(goal)
      },
    })
    store.touch(goal.id)
    return turnId
  }
  const moveOn = (goal: Goal): void => { if (goal.reviewHours !== null) store.setReviews(goal.id, goal.reviewHours, clock.now() + goal.reviewHours * HOUR_MS) }
  const close = (turnId: TurnId, { outcome, text, why, taint }: RunEnd): void => {
    const isWritten = outcome === 'completed' && text !== ''
    progress.endReview(turnId, { state: isWritten ? 'written' : 'failed', text: text === '' ? null : text, why: isWritten ? null : why ?? 'It said nothing.', taint })
  }
  const record = (goal: Goal, why: string): void => {
    progress.noReview(goal.id, why, clock.now())
    moveOn(goal)
  }
  const stopGoal = async (goalId: number): Promise<void> => {
    const open = progress.openReview()
    if (open !== null && open.turnId !== null && open.goalId === goalId) await stopIfLive(turns, open.turnId)
  }

  return {
    model, stopGoal,
    problem: () => { const found = ready(); return 'why' in found ? found.why : null },
    spending: () => ({ today: readSpending()?.reviews ?? null, perDay: reviewsPerDay({ perDay: GOAL_REVIEWER.moneyPerDay ?? 0, globalPerDay: limitOf(ports.caps(), 'money-per-day') }) }),
    start: async (goalId) => {
      const goal = store.get(goalId)
      if (progress.openReview() !== null) throw new AppError('turn.busy', 'A review is being written: one at a time.', { kept: 'Nothing was started.', advice: 'Wait for it to end.' })
      const found = ready()
      if ('role' in found) return launch(goal, found)
      record(goal, found.why)
      throw new AppError('goal.refused', found.why, { kept: 'Nothing was started.' })
    },
    startDue: (goal) => {
      if (progress.openReview() !== null) return false
      const found = ready()
      if ('why' in found) record(goal, found.why)
      else launch(goal, found).catch((error: unknown) => { if (progress.openReview()?.goalId !== goal.id) record(goal, toWireError(error).message) })
      return true
    },
    appended: (state) => { if (state.ended !== null && state.started?.role === GOAL_REVIEWER.id) close(state.turnId, endOf(state, ports.readText, LONGEST_REVIEW)) },
    takeUp: () => {
      const turnId = progress.openReview()?.turnId ?? null
      const end = turnId === null ? null : endedMeanwhile(turns, ports, turnId, LONGEST_REVIEW, clock.now())
      if (turnId !== null && end !== null) close(turnId, end)
    },
  }
}
