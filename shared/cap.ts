import { z } from 'zod'

/** What is bounded over everything, not per turn. Hitting one pauses turns; it never ends them. */
export const Cap = z.enum(['tokens-per-day', 'runs-per-hour', 'live-runs'])
export type Cap = z.infer<typeof Cap>

/** Null: no bound. */
export const Caps = z.object({
  tokensPerDay: z.int().min(1000).nullable(),
  runsPerHour: z.int().min(1).nullable(),
  liveRuns: z.int().min(1).nullable(),
})
export type Caps = z.infer<typeof Caps>

export const DEFAULT_CAPS: Caps = { tokensPerDay: 2_000_000, runsPerHour: 60, liveRuns: 8 }

/** One cap as it stands: used and reserved are told apart, and both count. */
export const CapGauge = z.object({
  cap: Cap,
  used: z.int().nonnegative(),
  reserved: z.int().nonnegative(),
  limit: z.int().nullable(),
  /** When it moves on by itself, in milliseconds since 1970; null: not by the clock. */
  liftsAt: z.int().nullable(),
})
export type CapGauge = z.infer<typeof CapGauge>

/** From this share on the person is warned. */
export const WARN_SHARE = 0.8
