import type { CallId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** `madeBy` is the name of the profile whose model thought it: no other model may be given it back. Left out: the one that is asked now. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-use'; readonly callId: CallId; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool-result'; readonly callId: CallId; readonly content: string; readonly isError: boolean }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string; readonly madeBy?: string }
  | { readonly type: 'redacted-thinking'; readonly data: string; readonly madeBy?: string }

export interface ModelMessage { readonly role: 'user' | 'assistant'; readonly content: readonly ModelContent[] }
