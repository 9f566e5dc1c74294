import { z } from 'zod'
import { TurnEvent, type TurnEventKind } from '../../shared/turn-event.ts'

export const EVENT_KINDS: readonly TurnEventKind[] = TurnEvent.options.map((option) => option.shape.kind.value)

/**
 * The core ends itself at a commit, by SIGKILL, before anything else happens: `inside` when all of the transaction is
 * written and not committed, `after` when it is committed and nothing has followed from it.
 */
export const CommitPoint = z.object({
  at: z.literal('commit'), kind: z.enum(TurnEvent.options.map((option) => option.shape.kind.value)), phase: z.enum(['inside', 'after']),
  /** Which event of that kind, counted from when the point was set. */
  nth: z.int().positive(),
})
export type CommitPoint = z.infer<typeof CommitPoint>

/** The tool server ends the core, which is its parent, when a call of this tool has come. */
export const CallPoint = z.object({
  at: z.literal('call'), tool: z.string(),
  /** `late`: the effect follows when the core is dead already. `never`: the server forgets the call. */
  moment: z.enum(['before-effect-never', 'before-effect-late', 'after-effect']),
})
export type CallPoint = z.infer<typeof CallPoint>

/** Whoever looks on from outside ends the core. */
export type OutsidePoint =
  /** Text of an open step was shown. */
  | { readonly at: 'delta' }
  /** The model is writing a summary. */
  | { readonly at: 'summary' }
  | { readonly at: 'question'; readonly asks: 'approval' | 'outcome' }
  /** An answer was accepted, and whoever gave it knows. */
  | { readonly at: 'receipt' }
  /** So long after the case began, or the core was started again. */
  | { readonly at: 'time'; readonly afterMs: number }

export type KillPoint = (CommitPoint | CallPoint | OutsidePoint) & { /** What it is counted as. */ readonly boundary: string }

/** What a core's process is told, and tells. */
export const ToCore = z.discriminatedUnion('type', [
  z.object({ type: z.literal('frame'), frame: z.unknown() }),
  z.object({ type: z.literal('arm'), point: CommitPoint.nullable() }),
  z.object({ type: z.literal('close') }),
])
export type ToCore = z.infer<typeof ToCore>

export const FromCore = z.discriminatedUnion('type', [z.object({ type: z.literal('ready') }), z.object({ type: z.literal('frame'), frame: z.unknown() })])
export type FromCore = z.infer<typeof FromCore>
