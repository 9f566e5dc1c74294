import type { Clock } from '../host.ts'

/** Why one run ended by itself. */
export interface Failure {
  readonly why: string
  readonly exitCode: number | null
  /** False: trying again changes nothing until a person mends something. */
  readonly canRetry: boolean
  /** The credentials were refused. */
  readonly isRefused: boolean
  /** Milliseconds it had been of use. */
  readonly usefulMs: number
}

export interface KeepRunningOptions {
  readonly clock: Clock
  /** Milliseconds before each new try in a row; after the last, only a person starts it. */
  readonly waits: readonly number[]
  /** Milliseconds of use after which the waits begin anew. */
  readonly steadyMs: number
  /** One run to its end; null when it was stopped. Never rejects. @param tries in a row, from 1 */
  readonly run: (stop: AbortSignal, tries: number) => Promise<Failure | null>
  readonly onFailed: (failure: Failure, nextTryAt: number | null) => void
}

export interface Running {
  /** Ends the wait for the next try, waits counted anew. Does nothing while it runs. */
  readonly hurry: () => void
  /** Resolves when the run has ended for good. */
  readonly stop: () => Promise<void>
}

/** Runs, and runs again with growing waits, until it is stopped. */
export function keepRunning({ clock, waits, steadyMs, run, onFailed }: KeepRunningOptions): Running {
  const stopping = new AbortController()
  let hurry: (() => void) | null = null
  /** Until the time has come, a person is in a hurry (true), or it is stopped. */
  const pause = (at: number | null): Promise<boolean> => new Promise((resolve) => {
    const done = (hurried: boolean) => (): void => {
      hurry = null
      callOff()
      stopping.signal.removeEventListener('abort', onStop)
      resolve(hurried)
    }
    const onStop = done(false)
    const callOff = at === null ? () => undefined : clock.at(at, done(false))
    hurry = done(true)
    stopping.signal.addEventListener('abort', onStop, { once: true })
  })
  const live = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const failure = await run(stopping.signal, tries)
      if (failure === null || stopping.signal.aborted) return
      if (failure.usefulMs >= steadyMs) tries = 1
      const wait = failure.canRetry ? waits[tries - 1] : undefined
      const nextTryAt = wait === undefined ? null : clock.now() + wait
      const paused = pause(nextTryAt)
      onFailed(failure, nextTryAt)
      if (await paused) tries = 0
      if (stopping.signal.aborted) return
    }
  }
  const ended = live()
  return {
    hurry: () => { hurry?.() },
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
