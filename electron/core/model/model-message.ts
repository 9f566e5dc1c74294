import type { CallId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'

export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-use'; readonly callId: CallId; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'tool-result'; readonly callId: CallId; readonly content: string; readonly isError: boolean }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted-thinking'; readonly data: string }

export interface ModelMessage { readonly role: 'user' | 'assistant'; readonly content: readonly ModelContent[] }
