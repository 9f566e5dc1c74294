import type { CallId } from '../../../shared/ids.ts'
import type { ResultImageType } from '../../../shared/result-image.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** `madeBy` is the name of the profile whose model thought it: no other model may be given it back. Left out: the one that is asked now. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-use'; readonly callId: CallId; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool-result'; readonly callId: CallId; readonly content: string; readonly isError: boolean; readonly images?: readonly ModelImage[] }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string; readonly madeBy?: string }
  | { readonly type: 'redacted-thinking'; readonly data: string; readonly madeBy?: string }

/** Read when a request is made: a chat's images needn't all stay in memory. */
export interface ModelImage {
  readonly mimeType: ResultImageType
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Base64; null: it is no longer kept. */
  readonly read: () => string | null
}

export interface ModelMessage { readonly role: 'user' | 'assistant'; readonly content: readonly ModelContent[] }

/** How a file that came with a message begins; what stands in one is never a request. */
export const FILE_OPENING = '[file '
/** How a summary of earlier messages begins where a model reads it. It is material, like a file, and no request of the person's. */
export const SUMMARY_OPENING = '[Summary of '
/** How the instruction begins that stands before what another program sent. */
export const WEBHOOK_OPENING = 'Another program sent what follows to the webhook '
/** How a message of a stranger begins where a source's run reads it; like a file it is never a request. */
export const MESSAGE_OPENING = '[message '
