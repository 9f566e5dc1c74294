import type { Cap, CapGauge, Caps } from '../../../shared/cap.ts'

/** What was counted, at one moment. Null where it couldn't be read: then nothing runs. */
export interface Spending {
  readonly tokensUsed: number
  readonly tokensReserved: number
  /** When the turns of the last hour started, oldest first, in milliseconds since 1970. */
  readonly runsStarted: readonly number[]
  readonly liveRuns: number
  /** The end of the person's local day. */
  readonly dayEndsAt: number
}

/** What a step asks for. */
export interface StepNeed {
  /** Whether the turn holds a live slot already. */
  readonly live: boolean
  /** Whether the turn's start is counted already. */
  readonly counted: boolean
  readonly inputTokens: number
  readonly maxOutputTokens: number
}

export type CapDecision =
  /** @property reservedTokens set aside until the step's usage is known · @property maxOutputTokens what the model may still write */
  | { readonly granted: true; readonly reservedTokens: number; readonly maxOutputTokens: number }
  | { readonly granted: false; readonly cap: Cap; readonly liftsAt: number | null }

const HOUR_MS = 3_600_000
/** A step that may write less than this says nothing useful: better to wait. */
const LEAST_OUTPUT = 256

/** Whether a step may start. Pure: callers reserve in the transaction that starts it, so that steps together can't overshoot. */
export function decideCaps(caps: Caps, spending: Spending | null, need: StepNeed): CapDecision {
  if (spending === null) return { granted: false, cap: 'tokens-per-day', liftsAt: null }
  if (caps.liveRuns !== null && !need.live && spending.liveRuns >= caps.liveRuns) return { granted: false, cap: 'live-runs', liftsAt: null }
  const before = need.counted ? 0 : 1
  if (caps.runsPerHour !== null && !need.counted && spending.runsStarted.length + before > caps.runsPerHour) {
    const freeing = spending.runsStarted[spending.runsStarted.length - caps.runsPerHour] ?? spending.runsStarted[0]
    return { granted: false, cap: 'runs-per-hour', liftsAt: freeing === undefined ? null : freeing + HOUR_MS }
  }
  if (caps.tokensPerDay === null) return { granted: true, reservedTokens: need.inputTokens + need.maxOutputTokens, maxOutputTokens: need.maxOutputTokens }
  const left = caps.tokensPerDay - spending.tokensUsed - spending.tokensReserved
  const maxOutputTokens = Math.min(need.maxOutputTokens, left - need.inputTokens)
  if (maxOutputTokens < Math.min(LEAST_OUTPUT, need.maxOutputTokens)) return { granted: false, cap: 'tokens-per-day', liftsAt: spending.dayEndsAt }
  return { granted: true, reservedTokens: need.inputTokens + maxOutputTokens, maxOutputTokens }
}

/** The same figures as the decision, for gauge, panel, `/status` and every sentence about a cap. */
export function gaugesOf(caps: Caps, spending: Spending): readonly CapGauge[] {
  return [
    { cap: 'tokens-per-day', used: spending.tokensUsed, reserved: spending.tokensReserved, limit: caps.tokensPerDay, liftsAt: spending.dayEndsAt },
    { cap: 'runs-per-hour', used: spending.runsStarted.length, reserved: 0, limit: caps.runsPerHour, liftsAt: spending.runsStarted[0] === undefined ? null : spending.runsStarted[0] + HOUR_MS },
    { cap: 'live-runs', used: spending.liveRuns, reserved: 0, limit: caps.liveRuns, liftsAt: null },
  ]
}
