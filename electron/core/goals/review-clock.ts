import { everyMs, type Clock } from '../host.ts'
import { LOOK_MS } from '../unattended/scheduler.ts'
import type { GoalStore } from './goal-store.ts'
import type { Reviews } from './reviews.ts'

/** Starts reviews when they are due, one after the other. What was due while nobody could run it comes once. */
export interface ReviewClock {
  readonly start: () => void
  /** A goal, or whether reviews come at all, is another one now. */
  readonly look: () => void
  readonly close: () => void
}

/** @param isOn whether anything starts by itself now */
export function createReviewClock(store: Pick<GoalStore, 'dueReviews' | 'nextReview'>, reviews: Pick<Reviews, 'startDue'>, clock: Clock, isOn: () => boolean): ReviewClock {
  let callOff = (): void => undefined
  let stopBeat = (): void => undefined
  let isRunning = false
  const look = (): void => {
    callOff()
    callOff = () => undefined
    if (!isRunning) return
    if (isOn()) for (const goal of store.dueReviews(clock.now())) if (!reviews.startDue(goal)) break
    const next = store.nextReview()
    if (next !== null && next > clock.now()) callOff = clock.at(next, look)
  }
  return {
    look,
    start: () => {
      isRunning = true
      look()
      stopBeat = (clock.every ?? everyMs)(LOOK_MS, look)
    },
    close: () => {
      isRunning = false
      callOff()
      stopBeat()
    },
  }
}
