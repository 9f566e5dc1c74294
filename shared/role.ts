import { z } from 'zod'
import { ToolIdentity, TurnKind } from './policy.ts'

/** Limits end a turn; they never pause it. Parked time doesn't count toward `seconds`. */
export const TurnLimits = z.object({
  steps: z.int().positive(),
  seconds: z.int().positive(),
  calls: z.int().positive(),
  toolsOffered: z.int().nonnegative(),
  callSeconds: z.int().positive(),
  /** UTF-16 units of one result that reach the model; the rest is kept with the run. */
  resultLength: z.int().positive(),
  /** Millionths of a dollar for one run; null or left out: nothing of its own. The lower of it and the person's cap counts. */
  money: z.int().positive().nullable().optional(),
})
export type TurnLimits = z.infer<typeof TurnLimits>

export const DEFAULT_LIMITS: TurnLimits = {
  steps: 12, seconds: 120, calls: 64, toolsOffered: 30, callSeconds: 30, resultLength: 64 * 1024,
}

export const CaptureLevel = z.enum(['none', 'metadata', 'io', 'full'])
export type CaptureLevel = z.infer<typeof CaptureLevel>

/** Who a run is, as data. There is no `if` on a role anywhere: code reads these fields. */
export const Role = z.object({
  id: z.string(),
  kind: TurnKind,
  /** `everything`: whatever is registered. A list: these and no others; an empty one means no tools. */
  ceiling: z.union([z.literal('everything'), z.array(ToolIdentity)]),
  mayAsk: z.boolean(),
  limits: TurnLimits,
  /** What is kept of its runs once they end; null: as much as the person's setting says when a run starts. */
  capture: CaptureLevel.nullable(),
})
export type Role = z.infer<typeof Role>
