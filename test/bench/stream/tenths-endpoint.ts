import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface TenthsEndpoint {
  readonly url: string
  /** Resolves when the window has sent a message and its answer has begun. */
  readonly asked: () => Promise<void>
  /** Sends the next tenth of the answer, piece after piece; resolves when the last of them has left. */
  readonly sendTenth: (pieces: readonly string[]) => Promise<void>
  /** Says that the answer is whole. */
  readonly finish: () => void
  readonly close: () => Promise<void>
}

/** Between two pieces: faster than a display draws, slower than they could be sent, as a quick model's pieces come. */
const BETWEEN_MS = 5

/** A model whose answer comes in ten parts, each when it is told to. */
export async function startTenthsEndpoint(): Promise<TenthsEndpoint> {
  let response: ServerResponse | null = null
  let onAsked: () => void = () => undefined
  const server = createServer((request, answering) => {
    request.resume()
    request.on('end', () => {
      answering.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
      response = answering
      send('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'bench', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 10, output_tokens: 1 } } })
      send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
      onAsked()
    })
  })
  const send = (type: string, data: object): void => { response?.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`) }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => new Promise((resolve) => { onAsked = resolve }),
    sendTenth: async (pieces) => {
      for (const text of pieces) {
        send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
        await wait(BETWEEN_MS)
      }
    },
    finish: () => {
      send('content_block_stop', { index: 0 })
      send('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 50_000 } })
      send('message_stop', {})
      response?.end()
      response = null
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
