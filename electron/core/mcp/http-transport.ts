import type { IncomingMessage } from 'node:http'
import { SdkError, SdkErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/client'
import { createConnectionEnd } from './connection-end.ts'
import { createHttpExchange, type HttpExchange } from './http-exchange.ts'
import { messageHeaders, sessionHeaders } from './http-headers.ts'
import { createMessageReader, parseData } from './http-messages.ts'
import { createHttpNotices } from './http-notices.ts'
import { forgotten, isForgotten, readRefusal, requestError } from './http-refusal.ts'
import { createHttpWire, HTTP_LIMITS, type HttpLimits, type ServerNetwork } from './http-wire.ts'
import type { ReadyEndpoint } from './ready-endpoint.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerTransport } from './server-transport.ts'

export interface HttpTransportOptions {
  readonly endpoint: ReadyEndpoint
  readonly network: ServerNetwork
  readonly log: ServerLog
  readonly limits?: Partial<HttpLimits>
  /** Something went past us: what the server offers may be another thing by now. */
  readonly onMissed: () => void
}

/** Milliseconds for ending a session in good manners. */
const FAREWELL_MS = 1500

type RequestMessage = Extract<JSONRPCMessage, { readonly method: string; readonly id: RequestId }>

/**
 * Streamable HTTP, one POST a message over a connection of its own. A request is sent once, whatever happens to it: only the
 * reading of an answer that broke off is taken up again, which calls nothing.
 */
export function createHttpTransport({ endpoint, network, log, limits, onMissed }: HttpTransportOptions): ServerTransport {
  const most = { ...HTTP_LIMITS, ...limits }
  const wire = createHttpWire(endpoint, network, most)
  const { host } = wire
  const lifetime = new AbortController()
  const exchanges = new Map<RequestId, HttpExchange>()
  const messages = createMessageReader(log)
  let connection: { readonly session: string | null; readonly version: string | null } = { session: null, version: null }
  let closing: Promise<void> | null = null
  const { ended, lose, tellClosed } = createConnectionEnd(lifetime, () => connection.version !== null && closing === null, () => transport.onclose?.())
  const notices = createHttpNotices({ wire, connection: () => connection, signal: lifetime.signal, take: (data) => { take(parseData(data)) }, onMissed, onLost: lose })

  /** One message, or something that isn't one. */
  const take = (value: unknown): void => {
    const message = messages.take(value)
    if (message === null) return
    if (('result' in message || 'error' in message) && message.id !== undefined) exchanges.get(message.id)?.noteAnswer()
    transport.onmessage?.(message)
  }

  const sendRequest = async (message: RequestMessage, { requestSignal, onRequestStreamEnd, headers = {} }: NonNullable<Parameters<ServerTransport['send']>[1]>): Promise<void> => {
    const exchange = createHttpExchange({
      wire, message, headers: messageHeaders(message, connection, headers), connection: () => connection,
      signal: requestSignal === undefined ? lifetime.signal : AbortSignal.any([lifetime.signal, requestSignal]), messageBytes: most.messageBytes,
      onResponse: message.method === 'initialize' ? takeSession : () => undefined,
      take, onLost: lose, onMissed,
    })
    exchanges.set(message.id, exchange)
    try {
      const answered = await exchange.run()
      if (answered) return
      if (onRequestStreamEnd === undefined) throw exchange.unanswered()
      onRequestStreamEnd()
    } finally {
      exchanges.delete(message.id)
    }
  }
  const takeSession = ({ headers }: IncomingMessage): void => {
    const session = headers['mcp-session-id']
    if (typeof session === 'string' && /^[\x21-\x7e]{1,1024}$/.test(session)) connection = { ...connection, session }
  }
  const sendNotice = async (message: JSONRPCMessage): Promise<void> => {
    const sent = await wire.send({ method: 'POST', headers: messageHeaders(message, connection, {}), body: JSON.stringify(message), signal: lifetime.signal }, most.noticeMs)
    if (!sent.ok) throw sent.error
    const status = sent.response.statusCode ?? 0
    if (status >= 200 && status < 300) {
      sent.response.destroy()
      return
    }
    const refusal = await readRefusal(sent.response, endpoint.url, AbortSignal.any([lifetime.signal, AbortSignal.timeout(most.noticeMs)]))
    if (isForgotten(refusal, connection.session)) lose(forgotten(host))
    throw requestError(host, refusal)
  }
  const end = async (): Promise<void> => {
    const { session } = connection
    lifetime.abort()
    if (session !== null && ended() === null) {
      const farewell = await wire.send({ method: 'DELETE', headers: sessionHeaders(connection), signal: AbortSignal.timeout(FAREWELL_MS) }, null)
      if (farewell.ok) farewell.response.destroy()
    }
    tellClosed()
  }
  const transport: ServerTransport = {
    hasPerRequestStream: true,
    ended,
    remarks: () => [
      ...messages.remarks(),
      ...(notices.deaf() ? ['It has no way to tell when its tools change: switch it off and on to read them anew.'] : []),
    ],
    start: async () => undefined,
    setProtocolVersion: (version) => { connection = { ...connection, version } },
    send: async (message, options = {}) => {
      if (closing !== null || ended() !== null) throw new SdkError(SdkErrorCode.NotConnected, `${host} is not connected.`)
      messages.noteSent(message)
      if ('method' in message && 'id' in message) return sendRequest(message, options)
      await sendNotice(message).finally(() => {
        // Who is told to stop has nothing more to say about it.
        if ('method' in message && message.method === 'notifications/cancelled') exchanges.get(cancelledBy(message))?.cut()
      })
      if ('method' in message && message.method === 'notifications/initialized') notices.start()
    },
    close: () => (closing ??= end()),
  }
  return transport
}

const cancelledBy = ({ params }: { readonly params?: { readonly [name: string]: unknown } | undefined }): RequestId => {
  const id = params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : ''
}
