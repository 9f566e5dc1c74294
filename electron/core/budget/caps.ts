import { limitOf, type CapGauge, type Caps, type PauseReason, type PausingCap } from '../../../shared/cap.ts'
import type { Prices } from '../../../shared/model-profile.ts'
import { affordableOutput, mostCost, tokenPrices } from './price.ts'

/** Millionths of a dollar. `uncounted`: steps of models without prices. */
export interface MoneySpent { readonly used: number; readonly reserved: number; readonly uncounted: number }

/** What was counted, at one moment. Null where it couldn't be read: then nothing runs. */
export interface Spending {
  readonly tokensUsed: number
  readonly tokensReserved: number
  /** When the turns of the last hour started, oldest first, in milliseconds since 1970. */
  readonly runsStarted: readonly number[]
  readonly liveRuns: number
  /** The end of the person's local day, and of their month. */
  readonly dayEndsAt: number
  readonly monthEndsAt: number
  readonly moneyToday: MoneySpent
  readonly moneyThisMonth: MoneySpent
  /** Of the run that asks, whenever that was. */
  readonly moneyOfRun: number
  /** Of the job that the run belongs to, today, used and reserved; 0 where it belongs to none. */
  readonly tokensOfJob: number
  /** Of all runs in its role, today, used and reserved; 0 where its role has no cap of its own. */
  readonly moneyOfRole: number
}

/** What a step asks for. */
export interface StepNeed {
  /** Whether the turn holds a live slot already. */
  readonly live: boolean
  /** Whether the turn's start is counted already. */
  readonly counted: boolean
  readonly inputTokens: number
  readonly maxOutputTokens: number
  /** Of the model that is asked; null: unknown. */
  readonly prices: Prices | null
  /** What its role may spend in one run; null: nothing of its own. `ignored`: it only goes on with calls that were paid for. */
  readonly perRun: number | null | 'ignored'
  /** Runs that wait for this one and pay for it, with all that is spent below them. */
  readonly above?: readonly { readonly perRun: number | null; readonly spent: number }[]
  /** What its job may use a day; null: it belongs to none, or nothing of its own. */
  readonly jobTokensPerDay: number | null
  /** What its role may spend a day, over all its runs; null: nothing of its own. */
  readonly roleMoneyPerDay: number | null
}

export type CapDecision =
  /** @property reservedTokens set aside until the step's usage is known · @property maxOutputTokens what the model may still write · @property money null: nobody knows what it costs */
  | { readonly granted: true; readonly reservedTokens: number; readonly maxOutputTokens: number; readonly money: { readonly reserved: number; readonly prices: Prices } | null }
  | Refusal
export interface Refusal {
  readonly granted: false
  readonly cap: PausingCap
  readonly why: PauseReason
  readonly liftsAt: number | null
  /** What the step needs at least, and what the cap is, in the cap's own unit; null where that isn't what is in the way. */
  readonly need: { readonly least: number; readonly limit: number } | null
}

const HOUR_MS = 3_600_000
/** A step that may write less than this says nothing useful: better to wait. */
const LEAST_OUTPUT = 256
type MoneyCap = 'money-per-day' | 'money-per-month' | 'money-per-day-and-role' | 'money-per-run'

const refuse = (cap: PausingCap, why: PauseReason, liftsAt: number | null, need: Refusal['need'] = null): Refusal => ({ granted: false, cap, why, liftsAt, need })

/** Whether a step may start. Pure: callers reserve in the transaction that starts it, so that steps together can't overshoot. */
export function decideCaps(caps: Caps, spending: Spending | null, need: StepNeed): CapDecision {
  if (spending === null) return refuse('tokens-per-day', 'unreadable', null)
  return refuseRun(caps, spending, need) ?? grantStep(caps, spending, need)
}

function refuseRun(caps: Caps, { liveRuns, runsStarted }: Spending, need: StepNeed): Refusal | null {
  if (caps.liveRuns !== null && !need.live && liveRuns >= caps.liveRuns) return refuse('live-runs', 'used-up', null)
  if (caps.runsPerHour === null || need.counted || runsStarted.length < caps.runsPerHour) return null
  return refuse('runs-per-hour', 'used-up', hourMovesOn(runsStarted, caps.runsPerHour))
}

/** When there is room for one more run: not before as many have left the hour as there are too many. */
function hourMovesOn(runsStarted: readonly number[], limit: number | null): number | null {
  const leaving = runsStarted[limit === null ? 0 : Math.max(0, runsStarted.length - limit)]
  return leaving === undefined ? null : leaving + HOUR_MS
}

function grantStep(caps: Caps, spending: Spending, need: StepNeed): CapDecision {
  const { inputTokens } = need
  const least = Math.min(LEAST_OUTPUT, need.maxOutputTokens)
  let maxOutputTokens = need.maxOutputTokens
  if (caps.tokensPerDay !== null) {
    if (inputTokens + least > caps.tokensPerDay) return refuse('tokens-per-day', 'too-small', null, { least: inputTokens + least, limit: caps.tokensPerDay })
    maxOutputTokens = Math.min(maxOutputTokens, caps.tokensPerDay - spending.tokensUsed - spending.tokensReserved - inputTokens)
    if (maxOutputTokens < least) return refuse('tokens-per-day', 'used-up', spending.dayEndsAt)
  }
  if (need.jobTokensPerDay !== null) {
    if (inputTokens + least > need.jobTokensPerDay) return refuse('tokens-per-day-and-job', 'too-small', null, { least: inputTokens + least, limit: need.jobTokensPerDay })
    maxOutputTokens = Math.min(maxOutputTokens, need.jobTokensPerDay - spending.tokensOfJob - inputTokens)
    if (maxOutputTokens < least) return refuse('tokens-per-day-and-job', 'used-up', spending.dayEndsAt)
  }
  const prices = tokenPrices(need.prices)
  for (const { cap, limit, taken } of moneyLimits(caps, spending, need)) {
    if (prices === null) return refuse(cap, 'no-price', null)
    const leastCost = mostCost(inputTokens, least, prices)
    if (leastCost > limit) return refuse(cap, 'too-small', null, { least: leastCost, limit })
    maxOutputTokens = Math.min(maxOutputTokens, affordableOutput(limit - taken, inputTokens, prices))
    if (maxOutputTokens < least) return refuse(cap, 'used-up', moneyLifts(spending, cap), { least: leastCost, limit })
  }
  return {
    granted: true, reservedTokens: inputTokens + maxOutputTokens, maxOutputTokens,
    money: prices === null || need.prices === null ? null : { reserved: mostCost(inputTokens, maxOutputTokens, prices), prices: need.prices },
  }
}

/** Whether anything limits what one run may spend, or a run above it, so that it has to be known. */
export const capsRun = (caps: Caps, { perRun, above = [] }: { readonly perRun: StepNeed['perRun']; readonly above?: readonly { readonly perRun: number | null }[] }): boolean =>
  perRun !== 'ignored' && [perRun, ...above.map((run) => run.perRun)].some((limit) => lower(limitOf(caps, 'money-per-run'), limit) !== null)

interface MoneyLimit { readonly cap: MoneyCap; readonly limit: number; readonly taken: number }

/** All that bound what this step may cost: the person's, its run's own, and those of the runs that pay for it. */
function moneyLimits(caps: Caps, { moneyToday, moneyThisMonth, moneyOfRole, moneyOfRun }: Spending, { perRun, roleMoneyPerDay, above = [] }: StepNeed): readonly MoneyLimit[] {
  const bound = (cap: MoneyCap, limit: number | null, taken: number): readonly MoneyLimit[] => (limit === null ? [] : [{ cap, limit, taken }])
  const perRunCap = limitOf(caps, 'money-per-run')
  return [
    ...bound('money-per-day', limitOf(caps, 'money-per-day'), moneyToday.used + moneyToday.reserved),
    ...bound('money-per-month', limitOf(caps, 'money-per-month'), moneyThisMonth.used + moneyThisMonth.reserved),
    ...bound('money-per-day-and-role', roleMoneyPerDay, moneyOfRole),
    ...(perRun === 'ignored' ? [] : [
      ...bound('money-per-run', lower(perRunCap, perRun), moneyOfRun),
      ...above.flatMap((run) => bound('money-per-run', lower(perRunCap, run.perRun), run.spent)),
    ]),
  ]
}

/** Of the person's figure and a role's. */
const lower = (cap: number | null, own: number | null): number | null => (cap === null || own === null ? cap ?? own : Math.min(cap, own))

const moneyLifts = ({ dayEndsAt, monthEndsAt }: Spending, cap: MoneyCap): number | null =>
  cap === 'money-per-day' || cap === 'money-per-day-and-role' ? dayEndsAt : cap === 'money-per-month' ? monthEndsAt : null

/** The same figures as the decision, for gauge, panel, `/status` and every sentence about a cap. What one run spent is told with that run. */
export function gaugesOf(caps: Caps, spending: Spending): readonly CapGauge[] {
  const { runsStarted, dayEndsAt, monthEndsAt, moneyToday, moneyThisMonth } = spending
  return [
    { cap: 'tokens-per-day', used: spending.tokensUsed, reserved: spending.tokensReserved, limit: caps.tokensPerDay, liftsAt: dayEndsAt },
    { cap: 'runs-per-hour', used: runsStarted.length, reserved: 0, limit: caps.runsPerHour, liftsAt: hourMovesOn(runsStarted, caps.runsPerHour) },
    { cap: 'live-runs', used: spending.liveRuns, reserved: 0, limit: caps.liveRuns, liftsAt: null },
    { cap: 'money-per-run', used: 0, reserved: 0, limit: limitOf(caps, 'money-per-run'), liftsAt: null },
    { cap: 'money-per-day', ...moneyToday, limit: limitOf(caps, 'money-per-day'), liftsAt: dayEndsAt },
    { cap: 'money-per-month', ...moneyThisMonth, limit: limitOf(caps, 'money-per-month'), liftsAt: monthEndsAt },
  ]
}

/** When one of the figures changes by the clock alone. */
export const nextChange = ({ dayEndsAt, runsStarted: [oldest] }: Spending): number => Math.min(dayEndsAt, oldest === undefined ? dayEndsAt : oldest + HOUR_MS)
