import type { CallId } from '../../../shared/ids.ts'

/** What a turn has under way outside its journal: at most one model call, any number of running calls. */
export interface InFlight {
  readonly isEmpty: boolean
  readonly startModel: () => AbortSignal
  readonly startCall: (callId: CallId) => AbortSignal
  /** False: it wasn't under way (any more), so what came of it is dropped. */
  readonly endModel: () => boolean
  readonly endCall: (callId: CallId) => boolean
  readonly abortModel: (reason: unknown) => void
  readonly abort: (reason: unknown) => void
  /** What comes of it from now on is dropped. */
  readonly forget: () => void
  /** Resolves when no call runs, or after `ms`, whatever the clock on the wall does. */
  readonly callsEnded: (ms: number) => Promise<void>
}

export function createInFlight(): InFlight {
  const calls = new Map<CallId, AbortController>()
  let model: AbortController | null = null
  let waiting: (() => void)[] = []
  const settle = (): void => {
    if (calls.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const abortModel = (reason: unknown): void => { model?.abort(reason) }
  return {
    get isEmpty() { return model === null && calls.size === 0 },
    startModel: () => {
      model = new AbortController()
      return model.signal
    },
    startCall: (callId) => {
      const controller = new AbortController()
      calls.set(callId, controller)
      return controller.signal
    },
    endModel: () => {
      const wasUnderWay = model !== null
      model = null
      return wasUnderWay
    },
    endCall: (callId) => {
      const wasUnderWay = calls.delete(callId)
      settle()
      return wasUnderWay
    },
    abortModel,
    abort: (reason) => {
      abortModel(reason)
      for (const controller of calls.values()) controller.abort(reason)
    },
    forget: () => {
      model = null
      calls.clear()
      settle()
    },
    callsEnded: (ms) => calls.size === 0 ? Promise.resolve() : new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      waiting.push(() => { clearTimeout(timer); resolve() })
    }),
  }
}
