import { request as requestPlain, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { AppError } from '../../../shared/errors.ts'
import type { HostAddress } from './resolve-host.ts'
import { bareHost, portOf } from './web-address.ts'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: OutgoingHttpHeaders
  /** Left out: none. */
  readonly body?: string
  /** Bytes of the answer's header. */
  readonly headerBytes: number
  readonly signal: AbortSignal
  /** The connection stands: from here on, something may have arrived there. */
  readonly onConnected?: () => void
}

/**
 * One request over a connection of its own, to nothing but the given addresses. A connection that is used twice may have been
 * closed by the other side in between, and then nobody knows whether a request was read.
 * @throws AppError `web.failed` when it is closed without an answer; the system's own errors as they are; the signal's reason
 */
export function sendRequest(url: URL, addresses: readonly HostAddress[], { method, headers, body, headerBytes, signal, onConnected }: OutgoingRequest): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method, hostname: bareHost(url), port: portOf(url), path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers }, lookup: lookupAmong(addresses), maxHeaderSize: headerBytes, agent: false, signal,
  }
  const request = url.protocol === 'https:' ? requestSecure(options) : requestPlain(options)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  if (onConnected !== undefined) request.once('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected))
  request.once('response', resolve)
  // Stays for the whole life of the connection: an error after the answer began is the body's to tell.
  request.on('error', reject)
  request.once('close', () => reject(new AppError('web.failed', `${url.host} closed the connection without an answer.`)))
  request.end(body)
  return promise
}

/** Answers every question of the connection with what was checked, so that the name is never looked up again. */
const lookupAmong = (addresses: readonly HostAddress[]): LookupFunction => (_host, { all }, done) => {
  const [first] = addresses
  if (all === true) done(null, addresses.map(({ address, family }) => ({ address, family })))
  else if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '')
  else done(null, first.address, first.family)
}
