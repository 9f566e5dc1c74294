import type { Role } from '../../../shared/role.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Clock } from '../host.ts'
import { GOAL_AGENT, GOAL_REVIEWER } from '../roles/built-in-roles.ts'
import { reviewerRole } from './agent-role.ts'
import { createGoalAgent, type GoalAgent, type GoalAgentPorts } from './goal-agent.ts'
import type { GoalStore } from './goal-store.ts'
import { createPlanRuns, type PlanRuns, type PlanRunsPorts } from './plan-runs.ts'
import { createReviewClock } from './review-clock.ts'
import { createReviews, type Reviews, type ReviewsPorts } from './reviews.ts'
import { PLAIN_REVIEWER, type WorkerStore } from './worker-store.ts'

/** Goals, who works on them, and what they may have. */
export interface Goals {
  readonly store: GoalStore
  readonly workers: WorkerStore
  readonly agent: GoalAgent
  readonly runs: PlanRuns
  readonly reviews: Reviews
  /** Gone until `until`, then for good; what works on it is stopped. */
  readonly remove: (goalId: number, until: number) => Promise<void>
  /** Something was deleted that can be brought back for a while. */
  readonly sweepLater: () => void
  readonly setReviews: (goalId: number, hours: number | null) => void
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  /** Once everything that was left open is taken over. */
  readonly start: () => void
  readonly close: () => void
}

export interface GoalsPorts extends Omit<PlanRunsPorts, 'ledger'>, Omit<ReviewsPorts, 'clock' | 'ledger'> {
  readonly clock: Clock
  readonly ledger: PlanRunsPorts['ledger'] & ReviewsPorts['ledger']
  /** Whether anything may start by itself: the person may have to look at a damaged database first. */
  readonly mayStart: () => boolean
}

const HOUR_MS = 3_600_000

export function createGoals(ports: GoalsPorts): Goals {
  const { store, workers, clock } = ports
  const runs = createPlanRuns(ports)
  const reviews = createReviews(ports)
  const reviewClock = createReviewClock(store, reviews, clock, () => ports.withheld() === null && ports.mayStart())
  let callOff = (): void => undefined
  const sweep = (): void => {
    callOff()
    store.sweep(clock.now())
    const next = store.nextSweep()
    callOff = next === null ? () => undefined : clock.at(next, sweep)
  }
  return {
    store, workers, agent: ports.agent, runs, reviews,
    remove: async (goalId, until) => {
      store.get(goalId)
      store.setDeleted(goalId, until)
      sweep()
      await Promise.all([runs.stopGoal(goalId), reviews.stopGoal(goalId)])
    },
    sweepLater: sweep,
    setReviews: (goalId, hours) => {
      const goal = store.get(goalId)
      if (goal.reviewHours !== hours) store.setReviews(goalId, hours, hours === null ? null : clock.now() + hours * HOUR_MS)
      reviewClock.look()
    },
    appended: (state, seated) => {
      if (!seated.some(({ event }) => event.kind === 'turn.ended')) return
      runs.appended(state)
      reviews.appended(state)
      // Not at once: the turn that ended has work of its own to finish.
      if (state.started?.role === GOAL_REVIEWER.id) setImmediate(reviewClock.look)
    },
    start: () => {
      runs.takeUp()
      reviews.takeUp()
      sweep()
      reviewClock.start()
    },
    close: () => {
      reviewClock.close()
      callOff()
    },
  }
}

/** What is needed before there are turns. */
export function createGoalRoles(workers: WorkerStore, ports: Omit<GoalAgentPorts, 'workers'>): { readonly agent: GoalAgent; readonly made: ReadonlyMap<string, () => Role> } {
  const agent = createGoalAgent({ ...ports, workers })
  return { agent, made: new Map([[GOAL_AGENT.id, agent.role], [GOAL_REVIEWER.id, () => reviewerRole(workers.reviewer() ?? PLAIN_REVIEWER)]]) }
}
