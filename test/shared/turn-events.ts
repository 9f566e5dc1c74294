import { CallId, ChatId, ConnectorId, Digest, TurnId } from '../../shared/ids.ts'
import type { ToolClass } from '../../shared/policy.ts'
import { DEFAULT_LIMITS } from '../../shared/role.ts'
import type { TaintSource } from '../../shared/taint.ts'
import type { EffectKind, TurnEvent, TurnEventOf } from '../../shared/turn-event.ts'
import { NO_USAGE } from '../../shared/usage.ts'

/* Events as short as they can be written, for tests of the grammar and of what follows from it. */

export const TURN = TurnId.parse('turn_1')
export const callId = (name: string): CallId => CallId.parse(`call_${name}`)
export const DIGEST = Digest.parse('a'.repeat(64))
export const PAGE: TaintSource = { kind: 'tool-result', turnId: TURN, callId: null, connectorId: null, tool: null, label: 'a page', at: 1 }

export const started = (change: Partial<TurnEventOf<'turn.started'>> = {}): TurnEvent => ({
  kind: 'turn.started', version: 1, at: 1, chatId: ChatId.parse('chat_1'), parentTurnId: null, role: 'person-chat', turnKind: 'person', capture: 'io', tainted: false,
  meta: { model: 'practice', limits: DEFAULT_LIMITS }, body: { message: [], taint: [] }, ...change,
})
export const resumed = (at = 2): TurnEvent => ({ kind: 'turn.resumed', version: 1, at, boot: 'b', meta: {}, body: {} })
export const stepStarted = (step: number, tainted = false): TurnEvent => ({ kind: 'step.started', version: 1, at: 2, step, tainted, meta: { model: 'practice', offered: [], reservedTokens: 0 }, body: { taint: tainted ? [PAGE] : [] } })
export const stepEnded = (step: number, stopReason: TurnEventOf<'step.ended'>['stopReason'] = 'tool_use', how: TurnEventOf<'step.ended'>['how'] = 'complete'): TurnEvent =>
  ({ kind: 'step.ended', version: 1, at: 3, step, how, stopReason, meta: { usage: NO_USAGE, detail: null }, body: { blocks: [], message: null } })
export const called = (name: string, position: string, change: Partial<TurnEventOf<'tool.called'>> = {}, toolClass: ToolClass = 'write'): TurnEvent => ({
  kind: 'tool.called', version: 1, at: 3, callId: callId(name), step: Number(position.split('.')[0]), position, author: 'model', replaces: null,
  meta: { name: 'probe__x', digest: DIGEST, malformed: null, idempotencyKey: 'k', tool: { connectorId: ConnectorId.parse('probe'), tool: 'x', title: 'X', connectorLabel: 'Probe', toolClass, provenance: 'built-in', untrusted: false, egress: false, alwaysAsks: false, pin: DIGEST } },
  body: { arguments: { text: '{}' }, raw: null }, ...change,
})
export const decided = (name: string, verdict: 'run' | 'ask' | 'deny', toolClass: ToolClass = 'write'): TurnEvent => ({
  kind: 'gate.decided', version: 1, at: 4, callId: callId(name), verdict, meta: { reason: 'matrix', toolClass, expiresAt: null },
  body: { reason: { kind: 'matrix', column: 'normal', toolClass, provenance: 'built-in' }, choices: [], taint: [] },
})
export const answered = (name: string, question: number, answer: TurnEventOf<'approval.answered'>['answer'], by: TurnEventOf<'approval.answered'>['by'], at = 5): TurnEvent =>
  ({ kind: 'approval.answered', version: 1, at, callId: callId(name), question, answer, by, meta: { digest: DIGEST, client: null, standing: null }, body: { reason: null } })
export const voided = (name: string, question: number): TurnEvent => ({ kind: 'approval.voided', version: 1, at: 5, callId: callId(name), question, meta: { reason: 'matrix' }, body: null })
export const toolStarted = (name: string, attempt = 1): TurnEvent => ({ kind: 'tool.started', version: 1, at: 6, callId: callId(name), attempt, childTurnId: null, meta: {}, body: {} })
export const effectStarted = (name: string, effect: EffectKind = 'write', attempt = 1, effectId = 's'): TurnEvent => ({ kind: 'effect.started', version: 1, at: 7, callId: callId(name), effectId, effect, attempt, meta: {}, body: {} })
export const effectEnded = (name: string, outcome: 'ok' | 'error' = 'ok', change: Partial<TurnEventOf<'effect.ended'>> = {}): TurnEvent => ({
  kind: 'effect.ended', version: 1, at: 7, callId: callId(name), effectId: 's', effect: 'write', attempt: 1, outcome, from: 'run', tainted: false, meta: { errorCode: null, durationMs: 0 }, body: { value: { text: '1' }, taint: [] }, ...change,
})
export const BRANCH = { origin: TurnId.parse('turn_0'), fromStep: 3, mode: 'guarded' } as const
export const blocked = (name: string, what: 'call' | 'step' = 'call'): TurnEvent => ({ kind: 'branch.blocked', version: 1, at: 4, callId: callId(name), what, meta: { name: 'probe x', reason: 'write' }, body: {} })
export const interrupted = (name: string): TurnEvent => ({ kind: 'tool.interrupted', version: 1, at: 7, callId: callId(name), by: 'crash', meta: {}, body: {} })
export const outcomeAsked = (name: string): TurnEvent => ({ kind: 'outcome.asked', version: 1, at: 7, callId: callId(name), meta: {}, body: {} })
export const settled = (name: string, question: number, answer: TurnEventOf<'outcome.settled'>['answer'], by: TurnEventOf<'outcome.settled'>['by'] = 'person'): TurnEvent =>
  ({ kind: 'outcome.settled', version: 1, at: 8, callId: callId(name), question, answer, by, meta: { digest: DIGEST, client: null }, body: { result: null } })
export const toolEnded = (name: string, outcome: TurnEventOf<'tool.ended'>['outcome'], cause: TurnEventOf<'tool.ended'>['cause'], tainted = false): TurnEvent => ({
  kind: 'tool.ended', version: 1, at: 8, callId: callId(name), outcome, cause, tainted,
  meta: { errorCode: null, durationMs: 0, fromCache: false, cutLength: 0 }, body: { content: { text: 'x' }, whole: null, taint: tainted ? [PAGE] : [] },
})
export const turnEnded = (): TurnEvent => ({ kind: 'turn.ended', version: 1, at: 9, outcome: 'completed', meta: { limit: null, errorCode: null }, body: { message: null } })
