import { AppError } from '../../../shared/errors.ts'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { Clock } from '../host.ts'
import { orAborted } from '../or-aborted.ts'
import { attemptAnswer } from './anthropic-attempt.ts'
import { DEFAULT_BACKOFF, waitMsOf, waitUntil, type Backoff } from './anthropic-backoff.ts'
import type { ModelFailure } from './anthropic-failure.ts'
import { createMessagesClient, type MessagesClient } from './anthropic-client.ts'
import type { SendToService } from './anthropic-send.ts'
import { readUsableKey } from './anthropic-key.ts'
import { toMessagesBody } from './anthropic-request.ts'
import { THINKING_REFUSED_SENTENCE, toModelError, waitingSentence } from './anthropic-sentences.ts'
import type { ModelEvent, ModelPort, ModelRequest } from './model.ts'

export interface AnthropicOptions {
  readonly profile: AnthropicProfile
  /** Asked before each attempt, and forgotten after it. Null: there is none. */
  readonly key: () => Promise<string | null>
  readonly clock: Clock
  /** From 0 to 1, for spreading retries. */
  readonly random: () => number
  readonly send?: SendToService
  readonly backoff?: Backoff
  /** Milliseconds without a byte after which a service counts as gone. */
  readonly silenceMs?: number
}

/** Local models may think for minutes before their first byte; a turn's own clock is usually sooner. */
export const DEFAULT_SILENCE_MS = 180_000

/**
 * A service that speaks the Anthropic Messages API, at any address. Tries again, after saying so, what may work a little
 * later, until something of the answer was heard: from then on a break is an error, because the person has read the
 * beginning. What was refused for what it is (400, 401, 403, 404) is never sent again; the one exception is signed
 * thinking that the service doesn't take back, which is left out once.
 */
export function createAnthropicModel(options: AnthropicOptions): ModelPort {
  const client = createMessagesClient(options.profile, options.send)
  return { stream: (request, signal) => streamAnswer(options, client, request, signal) }
}

async function* streamAnswer(options: AnthropicOptions, client: MessagesClient, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { profile, clock, backoff = DEFAULT_BACKOFF } = options
  let withThinking = true
  for (let tried = 1; ; tried += 1) {
    const body = toMessagesBody(request, profile, withThinking)
    signal.throwIfAborted()
    const key = await readUsableKey(profile, () => orAborted(options.key(), signal))
    if (!key.ok) throw new AppError('model.unauthorized', key.message, { advice: key.advice })
    let failure: ModelFailure | null = null
    let wasHeard = false
    for await (const items of attemptAnswer({ profile, key: key.value, body, clock, client, silenceMs: options.silenceMs ?? DEFAULT_SILENCE_MS }, signal)) {
      for (const item of items) {
        if (item.type === 'failed') {
          failure = item.failure
          continue
        }
        wasHeard = true
        yield item
      }
    }
    signal.throwIfAborted()
    if (failure === null) return
    if (failure.kind === 'thinking-refused' && withThinking && !wasHeard && hasThinking(request)) {
      withThinking = false
      yield { type: 'waiting', sentence: THINKING_REFUSED_SENTENCE }
      continue
    }
    const waitMs = wasHeard ? null : waitMsOf(failure, tried, backoff, options.random)
    if (waitMs === null) throw toModelError(failure, profile, wasHeard)
    yield { type: 'waiting', sentence: waitingSentence(failure, waitMs) }
    await waitUntil(clock.now() + waitMs, clock, signal)
  }
}

const hasThinking = (request: ModelRequest): boolean =>
  request.messages.some(({ content }) => content.some((part) => part.type === 'thinking' || part.type === 'redacted-thinking'))
