import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { callTool, eventsOf, type AnswerBlock } from '../../fakes/messages-endpoint-answer.ts'

/** As much of a request as the answer depends on; contenders send it in their own ways. */
const Block = z.looseObject({ type: z.string(), content: z.unknown().optional() })
const Sent = z.object({
  model: z.string(),
  stream: z.literal(true),
  tools: z.array(z.object({ name: z.string() })),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })).min(1),
})

/** What went over the wire in one turn, seen from outside: every contender has to have done the same. */
export interface Work { requests: number; echoes: number; bytes: number }

export interface TurnEndpoint {
  readonly url: string
  /** Since the last time it was asked. */
  readonly takeWork: () => Work
  readonly close: () => Promise<void>
}

/** Answers at once: so many calls of `echo`, one after another, then a sentence. */
export async function startTurnEndpoint(calls: number): Promise<TurnEndpoint> {
  let work: Work = { requests: 0, echoes: 0, bytes: 0 }
  let serial = 0
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const { messages, tools, model } = Sent.parse(JSON.parse(text))
      const results = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool_result')))
      const echo = tools.find(({ name }) => name.endsWith('echo'))
      if (echo === undefined) throw new Error(`echo is not offered, only ${tools.map(({ name }) => name).join(' ')}`)
      work.requests += 1
      work.bytes += text.length
      work.echoes = Math.max(work.echoes, results.filter((result) => JSON.stringify(result).includes('Echo: ')).length)
      serial += 1
      const blocks: readonly AnswerBlock[] = results.length >= calls
        ? [{ type: 'text', text: 'That was the last one.' }]
        : [{ type: 'text', text: 'One more of them.' }, callTool(echo.name, JSON.stringify({ message: `number ${results.length + 1}` }))]
      const events = eventsOf({ kind: 'message', blocks, pieceLength: 8 }, model, serial)
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
      response.end(events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
    }).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: error instanceof Error ? error.message : 'unreadable' } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    takeWork: () => {
      const taken = work
      work = { requests: 0, echoes: 0, bytes: 0 }
      return taken
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
