const WAITS_MS = [1000, 2000, 5000, 15_000, 30_000]
const STEADY_MS = 30_000

/** How long to wait before something that was cut off is asked again: longer each time, and short again once it held for a while. */
export interface AskAgain {
  /** It is being asked now. */
  readonly asking: () => void
  /** It was cut off. @returns milliseconds */
  readonly wait: () => number
}

export function createAskAgain(): AskAgain {
  let tries = 0
  let from = 0
  return {
    asking: () => { from = performance.now() },
    wait: () => {
      if (performance.now() - from >= STEADY_MS) tries = 0
      const ms = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0
      tries += 1
      return ms
    },
  }
}
