import type { AnswerReceipt } from '../../../shared/contract.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { AnswerChoice, ToolIdentity } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { EffectKind, OutcomeAnswer } from '../../../shared/turn-event.ts'
import type { QuestionKey } from '../../../shared/turn-state.ts'
import type { ModelAnswer } from './call-model.ts'
import type { CompactionEnd } from './compaction.ts'
import type { HaltReason } from './halt.ts'
import type { ChildEnd } from './joins.ts'
import type { ToolResult } from './run-tool.ts'

export interface AnswerRequest { readonly key: QuestionKey; readonly choice: AnswerChoice; readonly reason: string | null; readonly client: string }

/** The person's own arguments instead of the ones that wait. */
export interface EditRequest { readonly key: QuestionKey; readonly argumentsText: string; readonly client: string }

/** What the person says became of a call that may have run. */
export interface OutcomeRequest { readonly key: QuestionKey; readonly answer: OutcomeAnswer; readonly result: string | null; readonly client: string }

export interface Settle<T> { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void }

/** A call that a running call makes from its code. */
export interface NestedRequest { readonly parent: CallId; readonly position: string; readonly tool: ToolIdentity; readonly args: JsonObject }

/** A piece of a running call's code that is to be done once. */
export interface EffectRequest { readonly callId: CallId; readonly effectId: string; readonly effect: EffectKind }

/** `value`: canonical JSON, or what went wrong. */
export interface RecordedEffect { readonly outcome: 'ok' | 'error'; readonly value: string; readonly taint: readonly TaintSource[] }

export type BegunEffect = { readonly kind: 'begun'; readonly attempt: number } | { readonly kind: 'recorded'; readonly record: RecordedEffect }

export interface EffectEnding extends EffectRequest, RecordedEffect { readonly attempt: number; readonly errorCode: string | null; readonly startedAt: number }

/** What can happen to a turn. */
export type Message =
  | { readonly type: 'answer'; readonly request: AnswerRequest; readonly settle: Settle<AnswerReceipt> }
  | { readonly type: 'edit'; readonly request: EditRequest; readonly settle: Settle<AnswerReceipt> }
  | { readonly type: 'settle'; readonly request: OutcomeRequest; readonly settle: Settle<AnswerReceipt> }
  | { readonly type: 'halt'; readonly why: HaltReason }
  | { readonly type: 'give-up' }
  | { readonly type: 'expire'; readonly callId: CallId; readonly question: number }
  | { readonly type: 'answered'; readonly step: number; readonly answer: ModelAnswer }
  | { readonly type: 'summarised'; readonly ended: CompactionEnd }
  | { readonly type: 'ran'; readonly callId: CallId; readonly result: ToolResult }
  | { readonly type: 'joined'; readonly callId: CallId; readonly end: ChildEnd }
  | { readonly type: 'nested'; readonly request: NestedRequest; readonly settle: Settle<ToolResult> }
  | { readonly type: 'effect'; readonly request: EffectRequest; readonly settle: Settle<BegunEffect> }
  | { readonly type: 'effect-ended'; readonly ending: EffectEnding; readonly settle: Settle<void> }
  | { readonly type: 'drive' }
