import { z } from 'zod'
import { ToolDescription } from './branch.ts'
import { call, none, rows, watch } from './contract-parts.ts'
import { CaseRunId, CaseSetId, TurnId } from './ids.ts'
import { ToolClass } from './policy.ts'
import { RunRow } from './run-log.ts'

/*
 * A set of recorded runs that are run again under a change, each as a branch from its first step, and what came of each
 * beside what came of it then.
 */

export const MOST_CASES = 200

/** What is changed in all of them; left out: as it was. */
export const CaseChange = z.object({
  model: z.string().max(200).optional(),
  system: z.string().max(200_000).optional(),
  descriptions: z.array(ToolDescription).max(100).optional(),
})
export type CaseChange = z.infer<typeof CaseChange>

/** What may run again beside reads, if the gate agrees: `tool:` and the name that the model calls it by; `step:` and what a tool's code does, a step or a call of its own. */
export const AllowToken = z.string().regex(/^(?:tool|step):[A-Za-z0-9_.:@-]{1,160}$/)
export type AllowToken = z.infer<typeof AllowToken>

export const CaseSetRow = z.object({ id: CaseSetId, name: z.string(), createdAt: z.int(), cases: z.int(), caseRuns: z.int() })
export type CaseSetRow = z.infer<typeof CaseSetRow>

/** `asking` and `paused` are runs that have begun and wait. */
export const CaseState = z.enum(['waiting', 'running', 'asking', 'paused', 'ended', 'not-run'])
export type CaseState = z.infer<typeof CaseState>

export const CaseRunRow = z.object({
  id: CaseRunId, setId: CaseSetId, name: z.string(), startedAt: z.int(), endedAt: z.int().nullable(), stopped: z.boolean(),
  change: CaseChange, allow: z.array(AllowToken),
  counts: z.record(CaseState, z.int()),
})
export type CaseRunRow = z.infer<typeof CaseRunRow>

/** One run of a set, as it would be run again. */
export const PlannedCase = z.object({ turnId: TurnId, /** Null: nothing is left of it. */ run: RunRow.nullable(), /** Why it can't be run again, in a sentence. */ problem: z.string().nullable() })
export type PlannedCase = z.infer<typeof PlannedCase>

/** Something that the recorded runs did beside reading: it takes its recorded result, and runs again only where its token is given. */
export const CaseEffect = z.object({ token: AllowToken, title: z.string(), toolClass: ToolClass, times: z.int() })
export type CaseEffect = z.infer<typeof CaseEffect>

export const CasePlan = z.object({
  cases: z.array(PlannedCase),
  /** What the recorded runs used, of those that can run again. */
  tokens: z.int(),
  /** The same at today's prices of the model that would be asked, in millionths of a dollar; null: nobody knows. */
  money: z.int().nullable(),
  effects: z.array(CaseEffect),
})
export type CasePlan = z.infer<typeof CasePlan>

/** What came of one of them, beside what came of it then. */
export const CaseResult = z.object({
  originId: TurnId, origin: RunRow.nullable(), branchId: TurnId.nullable(), branch: RunRow.nullable(),
  state: CaseState,
  /** Why it didn't run, or what stopped it. */
  problem: z.string().nullable(),
  /** Null: it isn't over. */
  calls: z.enum(['same', 'other', 'not-kept']).nullable(),
  /** The position of the first call that differs. */
  differsAt: z.string().nullable(),
  money: z.object({ then: z.int().nullable(), now: z.int().nullable() }),
})
export type CaseResult = z.infer<typeof CaseResult>

const set = z.object({ setId: CaseSetId })
const run = z.object({ caseRunId: CaseRunId })

/** What a window can ask about case runs; a part of the contract. */
export const caseOperations = {
  'case-sets.watch': watch(none, rows(CaseSetRow)),
  /** `setId` null: a new one. The runs keep their order. */
  'case-set.save': call(z.object({ setId: CaseSetId.nullable(), name: z.string().trim().min(1).max(80), turnIds: z.array(TurnId).min(1).max(MOST_CASES) }), set),
  /** With its case runs; the branches they made stay. Refused while one of them runs. */
  'case-set.remove': call(set, none),
  /** What it would take, without starting anything. */
  'case-run.plan': call(set.extend({ change: CaseChange }), CasePlan),
  'case-run.start': call(set.extend({ change: CaseChange, allow: z.array(AllowToken).max(100) }), run),
  'case-run.stop': call(run, none),
  'case-run.remove': call(run, none),
  'case-runs.watch': watch(none, rows(CaseRunRow)),
  'case-run.show': call(run, z.object({ caseRun: CaseRunRow, results: z.array(CaseResult) })),
} as const
