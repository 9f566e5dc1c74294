import type { Clock } from './core/host.ts'

/** Timers stand still while a machine sleeps and the clock on the wall doesn't: look at it again this often. */
const LONGEST_WAIT_MS = 30_000

export const systemClock: Clock = {
  now: () => Date.now(),
  at: (at, then) => {
    let timer: NodeJS.Timeout
    const wait = (): void => {
      const left = at - Date.now()
      timer = setTimeout(() => { if (Date.now() >= at) then(); else wait() }, Math.min(Math.max(left, 0), LONGEST_WAIT_MS))
    }
    wait()
    return () => clearTimeout(timer)
  },
}
