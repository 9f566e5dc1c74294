import { SdkError, SdkErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import { createConnectionEnd } from './connection-end.ts'
import { callError, mediaTypeOf, readRefusal, requestError, unauthorized, unknownOutcome } from './http-refusal.ts'
import { createMessageReader } from './http-messages.ts'
import type { HttpTransportOptions } from './http-transport.ts'
import { createHttpWire, HTTP_LIMITS, type HttpWire } from './http-wire.ts'
import type { ServerTransport } from './server-transport.ts'

/**
 * The way over HTTP of revision 2024-11-05: one stream that everything comes back on, and an address, told on it, that everything
 * is posted to. When the stream ends the connection does, and what was sent and not answered stays open.
 */
export function createSseTransport({ endpoint, network, log, limits }: Omit<HttpTransportOptions, 'onMissed'>): ServerTransport {
  const most = { ...HTTP_LIMITS, ...limits }
  const wire = createHttpWire(endpoint, network, most)
  const { host } = wire
  const lifetime = new AbortController()
  const messages = createMessageReader(log)
  let posts: HttpWire | null = null
  let closed = false
  const { ended, lose, tellClosed } = createConnectionEnd(lifetime, () => posts !== null && !closed, () => transport.onclose?.())
  /** Where to post to: on the host that was reviewed, or nowhere. */
  const takePlace = (data: string): AppError | null => {
    const url = URL.canParse(data, endpoint.url.href) ? new URL(data, endpoint.url) : null
    if (url === null || url.origin !== endpoint.url.origin || url.username !== '' || url.password !== '') return new AppError('connector.start-failed', `${host} wants messages sent somewhere else. Nothing was sent there.`)
    posts ??= createHttpWire({ ...endpoint, url }, network, most)
    return null
  }
  const start = async (): Promise<void> => {
    const sent = await wire.send({ method: 'GET', headers: { 'Accept': 'text/event-stream' }, signal: lifetime.signal }, null)
    if (!sent.ok) throw new AppError('connector.start-failed', sent.error.message, { cause: sent.error })
    const { response } = sent
    if (response.statusCode !== 200) throw requestError(host, await readRefusal(response, endpoint.url, lifetime.signal))
    if (mediaTypeOf(response) !== 'text/event-stream') {
      response.destroy()
      throw new AppError('connector.start-failed', `${host} has no stream of events at this address.`)
    }
    const placed = Promise.withResolvers<void>()
    void wire.readEvents(response, {
      onEvent: ({ type, data }) => {
        if (type === 'endpoint') {
          const refused = takePlace(data)
          if (refused === null) placed.resolve()
          else placed.reject(refused)
        } else if (type === 'message' && data !== '') {
          const message = messages.read(data)
          if (message !== null) transport.onmessage?.(message)
        }
      },
      onId: () => undefined, onRetry: () => undefined, onTooLong: () => { lose(new AppError('connector.start-failed', `${host} sent a message that is too long.`)); response.destroy() },
    }, lifetime.signal).then(() => {
      placed.reject(new AppError('connector.start-failed', `${host} ended its stream before it said where to send to.`))
      lose(new AppError('connector.start-failed', `${host} ended its stream.`))
    })
    await placed.promise
  }
  const send = async (message: JSONRPCMessage, to: HttpWire): Promise<void> => {
    const isCall = 'method' in message && message.method === 'tools/call'
    const sent = await to.send({ method: 'POST', headers: { 'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream' }, body: JSON.stringify(message), signal: lifetime.signal }, null)
    if (!sent.ok) {
      const told = !isCall ? new AppError('connector.start-failed', sent.error.message, { cause: sent.error })
        : sent.connected ? unknownOutcome(sent.error.message, sent.error) : new AppError('connector.not-ready', `${sent.error.message} Nothing was sent to it.`, { cause: sent.error })
      lose(told)
      throw told
    }
    const status = sent.response.statusCode ?? 0
    if (status >= 200 && status < 300) {
      sent.response.destroy()
      return
    }
    const refusal = await readRefusal(sent.response, to.url, lifetime.signal)
    if (status === 401) lose(unauthorized(host, 401))
    throw isCall ? callError(host, refusal, null) : requestError(host, refusal)
  }
  const transport: ServerTransport = {
    ended,
    remarks: messages.remarks,
    start,
    send: async (message) => {
      if (closed || ended() !== null || posts === null) throw new SdkError(SdkErrorCode.NotConnected, `${host} is not connected.`)
      messages.noteSent(message)
      await send(message, posts)
    },
    close: async () => {
      closed = true
      lifetime.abort()
      tellClosed()
    },
  }
  return transport
}
