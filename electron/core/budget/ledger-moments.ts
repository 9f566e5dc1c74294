import type Database from 'better-sqlite3'
import { z } from 'zod'

/** When things were entered: asked for several times a step, and read again only after something was. */
export interface LedgerMoments {
  /** The starts of runs after a moment, oldest first. */
  readonly startsSince: (at: number) => readonly number[]
  /** The latest moment anything was entered. */
  readonly lastAt: () => number
  /** A step, or the start of a run, was entered at this moment, or will have been if its transaction succeeds: one that fails leaves a moment that has passed all the same. */
  readonly entered: (what: 'step' | 'start', at: number) => void
}

const Moment = z.int()
const Moments = z.array(Moment)

export function createLedgerMoments(database: Database.Database): LedgerMoments {
  const selectStarts = database.prepare('SELECT at FROM run_starts WHERE at > ? ORDER BY at').pluck()
  const selectLast = database.prepare('SELECT max(coalesce((SELECT max(at) FROM ledger), 0), coalesce((SELECT max(at) FROM run_starts), 0))').pluck()
  let starts: { readonly since: number; readonly at: readonly number[] } | null = null
  let last: number | null = null
  const readStarts = (since: number): readonly number[] => Moments.parse(selectStarts.all(since))
  const readLast = (): number => Moment.parse(selectLast.get())
  return {
    startsSince: (since) => {
      // What isn't committed yet may still be taken back, so nothing of it is remembered.
      if (database.inTransaction) return readStarts(since)
      if (starts === null || since < starts.since) starts = { since, at: readStarts(since) }
      const [oldest] = starts.at
      if (oldest !== undefined && oldest <= since) starts = { since, at: starts.at.filter((at) => at > since) }
      return starts.at
    },
    lastAt: () => last ??= readLast(),
    entered: (what, at) => {
      if (what === 'start') starts = null
      last = last === null ? null : Math.max(last, at)
    },
  }
}
