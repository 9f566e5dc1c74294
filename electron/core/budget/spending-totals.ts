import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { TurnId } from '../../../shared/ids.ts'
import { keyOf, SHARE, Sums, type LedgerRows, type Totals } from './ledger-rows.ts'

export interface SpendingTotals {
  /** Of steps from a moment on. */
  readonly since: (from: number) => Totals
  /** The step's row was written, or will have been if its transaction succeeds. */
  readonly touch: (turnId: TurnId, step: number) => void
}

const Open = Sums.extend({ turn_id: z.string(), step: z.int() })
const NOTHING: Totals = { used: 0, reserved: 0, usedMoney: 0, reservedMoney: 0, uncounted: 0 }

/**
 * Sums a time up once and from then on only looks again at rows that were touched, so that the thousandth step of a day costs
 * what the first did. What was touched in a transaction that failed is looked at like the rest, and is as it was.
 */
export function createSpendingTotals(database: Database.Database, readRow: LedgerRows['read']): SpendingTotals {
  const sum = database.prepare(`SELECT coalesce(sum(used), 0) AS used, coalesce(sum(reserved), 0) AS reserved, coalesce(sum(usedMoney), 0) AS usedMoney,
    coalesce(sum(reservedMoney), 0) AS reservedMoney, coalesce(sum(uncounted), 0) AS uncounted FROM (SELECT ${SHARE} FROM ledger WHERE at >= ?)`)
  const selectOpen = database.prepare(`SELECT turn_id, step, ${SHARE} FROM ledger WHERE at >= ? AND ledger.used IS NULL`)
  const touched = new Map<string, { readonly turnId: TurnId; readonly step: number }>()
  /** What open rows have in the total now; a settled row is never written again. */
  let open = new Map<string, Totals>()
  let known: { readonly from: number; readonly total: Totals } | null = null

  const sumUp = (from: number): Totals => {
    touched.clear()
    open = new Map(selectOpen.all(from).map((row) => { const { turn_id, step, ...share } = Open.parse(row); return [keyOf(turn_id, step), share] as const }))
    return Sums.parse(sum.get(from))
  }
  const shareOf = (from: number, turnId: TurnId, step: number): { readonly share: Totals; readonly isOpen: boolean } => {
    const entry = readRow(turnId, step)
    return entry === null || entry.at < from ? { share: NOTHING, isOpen: false } : entry
  }
  const lookAgain = (from: number, total: Totals): Totals => {
    let sums = total
    for (const [key, { turnId, step }] of touched) {
      const { share, isOpen } = shareOf(from, turnId, step)
      sums = exchange(sums, open.get(key) ?? NOTHING, share)
      if (isOpen) open.set(key, share)
      else open.delete(key)
    }
    touched.clear()
    return sums
  }
  return {
    since: (from) => {
      // What isn't committed yet may still be taken back, so nothing of it is remembered.
      if (database.inTransaction) return Sums.parse(sum.get(from))
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

const exchange = (total: Totals, before: Totals, now: Totals): Totals => ({
  used: total.used + now.used - before.used, reserved: total.reserved + now.reserved - before.reserved,
  usedMoney: total.usedMoney + now.usedMoney - before.usedMoney, reservedMoney: total.reservedMoney + now.reservedMoney - before.reservedMoney,
  uncounted: total.uncounted + now.uncounted - before.uncounted,
})
