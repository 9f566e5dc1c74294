import { Agent as PlainAgent, request as requestPlain, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'

/** What a service sends back. */
export interface ServiceAnswer {
  readonly status: number
  /** Of a header that is there several times, all values, as HTTP joins them. */
  readonly header: (name: string) => string | null
  readonly pieces: AsyncIterable<Uint8Array>
  /** Nothing more of it is read: its connection is kept for the next request if the rest of it is little and comes soon. */
  readonly letGo: () => void
}

export interface ServiceRequest { readonly headers: Readonly<Record<string, string>>; readonly body: readonly (Buffer | string)[]; readonly signal: AbortSignal }

/** Posts once, to that address and no other: redirects aren't followed, so neither chat nor key goes to a host that nobody chose. */
export type SendToService = (url: string, request: ServiceRequest) => Promise<ServiceAnswer>

const API_VERSION = '2023-06-01'
/** As long as somebody waits for a connection to a host that doesn't answer. */
const CONNECT_MS = 10_000
/** An idle connection is closed after this long, before most services do it, so that no request meets one that is just closing. */
const IDLE_MS = 4000
const REST_MS = 1000
const REST_BYTES = 64 * 1024

/** The headers of a request: these and no others. */
export const headersOf = (profile: AnthropicProfile, key: string | null): Readonly<Record<string, string>> => ({
  accept: 'text/event-stream', 'content-type': 'application/json', 'anthropic-version': API_VERSION, 'user-agent': 'Gatehouse',
  ...(key === null ? {} : { [profile.keyHeader]: profile.keyHeader === 'authorization' ? `Bearer ${key}` : key }),
})

/** Over connections that stay open between requests. */
export function createServiceSender(): SendToService {
  const plain = new PlainAgent({ keepAlive: true, timeout: IDLE_MS })
  const secure = new SecureAgent({ keepAlive: true, timeout: IDLE_MS })
  /** A service stays where it is, and taking its address apart takes as long as many other things that a request needs. */
  let target: { readonly url: string; readonly options: RequestOptions } = { url: '', options: {} }
  return (url, { headers, body, signal }) => new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const isSecure = url.startsWith('https:')
    if (target.url !== url) target = { url, options: urlToHttpOptions(new URL(url)) }
    const options = { ...target.options, method: 'POST', agent: isSecure ? secure : plain, headers: { ...headers, 'content-length': body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0) } }
    const request = isSecure ? requestSecure(options) : requestPlain(options)
    // An error given to an answer that has come whole, but isn't read yet, would find nobody who listens.
    let stop = (): void => { request.destroy(new Error('the request was stopped')) }
    const abort = (): void => { stop() }
    signal.addEventListener('abort', abort, { once: true })
    request.once('close', () => { signal.removeEventListener('abort', abort) })
    request.once('response', (response) => {
      stop = () => { response.destroy() }
      resolve(toAnswer(response))
    })
    // Stays for the whole life of the connection: an error after the answer began is the body's to tell.
    request.on('error', reject)
    limitConnecting(request)
    for (const piece of body) request.write(piece)
    request.end()
  })
}

function limitConnecting(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => { request.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })) }, CONNECT_MS)
    const callOff = (): void => { clearTimeout(timer) }
    socket.once('connect', callOff)
    socket.once('close', callOff)
  })
}

function toAnswer(response: IncomingMessage): ServiceAnswer {
  // Whoever reads is told by what they read; whoever stopped isn't told what becomes of the rest.
  response.on('error', () => undefined)
  return { status: response.statusCode ?? 0, header: (name) => headerIn(response.rawHeaders, name), pieces: response.iterator({ destroyOnReturn: false }), letGo: () => { letGo(response) } }
}

/** @param raw names and values in turn @param name in lower case */
function headerIn(raw: readonly string[], name: string): string | null {
  const values = raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name)
  return values.length === 0 ? null : values.join(', ')
}

function letGo(response: IncomingMessage): void {
  if (response.complete) {
    response.resume()
    return
  }
  const timer = setTimeout(() => { response.destroy() }, REST_MS)
  timer.unref()
  let rest = 0
  response.once('close', () => { clearTimeout(timer) })
  response.on('data', (piece: Uint8Array) => {
    rest += piece.byteLength
    if (rest > REST_BYTES) response.destroy()
  })
  response.resume()
}
