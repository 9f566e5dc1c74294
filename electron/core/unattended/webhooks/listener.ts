import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../../../shared/errors.ts'
import { LEAST_SECRET_LENGTH, type RefusalReason } from '../../../../shared/webhook.ts'
import { isFresh, isSigned, keyLength, readHead, type DeliveryHead } from './check-delivery.ts'
import type { Hook } from './hook-store.ts'
import type { Received } from './receive.ts'

export interface ListenerPorts {
  readonly now: () => number
  /** One that is on; null: nothing listens there. */
  readonly findHook: (path: string) => Hook | null
  /** Null: it has none, or it can't be had now. */
  readonly secretOf: (hook: Hook) => Promise<string | null>
  /** What was turned away, and why; null: nothing is at that address. */
  readonly refused: (hook: Hook | null, reason: RefusalReason) => void
  readonly receive: (hook: Hook, head: DeliveryHead, body: Buffer) => Promise<Received> | Received
}

export interface ListenerLimits { readonly bodyBytes: number; readonly headMs: number; readonly requestMs: number; readonly connections: number }
export const LISTENER_LIMITS: ListenerLimits = { bodyBytes: 64 * 1024, headMs: 5000, requestMs: 10_000, connections: 32 }

const FIRST_PORT = 7440
const LAST_PORT = 7459
const CHECK_MS = 500

/** What other programs on this machine, or a tunnel of the person's, may reach: 127.0.0.1 and nothing else. */
export interface Listener { readonly port: number; readonly close: () => Promise<void> }

/** @param wanted the port it had last @throws AppError `shell.no-port` */
export async function openListener(ports: ListenerPorts, wanted: number | null, limits = LISTENER_LIMITS): Promise<Listener> {
  const server = createServer({ maxHeaderSize: 8192, headersTimeout: limits.headMs, requestTimeout: limits.requestMs, keepAliveTimeout: 1000, connectionsCheckingInterval: CHECK_MS, requireHostHeader: false }, (request, response) => {
    answer(ports, limits, request, response).catch(() => { response.destroy() })
  })
  server.maxConnections = limits.connections
  server.on('clientError', (_error, socket) => { socket.destroy() })
  const port = await listen(server, wanted)
  return {
    port,
    close: () => new Promise((resolve) => {
      server.close(() => { resolve() })
      server.closeAllConnections()
    }),
  }
}

async function listen(server: Server, wanted: number | null): Promise<number> {
  const usual = Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
  for (const port of [...(wanted === null ? [] : [wanted]), ...usual, 0]) if (await tryPort(server, port)) return boundPort(server)
  throw new AppError('shell.no-port', 'There is no free port on 127.0.0.1 for webhooks.', { kept: 'Your webhooks are as they were.', advice: 'Close programs that serve on this machine, then switch webhooks on again.' })
}

const tryPort = (server: Server, port: number): Promise<boolean> => new Promise((resolve) => {
  // Its own listeners stay: by one of them a server begins to watch the time of its connections.
  const settle = (isBound: boolean): void => {
    server.off('error', fail).off('listening', succeed)
    resolve(isBound)
  }
  const fail = (): void => { settle(false) }
  const succeed = (): void => { settle(true) }
  server.once('error', fail).once('listening', succeed)
  server.listen({ host: '127.0.0.1', port, exclusive: true })
})

function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server is not bound to a port')
  return address.port
}

interface Reply { readonly code: number; readonly status: string }
/** One answer for all that isn't signed as it should be: it says nothing of what there is. */
const REFUSED: Reply = { code: 401, status: 'refused' }
const TOO_LARGE: Reply = { code: 413, status: 'too large' }
const REPLIES: Readonly<Record<RefusalReason, Reply>> = {
  'no-such-address': REFUSED, unsigned: REFUSED, stale: REFUSED, forged: REFUSED, 'no-secret': REFUSED,
  'not-post': { code: 405, status: 'POST only' }, 'too-large': TOO_LARGE, 'cut-off': TOO_LARGE, compressed: { code: 415, status: 'no compression' },
  'already-seen': { code: 200, status: 'already seen' }, 'other-body': { code: 409, status: 'another body came under this id' }, 'too-many': { code: 429, status: 'too many' },
  'not-now': { code: 503, status: 'not now' }, paused: { code: 503, status: 'not now' },
}
const ACCEPTED: Reply = { code: 202, status: 'accepted' }

async function answer(ports: ListenerPorts, limits: ListenerLimits, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hook = ports.findHook((request.url ?? '').split('?')[0] ?? '')
  const outcome = await judge(ports, limits, request, hook)
  if (outcome !== 'accepted') ports.refused(hook, outcome)
  const reply = outcome === 'accepted' ? ACCEPTED : REPLIES[outcome]
  if (response.destroyed) return
  const body = JSON.stringify({ status: reply.status })
  // Whoever was refused may still be sending.
  response.writeHead(reply.code, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store', ...(reply.code === 429 ? { 'Retry-After': '600' } : {}), ...(reply.code >= 400 ? { Connection: 'close' } : {}) })
  response.end(body)
}

/** What is cheap to find out first; nothing of a body is looked into before it is known whose it is. */
async function judge(ports: ListenerPorts, { bodyBytes }: ListenerLimits, request: IncomingMessage, hook: Hook | null): Promise<Received> {
  if (request.method !== 'POST') return 'not-post'
  if (hook === null) return 'no-such-address'
  const head = readHead(request.headers)
  if (head === null) return 'unsigned'
  if (!isFresh(head, ports.now())) return 'stale'
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return 'too-large'
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return 'compressed'
  const body = await readBody(request, bodyBytes)
  if (typeof body === 'string') return body
  const secret = await ports.secretOf(hook)
  if (secret === null || keyLength(secret) < LEAST_SECRET_LENGTH) return 'no-secret'
  if (!isSigned(head, body, secret)) return 'forged'
  // It may have been switched off, or have grown stale, while its body and its secret were read.
  if (ports.findHook(hook.path) === null) return 'no-such-address'
  if (!isFresh(head, ports.now())) return 'stale'
  return take(ports, hook, head, body)
}

async function take(ports: ListenerPorts, hook: Hook, head: DeliveryHead, body: Buffer): Promise<Received> {
  try {
    return await ports.receive(hook, head, body)
  } catch (error) {
    if (error instanceof AppError) return 'not-now'
    throw error
  }
}

/** A reason: more came than is taken, or the sender went away in the middle, or was too slow. */
async function readBody(request: IncomingMessage, most: number): Promise<Buffer | 'too-large' | 'cut-off'> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of request) {
      if (!(piece instanceof Uint8Array)) return 'cut-off'
      length += piece.length
      if (length > most) return 'too-large'
      pieces.push(piece)
    }
  } catch {
    return 'cut-off'
  }
  return Buffer.concat(pieces)
}
