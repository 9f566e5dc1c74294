import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../shared/errors.ts'
import { asFetchError } from '../http/fetch-error.ts'
import { decoderOf } from '../http/read-body.ts'
import { resolveChecked, type ResolveHost } from '../http/resolve-host.ts'
import { sendRequest, type OutgoingRequest } from '../http/send-request.ts'
import { orAborted } from '../or-aborted.ts'
import { isListedHost } from '../http/web-address.ts'
import { createEventStream, type EventStreamOptions } from './event-stream.ts'
import type { ReadyEndpoint } from './ready-endpoint.ts'
import { placeOf } from './server-address.ts'

/** How names are looked up, and which of them may lead to a private network although they don't look like it. */
export interface ServerNetwork {
  readonly resolve: ResolveHost
  /** As the person typed them in Settings: `host` or `host:port`. */
  readonly privateHosts: () => readonly string[]
}

export interface HttpLimits {
  /** Milliseconds until a connection stands. */
  readonly connectMs: number
  /** Milliseconds until something that waits for no result is answered. */
  readonly noticeMs: number
  /** Bytes of one message, packed or not. */
  readonly messageBytes: number
  readonly headerBytes: number
}

export const HTTP_LIMITS: HttpLimits = { connectMs: 15_000, noticeMs: 15_000, messageBytes: 16 * 1024 * 1024, headerBytes: 64 * 1024 }

export type Sent =
  | { readonly ok: true; readonly response: IncomingMessage }
  /** `connected`: something may have arrived there. */
  | { readonly ok: false; readonly connected: boolean; readonly error: AppError }

/** Requests to one server and what comes back. Follows nothing, repeats nothing, keeps no cookies. */
export interface HttpWire {
  readonly url: URL
  readonly host: string
  /** @param answerMs until the answer begins; null: as long as the signal allows */
  readonly send: (request: Pick<OutgoingRequest, 'method' | 'headers' | 'body' | 'signal'>, answerMs: number | null) => Promise<Sent>
  /** Reads events until the stream ends, for whatever reason. Returns why it ended early; null: it ended as it should. */
  readonly readEvents: (response: IncomingMessage, events: Omit<EventStreamOptions, 'maxBytes'>, signal: AbortSignal) => Promise<AppError | null>
}

export function createHttpWire({ url, headers: own }: ReadyEndpoint, network: ServerNetwork, limits: HttpLimits): HttpWire {
  return {
    url, host: url.host,
    send: async ({ headers, ...request }, answerMs) => {
      const slow = new AbortController()
      const signal = AbortSignal.any([request.signal, slow.signal])
      let timer = setTimeout(() => { slow.abort() }, limits.connectMs)
      let connected = false
      const onConnected = (): void => {
        connected = true
        clearTimeout(timer)
        if (answerMs !== null) timer = setTimeout(() => { slow.abort() }, answerMs)
      }
      try {
        const near = placeOf(url) !== 'elsewhere' || isListedHost(url, network.privateHosts())
        const addresses = await orAborted(resolveChecked(url, near, network.resolve), signal)
        const response = await sendRequest(url, addresses, { ...request, headers: { 'User-Agent': 'Gatehouse', ...own, ...headers, 'Accept-Encoding': 'identity' }, headerBytes: limits.headerBytes, signal, onConnected })
        return { ok: true, response }
      } catch (error) {
        return { ok: false, connected, error: slow.signal.aborted && !request.signal.aborted ? new AppError('web.timed-out', `${url.host} does not answer.`) : asFetchError(error, url) }
      } finally {
        clearTimeout(timer)
      }
    },
    readEvents: async (response, events, signal) => {
      const stream = createEventStream({ ...events, maxBytes: limits.messageBytes })
      const read = async (source: AsyncIterable<unknown>): Promise<void> => {
        for await (const chunk of source) if (Buffer.isBuffer(chunk)) stream.push(chunk)
      }
      try {
        const decoder = decoderOf(response)
        if (decoder === null) await pipeline(response, read, { signal })
        else await pipeline(response, decoder, read, { signal })
        return null
      } catch (error) {
        return asFetchError(error, url)
      } finally {
        response.destroy()
      }
    },
  }
}
