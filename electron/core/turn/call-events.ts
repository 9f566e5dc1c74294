import { inlineText, type StoredText } from '../../../shared/stored-text.ts'
import type { GateDecision, ToolClass } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { CallCause, TurnEventOf } from '../../../shared/turn-event.ts'
import type { CallState, CallStateOf } from '../../../shared/turn-state.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import type { ResultImage } from '../../../shared/result-image.ts'
import type { FittedImage } from '../tools/fit-image.ts'
import { boundResult } from './bound-result.ts'
import { CHECK_OUTCOME_TEXT, deniedText, toldText, unapprovedText, UNKNOWN_OUTCOME_TEXT } from './result-text.ts'
import type { ChildEnd } from './joins.ts'
import type { ToolResult } from './run-tool.ts'

/** By a run that a call started; money in millionths of a dollar, null where nobody knows. */
export type ChildSpent = NonNullable<NonNullable<TurnEventOf<'tool.ended'>['meta']>['spent']>

/** What an event about a decision holds. @param taint what the step had read, shown only where it is why */
export function gateDecided(at: number, callId: CallId, decision: GateDecision, toolClass: ToolClass, taint: readonly TaintSource[], expiresAt: number | null): TurnEventOf<'gate.decided'> {
  return {
    kind: 'gate.decided', version: 1, at, callId, verdict: decision.verdict,
    meta: { reason: decision.reason.kind, toolClass, expiresAt },
    body: { reason: decision.reason, choices: decision.verdict === 'ask' ? decision.choices : [], taint: decision.verdict === 'run' ? [] : [...taint] },
  }
}

/** The end of a call that didn't run. */
export function endWithout(at: number, callId: CallId, cause: Exclude<CallCause, 'ran' | 'interrupted'>, content: string): TurnEventOf<'tool.ended'> {
  return {
    kind: 'tool.ended', version: 1, at, callId, outcome: 'error', cause, tainted: false,
    meta: { errorCode: null, durationMs: 0, fromCache: false, cutLength: 0 }, body: { content: inlineText(content), whole: null, taint: [] },
  }
}

export function endUnknown(at: number, callId: CallId, content = UNKNOWN_OUTCOME_TEXT): TurnEventOf<'tool.ended'> {
  return { ...endWithout(at, callId, 'stopped', content), outcome: 'unknown', cause: 'interrupted' }
}

/** The end of a call that may have run: as the person settled it, else as unknown. */
export function closeUnknown(at: number, { call: { callId }, settled }: CallStateOf<'unknown'>, readText: (stored: StoredText) => string): TurnEventOf<'tool.ended'> {
  if (settled?.answer === 'happened') {
    const { result } = settled.body ?? { result: null }
    return { ...endWithout(at, callId, 'stopped', toldText(result === null ? null : readText(result))), outcome: 'ok', cause: 'told' }
  }
  return endUnknown(at, callId, settled?.answer === 'check' ? CHECK_OUTCOME_TEXT : UNKNOWN_OUTCOME_TEXT)
}

export const outcomeAsked = (at: number, callId: CallId): TurnEventOf<'outcome.asked'> => ({ kind: 'outcome.asked', version: 1, at, callId, meta: {}, body: {} })

/** The one result of a refused call: by the gate, or because its question ended without a yes. */
export function endRefused(at: number, { call, decision, answer }: CallStateOf<'refused'>): TurnEventOf<'tool.ended'> {
  const { callId } = call
  if (answer !== null && answer.answer !== 'approved') return endWithout(at, callId, answer.answer, unapprovedText(answer.answer, answer.body?.reason ?? null))
  return endWithout(at, callId, 'denied', deniedText(decision.body?.reason ?? { kind: 'unfit', detail: 'the reason is no longer kept' }))
}

/** @param limit UTF-16 units of the result that reach the model */
export function endRan(at: number, call: CallStateOf<'running'>, result: ToolResult, limit: number): TurnEventOf<'tool.ended'> {
  const { content, cutLength } = boundResult(result.content, limit)
  return {
    kind: 'tool.ended', version: 1, at, callId: call.call.callId, outcome: result.outcome, cause: 'ran', tainted: result.taint.length > 0,
    meta: { errorCode: result.errorCode, durationMs: Math.max(0, at - call.startedAt), fromCache: result.fromCache, cutLength },
    body: { content: inlineText(content), whole: cutLength > 0 ? inlineText(result.content) : null, taint: [...result.taint], ...(result.images === undefined ? {} : { images: result.images.map(toResultImage) }) },
  }
}

/** The join: what the run that it had started gave, what that had read, and what it spent. */
export function endJoined(at: number, call: CallStateOf<'joined'>, end: ChildEnd, limit: number): TurnEventOf<'tool.ended'> {
  const { content, cutLength } = boundResult(end.content, limit)
  return {
    kind: 'tool.ended', version: 1, at, callId: call.call.callId, outcome: end.outcome, cause: 'ran', tainted: end.taint.length > 0,
    meta: { errorCode: end.errorCode, durationMs: Math.max(0, at - call.startedAt), fromCache: false, cutLength, ...(end.spent === null ? {} : { spent: end.spent }) },
    body: { content: inlineText(content), whole: cutLength > 0 ? inlineText(end.content) : null, taint: [...end.taint] },
  }
}

const toResultImage = ({ mimeType, width, height, bytes, base64, original }: FittedImage): ResultImage =>
  ({ mimeType, width, height, bytes, data: inlineText(base64), original: original === null ? null : inlineText(original) })

export const toolInterrupted = (at: number, callId: CallId, by: TurnEventOf<'tool.interrupted'>['by']): TurnEventOf<'tool.interrupted'> =>
  ({ kind: 'tool.interrupted', version: 1, at, callId, by, meta: {}, body: {} })

/** @param childTurnId of the run that it starts */
export const toolStarted = (at: number, call: CallState, childTurnId: TurnId | null = null): TurnEventOf<'tool.started'> =>
  ({ kind: 'tool.started', version: 1, at, callId: call.call.callId, attempt: call.status === 'unknown' ? call.attempt + 1 : 1, childTurnId, meta: {}, body: {} })
