import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { Clock } from '../host.ts'
import { readAnswer, type AnswerItem } from './anthropic-answer.ts'
import { boundAnswer } from './anthropic-bounds.ts'
import { failureOfError, notCompatible, silentService, tooMuch, type FailureSource } from './anthropic-failure.ts'
import type { MessagesClient } from './anthropic-client.ts'
import type { MessagesBody } from './anthropic-request.ts'

export interface Attempt {
  readonly profile: AnthropicProfile
  readonly key: string | null
  readonly body: MessagesBody
  readonly clock: Clock
  readonly client: MessagesClient
  /** Milliseconds without a byte, pings included, after which a service counts as gone. */
  readonly silenceMs: number
}

/**
 * Sends a request once. Ends with `ended` or `failed`; throws only the signal's reason.
 */
export async function* attemptAnswer({ profile, key, body, clock, client, silenceMs }: Attempt, signal: AbortSignal): AsyncGenerator<AnswerItem> {
  signal.throwIfAborted()
  const source: FailureSource = { model: profile.model, key, now: clock.now() }
  const controller = new AbortController()
  const silence = watchSilence(clock, silenceMs, () => { controller.abort() })
  const bounds = boundAnswer(silence.touch)
  const abort = (): void => { controller.abort() }
  signal.addEventListener('abort', abort, { once: true })
  try {
    const response = await client.send(body, key, controller.signal)
    if (response.body === null || !isEventStream(response)) {
      yield { type: 'failed', failure: notCompatible }
      return
    }
    const watched = new Response(response.body.pipeThrough(bounds.stream))
    yield* readAnswer(Stream.rawEvents(watched, controller), source)
  } catch (error) {
    signal.throwIfAborted()
    yield { type: 'failed', failure: bounds.isOver() ? tooMuch : silence.isOver() ? silentService : failureOfError(error, source) }
  } finally {
    silence.end()
    signal.removeEventListener('abort', abort)
    controller.abort()
  }
}

const isEventStream = (response: Response): boolean => (response.headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream')

interface SilenceWatch { readonly touch: () => void; readonly isOver: () => boolean; readonly end: () => void }

/** One timer at a time; a touch only moves the moment at which it looks again. */
function watchSilence(clock: Clock, silenceMs: number, then: () => void): SilenceWatch {
  let heardAt = clock.now()
  let isOver = false
  const look = (): void => {
    if (clock.now() - heardAt < silenceMs) {
      callOff = clock.at(heardAt + silenceMs, look)
      return
    }
    isOver = true
    then()
  }
  let callOff = clock.at(heardAt + silenceMs, look)
  return { touch: () => { heardAt = clock.now() }, isOver: () => isOver, end: () => { callOff() } }
}
