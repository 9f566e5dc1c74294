import { parseJSONRPCMessage, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'

/** Where a result is kept, whole and as the server sent it, when it passes through the library. */
export const WHOLE_RESULT = 'gatehouse/whole-result'
/** Checked by our own reading of them, tool by tool and part by part, so that one odd entry costs only itself. */
const CARRIED: ReadonlySet<string> = new Set(['tools/list', 'tools/call'])

type ResultMessage = Extract<JSONRPCMessage, { readonly result: unknown }>

/** Lets results of some requests past the library's own checks. */
export interface WholeResults {
  readonly noteSent: (message: JSONRPCMessage) => void
  /** What the library gets in place of what came. */
  readonly carry: (message: JSONRPCMessage) => JSONRPCMessage
}

export function createWholeResults(): WholeResults {
  const carried = new Set<RequestId>()
  return {
    noteSent: (message) => { if ('method' in message && 'id' in message && CARRIED.has(message.method)) carried.add(message.id) },
    carry: (message) => ('result' in message && carried.delete(message.id) ? carryWhole(message) : message),
  }
}

/** The shape that both eras of the library accept, with what was really sent inside. A request for input is left as it is. */
function carryWhole({ id, result }: ResultMessage): JSONRPCMessage {
  if (result['resultType'] === 'input_required') return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', tools: [], content: [], ttlMs: 0, cacheScope: 'private', _meta: { [WHOLE_RESULT]: result } } }
}

/** Null for anything that isn't a message: banners, dumps, and JSON of another kind. */
export function parseMessage(text: string): JSONRPCMessage | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    return toMessage(JSON.parse(text))
  } catch {
    return null
  }
}

/** @throws what the library throws for an object that only looks like a message */
export const toMessage = (value: unknown): JSONRPCMessage | null => (isJsonObject(value) && value['jsonrpc'] === '2.0' ? readResponse(value) ?? parseJSONRPCMessage(value) : null)

/** The answer to a request, which is what nearly every message is: the library looks at it again. Null: something else. */
function readResponse({ id, result, ...rest }: JsonObject): ResultMessage | null {
  if ((typeof id !== 'string' && (typeof id !== 'number' || !Number.isSafeInteger(id))) || !isJsonObject(result) || Object.keys(rest).length !== 1) return null
  return { jsonrpc: '2.0', id, result }
}
