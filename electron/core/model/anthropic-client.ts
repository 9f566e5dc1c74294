import Anthropic from '@anthropic-ai/sdk'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import { guardFetch, type Fetch } from './anthropic-fetch.ts'
import type { MessagesBody } from './anthropic-request.ts'

/** The library's client for one service: made once, because making it costs more than preparing a request. */
export interface MessagesClient {
  /** Sends a request once. The key is forgotten when the service has answered or failed. */
  readonly send: (body: MessagesBody, key: string | null, signal: AbortSignal) => Promise<Response>
}

/** Longer than any silence: whoever sends watches the time. */
const NO_TIME_LIMIT_MS = 2_147_483_647
/** Goes as far as our own fetch, which sends none of the library's headers: by it a request finds its key. */
const NUMBER_HEADER = 'gatehouse-request'

export function createMessagesClient(profile: AnthropicProfile, fetch: Fetch): MessagesClient {
  const keys = new Map<string, string | null>()
  let last = 0
  const client = new Anthropic({
    baseURL: profile.baseUrl, maxRetries: 0, timeout: NO_TIME_LIMIT_MS, logLevel: 'off', openTelemetry: false,
    // The guarded fetch sends the real one or none; this only keeps the library from looking for one by itself.
    apiKey: 'unused',
    fetch: (input, init) => guardFetch(fetch, profile, keys.get(new Headers(init?.headers).get(NUMBER_HEADER) ?? '') ?? null)(input, init),
  })
  return {
    send: async (body, key, signal) => {
      last += 1
      const number = String(last)
      keys.set(number, key)
      try {
        return await client.messages.create(body, { signal, headers: { [NUMBER_HEADER]: number } }).asResponse()
      } finally {
        keys.delete(number)
      }
    },
  }
}
