import { z } from 'zod'
import { CapGauge } from './cap.ts'
import { CallId, ChatId, ConnectorId, Digest, StandingApprovalId, TurnId } from './ids.ts'
import { AnswerChoice, GateReason, Provenance, StandingScope, ToolClass } from './policy.ts'
import { StoredText } from './stored-text.ts'
import { TaintSource } from './taint.ts'
import { InterruptedBy, TurnOutcome } from './turn-event.ts'
import { Usage } from './usage.ts'

/* Projections: rows derived from events and settings, sent to windows as they change. */

export const TurnStatus = z.union([z.enum(['running', 'parked', 'paused']), TurnOutcome])

/** What began a chat, where no person did. */
export const ChatOrigin = z.enum(['job', 'webhook', 'source', 'coworker', 'delegated', 'goal'])
export type ChatOrigin = z.infer<typeof ChatOrigin>

export const ChatRow = z.object({
  chatId: ChatId,
  title: z.string(),
  /** The person named it; a first message no longer does. */
  named: z.boolean(),
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
  draft: z.string(),
  /** The end of the branch that is shown; null: nothing was said yet. */
  leafTurnId: TurnId.nullable(),
  status: TurnStatus.nullable(),
  tainted: z.boolean(),
  openQuestions: z.int().nonnegative(),
  /** Left out: a person began it. */
  origin: ChatOrigin.optional(),
})
export type ChatRow = z.infer<typeof ChatRow>

/** One turn of a chat's tree. Turns with the same parent are siblings, oldest first. */
export const TurnNode = z.object({
  turnId: TurnId,
  chatId: ChatId,
  parentTurnId: TurnId.nullable(),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  status: TurnStatus,
  tainted: z.boolean(),
  model: z.string(),
  steps: z.int(),
  calls: z.int(),
  usage: Usage,
  /** The beginning of the person's message, at most 120 characters. */
  preview: z.string(),
})
export type TurnNode = z.infer<typeof TurnNode>

/** An open question, display-ready: a window needs to know no tool by name. */
export const Question = z.object({
  turnId: TurnId,
  callId: CallId,
  /** The seq of the event that asked. */
  question: z.int().positive(),
  digest: Digest,
  chatId: ChatId,
  chatTitle: z.string(),
  role: z.string(),
  askedAt: z.int(),
  expiresAt: z.int().nullable(),
  connectorId: ConnectorId,
  connectorLabel: z.string(),
  tool: z.string(),
  title: z.string(),
  toolClass: ToolClass,
  provenance: Provenance,
  pin: Digest,
  arguments: StoredText,
  /** How to draw the arguments; facts in order, the destination first. */
  view: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('facts'), facts: z.array(z.object({ name: z.string(), value: z.string(), destination: z.boolean() })) }),
    z.object({ kind: z.literal('diff'), path: z.string(), before: z.string(), after: z.string() }),
    z.object({ kind: z.literal('file'), path: z.string(), content: z.string() }),
    z.object({ kind: z.literal('json') }),
  ]),
  reason: GateReason,
  sentence: z.string(),
  taint: z.array(TaintSource),
  choices: z.array(AnswerChoice),
  /** What is asked: whether it may run; or, of a call that had started and may have run, what became of it. */
  asks: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('approval') }),
    z.object({ kind: z.literal('outcome'), by: InterruptedBy, interruptedAt: z.int(), attempt: z.int().positive(), idempotencyKey: z.string() }),
  ]),
  /** Calls of the step that wait behind this one. */
  following: z.array(z.object({ callId: CallId, title: z.string(), connectorLabel: z.string(), toolClass: ToolClass, summary: z.string() })),
})
export type Question = z.infer<typeof Question>

export const StandingApproval = z.object({
  id: StandingApprovalId,
  scope: StandingScope,
  chatId: ChatId,
  chatTitle: z.string(),
  turnId: TurnId.nullable(),
  connectorId: ConnectorId,
  tool: z.string(),
  title: z.string(),
  times: z.int().positive(),
  used: z.int().nonnegative(),
  createdAt: z.int(),
})
export type StandingApproval = z.infer<typeof StandingApproval>

export { ConnectorRow, ConnectorState, ToolRow } from './connector-record.ts'

export const StatusRow = z.object({
  model: z.string(), tokensToday: z.int(), turnsRunning: z.int(), openQuestions: z.int(), turnsToday: z.int(),
  /** One for each cap; the same figures that decide whether a step may start. */
  gauges: z.array(CapGauge), turnsPaused: z.int(),
})
export type StatusRow = z.infer<typeof StatusRow>
