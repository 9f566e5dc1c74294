import { spawnChild, type ChildEnd, type ReadyLaunch, type StdioChild } from './stdio-child.ts'
import type { EndingTimes } from './process-group.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerTransport } from './server-transport.ts'
import { createWholeResults, parseMessage } from './whole-results.ts'

/** The library takes a transport for stdio by the names of its members, and probes on the connection itself. */
export interface StdioTransport extends ServerTransport {
  readonly stderr: null
  readonly pid: number | null
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
  const over = Promise.withResolvers<void>()
  let strayLines = 0
  const results = createWholeResults()
  const readLine = (line: string): void => {
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === null) {
      strayLines += 1
      log.add('stdout', line)
      return
    }
    transport.onmessage?.(results.carry(message))
  }
  const transport: StdioTransport = {
    stderr: null,
    get pid() { return child?.pid ?? null },
    ended: () => ended,
    remarks: () => (strayLines === 0 ? [] : [`The server wrote ${strayLines} ${strayLines === 1 ? 'line that is' : 'lines that are'} not MCP.`]),
    start: async () => {
      child = await spawnChild({
        launch, onLine: readLine, onStderr: (line) => { log.add('stderr', line) },
        onEnd: (end) => {
          ended = end
          transport.onclose?.()
          over.resolve()
        },
        ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }), ...(endingTimes === undefined ? {} : { endingTimes }),
      })
      await onSpawned(child)
    },
    send: async (message) => {
      if (child === null) throw new Error('not started')
      results.noteSent(message)
      try {
        child.send(`${JSON.stringify(message)}\n`)
      } catch (error) {
        // How it ended says more than that nothing was sent, and is told in a moment.
        await Promise.race([over.promise, child.gone])
        throw error
      }
    },
    close: async () => { await child?.stop() },
  }
  return transport
}
