import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseJson } from '../../shared/parse-json.ts'
import { eventsOf, say, type Answer, type MessageAnswer, type StreamEvent } from './messages-endpoint-answer.ts'
import { SentBody } from './messages-endpoint-body.ts'
import { judgeRequest } from './messages-endpoint-rules.ts'
import type { Given } from './messages-endpoint-thinking.ts'

export interface EndpointRequest { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string; /** Null where it was no request of the API. */ readonly body: SentBody | null; /** What the strict mode refused it for. */ readonly problem: string | null }

export interface EndpointOptions {
  /** One after another, or made for the request; when they have run out, it says "Done.". */
  readonly answers?: readonly Answer[] | ((body: SentBody, index: number) => Answer)
  /** Refuses by M1 to M7 and M9. On when left out. */
  readonly strict?: boolean
  /** The key that is let in; anything goes when left out. */
  readonly key?: string
  /** The models there are; any, when left out. */
  readonly models?: readonly string[]
  /** On when left out. */
  readonly bindsThinkingToPrefix?: boolean
  readonly thinkingMayBeMissing?: boolean
  /** Tokens that request and answer have to fit in, four characters of the request to one. Any, when left out. */
  readonly window?: number
}

export interface MessagesEndpoint {
  readonly url: string
  readonly requests: readonly EndpointRequest[]
  /** Resolves when so many requests have come in. */
  readonly received: (count: number) => Promise<void>
  /** Resolves when so many connections were let go by the client before their answer was whole. */
  readonly abandoned: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A real HTTP server on 127.0.0.1 with the shape of the Messages API and scripted answers. */
export async function startMessagesEndpoint(options: EndpointOptions = {}): Promise<MessagesEndpoint> {
  const requests: EndpointRequest[] = []
  const given: Given[] = []
  const received = createCounter()
  const abandoned = createCounter()
  let answered = 0

  const server = createServer((request, response) => {
    response.on('close', () => { if (!response.writableFinished) abandoned.add() })
    response.on('error', () => undefined)
    void handle(request, response)
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request)
    const sent = parseJson(text)
    const parsed = SentBody.safeParse(sent)
    const judged = options.strict === false ? null : judgeRequest(sent, { given, bindsToPrefix: options.bindsThinkingToPrefix ?? true, mayBeMissing: options.thinkingMayBeMissing ?? false })
    const problem = judged === null || judged.ok ? null : judged.problem
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, text, body: parsed.success ? parsed.data : null, problem })
    received.add()
    const refusal = refusalOf(request, parsed.success ? parsed.data : null, problem, options)
    if (refusal !== null || !parsed.success) return giveAnswer(response, refusal ?? { kind: 'status', status: 400 }, '', 0)
    const index = answered
    answered += 1
    const answer = typeof options.answers === 'function' ? options.answers(parsed.data, index) : options.answers?.[index] ?? say('Done.')
    if (answer.kind === 'message') given.push({ model: parsed.data.model, body: parsed.data, blocks: answer.blocks })
    const counted = options.window === undefined || answer.kind !== 'message' || answer.usage !== undefined ? answer : { ...answer, usage: { input: tokensOf(parsed.data), output: Math.ceil(JSON.stringify(answer.blocks).length / 4) } }
    await giveAnswer(response, counted, parsed.data.model, index)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`, requests, received: received.reached, abandoned: abandoned.reached,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refusalOf(request: IncomingMessage, body: SentBody | null, problem: string | null, options: EndpointOptions): Answer | null {
  const refuse = (status: number, type: string, message: string): Answer => ({ kind: 'status', status, type, message })
  if (request.method !== 'POST' || request.url !== '/v1/messages') return refuse(404, 'not_found_error', 'Not Found')
  if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}` && request.headers['x-api-key'] !== options.key) return refuse(401, 'authentication_error', `invalid key ${request.headers.authorization ?? ''}`)
  if (problem !== null) return refuse(400, 'invalid_request_error', problem)
  if (body !== null && options.models !== undefined && !options.models.includes(body.model)) return refuse(404, 'not_found_error', `model: ${body.model}`)
  if (body !== null && options.window !== undefined && tokensOf(body) + body.max_tokens > options.window) return refuse(400, 'invalid_request_error', `prompt is too long: ${tokensOf(body)} tokens and ${body.max_tokens} for the answer > ${options.window} maximum`)
  return null
}

/** What the fake counts a request as. */
export const tokensOf = ({ system, tools, messages }: SentBody): number => Math.ceil(JSON.stringify({ system, tools, messages }).length / 4)

async function giveAnswer(response: ServerResponse, answer: Answer, model: string, serial: number): Promise<void> {
  switch (answer.kind) {
    case 'status':
      response.writeHead(answer.status, { 'content-type': answer.text === undefined ? 'application/json' : 'text/plain', ...answer.headers })
      response.end(answer.text ?? JSON.stringify({ type: 'error', error: { type: answer.type ?? 'api_error', message: answer.message ?? 'it failed' } }))
      return
    case 'html':
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<!doctype html><title>Welcome</title><h1>It works</h1>')
      return
    case 'drop': response.destroy(); return
    case 'drop-after-headers':
      startStream(response)
      response.destroy()
      return
    case 'hang': return
    case 'stream':
      startStream(response)
      response.end(answer.text)
      return
    case 'message': await giveMessage(response, answer, model, serial)
  }
}

async function giveMessage(response: ServerResponse, answer: MessageAnswer, model: string, serial: number): Promise<void> {
  startStream(response)
  const { trouble, slowMs = 0, chunkBytes } = answer
  for (const [index, event] of eventsOf(answer, model, serial).entries()) {
    if (trouble?.after === index) {
      await makeTrouble(response, trouble.how, event)
      return
    }
    if (slowMs > 0) await wait(slowMs)
    await writeBytes(response, Buffer.from(lineOf(event)), chunkBytes)
  }
  response.end()
}

async function makeTrouble(response: ServerResponse, how: NonNullable<MessageAnswer['trouble']>['how'], event: StreamEvent): Promise<void> {
  // What was written before has to be on its way, or a drop would take it along.
  await new Promise<void>((resolve) => { response.write(': so far\n', () => { resolve() }) })
  if (typeof how !== 'string') response.end(lineOf({ event: 'error', data: { type: 'error', error: { type: how.error, message: how.message ?? 'it went wrong' } } }))
  else if (how === 'drop') response.destroy()
  else if (how === 'end') response.end()
  else if (how === 'garbage') response.end('event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n')
  else if (how === 'half-line') response.end(lineOf(event).slice(0, -12))
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
}

async function writeBytes(response: ServerResponse, bytes: Buffer, chunkBytes = bytes.length): Promise<void> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    await new Promise<void>((resolve) => { response.write(bytes.subarray(at, at + chunkBytes), () => { resolve() }) })
  }
}

const lineOf = ({ event, data }: StreamEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function createCounter(): { readonly add: () => void; readonly reached: (count: number) => Promise<void> } {
  let count = 0
  let waiting: { readonly at: number; readonly resolve: () => void }[] = []
  return {
    add: () => {
      count += 1
      for (const { at, resolve } of waiting) if (count >= at) resolve()
      waiting = waiting.filter(({ at }) => count < at)
    },
    reached: (at) => (count >= at ? Promise.resolve() : new Promise((resolve) => { waiting.push({ at, resolve }) })),
  }
}
