import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import { readBody } from '../http/read-body.ts'
import { isEnveloped, sessionHeaders, type ConnectionHeaders } from './http-headers.ts'
import { callError, forgotten, isForgotten, messageIn, mediaTypeOf, readRefusal, requestError, unauthorized, unknownOutcome, type Refusal } from './http-refusal.ts'
import { parseData } from './http-messages.ts'
import type { HttpWire } from './http-wire.ts'

export interface HttpExchangeOptions {
  readonly wire: HttpWire
  readonly message: Extract<JSONRPCMessage, { readonly method: string; readonly id: RequestId }>
  readonly headers: OutgoingHttpHeaders
  readonly connection: () => ConnectionHeaders
  readonly signal: AbortSignal
  readonly messageBytes: number
  /** Before anything of it is read. */
  readonly onResponse: (response: IncomingMessage) => void
  /** One parsed value that came. */
  readonly take: (value: unknown) => void
  readonly onLost: (error: AppError) => void
  readonly onMissed: () => void
}

/** One request and everything that comes back for it. */
export interface HttpExchange {
  /** The answer has come: nothing more is read. */
  readonly noteAnswer: () => void
  /** Ends it where it is. */
  readonly cut: () => void
  /** Sends it, once. False: it ended without an answer. @throws AppError, SdkHttpError */
  readonly run: () => Promise<boolean>
  /** What an end without an answer means. */
  readonly unanswered: () => Error
}

/** Without anything new in between. */
const MAX_RESUMES = 5
const FIRST_RETRY_MS = 1000
const SHORTEST_RETRY_MS = 50
const LONGEST_RETRY_MS = 30_000

export function createHttpExchange({ wire, message, headers, connection, signal: outer, messageBytes, onResponse, take, onLost, onMissed }: HttpExchangeOptions): HttpExchange {
  const { host } = wire
  const isCall = message.method === 'tools/call'
  const cutting = new AbortController()
  const signal = AbortSignal.any([outer, cutting.signal])
  let answered = false
  let why: AppError | null = null
  let lastId: string | null = null
  let retryMs = FIRST_RETRY_MS

  const noAnswer = (what: string, cause?: unknown): AppError => (isCall ? unknownOutcome(what, cause) : new AppError('connector.start-failed', what, { cause }))
  /** Whoever lost an answer can't be sure of the rest either. */
  const dropped = (error: AppError): AppError => {
    if (!signal.aborted) {
      if (isCall) onMissed()
      else onLost(error)
    }
    return error
  }
  const notSent = (error: AppError): AppError => {
    const told = new AppError(isCall ? 'connector.not-ready' : 'connector.start-failed', `${error.message}${isCall && !/nothing was sent/.test(error.message) ? ' Nothing was sent to it.' : ''}`, { cause: error, ...(error.advice === undefined ? {} : { advice: error.advice }) })
    if (!signal.aborted) onLost(told)
    return told
  }
  const post = async (): Promise<IncomingMessage> => {
    const sent = await wire.send({ method: 'POST', headers, body: JSON.stringify(message), signal }, null)
    if (sent.ok) return sent.response
    if (!sent.connected) throw notSent(sent.error)
    throw dropped(noAnswer(signal.aborted ? `The connection to ${host} was ended before it answered.` : sent.error.message, sent.error))
  }
  const refuse = (refusal: Refusal): true => {
    const answer = isEnveloped(message) && (refusal.status === 400 || refusal.status === 404) ? messageIn(refusal) : null
    if (answer !== null && 'error' in answer && answer.id === message.id) {
      take(answer)
      return true
    }
    const { session } = connection()
    if (isForgotten(refusal, session)) onLost(forgotten(host))
    if (refusal.status === 401) onLost(unauthorized(host, 401))
    if (!isCall) throw requestError(host, refusal)
    const error = callError(host, refusal, session)
    if (error.code === 'tool.outcome-unknown') onMissed()
    throw error
  }
  const readJson = async (response: IncomingMessage): Promise<void> => {
    try {
      const value = parseData((await readBody(response, wire.url, { most: messageBytes, beyond: 'fail', signal })).toString('utf8'))
      for (const part of Array.isArray(value) ? value : [value]) take(part)
    } catch (error) {
      why = describeBroken(error)
    } finally {
      response.destroy()
    }
  }
  const describeBroken = (error: unknown): AppError => noAnswer(error instanceof AppError && error.code === 'web.too-large' ? `${host} sent a message that is too long.` : `The connection to ${host} broke off in the middle of an answer.`, error)
  const readStream = async (response: IncomingMessage): Promise<void> => {
    const reading = new AbortController()
    const broken = await wire.readEvents(response, {
      onEvent: ({ type, data }) => {
        if (type === 'message' && data !== '') take(parseData(data))
        if (answered) reading.abort()
      },
      onId: (id) => { lastId = id },
      onRetry: (ms) => { retryMs = Math.min(Math.max(ms, SHORTEST_RETRY_MS), LONGEST_RETRY_MS) },
      onTooLong: () => {
        why = noAnswer(`${host} sent a message that is too long.`)
        lastId = null
        reading.abort()
      },
    }, AbortSignal.any([signal, reading.signal]))
    if (broken !== null && !reading.signal.aborted) why = describeBroken(broken)
  }
  /** Reads on where the stream broke off, as far as the server kept what came after. Asks for nothing new. */
  const resume = async (): Promise<void> => {
    for (let fruitless = 0; !answered && lastId !== null && fruitless < MAX_RESUMES; fruitless += 1) {
      await pause(retryMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const before: string = lastId
      const sent = await wire.send({ method: 'GET', headers: { ...sessionHeaders(connection()), 'Accept': 'text/event-stream', 'Last-Event-ID': before }, signal }, null)
      if (!sent.ok) continue
      if (sent.response.statusCode !== 200 || mediaTypeOf(sent.response) !== 'text/event-stream') {
        sent.response.destroy()
        return
      }
      await readStream(sent.response)
      if (lastId !== before) fruitless = -1
    }
  }
  return {
    noteAnswer: () => {
      answered = true
      // It may have come another way.
      setImmediate(() => { cutting.abort() })
    },
    cut: () => { cutting.abort() },
    run: async () => {
      const response = await post()
      const status = response.statusCode ?? 0
      if (status < 200 || status > 299) return refuse(await readRefusal(response, wire.url, signal))
      onResponse(response)
      switch (mediaTypeOf(response)) {
        case 'application/json': await readJson(response); break
        case 'text/event-stream':
          await readStream(response)
          await resume()
          break
        default:
          response.destroy()
          if (status !== 202 && status !== 204) why = noAnswer(`${host} answered with ${typeInWords(response)}, which is not MCP.`)
      }
      return answered
    },
    unanswered: () => dropped(why ?? noAnswer(`${host} ended its answer without a result.`)),
  }
}

const typeInWords = (response: IncomingMessage): string => {
  const type = mediaTypeOf(response)
  return type === '' ? 'something of no kind' : `“${type.slice(0, 80)}”`
}
