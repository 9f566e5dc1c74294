import type { JsonObject } from '../../../shared/json.ts'
import type { Usage } from '../../../shared/usage.ts'
import type { ModelMessage } from './model-message.ts'

export { FILE_OPENING, MESSAGE_OPENING, SUMMARY_OPENING, WEBHOOK_OPENING } from './model-message.ts'
export type { ModelContent, ModelImage, ModelMessage } from './model-message.ts'

export interface ModelTool { readonly name: string; readonly description: string; readonly inputSchema: JsonObject }

export interface ModelRequest {
  readonly model: string
  readonly system: string
  /** Alternating, starting with the user; every tool-use has its tool-result in the very next message. */
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  /** `none`: the tools are told for what was said before, and none may be called. */
  readonly toolChoice?: 'none'
  readonly maxTokens: number
  /** Said in words too; for models that follow rules. */
  readonly task?: 'summary'
}

/**
 * What a model says, in the order it says it. Blocks don't overlap: a call's pieces follow its start.
 * `ended` is the last one; a stream that stops without it was cut and nothing of its calls may run.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted-thinking'; readonly data: string }
  | { readonly type: 'call-started'; readonly name: string }
  | { readonly type: 'call-arguments'; readonly text: string }
  | { readonly type: 'call-ended' }
  | { readonly type: 'waiting'; readonly sentence: string }
  | { readonly type: 'ended'; readonly stopReason: string; readonly usage: Usage }

/** A model's service. Errors are AppErrors with a `model.*` code, thrown from the iteration; an abort ends it with the signal's reason. */
export interface ModelPort {
  readonly stream: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>
}
