import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { parseJson } from '../../../shared/parse-json.ts'
import type { ServerLog } from './server-log.ts'
import { createWholeResults, toMessage } from './whole-results.ts'

/** Reads what a server sends over HTTP, and counts what isn't of the protocol. */
export interface MessageReader {
  readonly noteSent: (message: JSONRPCMessage) => void
  /** From the text of one event. Null: it isn't a message. */
  readonly read: (data: string) => JSONRPCMessage | null
  /** From JSON that was parsed. */
  readonly take: (value: unknown) => JSONRPCMessage | null
  readonly remarks: () => readonly string[]
}

const LONGEST_LOGGED = 500

export function createMessageReader(log: ServerLog): MessageReader {
  const results = createWholeResults()
  let stray = 0
  const take = (value: unknown): JSONRPCMessage | null => {
    const message = readMessage(value)
    if (message !== null) return results.carry(message)
    stray += 1
    log.add('note', `It sent something that is not MCP: ${JSON.stringify(value)?.slice(0, LONGEST_LOGGED) ?? ''}`)
    return null
  }
  return {
    noteSent: results.noteSent, take,
    read: (data) => take(parseData(data)),
    remarks: () => (stray === 0 ? [] : [`The server sent ${stray} ${stray === 1 ? 'message that is' : 'messages that are'} not MCP.`]),
  }
}

/** What isn't JSON stays the text that it is. */
export function parseData(data: string): unknown {
  const value = parseJson(data)
  return value === undefined ? data : value
}

function readMessage(value: unknown): JSONRPCMessage | null {
  try {
    return toMessage(value)
  } catch {
    return null
  }
}
