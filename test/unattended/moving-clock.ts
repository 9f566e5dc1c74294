import type { ManualClock } from './manual-clock.ts'

/** Time that passes by itself, for processes that are waited for, and that can be moved on besides. */
export function movingClock(start: number): ManualClock {
  let offset = start - Date.now()
  const timers = new Set<{ readonly at: number; readonly then: () => void; real: NodeJS.Timeout }>()
  const beats = new Set<() => void>()
  const now = (): number => Date.now() + offset
  const fire = (timer: { readonly then: () => void; real: NodeJS.Timeout }): void => {
    clearTimeout(timer.real)
    for (const one of timers) if (one === timer) timers.delete(one)
    timer.then()
  }
  const wait = (at: number, then: () => void): NodeJS.Timeout => setTimeout(then, Math.min(2 ** 31 - 1, Math.max(0, at - now()))).unref()
  const moved = (): void => {
    for (const timer of [...timers].sort((left, right) => left.at - right.at)) if (timer.at <= now() && timers.has(timer)) fire(timer)
    for (const beat of [...beats]) beat()
  }
  return {
    now,
    at: (at, then) => {
      const timer = { at, then, real: wait(at, () => { if (timer.at <= now()) fire(timer) }) }
      timers.add(timer)
      return () => {
        clearTimeout(timer.real)
        timers.delete(timer)
      }
    },
    every: (_ms, then) => {
      beats.add(then)
      return () => { beats.delete(then) }
    },
    advance: (ms) => {
      offset += ms
      moved()
    },
    set: (time) => {
      offset = time - Date.now()
      moved()
    },
    waiting: () => timers.size,
  }
}
