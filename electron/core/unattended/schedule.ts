/**
 * When something comes again. Cron expressions speak of the time on the wall, and this is the written rule for days on which
 * that changes:
 *   – A time that is skipped comes once, right after the gap; several that are skipped by one gap come once together.
 *   – A time that is there twice comes once, the first time.
 *   – An expression that names every hour follows real time instead: every 15 minutes stays every 15 minutes, so what is
 *     skipped is left out and what is there twice comes twice.
 * “Every N” is elapsed time and knows no wall.
 *
 * Instants are milliseconds since 1970. A wall time is what a clock shows, counted as if it showed UTC.
 */

/** A cron expression, asked about wall times only, so that no time zone comes into it. */
export interface CronTimes {
  /** The first wall time after this one; null: there is none, ever. */
  readonly nextMatch: (wall: number) => number | null
  /** Its hours are all 24. */
  readonly everyHour: boolean
}

/** How far the wall is ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (instant: number) => number

const HOUR_MS = 3_600_000
/** No clock was ever put back by more than a day and its own hours. */
const LONGEST_CHANGE_MS = 26 * HOUR_MS
/** Nowhere do clocks change twice within so little time. */
const PROBE_MS = 72 * HOUR_MS

/** The first instant after `after` at which it comes; null: it never does. */
export function nextCronTime({ nextMatch, everyHour }: CronTimes, offsetAt: OffsetAt, after: number): number | null {
  let since = after
  let offset = offsetAt(after)
  let wall = after + offset
  if (!everyHour) wall = Math.max(wall, lastTwice(offsetAt, after))
  for (;;) {
    const match = nextMatch(wall)
    if (match === null) return null
    const instant = match - offset
    const change = nextChange(offsetAt, since, instant)
    if (change === null) return instant
    const changed = offsetAt(change)
    if (everyHour) wall = change + changed - 1
    else if (changed < offset) wall = change + offset - 1
    else if (match < change + changed) return change
    else wall = change + changed - 1
    since = change
    offset = changed
  }
}

/** The last wall time that is there for the second time at this instant, or no time at all. */
function lastTwice(offsetAt: OffsetAt, instant: number): number {
  let last = -Infinity
  let since = instant - LONGEST_CHANGE_MS
  for (let change = nextChange(offsetAt, since, instant); change !== null; change = nextChange(offsetAt, since, instant)) {
    const [before, now] = [offsetAt(change - 1), offsetAt(change)]
    if (now < before) last = change + before - 1
    since = change
  }
  return last
}

/** The first instant after `from`, up to `to`, at which the wall jumps. */
function nextChange(offsetAt: OffsetAt, from: number, to: number): number | null {
  const offset = offsetAt(from)
  for (let low = from; low < to;) {
    const high = Math.min(to, low + PROBE_MS)
    if (offsetAt(high) !== offset) return firstOther(offsetAt, offset, low, high)
    low = high
  }
  return null
}

/** @param same an instant with this offset @param other a later one with another */
function firstOther(offsetAt: OffsetAt, offset: number, same: number, other: number): number {
  let [low, high] = [same, other]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}

/** The first instant after `after` that is whole steps from `anchor`. */
export const nextStepTime = (stepMs: number, anchor: number, after: number): number => anchor + (Math.floor((after - anchor) / stepMs) + 1) * stepMs

export type NextTime = (after: number) => number | null

/** The next `count` times after an instant. */
export function nextTimes(next: NextTime, after: number, count: number): readonly number[] {
  const times: number[] = []
  for (let time = next(after); time !== null && times.length < count; time = next(time)) times.push(time)
  return times
}

/** More are only said to be many. */
export const MOST_COUNTED = 1000

const LOOK_BACK_MS = [HOUR_MS, 24 * HOUR_MS, 32 * 24 * HOUR_MS, 400 * 24 * HOUR_MS]

/** Times that have come by `now`, from `first` on, which is one of them. `count` stops at `MOST_COUNTED`. */
export function timesUpTo(next: NextTime, first: number, now: number): { readonly count: number; readonly latest: number } {
  let count = 1
  let latest = first
  for (let time = next(first); time !== null && time <= now; time = next(time)) {
    if (count === MOST_COUNTED) return { count, latest: latestUpTo(next, latest, now) }
    count += 1
    latest = time
  }
  return { count, latest }
}

/** Looks back from the end: what came in between is only many. */
function latestUpTo(next: NextTime, known: number, now: number): number {
  const near = LOOK_BACK_MS.map((span) => next(Math.max(known, now - span))).find((time) => time !== null && time <= now)
  let latest = near ?? known
  for (let time = next(latest); time !== null && time <= now; time = next(time)) latest = time
  return latest
}
