import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { TurnId } from '../../../shared/ids.ts'

/** Of steps, in tokens and in millionths of a dollar: used by those that are settled, set aside for those that aren't. */
export interface Totals {
  readonly used: number
  readonly reserved: number
  readonly usedMoney: number
  readonly reservedMoney: number
  /** Steps whose cost nobody knows. */
  readonly uncounted: number
}

/** One row of the ledger, as its share of the totals. */
export interface LedgerEntry { readonly at: number; readonly share: Totals; readonly isOpen: boolean }

/** What was written of the rows that day and month both look at, so that neither has to read them. */
export interface LedgerRows {
  readonly read: (turnId: TurnId, step: number) => LedgerEntry | null
  /** The row was written, or will have been if its transaction succeeds: until that is known it is read. Null: nobody knows what is in it. */
  readonly written: (turnId: TurnId, step: number, entry: LedgerEntry | null) => void
  /** The transaction that wrote the row last succeeded. */
  readonly stored: (turnId: TurnId, step: number) => void
}

export const Sums = z.object({ used: z.int(), reserved: z.int(), usedMoney: z.int(), reservedMoney: z.int(), uncounted: z.int() })
const Row = Sums.extend({ at: z.int(), settled: z.int() })

/** One row's share. A step that took no tokens cost nothing, whatever its model's prices are. */
export const SHARE = `coalesce(used, 0) AS used, CASE WHEN used IS NULL THEN reserved ELSE 0 END AS reserved,
  coalesce(used_money, 0) AS usedMoney, CASE WHEN used IS NULL THEN coalesce(reserved_money, 0) ELSE 0 END AS reservedMoney,
  CASE WHEN prices IS NULL AND coalesce(used, reserved) > 0 THEN 1 ELSE 0 END AS uncounted`

/** Of a step that was opened. */
export const openEntry = (at: number, reserved: number, reservedMoney: number | null): LedgerEntry =>
  ({ at, isOpen: true, share: { used: 0, reserved, usedMoney: 0, reservedMoney: reservedMoney ?? 0, uncounted: reservedMoney === null && reserved > 0 ? 1 : 0 } })

/** Of a step that was settled. @param hasPrices whether it was opened with any */
export const settledEntry = (at: number, used: number, usedMoney: number | null, hasPrices: boolean): LedgerEntry =>
  ({ at, isOpen: false, share: { used, reserved: 0, usedMoney: usedMoney ?? 0, reservedMoney: 0, uncounted: !hasPrices && used > 0 ? 1 : 0 } })

const KEPT_ROWS = 64

export function createLedgerRows(database: Database.Database): LedgerRows {
  const select = database.prepare(`SELECT at, used IS NOT NULL AS settled, ${SHARE} FROM ledger WHERE turn_id = ? AND step = ?`)
  const known = new Map<string, LedgerEntry | null>()
  /** Written in transactions of which nobody has heard yet. */
  const unsure = new Map<string, LedgerEntry>()
  const readRow = (turnId: TurnId, step: number): LedgerEntry | null => {
    const row = select.get(turnId, step)
    if (row === undefined) return null
    const { at, settled, ...share } = Row.parse(row)
    return { at, share, isOpen: settled === 0 }
  }
  return {
    read: (turnId, step) => {
      if (database.inTransaction) return readRow(turnId, step)
      const key = keyOf(turnId, step)
      const before = known.get(key)
      if (before !== undefined) return before
      const entry = readRow(turnId, step)
      keep(known, key, entry)
      return entry
    },
    written: (turnId, step, entry) => {
      const key = keyOf(turnId, step)
      known.delete(key)
      if (entry === null) unsure.delete(key)
      else keep(unsure, key, entry)
    },
    stored: (turnId, step) => {
      const key = keyOf(turnId, step)
      const entry = unsure.get(key)
      if (entry === undefined) return
      unsure.delete(key)
      keep(known, key, entry)
    },
  }
}

function keep<Entry>(kept: Map<string, Entry>, key: string, entry: Entry): void {
  if (kept.size >= KEPT_ROWS) kept.clear()
  kept.set(key, entry)
}

export const keyOf = (turnId: string, step: number): string => `${turnId} ${step}`
