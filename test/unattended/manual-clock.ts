import type { Clock } from '../../electron/core/host.ts'

export interface ManualClock extends Clock {
  /** Time passes: what falls due is called at its own moment. */
  readonly advance: (ms: number) => void
  /** The clock is set, or the machine slept: what fell due meanwhile is called late, at the new time. */
  readonly set: (now: number) => void
  readonly waiting: () => number
}

export function manualClock(start: number): ManualClock {
  let now = start
  const timers = new Set<{ readonly at: number; readonly then: () => void }>()
  const beats = new Set<() => void>()
  const next = (until: number) => [...timers].filter(({ at }) => at <= until).sort((left, right) => left.at - right.at)[0]
  const fire = (until: number, atOwnMoment: boolean): void => {
    for (let timer = next(until); timer !== undefined; timer = next(until)) {
      timers.delete(timer)
      if (atOwnMoment) now = Math.max(now, timer.at)
      timer.then()
    }
  }
  return {
    now: () => now,
    at: (at, then) => {
      const timer = { at, then }
      timers.add(timer)
      return () => { timers.delete(timer) }
    },
    every: (_ms, then) => {
      beats.add(then)
      return () => { beats.delete(then) }
    },
    advance: (ms) => {
      const until = now + ms
      fire(until, true)
      now = until
      for (const beat of [...beats]) beat()
    },
    set: (time) => {
      now = time
      fire(time, false)
      for (const beat of [...beats]) beat()
    },
    waiting: () => timers.size,
  }
}
