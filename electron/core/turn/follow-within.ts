/** A signal that follows another one and has a time limit of its own. */
export interface LimitedSignal {
  readonly signal: AbortSignal
  /** The limit came first. */
  readonly hasTimedOut: () => boolean
  /** Whatever happens from now on, nothing comes of it. */
  readonly end: () => void
}

/** `AbortSignal.any` costs more than all else that is done to start a call. @param timedOut the reason at the limit */
export function followWithin(followed: AbortSignal, limitMs: number, timedOut: () => Error): LimitedSignal {
  const own = new AbortController()
  let isOver = false
  const follow = (): void => { own.abort(followed.reason) }
  const timer = setTimeout(() => {
    isOver = !own.signal.aborted
    own.abort(timedOut())
  }, limitMs)
  if (followed.aborted) follow()
  else followed.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    hasTimedOut: () => isOver,
    end: () => {
      clearTimeout(timer)
      followed.removeEventListener('abort', follow)
    },
  }
}
