import type { CallId } from '../../../shared/ids.ts'
import { activeMsAt, type TurnState } from '../../../shared/turn-state.ts'
import type { Clock } from '../host.ts'
import { limitsOf } from './next-step.ts'

/** The two times a turn waits for: the end of its working time, and the end of an unanswered question. */
export interface TurnTimers {
  /** Called whenever work starts: parked time doesn't count. */
  readonly scheduleDeadline: (state: TurnState) => void
  readonly scheduleExpiry: (state: TurnState) => void
  readonly stop: () => void
}

export interface TurnTimes {
  readonly outOfTime: () => void
  readonly expired: (callId: CallId, question: number) => void
}

export function createTurnTimers(clock: Clock, { outOfTime, expired }: TurnTimes): TurnTimers {
  let deadline: { readonly at: number; readonly callOff: () => void } | null = null
  let expiry: (() => void) | null = null
  let stopped = false
  return {
    scheduleDeadline: (state) => {
      if (stopped) return
      const now = clock.now()
      const at = now + Math.max(0, limitsOf(state).seconds * 1000 - activeMsAt(state, now))
      // It stays where it is while the turn works.
      if (deadline?.at === at) return
      deadline?.callOff()
      deadline = { at, callOff: clock.at(at, () => { deadline = null; outOfTime() }) }
    },
    scheduleExpiry: (state) => {
      expiry?.()
      expiry = null
      const call = state.parked === null ? undefined : state.calls.get(state.parked)
      const expiresAt = call?.status === 'parked' ? call.decision.meta?.expiresAt ?? null : null
      if (stopped || call?.status !== 'parked' || expiresAt === null) return
      const { call: { callId }, question } = call
      expiry = clock.at(expiresAt, () => { expired(callId, question) })
    },
    stop: () => {
      stopped = true
      deadline?.callOff()
      expiry?.()
    },
  }
}
