import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { Clock } from '../host.ts'
import { orAborted } from '../or-aborted.ts'
import { attemptAnswer } from './anthropic-attempt.ts'
import { createMessagesClient } from './anthropic-client.ts'
import type { ModelFailureKind } from './anthropic-failure.ts'
import type { SendToService } from './anthropic-send.ts'
import { readUsableKey } from './anthropic-key.ts'
import { toMessagesBody } from './anthropic-request.ts'
import { describeFailure } from './anthropic-sentences.ts'
import type { ModelRequest } from './model.ts'

export interface Diagnosis {
  readonly outcome: 'ok' | 'no-key' | Exclude<ModelFailureKind, 'thinking-refused'>
  /** Plain words: what is so, and what to do about it. */
  readonly sentence: string
  /** Milliseconds until the first piece of the answer, rounded; null unless ok. */
  readonly latencyMs: number | null
  /** What works but should be known. */
  readonly notes: readonly string[]
}

export interface DiagnosisParts {
  readonly profile: AnthropicProfile
  readonly key: () => Promise<string | null>
  readonly clock: Clock
  readonly send?: SendToService
  /** Milliseconds without a byte. A model that has to be loaded first takes a while. */
  readonly silenceMs?: number
}

const SILENCE_MS = 30_000
const SHORT_ANSWER_TOKENS = 16

/**
 * Sends one tiny request, once, and says in a sentence what came of it. A few tokens of it are charged like any others.
 * @throws the signal's reason, and what reading the key throws
 */
export async function diagnoseModel(parts: DiagnosisParts, signal: AbortSignal): Promise<Diagnosis> {
  const { profile, clock } = parts
  const key = await readUsableKey(profile, () => orAborted(parts.key(), signal))
  if (!key.ok) return { outcome: 'no-key', sentence: `${key.message} ${key.advice}`, latencyMs: null, notes: [] }
  const notes = key.value !== null && isReadableOnTheWay(profile.baseUrl) ? ['The address begins with http://, so the key and every chat can be read on the way.'] : []
  const startedAt = clock.now()
  let latencyMs: number | null = null
  const body = toMessagesBody({ ...TINY_REQUEST, model: profile.name }, profile, false)
  for await (const items of attemptAnswer({ profile, key: key.value, body, clock, client: createMessagesClient(profile, parts.send), silenceMs: parts.silenceMs ?? SILENCE_MS }, signal)) {
    for (const item of items) {
      if (item.type === 'failed') {
        const { message, advice } = describeFailure(item.failure, profile)
        return { outcome: item.failure.kind === 'thinking-refused' ? 'bad-request' : item.failure.kind, sentence: `${message} ${advice}`, latencyMs: null, notes }
      }
      latencyMs ??= Math.round(clock.now() - startedAt)
    }
  }
  const took = latencyMs ?? 0
  return { outcome: 'ok', sentence: `“${profile.model}” answers: the first piece came after ${took} ms.`, latencyMs: took, notes }
}

const TINY_REQUEST: Omit<ModelRequest, 'model'> = {
  system: '', messages: [{ role: 'user', content: [{ type: 'text', text: 'Reply with the word OK.' }] }], tools: [], maxTokens: SHORT_ANSWER_TOKENS,
}

function isReadableOnTheWay(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
