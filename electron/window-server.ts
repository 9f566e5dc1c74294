import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Caller } from '../shared/contract.ts'
import { LONGEST_FRAME_TAKEN } from '../shared/frame-text.ts'
import type { Transport } from '../shared/rpc.ts'
import { HandoverRequest } from './handover.ts'
import { readBody } from './read-body.ts'
import { addressOf, cookieName, pathOf, readCookies, refuseRequest } from './request-rules.ts'
import { securityHeaders } from './security-headers.ts'
import { isSameSecret, SESSION_SECONDS, type SessionTokens } from './session-tokens.ts'
import type { StaticFile } from './static-files.ts'
import { createWebSocketTransport } from './web-socket-transport.ts'

export const SOCKET_PATH = '/socket'
const GOODBYE_MS = 500

const SessionRequest = z.strictObject({ token: z.string().max(100) })

export interface WindowServerOptions {
  readonly port: number
  readonly files: ReadonlyMap<string, StaticFile>
  readonly tokens: SessionTokens
  readonly handoverSecret: string
  /** The address of one new window. */
  readonly issueAddress: () => string
  readonly serve: (transport: Transport, caller: Caller) => void
}

/**
 * Serves the window's files, exchanges tokens for sessions, and gives each window that has one its transport.
 * `server` listens already.
 * @returns closes every connection
 */
export function serveWindows(server: Server, options: WindowServerOptions): () => Promise<void> {
  const address = addressOf(options.port)
  const headers = securityHeaders(options.port)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME_TAKEN, perMessageDeflate: false })

  const send = (response: ServerResponse, status: number, body: string | Buffer, extra: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...extra, 'Content-Length': Buffer.byteLength(body) })
    response.end(response.req.method === 'HEAD' ? undefined : body)
  }
  const callerOf = (request: IncomingMessage): Caller | null => {
    const found = readCookies(request, cookieName(options.port)).map((session) => options.tokens.find(session))
    const clientId = found.find((name) => name !== null)
    return clientId === undefined || clientId === null ? null : { clientId }
  }

  const openSession = (response: ServerResponse, token: string): void => {
    const exchange = options.tokens.exchange(token)
    switch (exchange.status) {
      case 'opened': {
        const cookie = `${cookieName(options.port)}=${exchange.session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_SECONDS}`
        response.writeHead(204, { ...headers, 'Cache-Control': 'no-store', 'Set-Cookie': cookie })
        response.end()
        return
      }
      case 'refused': return send(response, 401, 'This key was used before, or is too old. Start Gatehouse again for a new one.')
      case 'limited': return send(response, 429, 'Too many wrong keys. Wait a minute.', { 'Retry-After': String(exchange.waitSeconds) })
    }
  }
  const post = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (pathOf(request)) {
      case '/session': {
        const body = await readBody(request, SessionRequest)
        return body.status === 'read' ? openSession(response, body.value.token) : send(response, body.code, body.sentence, { Connection: 'close' })
      }
      case '/handover': {
        const body = await readBody(request, HandoverRequest)
        if (body.status === 'refused') return send(response, body.code, body.sentence, { Connection: 'close' })
        if (!isSameSecret(body.value.secret, options.handoverSecret)) return send(response, 401, 'This is another Gatehouse.')
        return send(response, 200, JSON.stringify({ url: options.issueAddress() }), { 'Content-Type': 'application/json; charset=utf-8' })
      }
      default: return send(response, 405, 'Nothing can be posted here.', { Allow: 'GET, HEAD', Connection: 'close' })
    }
  }
  const get = (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request)
    if (path === '/session') {
      if (callerOf(request) === null) return send(response, 401, 'This window has no key.')
      response.writeHead(204, { ...headers, 'Cache-Control': 'no-store' })
      response.end()
      return
    }
    const file = options.files.get(path)
    if (file === undefined) return send(response, 404, NOT_FOUND_PAGE, { 'Content-Type': 'text/html; charset=utf-8' })
    send(response, 200, file.body, file.headers)
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseRequest(request, address, request.method === 'POST')
    if (refusal !== null) return send(response, refusal.status, refusal.sentence, { ...refusal.headers, Connection: 'close' })
    if (request.method !== 'POST') return get(request, response)
    // Reading a body only fails when the one who sends it has gone.
    post(request, response).catch(() => response.destroy())
  }

  const refuseSocket = (socket: Duplex, status: number): void => {
    const lines = Object.entries({ ...headers, 'Cache-Control': 'no-store', Connection: 'close', 'Content-Length': '0' }).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`)
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // The other side may go at any moment; there is nobody left to tell then.
    socket.on('error', () => socket.destroy())
    const refusal = refuseRequest(request, address, true)
    if (refusal !== null) return refuseSocket(socket, refusal.status)
    if (pathOf(request) !== SOCKET_PATH) return refuseSocket(socket, 404)
    const caller = callerOf(request)
    if (caller === null) return refuseSocket(socket, 401)
    sockets.handleUpgrade(request, socket, head, (webSocket) => options.serve(createWebSocketTransport(webSocket), caller))
  }

  sockets.on('wsClientError', (_error, socket) => refuseSocket(socket, 400))
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('upgrade', upgrade)
  server.on('clientError', (_error, socket) => refuseSocket(socket, 400))

  return async () => {
    const closed = new Promise<void>((resolve) => { server.close(() => resolve()) })
    for (const socket of sockets.clients) socket.close(1001)
    server.closeIdleConnections()
    const hurry = setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
    }, GOODBYE_MS)
    await closed
    clearTimeout(hurry)
  }
}

const NOT_FOUND_PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><h1>There is nothing at this address</h1><p><a href="/">Open Gatehouse</a></p></html>\n'
