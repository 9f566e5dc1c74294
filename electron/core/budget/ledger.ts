import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { totalTokens, type Usage } from '../../../shared/usage.ts'
import { createSpendingTotals } from './spending-totals.ts'

export interface LedgerStep { readonly turnId: TurnId; readonly step: number; readonly chatId: ChatId; readonly role: string; readonly model: string; readonly at: number; readonly reserved: number }

export interface DaySpending { readonly day: string; readonly tokens: number; readonly steps: number }
export interface SpenderRow { readonly kind: 'chat' | 'role' | 'model'; readonly id: string; readonly tokens: number }

/** What every model step set aside and used: the one source of gauge, `/status`, panel, chart and cap. */
export interface Ledger {
  /** Sets tokens aside; written in the transaction of `step.started`. */
  readonly open: (step: LedgerStep) => void
  /** A step that recorded nothing counts its whole reservation. */
  readonly settle: (turnId: TurnId, step: number, usage: Usage, complete: boolean) => void
  readonly countStart: (turnId: TurnId, at: number) => void
  readonly isCounted: (turnId: TurnId) => boolean
  readonly tokensSince: (at: number) => { readonly used: number; readonly reserved: number }
  readonly startsSince: (at: number) => readonly number[]
  /** The latest moment anything was entered: a clock that jumped back behind it resets nothing. */
  readonly lastAt: () => number
  /** One row a local day, `days` of them ending with the one that `now` is in; days without spending are there with 0. */
  readonly days: (now: number, days: number) => readonly DaySpending[]
  readonly spenders: (since: number) => readonly SpenderRow[]
}

const Sum = z.object({ tokens: z.int(), steps: z.int() })
const Spender = z.object({ id: z.string(), tokens: z.int() })
// Made once: making one takes longer than reading with it, and these are asked for at every step.
const Moment = z.int()
const Moments = z.array(Moment)
const Reserved = z.int().catch(0)

export function createLedger(database: Database.Database): Ledger {
  const insert = database.prepare('INSERT INTO ledger (turn_id, step, chat_id, role, model, at, reserved) VALUES (@turnId, @step, @chatId, @role, @model, @at, @reserved)')
  const selectReserved = database.prepare('SELECT reserved FROM ledger WHERE turn_id = ? AND step = ?').pluck()
  const update = database.prepare('UPDATE ledger SET used = ?, usage = ? WHERE turn_id = ? AND step = ?')
  const insertStart = database.prepare('INSERT INTO run_starts (turn_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const selectStart = database.prepare('SELECT 1 FROM run_starts WHERE turn_id = ?').pluck()
  const starts = database.prepare('SELECT at FROM run_starts WHERE at > ? ORDER BY at').pluck()
  const last = database.prepare('SELECT max(coalesce((SELECT max(at) FROM ledger), 0), coalesce((SELECT max(at) FROM run_starts), 0))').pluck()
  const between = database.prepare('SELECT coalesce(sum(coalesce(used, reserved)), 0) AS tokens, count(*) AS steps FROM ledger WHERE at >= ? AND at < ?')
  const spendersBy = (column: 'chat_id' | 'role' | 'model') => database.prepare(`SELECT ${column} AS id, sum(coalesce(used, reserved)) AS tokens FROM ledger WHERE at >= ? GROUP BY ${column} ORDER BY tokens DESC LIMIT 20`)
  const byChat = spendersBy('chat_id')
  const byRole = spendersBy('role')
  const byModel = spendersBy('model')
  const totals = createSpendingTotals(database)

  return {
    open: (step) => {
      insert.run(step)
      totals.touch(step.turnId, step.step)
    },
    settle: (turnId, step, usage, complete) => {
      const reserved = Reserved.parse(selectReserved.get(turnId, step))
      const recorded = totalTokens(usage)
      update.run(recorded > 0 || complete ? recorded : reserved, JSON.stringify(usage), turnId, step)
      totals.touch(turnId, step)
    },
    countStart: (turnId, at) => { insertStart.run(turnId, at) },
    isCounted: (turnId) => selectStart.get(turnId) !== undefined,
    tokensSince: totals.since,
    startsSince: (at) => Moments.parse(starts.all(at)),
    lastAt: () => Moment.parse(last.get()),
    days: (now, days) => Array.from({ length: days }, (_, index) => {
      const { from, to, day } = localDay(now, index - days + 1)
      return { day, ...Sum.parse(between.get(from, to)) }
    }),
    spenders: (since) => [
      ...byChat.all(since).map((row) => ({ kind: 'chat' as const, ...Spender.parse(row) })),
      ...byRole.all(since).map((row) => ({ kind: 'role' as const, ...Spender.parse(row) })),
      ...byModel.all(since).map((row) => ({ kind: 'model' as const, ...Spender.parse(row) })),
    ],
  }
}

export interface LocalDay { readonly from: number; readonly to: number; readonly day: string }

/** The person's local day that `at` is in, moved by `offset` days: it has 23, 24 or 25 hours. Milliseconds since 1970. */
export function localDay(at: number, offset = 0): LocalDay {
  const base = new Date(at)
  const start = new Date(base.getFullYear(), base.getMonth(), base.getDate() + offset)
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
  const day = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}-${String(start.getDate()).padStart(2, '0')}`
  return { from: start.getTime(), to: end.getTime(), day }
}
