import { z } from 'zod'
import { BranchChange, BranchHeader, TightenedClass } from './branch.ts'
import { call } from './contract-parts.ts'
import { CallId, ChatId, TurnId } from './ids.ts'
import { ToolClass } from './policy.ts'
import { RunRow } from './run-log.ts'
import { CallCause } from './turn-event.ts'
import { MessageInput } from './turn-operations.ts'

/** What a person may change in a branch; a class only becomes stricter. */
const changes = z.object({
  model: z.string().max(200).optional(),
  system: z.string().max(200_000).optional(),
  message: z.array(MessageInput).min(1).max(50).optional(),
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

/** What a window can ask about branches of runs; a part of the contract. */
export const branchOperations = {
  /** Goes on from a step of a run with something changed, as a sibling of it: only reads run live, what else it did is taken from its record. */
  'run.branch': call(z.object({ turnId: TurnId, fromStep: z.int().positive(), changes }), z.object({ turnId: TurnId, chatId: ChatId })),
  /** A call that a branch stopped at goes to the gate after all, in a live turn of its own. */
  'run.let-through': call(z.object({ turnId: TurnId }), z.object({ turnId: TurnId, chatId: ChatId })),
  /** Those with the same parent, itself with them, oldest first. */
  'run.siblings': call(z.object({ turnId: TurnId }), z.array(RunRow)),
  'run.compare': call(z.object({ turnIds: z.tuple([TurnId, TurnId]) }), z.tuple([ComparedRun, ComparedRun])),
} as const
