import { z } from 'zod'
import { BranchMode } from './branch.ts'
import { CallId, ChatId, TurnId } from './ids.ts'
import { Provenance, ToolClass, Verdict } from './policy.ts'
import { ApprovalOutcome, CallCause, OutcomeAnswer, TurnEvent } from './turn-event.ts'
import { TurnStatus } from './run-record.ts'

/* All runs of all chats, and the log of what was decided and done in them. */

/** What the gate said of a call, or became of its question; `capped` is a pause by a cap. */
export const DecisionFilter = z.enum(['run', 'ask', 'deny', 'approved', 'rejected', 'expired', 'capped'])
export type DecisionFilter = z.infer<typeof DecisionFilter>

/** Null and an empty text: whatever it is. A run fits when one of its calls fits all that is said of calls. */
export const RunFilter = z.object({
  /** Words of its messages and answers, as far as they are kept; or a part of a tool's, a connector's or a run's name. */
  query: z.string().max(500),
  status: TurnStatus.nullable(),
  role: z.string().max(200).nullable(),
  connectorId: z.string().max(200).nullable(),
  toolClass: ToolClass.nullable(),
  decision: DecisionFilter.nullable(),
  /** Milliseconds since 1970, both within. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  tainted: z.boolean(),
})
export type RunFilter = z.infer<typeof RunFilter>

export const NO_FILTER: RunFilter = { query: '', status: null, role: null, connectorId: null, toolClass: null, decision: null, from: null, to: null, tainted: false }

/** Where a run belongs; null: its chat was deleted, and only ids, times and outcomes are left of it. */
const chat = z.object({ chatId: ChatId, title: z.string() }).nullable()

export const RunRow = z.object({
  id: TurnId,
  chat,
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  status: TurnStatus,
  role: z.string(),
  /** Empty where it isn't kept. */
  model: z.string(),
  preview: z.string(),
  tainted: z.boolean(),
  steps: z.int(),
  calls: z.int(),
  asked: z.int(),
  denied: z.int(),
  tokens: z.int(),
  /** The run that it comes from: it tries that one again, or a call of that one started it and has its result. */
  origin: z.discriminatedUnion('kind', [z.object({ kind: z.literal('retry'), turnId: TurnId, attempt: z.int() }), z.object({ kind: z.literal('delegated'), turnId: TurnId })]).nullable(),
  /** The run that tried it again. */
  nextAttempt: TurnId.nullable(),
  /** Of a branch: how it goes on, and whether it is one of a case run. */
  branch: z.object({ mode: BranchMode, isCase: z.boolean() }).nullable(),
})
export type RunRow = z.infer<typeof RunRow>

/** One call, or one pause by a cap. Names are null where they aren't kept. */
export const AuditRow = z.object({
  id: z.int(),
  turnId: TurnId,
  seq: z.int(),
  callId: CallId.nullable(),
  at: z.int(),
  chat,
  role: z.string(),
  connectorId: z.string().nullable(),
  tool: z.string().nullable(),
  toolClass: ToolClass.nullable(),
  provenance: Provenance.nullable(),
  /** Null: it was closed before it was judged, or waits for that. */
  verdict: z.union([Verdict, z.literal('cap')]).nullable(),
  /** Why, in one sentence; null where the reason isn't kept. */
  sentence: z.string().nullable(),
  answer: ApprovalOutcome.nullable(),
  answeredBy: z.enum(['person', 'clock', 'turn']).nullable(),
  /** What a person said of a call that may have run. */
  settled: OutcomeAnswer.nullable(),
  outcome: z.enum(['ok', 'error', 'unknown']).nullable(),
  cause: CallCause.nullable(),
  endedAt: z.int().nullable(),
  tainted: z.boolean(),
})
export type AuditRow = z.infer<typeof AuditRow>

/** A part of an event that can go while its header stays: `none` there never was one, `gone` pruned or deleted. */
export const RecordedLayer = z.object({ state: z.enum(['none', 'kept', 'gone']), hash: z.string().nullable(), size: z.int() })
export type RecordedLayer = z.infer<typeof RecordedLayer>

export const RecordedEvent = z.object({
  seq: z.int(),
  /** Its place in the chain over all runs. */
  position: z.int(),
  at: z.int(),
  chain: z.string(),
  meta: RecordedLayer,
  body: RecordedLayer,
  event: TurnEvent,
})
export type RecordedEvent = z.infer<typeof RecordedEvent>

export const RunRecord = z.object({
  run: RunRow,
  /** Up to the first one that can't be read or can't follow. */
  events: z.array(RecordedEvent),
  problem: z.string().nullable(),
  /** How many more are stored behind it. */
  left: z.int(),
})
export type RunRecord = z.infer<typeof RunRecord>

/** The first record at which the chain doesn't hold. Ids are null where there is no record to name. */
export const ChainFinding = z.object({
  position: z.int(),
  turnId: z.string().nullable(),
  seq: z.int().nullable(),
  kind: z.string().nullable(),
  problem: z.enum(['missing', 'added', 'changed', 'content-changed', 'end-missing', 'end-added']),
  sentence: z.string(),
})
export type ChainFinding = z.infer<typeof ChainFinding>

export const ChainCheck = z.discriminatedUnion('state', [
  z.object({ state: z.literal('never') }),
  z.object({ state: z.literal('running'), checked: z.int(), of: z.int() }),
  z.object({ state: z.literal('cancelled'), checked: z.int(), of: z.int() }),
  /** `finding` null: every record is as it was stored. */
  z.object({ state: z.literal('done'), checked: z.int(), at: z.int(), finding: ChainFinding.nullable() }),
  z.object({ state: z.literal('failed'), sentence: z.string() }),
])
export type ChainCheck = z.infer<typeof ChainCheck>

/** The one row of the runs' watch: says that something changed and never what. */
export const RunsRow = z.object({
  revision: z.int(),
  runs: z.int(),
  /** How many records the chain holds, and its last link: whoever noted it can tell later that nothing before it was touched. */
  records: z.int(),
  chain: z.string(),
  check: ChainCheck,
})
export type RunsRow = z.infer<typeof RunsRow>

/** What can be chosen in filters, as far as it occurs. */
export const RunChoices = z.object({ roles: z.array(z.string()), connectors: z.array(z.string()) })
export type RunChoices = z.infer<typeof RunChoices>

export const runPage = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: z.int(), revision: z.int() })
