import { z } from 'zod'

/** What is bounded over everything. Hitting one pauses turns; only `money-per-run`, which no passing of time can lift, ends its turn. */
export const Cap = z.enum(['tokens-per-day', 'runs-per-hour', 'live-runs', 'money-per-run', 'money-per-day', 'money-per-month'])
export type Cap = z.infer<typeof Cap>

/** Money is whole millionths of a US dollar, in which every price per million tokens is a price per token. */
export const MICROS_PER_DOLLAR = 1_000_000

/** What can be in the way of a run: one of those, or what its job or its role may use a day. */
export const PausingCap = z.enum([...Cap.options, 'tokens-per-day-and-job', 'money-per-day-and-role'])
export type PausingCap = z.infer<typeof PausingCap>

/**
 * The smallest caps that let anything run. A step sets about 2,000 tokens aside for what every request holds and some for a
 * short answer; a cap of money below a cent holds no useful answer of any model that costs something.
 */
export const LEAST_CAPS = { tokensPerDay: 2500, runsPerHour: 1, liveRuns: 1, moneyPerRun: 10_000, moneyPerDay: 10_000, moneyPerMonth: 10_000 } as const

const MoneyCap = (least: number) => z.int().min(least).nullable().optional()

/** Null: no bound. Caps of money are off where they are left out. */
export const Caps = z.object({
  tokensPerDay: z.int().min(LEAST_CAPS.tokensPerDay).nullable(),
  runsPerHour: z.int().min(LEAST_CAPS.runsPerHour).nullable(),
  liveRuns: z.int().min(LEAST_CAPS.liveRuns).nullable(),
  moneyPerRun: MoneyCap(LEAST_CAPS.moneyPerRun),
  moneyPerDay: MoneyCap(LEAST_CAPS.moneyPerDay),
  moneyPerMonth: MoneyCap(LEAST_CAPS.moneyPerMonth),
})
export type Caps = z.infer<typeof Caps>

export const DEFAULT_CAPS: Caps = { tokensPerDay: 2_000_000, runsPerHour: 60, liveRuns: 8, moneyPerRun: null, moneyPerDay: null, moneyPerMonth: null }

export const CAP_KEYS = {
  'tokens-per-day': 'tokensPerDay', 'runs-per-hour': 'runsPerHour', 'live-runs': 'liveRuns', 'money-per-run': 'moneyPerRun', 'money-per-day': 'moneyPerDay', 'money-per-month': 'moneyPerMonth',
} as const satisfies Record<Cap, keyof Caps>

export const limitOf = (caps: Caps, cap: Cap): number | null => caps[CAP_KEYS[cap]] ?? null

export const isMoney = (cap: PausingCap): cap is 'money-per-run' | 'money-per-day' | 'money-per-month' | 'money-per-day-and-role' => cap.startsWith('money-')

/** One cap as it stands: used and reserved are told apart, and both count. In tokens, runs or millionths of a dollar. */
export const CapGauge = z.object({
  cap: Cap,
  used: z.int().nonnegative(),
  reserved: z.int().nonnegative(),
  limit: z.int().nullable(),
  /** When it moves on by itself, in milliseconds since 1970; null: not by the clock. */
  liftsAt: z.int().nullable(),
  /** Steps of models without prices: what they cost isn't in `used`. */
  uncounted: z.int().nonnegative().optional(),
})
export type CapGauge = z.infer<typeof CapGauge>

/**
 * Why a cap is in the way: what it bounds is used up; one step alone needs more than all of it; the model's prices aren't
 * known; or what was spent can't be read. Left out where it was stored before this was told: used up.
 */
export const PauseReason = z.enum(['used-up', 'too-small', 'no-price', 'unreadable'])
export type PauseReason = z.infer<typeof PauseReason>

/** From this share on the person is warned. */
export const WARN_SHARE = 0.8

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const SMALL = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 4, maximumFractionDigits: 4 })

/** Dollars with cents; with hundredths of a cent where cents would say nothing. */
export function formatMoney(micros: number): string {
  if (micros > 0 && micros < 100) return 'below $0.0001'
  return micros > 0 && micros < MICROS_PER_DOLLAR ? SMALL.format(micros / MICROS_PER_DOLLAR).replace(/(\.\d\d)00$/, '$1') : DOLLARS.format(micros / MICROS_PER_DOLLAR)
}
