import type { AnthropicProfile } from '../../../shared/model-profile.ts'
import type { Clock } from '../host.ts'
import { readAnswer, type AnswerItem } from './anthropic-answer.ts'
import { AnswerTooLongError, readEvents } from './anthropic-events.ts'
import { failureOfError, notCompatible, silentService, tooMuch, type FailureSource } from './anthropic-failure.ts'
import type { MessagesClient } from './anthropic-client.ts'
import type { ServiceAnswer } from './anthropic-send.ts'
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
export async function* attemptAnswer({ profile, key, body, clock, client, silenceMs }: Attempt, signal: AbortSignal): AsyncGenerator<readonly AnswerItem[]> {
  signal.throwIfAborted()
  const source: FailureSource = { model: profile.model, key, now: clock.now() }
  const controller = new AbortController()
  const silence = watchSilence(clock, silenceMs, () => { controller.abort() })
  const abort = (): void => { controller.abort() }
  signal.addEventListener('abort', abort, { once: true })
  let answer: ServiceAnswer | null = null
  let isWhole = false
  try {
    answer = await client.send(body, key, controller.signal)
    if (!isEventStream(answer)) {
      yield [{ type: 'failed', failure: notCompatible }]
      return
    }
    for await (const items of readAnswer(readEvents(answer.pieces, silence.touch), source)) {
      isWhole = items.at(-1)?.type === 'ended'
      yield items
    }
  } catch (error) {
    signal.throwIfAborted()
    yield [{ type: 'failed', failure: error instanceof AnswerTooLongError ? tooMuch : silence.isOver() ? silentService : failureOfError(error, source) }]
  } finally {
    silence.end()
    signal.removeEventListener('abort', abort)
    if (isWhole) answer?.letGo()
    else controller.abort()
  }
}

const isEventStream = ({ header }: ServiceAnswer): boolean => (header('content-type') ?? '').toLowerCase().startsWith('text/event-stream')

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
