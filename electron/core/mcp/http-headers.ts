import type { OutgoingHttpHeaders } from 'node:http'
import { PROTOCOL_VERSION_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { isJsonObject } from '../../../shared/json.ts'

export interface ConnectionHeaders {
  /** Null: none, or not any more. */
  readonly session: string | null
  /** Null: not agreed on yet. */
  readonly version: string | null
}

export const sessionHeaders = ({ session, version }: ConnectionHeaders): OutgoingHttpHeaders =>
  ({ ...(session === null ? {} : { 'Mcp-Session-Id': session }), ...(version === null ? {} : { 'MCP-Protocol-Version': version }) })

/** What goes with a message: of the later revision, what its header has to say is taken from its body. */
export function messageHeaders(message: JSONRPCMessage, connection: ConnectionHeaders, more: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  const isHandshake = 'method' in message && message.method === 'initialize'
  return {
    ...(isEnveloped(message) ? parametersIn(more) : {}), ...(isHandshake ? {} : sessionHeaders(connection)), ...bodyHeaders(message),
    'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream',
  }
}

/** Whether a message is one of the later revision. */
export const isEnveloped = (message: JSONRPCMessage): boolean => versionOf(message) !== null

function versionOf(message: JSONRPCMessage): string | null {
  const version = 'method' in message && 'id' in message && isJsonObject(message.params?._meta) ? message.params._meta[PROTOCOL_VERSION_META_KEY] : undefined
  return typeof version === 'string' ? version : null
}

function bodyHeaders(message: JSONRPCMessage): OutgoingHttpHeaders {
  const version = versionOf(message)
  if (version === null || !('method' in message)) return {}
  const name = message.params?.[message.method === 'resources/read' ? 'uri' : 'name']
  return { 'MCP-Protocol-Version': version, 'Mcp-Method': message.method, ...(typeof name === 'string' && NAMED.has(message.method) ? { 'Mcp-Name': encodeValue(name) } : {}) }
}

const NAMED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** Others are the connection's own. */
const parametersIn = (more: Readonly<Record<string, string>>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(more).flatMap(([name, value]) => (/^mcp-param-/i.test(name) ? [[name, encodeValue(value)]] : [])))

/** What no header can hold as it is goes as the protocol’s own form of Base64. */
const encodeValue = (value: string): string =>
  (value !== '' && /^[\t\x20-\x7e]*$/.test(value) && value === value.trim() && !(value.startsWith('=?base64?') && value.endsWith('?=')) ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`)
