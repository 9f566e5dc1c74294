import { z } from 'zod'
import { ConnectorId, Digest, StandingApprovalId } from './ids.ts'

/** What a call can do to the world. A tool nobody classed counts as destructive, everywhere. */
export const ToolClass = z.enum(['read', 'write', 'destructive'])
export type ToolClass = z.infer<typeof ToolClass>

/** Where a class or a fact comes from. `hinted` is a server's own unverified word; `set` is a person's. */
export const Provenance = z.enum(['unset', 'hinted', 'set', 'built-in'])
export type Provenance = z.infer<typeof Provenance>

/** Who set the turn going, as far as the matrix cares. Unattended roles are judged as `job`. Fixed at the start. */
export const TurnKind = z.enum(['person', 'job', 'webhook'])
export type TurnKind = z.infer<typeof TurnKind>

export const GateColumn = z.enum(['normal', 'tainted', 'job', 'webhook'])
export type GateColumn = z.infer<typeof GateColumn>

export const Verdict = z.enum(['run', 'ask', 'deny'])
export type Verdict = z.infer<typeof Verdict>

/** A tool's identity: never its label, never the name a model sees. */
export const ToolIdentity = z.object({ connectorId: ConnectorId, tool: z.string() })
export type ToolIdentity = z.infer<typeof ToolIdentity>

export const TurnLimit = z.enum(['steps', 'seconds', 'calls', 'money'])
export type TurnLimit = z.infer<typeof TurnLimit>

/** How far one answer reaches. Only `once` is a button of its own. */
export const StandingScope = z.enum(['turn', 'chat'])
export type StandingScope = z.infer<typeof StandingScope>

/** What the core offers on a question. The window draws these and nothing else. */
export const AnswerChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approve') }),
  z.object({ kind: z.literal('approve-standing'), scope: StandingScope, times: z.int().positive() }),
  z.object({ kind: z.literal('reject') }),
  z.object({ kind: z.literal('reject-following') }),
  z.object({ kind: z.literal('edit') }),
])
export type AnswerChoice = z.infer<typeof AnswerChoice>

/** Why the gate decided as it did, with the evidence. */
export const GateReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matrix'), column: GateColumn, toolClass: ToolClass, provenance: Provenance }),
  z.object({ kind: z.literal('requires-approval'), by: z.enum(['tool', 'person', 'operator', 'predicate-failed', 'may-have-run', 'held-back']) }),
  z.object({ kind: z.literal('exfiltration-guard'), destinations: z.array(z.string()) }),
  z.object({ kind: z.literal('standing-approval'), id: StandingApprovalId }),
  z.object({ kind: z.literal('standing-word'), word: z.enum(['draft', 'delegate']), role: z.string() }),
  z.object({ kind: z.literal('no-approval-channel'), column: GateColumn, toolClass: ToolClass }),
  z.object({ kind: z.literal('unknown-tool'), name: z.string(), available: z.array(z.string()) }),
  z.object({ kind: z.literal('ceiling'), role: z.string() }),
  z.object({ kind: z.literal('read-only-model'), model: z.string() }),
  z.object({ kind: z.literal('arguments'), path: z.string(), problem: z.string() }),
  z.object({ kind: z.literal('changed'), pinned: Digest, seen: Digest }),
  z.object({ kind: z.literal('switched-off'), by: z.string() }),
  z.object({ kind: z.literal('limit'), limit: TurnLimit }),
  z.object({ kind: z.literal('allowance'), price: z.int(), reserved: z.int(), perRun: z.int() }),
  z.object({ kind: z.literal('not-ready'), detail: z.string() }),
  z.object({ kind: z.literal('unfit'), detail: z.string() }),
])
export type GateReason = z.infer<typeof GateReason>

export const GateDecision = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('run'), reason: GateReason }),
  z.object({ verdict: z.literal('ask'), reason: GateReason, choices: z.array(AnswerChoice) }),
  z.object({ verdict: z.literal('deny'), reason: GateReason }),
])
export type GateDecision = z.infer<typeof GateDecision>

/** Strictness as a number, for proofs that something never loosens. */
export const STRICTNESS: Readonly<Record<Verdict, number>> = { run: 0, ask: 1, deny: 2 }
