import { z } from 'zod'
import { BlockedName, BlockReason, BranchBody, BranchHeader, BranchMeta } from './branch.ts'
import { PauseReason, PausingCap } from './cap.ts'
import { CallId, ChatId, ConnectorId, Digest, TurnId } from './ids.ts'
import { AnswerChoice, GateReason, Provenance, StandingScope, ToolClass, TurnKind, TurnLimit, Verdict } from './policy.ts'
import { CaptureLevel, TurnLimits } from './role.ts'
import { MessageAuthor } from './message-author.ts'
import { Prices } from './model-profile.ts'
import { plainCheck } from './plain-check.ts'
import { ResultImage } from './result-image.ts'
import { DelegatedBy, Narrowed, RetryOf } from './run-origin.ts'
import { StoredText } from './stored-text.ts'
import { TaintSource } from './taint.ts'
import { Usage } from './usage.ts'

/*
 * An event is a fact about a run, in three layers:
 *   header  ids, kind, version, position, outcome codes. Never changes, never goes; the grammar and the audit chain need nothing else.
 *   meta    names, classes, sizes, usage. Goes at capture level `none` and when the chat is deleted.
 *   body    arguments, results, text, and what quotes them. Goes below capture level `io` and when the chat is deleted.
 * Layers are pruned only after the turn has ended: an open turn keeps what approval and recovery need.
 */
const event = <K extends string, H extends z.ZodRawShape, M extends z.ZodType, B extends z.ZodType>(kind: K, header: H, meta: M, body: B) =>
  z.object({ kind: z.literal(kind), version: z.literal(1), at: z.int(), ...header, meta: meta.nullable(), body: body.nullable() })

const Nothing = z.strictObject({})

/** A piece of the message that began a turn, with how it came: only typed text speaks for the person (hosts they named). */
export const MessagePart = z.object({
  origin: z.enum(['typed', 'pasted', 'dropped', 'linked', 'job', 'webhook', 'delegated']),
  text: StoredText,
  /** Set for a file that was dropped or attached. */
  fileName: z.string().optional(),
  /** The person's word that this can be trusted. Pasted text is theirs by default; files aren't. */
  vouched: z.boolean(),
  /** Left out: the person put it there themselves, or nobody wrote down who did. */
  by: MessageAuthor.optional(),
})
export type MessagePart = z.infer<typeof MessagePart>

export const TurnStarted = event('turn.started',
  { chatId: ChatId, parentTurnId: TurnId.nullable(), role: z.string(), turnKind: TurnKind, capture: CaptureLevel, tainted: z.boolean(), branch: BranchHeader.optional(), retryOf: RetryOf.optional(), delegatedBy: DelegatedBy.optional() },
  z.object({ model: z.string(), limits: TurnLimits, branch: BranchMeta.optional(), narrowed: Narrowed.optional() }),
  z.object({
    message: z.array(MessagePart), taint: z.array(TaintSource),
    /** Where arguments won't be kept the digests of calls are made with it, and once it is gone nobody can guess from them. */
    callSalt: z.string().optional(),
    branch: BranchBody.optional(),
  }))

/** A process took over a turn that another one left running. `after`: how that one ended; left out: it crashed. */
export const TurnResumed = event('turn.resumed', { boot: z.string(), after: z.enum(['crash', 'quit']).optional() }, Nothing, Nothing)

/** What was set aside in millionths of a dollar, at which prices; left out: nobody knows what the model costs. */
export const ReservedMoney = z.object({ reserved: z.int().nonnegative(), prices: Prices })

export const OfferedTool = z.object({ name: z.string(), connectorId: ConnectorId, tool: z.string() })
export type OfferedTool = z.infer<typeof OfferedTool>

/** Every step of a turn tells what its first one told: a list that was looked at once isn't looked at again. */
const lookedAt = new WeakSet()
const wasLookedAt = (value: unknown): value is OfferedTool[] => Array.isArray(value) && lookedAt.has(value)
const OfferedTools = z.union([z.custom<OfferedTool[]>(wasLookedAt), z.array(OfferedTool).transform((list) => {
  lookedAt.add(list)
  return list
})])

export const StepStarted = event('step.started',
  { step: z.int().positive(), tainted: z.boolean() },
  z.object({ model: z.string(), offered: OfferedTools, reservedTokens: z.int().nonnegative(), money: ReservedMoney.optional() }),
  z.object({
    taint: z.array(TaintSource),
    /** Why these tools and not others, by connector, the most relevant first; absent where all fitted. */
    selection: z.array(z.object({ connectorId: z.string(), lexical: z.number(), recent: z.number(), offered: z.int(), leftOut: z.int() })).optional(),
    /** What was sent, as JSON; only where the level keeps requests. */
    request: StoredText.optional(),
  }))

export const StepBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: StoredText }),
  z.object({ type: z.literal('call'), callId: CallId }),
  z.object({ type: z.literal('thinking'), thinking: StoredText, signature: z.string() }),
  z.object({ type: z.literal('redacted-thinking'), data: StoredText }),
])
export type StepBlock = z.infer<typeof StepBlock>

export const StopReason = z.enum(['end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'pause_turn', 'refusal', 'model_context_window_exceeded'])
export type StopReason = z.infer<typeof StopReason>

/** `cut`: the stream ended before the model did; `how` says by whom. */
export const StepEnded = event('step.ended',
  {
    step: z.int().positive(),
    how: z.enum(['complete', 'stopped', 'crashed', 'failed']),
    stopReason: StopReason.nullable(),
  },
  z.object({ usage: Usage, /** A stop reason nobody knows, or the code of what failed. */ detail: z.string().nullable() }),
  z.object({ blocks: z.array(StepBlock), message: z.string().nullable() }))

/** Why arguments never became a JSON object; such a call is judged, refused and answered like any other. */
export const Malformed = z.enum(['cut-off', 'not-json', 'not-an-object', 'duplicate-key', 'unsafe-number', 'unsafe-key'])
export type Malformed = z.infer<typeof Malformed>

export const ToolCalled = event('tool.called',
  { callId: CallId, step: z.int().positive(), /** `step.call` in emission order; `.n` or `#id=…` for calls from code. */ position: z.string(), author: z.enum(['model', 'person', 'code']), replaces: CallId.nullable() },
  z.object({
    /** What the model wrote, at most 64 characters. */
    name: z.string().max(64),
    /** Null when nothing by that name was registered. */
    tool: z.object({
      connectorId: ConnectorId, tool: z.string(), title: z.string(), connectorLabel: z.string(),
      toolClass: ToolClass, provenance: Provenance, untrusted: z.boolean(), egress: z.boolean(),
      alwaysAsks: z.boolean(), pin: Digest,
    }).nullable(),
    /** Of tool identity, pin and canonical arguments: what an approval is bound to. */
    digest: Digest,
    malformed: Malformed.nullable(),
    idempotencyKey: z.string(),
  }),
  z.object({ /** Canonical JSON of an object; `{}` when malformed. */ arguments: StoredText, /** The model's own text, kept only when malformed. */ raw: StoredText.nullable() }))

export const GateDecided = event('gate.decided',
  { callId: CallId, verdict: Verdict },
  z.object({ reason: z.string(), toolClass: ToolClass, expiresAt: z.int().nullable() }),
  z.object({ reason: GateReason, choices: z.array(AnswerChoice), taint: z.array(TaintSource) }))

export const ApprovalOutcome = z.enum(['approved', 'rejected', 'expired', 'superseded', 'stopped'])
export type ApprovalOutcome = z.infer<typeof ApprovalOutcome>

/** One outcome for each question, for ever. `question` is the seq of the `gate.decided` that asked. */
export const ApprovalAnswered = event('approval.answered',
  { callId: CallId, question: z.int().positive(), answer: ApprovalOutcome, by: z.enum(['person', 'clock', 'turn']) },
  z.object({ digest: Digest, client: z.string().nullable(), standing: z.object({ scope: StandingScope, times: z.int().positive() }).nullable() }),
  z.object({ reason: z.string().nullable() }))

/** Facts became stricter between the answer and the start: the answer no longer counts. */
export const ApprovalVoided = event('approval.voided',
  { callId: CallId, question: z.int().positive() },
  z.object({ reason: z.string() }),
  z.object({ reason: GateReason }))

export const ToolStarted = event('tool.started',
  { callId: CallId, attempt: z.int().positive(), /** Of the run that the call starts: decided here, so that there is never another one for it. */ childTurnId: TurnId.nullable() }, Nothing, Nothing)

export const InterruptedBy = z.enum(['crash', 'stop', 'time-limit', 'connection'])
export type InterruptedBy = z.infer<typeof InterruptedBy>

/** It had started, and what became of it can't be known. */
export const ToolInterrupted = event('tool.interrupted', { callId: CallId, by: InterruptedBy }, Nothing, Nothing)

/** What can be said of a call that had started and may have run: look first, it did, do it again, leave it. */
export const OutcomeAnswer = z.enum(['check', 'happened', 'run-again', 'skip'])
export type OutcomeAnswer = z.infer<typeof OutcomeAnswer>

/** An interrupted call that changes something is never run again by itself: the person is asked what became of it. */
export const OutcomeAsked = event('outcome.asked', { callId: CallId }, Nothing, Nothing)

/** One answer for each asking, for ever. `question` is the seq of the `outcome.asked`. */
export const OutcomeSettled = event('outcome.settled',
  { callId: CallId, question: z.int().positive(), answer: OutcomeAnswer, by: z.enum(['person', 'turn']) },
  z.object({ digest: Digest, client: z.string().nullable() }),
  z.object({ /** What the person says it gave; only where it happened. */ result: StoredText.nullable() }))

/** `told`: a person said that it happened. `recorded`: taken from the run that this one is a branch of. `blocked`: the branch stopped at it. */
export const CallCause = z.enum(['ran', 'denied', 'rejected', 'expired', 'superseded', 'stopped', 'interrupted', 'told', 'recorded', 'blocked'])
export type CallCause = z.infer<typeof CallCause>

/** Every call ends exactly once, with what the model reads as its result. */
export const ToolEnded = event('tool.ended',
  { callId: CallId, outcome: z.enum(['ok', 'error', 'unknown']), cause: CallCause, tainted: z.boolean() },
  z.object({ errorCode: z.string().nullable(), durationMs: z.int().nonnegative(), fromCache: z.boolean(), /** UTF-16 units that were not sent to the model. */ cutLength: z.int().nonnegative(),
    /** By the run that it had started; money in millionths of a dollar, null where nobody knows. */
    spent: z.object({ tokens: z.int().nonnegative(), money: z.int().nonnegative().nullable() }).optional() }),
  z.object({ content: StoredText, /** The whole result, when the model got only part of it. */ whole: StoredText.nullable(), taint: z.array(TaintSource), images: z.array(ResultImage).optional() }))

/** What a piece of a call's code does: `pure` computes, `read` looks something up, `write` changes something. */
export const EffectKind = z.enum(['read', 'pure', 'write'])
export type EffectKind = z.infer<typeof EffectKind>

/** The code's own name for such a piece, one within its call. It stays when content goes, so nothing of a person belongs in it. */
export const EffectId = z.string().regex(/^[\w.:@-]{1,80}$/u)

const effectPlace = { callId: CallId, effectId: EffectId, effect: EffectKind }

/** A piece of a running call's code that is done once begins. */
export const EffectStarted = event('effect.started', { ...effectPlace, attempt: z.int().positive() }, Nothing, Nothing)

/** What it gave is read from here from now on, instead of doing it again. `origin`: it was done by the run that this one is a branch of, and never started here. */
export const EffectEnded = event('effect.ended',
  { ...effectPlace, attempt: z.int().nonnegative(), outcome: z.enum(['ok', 'error']), from: z.enum(['run', 'origin']), tainted: z.boolean() },
  z.object({ errorCode: z.string().nullable(), durationMs: z.int().nonnegative() }),
  z.object({ /** Canonical JSON, or what went wrong. */ value: StoredText, taint: z.array(TaintSource) }))

/** A branch stops here, whatever the code that asked for it does: the original did no such thing, or what it gave isn't kept. */
export const BranchBlocked = event('branch.blocked', { callId: CallId, what: z.enum(['call', 'step']) }, z.object({ name: BlockedName, reason: BlockReason }), Nothing)

/**
 * What a summary stands for: everything up to and with a turn before this one, or this turn's own steps up to and with one.
 * Turns aren't listed: a summary stands for the one before it as well, so a list would grow with every compaction.
 */
export const Covered = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('turns'), through: TurnId, /** How many turns weren't covered before. */ count: z.int().positive() }),
  z.object({ kind: z.literal('steps'), through: z.int().positive() }),
])
export type Covered = z.infer<typeof Covered>

/** A model is asked for a summary of what the next request would have no room for. Compactions of a turn count from 1. */
export const CompactionStarted = event('compaction.started', { compaction: z.int().positive(), covered: Covered },
  z.object({ model: z.string(), reservedTokens: z.int().nonnegative(), money: ReservedMoney.optional() }), Nothing)

/** From here on the summary goes to the model in place of what it covers, in this turn and those after it (D8). */
export const ContextCompacted = event('context.compacted', { compaction: z.int().positive(), covered: Covered, /** Something covered was. */ tainted: z.boolean() },
  z.object({ usage: Usage }),
  z.object({ summary: StoredText, taint: z.array(TaintSource) }))

/** No summary came of it, and the chat is as it was. */
export const CompactionFailed = event('compaction.failed', { compaction: z.int().positive(), how: z.enum(['failed', 'stopped', 'crashed']) },
  z.object({ usage: Usage, detail: z.string().nullable() }),
  z.object({ message: z.string().nullable() }))

export const TurnOutcome = z.enum(['completed', 'stopped', 'failed', 'refused', 'out-of-limits'])
export type TurnOutcome = z.infer<typeof TurnOutcome>

export const TurnEnded = event('turn.ended',
  { outcome: TurnOutcome },
  z.object({
    limit: TurnLimit.nullable(), errorCode: z.string().nullable(),
    /** Of a branch: what it stopped at and why, or why it can't go on. */
    branch: z.object({ name: BlockedName.nullable(), reason: z.union([BlockReason, z.literal('parent_missing')]) }).optional(),
  }),
  z.object({ message: z.string().nullable() }))

/** A cap is in the way: the turn waits for room and uses none of its own time. Stored anew when another cap, or another reason, takes its place. */
export const TurnPaused = event('turn.paused', { cap: PausingCap, why: PauseReason.optional() },
  z.object({
    /** When it lifts by itself; null: not by the clock. */
    liftsAt: z.int().nullable(),
    /** What the next step needs at least and what the cap is, in the cap's unit, where that is what is in the way. */
    need: z.object({ least: z.int(), limit: z.int() }).optional(),
    /** Whose prices aren't known, where that is. */
    model: z.string().optional(),
  }), Nothing)

export const TurnUnpaused = event('turn.unpaused', {}, Nothing, Nothing)

/** Everything that is ever stored about a turn. Streaming fragments are drafts, never events. */
export const TurnEvent = z.discriminatedUnion('kind', [
  TurnStarted, TurnResumed, StepStarted, StepEnded, ToolCalled, GateDecided, ApprovalAnswered, ApprovalVoided,
  ToolStarted, EffectStarted, EffectEnded, BranchBlocked, ToolInterrupted, OutcomeAsked, OutcomeSettled, ToolEnded, CompactionStarted, ContextCompacted, CompactionFailed, TurnPaused, TurnUnpaused, TurnEnded,
])
export type TurnEvent = z.infer<typeof TurnEvent>

const isPlainEvent = plainCheck(TurnEvent)
/** What the schema makes of a value: of one that it would give back as it is, that value itself. */
export const parseEvent = (value: unknown): TurnEvent => (isPlainEvent(value) ? value : TurnEvent.parse(value))
export type TurnEventKind = TurnEvent['kind']
export type TurnEventOf<K extends TurnEventKind> = Extract<TurnEvent, { kind: K }>

/** An event with its place: `seq` counts from 1 within a turn, without gaps. */
export const SeatedEvent = z.object({ turnId: TurnId, seq: z.int().positive(), event: TurnEvent })
export type SeatedEvent = z.infer<typeof SeatedEvent>
