import type { Clock } from '../host.ts'

/** What was deleted a moment ago and can still be brought back. It is kept in memory alone: on disk it is gone at once. */
export interface UndoWindow<Row> {
  /** Returns until when, in milliseconds since 1970. */
  readonly keep: (id: number, row: Row) => number
  /** Null: its time has passed, or it was brought back already. */
  readonly take: (id: number) => Row | null
  readonly close: () => void
}

/** `length` in milliseconds. */
export function createUndoWindow<Row>(clock: Clock, length: number): UndoWindow<Row> {
  const kept = new Map<number, { readonly row: Row; readonly callOff: () => void }>()
  return {
    keep: (id, row) => {
      const until = clock.now() + length
      kept.set(id, { row, callOff: clock.at(until, () => { kept.delete(id) }) })
      return until
    },
    take: (id) => {
      const found = kept.get(id)
      if (found === undefined) return null
      kept.delete(id)
      found.callOff()
      return found.row
    },
    close: () => {
      for (const { callOff } of kept.values()) callOff()
      kept.clear()
    },
  }
}
