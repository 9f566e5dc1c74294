import Anthropic from '@anthropic-ai/sdk'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { MessagesBody } from './anthropic-request.ts'
import { createServiceSender, headersOf, type SendToService, type ServiceAnswer } from './anthropic-send.ts'

/** The library's client for one service: made once, because making it costs more than preparing a request. */
export interface MessagesClient {
  /** Sends a request once. The key is forgotten when the service has answered or failed. @throws what the library makes of a refusal or a failure */
  readonly send: (body: MessagesBody, key: string | null, signal: AbortSignal) => Promise<ServiceAnswer>
}

interface Sending { readonly key: string | null; readonly signal: AbortSignal; answer: ServiceAnswer | null }

/** Longer than any silence: whoever sends watches the time. */
const NO_TIME_LIMIT_MS = 2_147_483_647
/** Goes as far as our own sending, which sends none of the library's headers: by it a request finds its key, and its answer. */
const NUMBER_HEADER = 'gatehouse-request'
const ERROR_BODY_BYTES = 64 * 1024

/**
 * The library makes the request and says what a refusal means. What is sent, and the stream of an answer, never pass through its
 * fetch or the system's: those read a stream several times over.
 */
export function createMessagesClient(profile: AnthropicProfile, sendToService: SendToService = createServiceSender()): MessagesClient {
  const sendings = new Map<string, Sending>()
  let last = 0
  const client = new Anthropic({
    baseURL: profile.baseUrl, maxRetries: 0, timeout: NO_TIME_LIMIT_MS, logLevel: 'off', openTelemetry: false,
    // Ours sends the real one or none; this only keeps the library from looking for one by itself.
    apiKey: 'unused',
    fetch: async (input, init) => {
      const given = init?.headers
      const sending = sendings.get((given instanceof Headers ? given : new Headers(given)).get(NUMBER_HEADER) ?? '')
      if (sending === undefined || typeof init?.body !== 'string') throw new Error('a request that nobody sent')
      const answer = await sendToService(input instanceof Request ? input.url : String(input), { headers: headersOf(profile, sending.key), body: init.body, signal: sending.signal })
      if (answer.status < 200 || answer.status > 299) return readRefusal(answer)
      sending.answer = answer
      return new Response(null)
    },
  })
  return {
    send: async (body, key, signal) => {
      last += 1
      const number = String(last)
      const sending: Sending = { key, signal, answer: null }
      sendings.set(number, sending)
      try {
        await client.messages.create(body, { signal, headers: { [NUMBER_HEADER]: number } }).asResponse()
      } finally {
        sendings.delete(number)
      }
      if (sending.answer === null) throw new Error('a request without an answer')
      return sending.answer
    },
  }
}

/** Those that say what to do about an error. */
const TOLD_HEADERS = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry']

/** What a service says about an error, up to 64 KiB of it. */
async function readRefusal({ status, header, pieces, letGo }: ServiceAnswer): Promise<Response> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    read.push(piece)
    size += piece.byteLength
    if (size >= ERROR_BODY_BYTES) break
  }
  letGo()
  const text = Buffer.concat(read).subarray(0, ERROR_BODY_BYTES).toString('utf8')
  const headers = TOLD_HEADERS.flatMap((name): [string, string][] => { const value = header(name); return value === null ? [] : [[name, value]] })
  return new Response(status === 304 ? null : text, { status, headers })
}
