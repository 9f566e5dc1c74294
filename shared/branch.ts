import { z } from 'zod'
import { CallId, CaseRunId, TurnId } from './ids.ts'
import { ToolClass, ToolIdentity } from './policy.ts'
import { StoredText } from './stored-text.ts'

/*
 * A branch is a turn of its own that takes over the steps of another one up to a step, with something changed, and goes on
 * from there. What it takes over stays where it is: the branch says where, and what it changes.
 */

/**
 * `guarded`: of tools, only those that read run live; of any other call it takes the recorded result, or it stops. `live`: a
 * person let a call through that a guarded one stopped at, and it goes on like any turn.
 */
export const BranchMode = z.enum(['guarded', 'live'])
export type BranchMode = z.infer<typeof BranchMode>

export const BranchChange = z.enum(['model', 'system', 'message', 'results', 'classes', 'descriptions'])
export type BranchChange = z.infer<typeof BranchChange>

/** Only ever stricter than the tool's own. */
export const TightenedClass = ToolIdentity.extend({ toolClass: ToolClass })
export type TightenedClass = z.infer<typeof TightenedClass>

/** What the model is told of a tool in place of its own description. */
export const ToolDescription = ToolIdentity.extend({ text: z.string().min(1).max(20_000) })
export type ToolDescription = z.infer<typeof ToolDescription>

/** Where it comes from. `fromStep` is its own first step. */
export const BranchHeader = z.object({ origin: TurnId, fromStep: z.int().positive(), mode: BranchMode })
export const BranchMeta = z.object({
  changed: z.array(BranchChange), classes: z.array(TightenedClass), /** The position of the call that a person let through. */ letThrough: z.string().nullable(),
  /** Of a case run: what may run beside reads, if the gate agrees. */
  allowed: z.array(z.string().max(200)).optional(), caseRun: CaseRunId.optional(),
})
export const BranchBody = z.object({
  /** Instead of the product's own. */
  system: StoredText.nullable(),
  /** Instead of what those calls gave. */
  results: z.array(z.object({ callId: CallId, content: StoredText })),
  descriptions: z.array(ToolIdentity.extend({ text: StoredText })).optional(),
})

/**
 * Why a branch stopped at a call instead of making it: `write` it changes something; `unmarked` nobody said what it does; `step` a piece
 * of a tool's code that changes something; `effect` the original did it, and what it gave isn't kept.
 */
export const BlockReason = z.enum(['write', 'unmarked', 'step', 'effect'])
export type BlockReason = z.infer<typeof BlockReason>

/** Names a call that was held back: `connector tool`, or `ctx.step:<id>`. */
export const BlockedName = z.string().max(400)
