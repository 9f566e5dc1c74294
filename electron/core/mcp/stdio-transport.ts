import { parseJSONRPCMessage, type JSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/client'
import { isJsonObject } from '../../../shared/json.ts'
import { spawnChild, type ChildEnd, type ReadyLaunch, type StdioChild } from './stdio-child.ts'
import type { EndingTimes } from './process-group.ts'
import type { ServerLog } from './server-log.ts'

/** Where a result is kept, whole and as the server sent it, when it passes through the library. */
export const WHOLE_RESULT = 'gatehouse/whole-result'
/** Checked by our own reading of them, tool by tool and part by part, so that one odd entry costs only itself. */
const CARRIED: ReadonlySet<string> = new Set(['tools/list', 'tools/call'])

type ResultMessage = Extract<JSONRPCMessage, { readonly result: unknown }>

/** The library takes a transport for stdio by the names of its members, and probes on the connection itself. */
export interface StdioTransport extends Transport {
  readonly stderr: null
  readonly pid: number | null
  /** Null while it runs or before it was started. */
  readonly ended: () => ChildEnd | null
  /** Lines on stdout that were no messages of the protocol. */
  readonly strayLines: () => number
}

export interface StdioTransportOptions {
  readonly launch: ReadyLaunch
  readonly log: ServerLog
  /** Called as soon as the process exists; the process is ended if this fails. */
  readonly onSpawned: (child: StdioChild) => Promise<void>
  readonly maxMessageBytes?: number
  readonly endingTimes?: EndingTimes
}

/** One process, started by `start`. `close` resolves when its whole group is gone. */
export function createStdioTransport({ launch, log, onSpawned, maxMessageBytes, endingTimes }: StdioTransportOptions): StdioTransport {
  let child: StdioChild | null = null
  let ended: ChildEnd | null = null
  let strayLines = 0
  const carried = new Set<RequestId>()
  const readLine = (line: string): void => {
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === null) {
      strayLines += 1
      log.add('stdout', line)
      return
    }
    transport.onmessage?.('result' in message && carried.delete(message.id) ? carryWhole(message) : message)
  }
  const transport: StdioTransport = {
    stderr: null,
    get pid() { return child?.pid ?? null },
    ended: () => ended,
    strayLines: () => strayLines,
    start: async () => {
      child = await spawnChild({
        launch, onLine: readLine, onStderr: (line) => { log.add('stderr', line) },
        onEnd: (end) => {
          ended = end
          transport.onclose?.()
        },
        ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }), ...(endingTimes === undefined ? {} : { endingTimes }),
      })
      await onSpawned(child)
    },
    send: async (message) => {
      if (child === null) throw new Error('not started')
      if ('method' in message && 'id' in message && CARRIED.has(message.method)) carried.add(message.id)
      child.send(`${JSON.stringify(message)}\n`)
    },
    close: async () => { await child?.stop() },
  }
  return transport
}

/** Null for anything that isn't a message: banners, dumps, and JSON of another kind. */
function parseMessage(line: string): JSONRPCMessage | null {
  if (!line.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) && value['jsonrpc'] === '2.0' ? parseJSONRPCMessage(value) : null
  } catch {
    return null
  }
}

/** The shape that both eras of the library accept, with what was really sent inside. A request for input is left as it is. */
function carryWhole({ id, result }: ResultMessage): JSONRPCMessage {
  if (result['resultType'] === 'input_required') return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', tools: [], content: [], ttlMs: 0, cacheScope: 'private', _meta: { [WHOLE_RESULT]: result } } }
}
