import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'

/* A server over HTTP under the test's control: how a call goes is the tool's name, how the rest goes is in `how`. No library, so that it can be as wrong as it likes. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
interface Message { readonly id?: number | string; readonly method?: string; readonly params?: { readonly [key: string]: Json | undefined } }

export interface Asked { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers']; readonly message: Message | null }

export interface HowItAnswers {
  era?: 'modern' | 'legacy'
  /** Whether it gives sessions out. */
  sessions?: boolean
  /** Whether it has a stream of its own to speak on. */
  stream?: boolean
  /** Of every tool's arguments. */
  schema?: Json
  /** Answers everything in place of it; false: it did not. */
  instead?: (asked: Asked, response: ServerResponse) => boolean
}

export interface HttpMcpServer {
  readonly url: string
  /** How often each tool's effect happened. */
  readonly effects: ReadonlyMap<string, number>
  readonly asked: readonly Asked[]
  readonly how: HowItAnswers
  /** Resolves with the next request that this holds for, those before included. */
  readonly whenAsked: (holds: (asked: Asked) => boolean) => Promise<Asked>
  readonly forgetSessions: () => void
  /** What it lists from now on; tells whoever listens, unless it is silent. */
  readonly list: (names: readonly string[], silent?: boolean) => void
  /** Resolves when whoever asked for this tool has closed the connection. */
  readonly hungUp: (tool: string) => Promise<void>
  /** Ends its own streams. */
  readonly cutStreams: () => void
  readonly openStreams: () => number
  /** Gone: connections are refused from here on. `again` brings it back at the same place. */
  readonly vanish: () => Promise<void>
  readonly again: () => Promise<void>
}

const text = (words: string): { [key: string]: Json } => ({ content: [{ type: 'text', text: words }] })
const HUGE = 17 * 1024 * 1024

export async function startHttpMcpServer(t: TestContext, how: HowItAnswers = {}): Promise<HttpMcpServer> {
  const effects = new Map<string, number>()
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  const hangUps = createHangUps()
  const sessions = new Set<string>()
  const streams = new Set<ServerResponse>()
  const kept = new Map<string, string>()
  let names: readonly string[] = ['echo', 'note', 'progress', 'never', 'never_ending', 'cut_once', 'cut_before', 'cut_after_headers', 'cut_mid_stream', 'cut_and_keep', 'empty_stream', 'accepted', 'garbage', 'bad_gateway', 'redirect', 'see_other', 'html', 'huge', 'huge_event', 'bomb', 'refused', 'too_many', 'twice']
  let given = 0
  const event = (message: Json, id = ''): string => `${id === '' ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`
  const json = (response: ServerResponse, message: Json, status = 200, headers: Record<string, string> = {}): void => { response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(message)) }
  const answer = (response: ServerResponse, id: Message['id'], result: { [key: string]: Json | undefined }): void => { json(response, { jsonrpc: '2.0', id, result: how.era === 'modern' ? { resultType: 'complete', ...result } : result }) }
  const stream = (response: ServerResponse): ServerResponse => response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })

  const call = (message: Message, { headers }: Asked, response: ServerResponse): void => {
    const { id, params = {} } = message
    const name = typeof params['name'] === 'string' ? params['name'] : ''
    const meta = params['_meta']
    const token = typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? meta['progressToken'] ?? null : null
    const result: Json = { jsonrpc: '2.0', id, result: { ...(how.era === 'modern' ? { resultType: 'complete' } : {}), content: [{ type: 'text', text: `done ${name}` }] } }
    effects.set(name, (effects.get(name) ?? 0) + 1)
    response.on('close', () => { hangUps.of(name).resolve() })
    switch (name) {
      case 'echo': return answer(response, id, text(JSON.stringify({ arguments: params['arguments'], meta, headers: { ...headers } })))
      case 'never': return
      case 'never_ending': {
        const timer = setInterval(() => { response.write(': still here\n\n') }, 20)
        response.on('close', () => { clearInterval(timer) })
        return void stream(response).write(': begun\n\n')
      }
      case 'cut_once': return effects.get(name) === 1 ? void response.destroy() : json(response, result)
      case 'cut_before': return void response.destroy()
      case 'cut_after_headers': return void response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"jsonrpc"', () => { response.destroy() })
      case 'cut_mid_stream': return void stream(response).write(event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: 1 } }), () => { response.destroy() })
      case 'cut_and_keep': {
        const key = `event-${(given += 1)}`
        kept.set(key, event(result, `${key}-b`))
        return void stream(response).write(`retry: 50\nid: ${key}\ndata:\n\n`, () => { response.destroy() })
      }
      case 'empty_stream': return void stream(response).end()
      case 'accepted': return void response.writeHead(202).end()
      case 'garbage': return void response.writeHead(200, { 'content-type': 'application/json' }).end('no JSON {')
      case 'bad_gateway': return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      case 'redirect': return void response.writeHead(307, { location: '/elsewhere?token=abc' }).end()
      case 'see_other': return void response.writeHead(303, { location: 'http://127.0.0.1:1/elsewhere' }).end()
      case 'html': return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>')
      case 'huge': return json(response, { jsonrpc: '2.0', id, result: text('x'.repeat(HUGE)) })
      case 'huge_event': return void stream(response).end(event({ jsonrpc: '2.0', id, result: text('x'.repeat(HUGE)) }))
      case 'bomb': return void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result: text('x'.repeat(HUGE)) })))
      case 'refused': return json(response, { jsonrpc: '2.0', id, error: { code: -32000, message: 'not for you' } }, 403)
      case 'too_many': return void response.writeHead(429).end()
      case 'twice': return void stream(response).write(event(result) + event(result))
      case 'progress': {
        stream(response)
        let step = 0
        const timer = setInterval(() => {
          step += 1
          if (step <= 3) return void response.write(event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: step, total: 3 } }).replaceAll('\n', step === 2 ? '\r' : '\r\n'))
          clearInterval(timer)
          response.end(event(result))
        }, 50)
        return
      }
      default: return json(response, result)
    }
  }

  const post = (one: Asked, response: ServerResponse): void => {
    const message = one.message ?? {}
    const { id, method } = message
    const session = one.headers['mcp-session-id']
    if (how.sessions === true && method !== 'initialize' && (typeof session !== 'string' || !sessions.has(session))) {
      if (method === 'server/discover') return json(response, { jsonrpc: '2.0', id, error: { code: -32000, message: 'Bad Request: Server not initialized' } }, 400)
      return json(response, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404)
    }
    if (id === undefined) return void response.writeHead(202).end()
    switch (method) {
      case 'server/discover':
        if (how.era === 'modern') return answer(response, id, { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } }, ttlMs: 0, cacheScope: 'private', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1' } } })
        return json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
      case 'initialize': {
        const key = `session-${(given += 1)}`
        if (how.sessions === true) sessions.add(key)
        return json(response, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'fake', version: '1' } } }, 200, how.sessions === true ? { 'mcp-session-id': key } : {})
      }
      case 'tools/list': return answer(response, id, { tools: names.map((name) => ({ name, description: `The tool ${name}.`, inputSchema: how.schema ?? { type: 'object', properties: {} }, annotations: { readOnlyHint: name === 'echo' } })) })
      case 'tools/call': return call(message, one, response)
      case 'subscriptions/listen':
        keep(response)
        return void response.write(event({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: { toolsListChanged: true }, _meta: { 'io.modelcontextprotocol/subscriptionId': String(id) } } }))
      default: return json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    }
  }
  const keep = (response: ServerResponse): void => {
    streams.add(stream(response))
    response.on('close', () => { streams.delete(response) })
    response.flushHeaders()
  }
  const get = ({ headers }: Asked, response: ServerResponse): void => {
    const last = headers['last-event-id']
    const more = typeof last === 'string' ? kept.get(last) : undefined
    if (more !== undefined) return void stream(response).end(more)
    if (how.stream !== true) return void response.writeHead(405).end()
    keep(response)
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => { pieces.push(piece) })
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8')
      const one: Asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, message: body === '' ? null : JSON.parse(body) }
      asked.push(one)
      for (const look of waiting) look()
      if (how.instead?.(one, response) === true) return
      if (one.method === 'POST') return post(one, response)
      if (one.method === 'GET') return get(one, response)
      sessions.delete(String(request.headers['mcp-session-id']))
      response.writeHead(200).end()
    })
  }
  let server = createServer(listener)
  const listen = (port: number): Promise<void> => new Promise((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  await listen(0)
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const vanish = (): Promise<void> => new Promise((resolve) => {
    server.close(() => { resolve() })
    server.closeAllConnections()
  })
  t.after(vanish)
  const tell = (): void => { for (const open of streams) open.write(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', ...(how.era === 'modern' ? { params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen:0' } } } : {}) })) }
  return {
    url: `http://127.0.0.1:${port}/mcp`, effects, asked, how,
    whenAsked: (holds) => new Promise((resolve) => {
      const look = (): void => {
        const found = asked.find(holds)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    }),
    hungUp: (tool) => hangUps.of(tool).promise,
    forgetSessions: () => { sessions.clear() },
    list: (next, silent = false) => {
      names = next
      if (!silent) tell()
    },
    cutStreams: () => { for (const open of streams) open.destroy() },
    openStreams: () => streams.size,
    vanish,
    again: async () => {
      server = createServer(listener)
      await listen(port)
    },
  }
}

/** One promise a tool, whoever asks first. */
function createHangUps(): { readonly of: (tool: string) => PromiseWithResolvers<void> } {
  const known = new Map<string, PromiseWithResolvers<void>>()
  return {
    of: (tool) => {
      const found = known.get(tool) ?? Promise.withResolvers<void>()
      known.set(tool, found)
      return found
    },
  }
}
