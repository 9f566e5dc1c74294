import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { CallExplanation, ToolExplanation } from './explain.ts'
import { CallId, ChatId, Digest, StandingApprovalId, TurnId } from './ids.ts'
import { AnswerChoice } from './policy.ts'
import { Question, StandingApproval } from './run-record.ts'
import { OutcomeAnswer, SeatedEvent } from './turn-event.ts'

/** A part of a message as a window sends it. */
export const MessageInput = z.object({
  origin: z.enum(['typed', 'pasted', 'dropped', 'linked']),
  text: z.string().max(2_000_000),
  fileName: z.string().max(255).optional(),
  vouched: z.boolean(),
})
export type MessageInput = z.infer<typeof MessageInput>

/**
 * What a turn's watch sends: stored events after `after`, then `synced`, then whatever happens.
 * `draft` replaces what is known of the open step's text; `delta` adds at `offset` and is ignored where it doesn't fit.
 */
export const TurnItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), seated: SeatedEvent }),
  z.object({ kind: z.literal('synced'), seq: z.int() }),
  z.object({ kind: z.literal('draft'), step: z.int(), text: z.string() }),
  z.object({ kind: z.literal('delta'), step: z.int(), offset: z.int(), text: z.string() }),
  z.object({ kind: z.literal('status'), callId: CallId.nullable(), text: z.string() }),
])
export type TurnItem = z.infer<typeof TurnItem>

export const AnswerReceipt = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted') }),
  /** Somebody, the clock or the turn was first; nothing was changed. */
  z.object({ status: z.literal('late'), answer: z.string(), by: z.string(), at: z.int(), sentence: z.string() }),
])
export type AnswerReceipt = z.infer<typeof AnswerReceipt>

const questionKey = { turnId: TurnId, callId: CallId, question: z.int().positive(), digest: Digest }

/** What a window can ask about turns, and what they ask of the person; a part of the contract. */
export const turnOperations = {
  /** `parentTurnId` null starts at the chat's root; a parent that has children already makes a sibling. */
  'turn.start': call(z.object({ chatId: ChatId, parentTurnId: TurnId.nullable(), message: z.array(MessageInput).min(1).max(50) }), z.object({ turnId: TurnId })),
  'turn.stop': call(z.object({ turnId: TurnId }), none),
  'turn.answer': call(z.object({ ...questionKey, answer: AnswerChoice, reason: z.string().max(2000).optional() }), AnswerReceipt),
  /** Rejects the call and records one authored by the person. `arguments` is the JSON text of an object. */
  'turn.edit-call': call(z.object({ ...questionKey, arguments: z.string().max(2_000_000) }), AnswerReceipt),
  /** What became of a call that may have run. `result`: the person's words for what it gave, where it happened. */
  'turn.settle-call': call(z.object({ ...questionKey, answer: OutcomeAnswer, result: z.string().max(100_000).optional() }), AnswerReceipt),
  /** Stored events of some turns, for drawing history. */
  'turn.read': call(z.object({ turnIds: z.array(TurnId).max(100) }), z.array(z.object({ turnId: TurnId, events: z.array(SeatedEvent), /** Set when the stored events can't be read any more; then they are shown up to there, read-only. */ problem: z.string().nullable() }))),
  'turn.watch': watch(z.object({ turnId: TurnId, after: z.int().nonnegative() }), TurnItem),
  /** The whole of a long text. */
  'blob.read': call(z.object({ digest: Digest }), z.object({ text: z.string() })),

  'questions.watch': watch(none, rows(Question)),
  'standing.watch': watch(none, rows(StandingApproval)),
  'standing.revoke': call(z.object({ id: StandingApprovalId }), none),

  'tool.explain': call(z.object({ chatId: ChatId.nullable() }), z.array(ToolExplanation)),
  'call.explain': call(z.object({ turnId: TurnId, callId: CallId }), CallExplanation),
} as const
