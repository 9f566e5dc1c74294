import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import { bodyPieces } from './anthropic-body-pieces.ts'
import type { MessagesBody } from './anthropic-request.ts'
import { createServiceSender, headersOf, type SendToService, type ServiceAnswer } from './anthropic-send.ts'
import { readRefusal } from './service-refusal.ts'

/** For one service: made once. */
export interface MessagesClient {
  /** Sends a request once. The key is forgotten when the service has answered or failed. @throws ServiceRefusal; what a connection failed with */
  readonly send: (body: MessagesBody, key: string | null, signal: AbortSignal) => Promise<ServiceAnswer>
}

/** The service's library gives the types of what is sent. At run time it isn't there: see docs/decisions/0028-what-a-step-costs.md. */
export function createMessagesClient(profile: AnthropicProfile, sendToService: SendToService = createServiceSender()): MessagesClient {
  const url = `${profile.baseUrl}/v1/messages`
  return {
    send: async (body, key, signal) => {
      const answer = await sendToService(url, { headers: headersOf(profile, key), body: bodyPieces(body), signal })
      if (answer.status < 200 || answer.status > 299) throw await readRefusal(answer)
      return answer
    },
  }
}
