import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { TurnId } from '../../../shared/ids.ts'

/** Tokens of steps from a moment on: used by those that are settled, set aside for those that aren't. */
export interface SpendingTotals {
  readonly since: (from: number) => { readonly used: number; readonly reserved: number }
  /** The step's row was written, or will have been if its transaction succeeds. */
  readonly touch: (turnId: TurnId, step: number) => void
}

const Totals = z.object({ used: z.int(), reserved: z.int() })
const Open = z.object({ turn_id: z.string(), step: z.int(), reserved: z.int() })
const Entry = z.object({ at: z.int(), reserved: z.int(), used: z.int().nullable() })
interface Share { readonly used: number; readonly reserved: number }
const NOTHING: Share = { used: 0, reserved: 0 }

/**
 * Sums a day up once and from then on only looks again at rows that were touched, so that the thousandth step of a day costs
 * what the first did. What was touched in a transaction that failed is looked at like the rest, and is as it was.
 */
export function createSpendingTotals(database: Database.Database): SpendingTotals {
  const sum = database.prepare('SELECT coalesce(sum(used), 0) AS used, coalesce(sum(CASE WHEN used IS NULL THEN reserved ELSE 0 END), 0) AS reserved FROM ledger WHERE at >= ?')
  const select = database.prepare('SELECT at, reserved, used FROM ledger WHERE turn_id = ? AND step = ?')
  const selectOpen = database.prepare('SELECT turn_id, step, reserved FROM ledger WHERE at >= ? AND used IS NULL')
  const touched = new Map<string, { readonly turnId: TurnId; readonly step: number }>()
  /** What open rows have in the total now; a settled row is never written again. */
  let open = new Map<string, Share>()
  let known: { readonly from: number; readonly total: Share } | null = null

  const sumUp = (from: number): Share => {
    touched.clear()
    open = new Map(selectOpen.all(from).map((row) => { const { turn_id, step, reserved } = Open.parse(row); return [keyOf(turn_id, step), { used: 0, reserved }] as const }))
    return Totals.parse(sum.get(from))
  }
  const shareOf = (from: number, turnId: TurnId, step: number): Share => {
    const row = select.get(turnId, step)
    if (row === undefined) return NOTHING
    const { at, reserved, used } = Entry.parse(row)
    if (at < from) return NOTHING
    return used === null ? { used: 0, reserved } : { used, reserved: 0 }
  }
  const lookAgain = (from: number, total: Share): Share => {
    let { used, reserved } = total
    for (const [key, { turnId, step }] of touched) {
      const [before, now] = [open.get(key) ?? NOTHING, shareOf(from, turnId, step)]
      used += now.used - before.used
      reserved += now.reserved - before.reserved
      if (now.reserved > 0) open.set(key, now)
      else open.delete(key)
    }
    touched.clear()
    return { used, reserved }
  }
  return {
    since: (from) => {
      // What isn't committed yet may still be taken back, so nothing of it is remembered.
      if (database.inTransaction) return Totals.parse(sum.get(from))
      const before = known?.from === from ? known.total : null
      // Whatever fails half-way is summed up anew the next time.
      known = null
      const total = before === null ? sumUp(from) : lookAgain(from, before)
      known = { from, total }
      return total
    },
    touch: (turnId, step) => { touched.set(keyOf(turnId, step), { turnId, step }) },
  }
}

const keyOf = (turnId: string, step: number): string => `${turnId} ${step}`
