import type { Clock } from '../host.ts'
import type { ModelFailure } from './anthropic-failure.ts'

export interface Backoff {
  /** The first one included. */
  readonly attempts: number
  /** Milliseconds before the second attempt; doubled each time, up to `longestMs`, half of it by chance. */
  readonly firstMs: number
  readonly longestMs: number
  /** A service that asks for more than this gets no second attempt. */
  readonly longestAskedMs: number
}

export const DEFAULT_BACKOFF: Backoff = { attempts: 5, firstMs: 1000, longestMs: 16_000, longestAskedMs: 90_000 }

/** Milliseconds until the next attempt; null: there is none. Never sooner than the service asked. */
export function waitMsOf(failure: ModelFailure, tried: number, backoff: Backoff, random: () => number): number | null {
  if (!failure.mayRetry || tried >= backoff.attempts) return null
  if (failure.retryAfterMs !== null) return failure.retryAfterMs <= backoff.longestAskedMs ? failure.retryAfterMs : null
  const full = Math.min(backoff.longestMs, backoff.firstMs * 2 ** (tried - 1))
  return Math.round(full / 2 + full / 2 * random())
}

/** Resolves at `at`. @throws the signal's reason, at once */
export function waitUntil(at: number, clock: Clock, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      callOff()
      reject(reasonOf(signal))
    }
    const callOff = clock.at(at, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })
  })
}

const reasonOf = (signal: AbortSignal): Error => (signal.reason instanceof Error ? signal.reason : new DOMException('The request was stopped.', 'AbortError'))
