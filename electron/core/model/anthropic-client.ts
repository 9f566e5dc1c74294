import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { parseJson } from '../../../shared/parse-json.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import { bodyText } from './anthropic-body-text.ts'
import type { MessagesBody } from './anthropic-request.ts'
import { createServiceSender, headersOf, type SendToService, type ServiceAnswer } from './anthropic-send.ts'

/** For one service: made once. */
export interface MessagesClient {
  /** Sends a request once. The key is forgotten when the service has answered or failed. @throws what the library makes of a refusal, and what a connection failed with */
  readonly send: (body: MessagesBody, key: string | null, signal: AbortSignal) => Promise<ServiceAnswer>
}

const ERROR_BODY_BYTES = 64 * 1024

/**
 * The library knows what a request looks like, where it goes and what a refusal means. Its own way of sending puts a request together
 * several times over, headers of its own included, of which none is to be sent: that took longer than all else that is done for one.
 */
export function createMessagesClient(profile: AnthropicProfile, sendToService: SendToService = createServiceSender()): MessagesClient {
  // It has a key, so that it doesn't look for one by itself.
  const url = new Anthropic({ baseURL: profile.baseUrl, apiKey: 'unused', logLevel: 'off', openTelemetry: false }).buildURL('/v1/messages', null)
  return {
    send: async (body, key, signal) => {
      const answer = await sendToService(url, { headers: headersOf(profile, key), body: bodyText(body), signal })
      if (answer.status < 200 || answer.status > 299) throw await readRefusal(answer)
      return answer
    },
  }
}

/** Those that say what to do about an error. */
const TOLD_HEADERS = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry']

/** What a service says about an error, up to 64 KiB of it. */
async function readRefusal({ status, header, pieces, letGo }: ServiceAnswer): Promise<APIError> {
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
  const told = parseJson(text)
  return APIError.generate(status, isJsonObject(told) ? told : undefined, isJsonObject(told) ? undefined : text, new Headers(headers))
}
