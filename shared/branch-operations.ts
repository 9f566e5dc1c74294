import { z } from 'zod'
import { BranchChange, BranchHeader, TightenedClass } from './branch.ts'
import { CallId } from './ids.ts'
import { ToolClass } from './policy.ts'
import { RunRow } from './run-log.ts'
import { CallCause } from './turn-event.ts'

/** What a person may change in a branch; a class only becomes stricter. */
export const changesOf = <M extends z.ZodType>(message: M) => z.object({
  model: z.string().max(200).optional(),
  system: z.string().max(200_000).optional(),
  message: z.array(message).min(1).max(50).optional(),
  results: z.array(z.object({ callId: CallId, content: z.string().max(2_000_000) })).max(64).optional(),
  classes: z.array(TightenedClass).max(200).optional(),
})

/** A call as it stands beside one of another run. Texts are beginnings; null where they aren't kept. */
export const ComparedCall = z.object({
  position: z.string(), name: z.string(), toolClass: ToolClass.nullable(), arguments: z.string().nullable(), result: z.string().nullable(),
  /** Null: it has no end yet. */
  outcome: z.enum(['ok', 'error', 'unknown']).nullable(), cause: CallCause.nullable(),
})
export type ComparedCall = z.infer<typeof ComparedCall>

/** One step of a run. `own` is false for one that a branch took over. */
export const ComparedStep = z.object({ step: z.int(), own: z.boolean(), model: z.string(), text: z.string().nullable(), calls: z.array(ComparedCall) })
export type ComparedStep = z.infer<typeof ComparedStep>

export const ComparedRun = z.object({
  run: RunRow,
  branch: BranchHeader.extend({ changed: z.array(BranchChange) }).nullable(),
  /** Millionths of a dollar; null: nobody knows what it cost. */
  money: z.int().nullable(),
  steps: z.array(ComparedStep),
  /** How it ended, in a sentence, where there is one. */
  message: z.string().nullable(),
})
export type ComparedRun = z.infer<typeof ComparedRun>
