import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ChatId, TurnId } from '../../../shared/ids.ts'
import { Prices } from '../../../shared/model-profile.ts'
import { totalTokens, type Usage } from '../../../shared/usage.ts'
import { localDay } from './local-time.ts'
import { costOf, tokenPrices } from './price.ts'
import { createLedgerMoments } from './ledger-moments.ts'
import { createLedgerRows, keyOf, openEntry, settledEntry, type LedgerEntry, type Totals } from './ledger-rows.ts'
import { createSpendingTotals } from './spending-totals.ts'

export interface LedgerStep {
  readonly turnId: TurnId; readonly step: number; readonly chatId: ChatId; readonly role: string; readonly model: string; readonly at: number
  readonly reserved: number
  /** In millionths of a dollar, at these prices; null: nobody knows what the model costs. */
  readonly money: { readonly reserved: number; readonly prices: Prices } | null
}

/** @property money in millionths of a dollar · @property uncounted steps whose cost nobody knows */
export interface Spent { readonly tokens: number; readonly money: number; readonly uncounted: number }
export interface DaySpending extends Spent { readonly day: string; readonly steps: number }
export interface SpenderRow extends Spent { readonly kind: 'chat' | 'role' | 'model'; readonly id: string }

/** What every model step set aside and used: the one source of gauge, `/status`, panel, chart and cap. */
export interface Ledger {
  /** Sets tokens and money aside; written in the transaction of `step.started`. */
  readonly open: (step: LedgerStep) => void
  /** A step that recorded nothing counts its whole reservation. */
  readonly settle: (turnId: TurnId, step: number, usage: Usage, complete: boolean) => void
  /** The transaction in which the step was opened or settled last succeeded: what is known of it needn't be read any more. */
  readonly stored: (turnId: TurnId, step: number) => void
  readonly countStart: (turnId: TurnId, at: number) => void
  readonly isCounted: (turnId: TurnId) => boolean
  /** Of the person's day, and of their month. Each remembers what it summed, so ask for days with the one and months with the other. */
  readonly daySince: (from: number) => Totals
  readonly monthSince: (from: number) => Totals
  /** Of one run so far, with the runs that its calls started, used or set aside, in millionths of a dollar. */
  readonly moneyOfRun: (turnId: TurnId) => number
  /** The same where all of it is known; null: a step of it cost nobody knows what. */
  readonly costOfRun: (turnId: TurnId) => number | null
  readonly spentByRun: (turnId: TurnId) => { readonly tokens: number; readonly money: number | null }
  /** Of all runs in this role, used or set aside; of a job's, those that a coworker did for it too, and what such runs handed on. */
  readonly tokensOfRole: (role: string, since: number) => number
  /** In millionths of a dollar; of runs in this very role. */
  readonly moneyOfRole: (role: string, since: number) => number
  /** Of those, the steps whose cost nobody knows. */
  readonly uncountedOfRole: (role: string, since: number) => number
  readonly startsSince: (at: number) => readonly number[]
  /** The latest moment anything was entered: a clock that jumped back behind it resets nothing. */
  readonly lastAt: () => number
  /** One row a local day, `days` of them ending with the one that `now` is in; days without spending are there with 0. */
  readonly days: (now: number, days: number) => readonly DaySpending[]
  readonly spenders: (since: number) => readonly SpenderRow[]
}

/** For a step that is open; `at` is null where a process before this one opened it. */
interface SetAside extends Pick<LedgerStep, 'reserved' | 'money'> { readonly at: number | null }

const Sum = z.object({ tokens: z.int(), steps: z.int(), money: z.int(), uncounted: z.int() })
const Spender = z.object({ id: z.string(), tokens: z.int(), money: z.int(), uncounted: z.int() })
// Made once: making one takes longer than reading with it, and this is asked for at every step.
const Money = z.int()
const Reserved = z.object({ reserved: z.int(), reserved_money: z.int().nullable(), prices: z.string().nullable().transform((text) => (text === null ? null : Prices.parse(JSON.parse(text)))) })

const SPENT = `coalesce(sum(coalesce(used, reserved)), 0) AS tokens, coalesce(sum(coalesce(used_money, reserved_money)), 0) AS money,
  coalesce(sum(prices IS NULL AND coalesce(used, reserved) > 0), 0) AS uncounted`

export function createLedger(database: Database.Database): Ledger {
  const insert = database.prepare('INSERT INTO ledger (turn_id, step, chat_id, role, model, at, reserved, reserved_money, prices) VALUES (@turnId, @step, @chatId, @role, @model, @at, @reserved, @reservedMoney, @prices)')
  const selectReserved = database.prepare('SELECT reserved, reserved_money, prices FROM ledger WHERE turn_id = ? AND step = ?')
  const update = database.prepare('UPDATE ledger SET used = ?, used_money = ?, usage = ? WHERE turn_id = ? AND step = ?')
  const insertStart = database.prepare('INSERT INTO run_starts (turn_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const selectStart = database.prepare('SELECT 1 FROM run_starts WHERE turn_id = ?').pluck()
  const ofRun = database.prepare(`WITH RECURSIVE below (turn_id) AS (SELECT ? UNION SELECT l.turn_id FROM run_links l JOIN below b ON l.of_turn = b.turn_id WHERE l.kind = 'delegated')
    SELECT ${SPENT} FROM ledger WHERE turn_id IN (SELECT turn_id FROM below)`)
  const spentBy = (turnId: TurnId) => Spender.omit({ id: true }).parse(ofRun.get(turnId))
  const ofRole = database.prepare(`SELECT coalesce(sum(coalesce(used, reserved)), 0) FROM ledger WHERE (role = @role OR (role > @role || ':' AND role < @role || ';')
    OR turn_id IN (SELECT turn_id FROM run_links WHERE root_role = @role OR (root_role > @role || ':' AND root_role < @role || ';'))) AND at >= @since`).pluck()
  const moneyOfRole = database.prepare('SELECT coalesce(sum(coalesce(used_money, reserved_money)), 0) FROM ledger WHERE role = ? AND at >= ?').pluck()
  const uncountedOfRole = database.prepare('SELECT coalesce(sum(prices IS NULL AND coalesce(used, reserved) > 0), 0) FROM ledger WHERE role = ? AND at >= ?').pluck()
  const between = database.prepare(`SELECT ${SPENT}, count(*) AS steps FROM ledger WHERE at >= ? AND at < ?`)
  const spendersBy = (column: 'chat_id' | 'role' | 'model') => database.prepare(`SELECT ${column} AS id, ${SPENT} FROM ledger WHERE at >= ? GROUP BY ${column} ORDER BY tokens DESC LIMIT 20`)
  const byChat = spendersBy('chat_id')
  const byRole = spendersBy('role')
  const byModel = spendersBy('model')
  const rows = createLedgerRows(database)
  const [ofDay, ofMonth] = [createSpendingTotals(database, rows.read), createSpendingTotals(database, rows.read)]
  const moments = createLedgerMoments(database)
  /** Set aside by this process and not settled yet. What a process before it set aside is read. */
  const openSteps = new Map<string, SetAside>()
  const readReserved = (turnId: TurnId, step: number): SetAside => {
    const row = selectReserved.get(turnId, step)
    if (row === undefined) return { at: null, reserved: 0, money: null }
    const { reserved, reserved_money: money, prices } = Reserved.parse(row)
    return { at: null, reserved, money: money === null || prices === null ? null : { reserved: money, prices } }
  }
  const written = (turnId: TurnId, step: number, entry: LedgerEntry | null): void => {
    rows.written(turnId, step, entry)
    ofDay.touch(turnId, step)
    ofMonth.touch(turnId, step)
  }

  return {
    open: ({ money, ...step }) => {
      openSteps.set(keyOf(step.turnId, step.step), { at: step.at, reserved: step.reserved, money })
      insert.run({ ...step, reservedMoney: money?.reserved ?? null, prices: money === null ? null : JSON.stringify(money.prices) })
      written(step.turnId, step.step, openEntry(step.at, step.reserved, money?.reserved ?? null))
      moments.entered('step', step.at)
    },
    settle: (turnId, step, usage, complete) => {
      const { at, reserved, money } = openSteps.get(keyOf(turnId, step)) ?? readReserved(turnId, step)
      openSteps.delete(keyOf(turnId, step))
      const recorded = totalTokens(usage)
      const isRecorded = recorded > 0 || complete
      const perToken = tokenPrices(money?.prices ?? null)
      const used = isRecorded ? recorded : reserved
      const usedMoney = isRecorded && perToken !== null ? costOf(usage, perToken) : money?.reserved ?? null
      const { changes } = update.run(used, usedMoney, JSON.stringify(usage), turnId, step)
      written(turnId, step, at === null || changes === 0 ? null : settledEntry(at, used, usedMoney, money !== null))
    },
    stored: rows.stored,
    countStart: (turnId, at) => {
      insertStart.run(turnId, at)
      moments.entered('start', at)
    },
    isCounted: (turnId) => selectStart.get(turnId) !== undefined,
    daySince: ofDay.since,
    monthSince: ofMonth.since,
    moneyOfRun: (turnId) => spentBy(turnId).money,
    moneyOfRole: (role, since) => Money.parse(moneyOfRole.get(role, since)),
    uncountedOfRole: (role, since) => Money.parse(uncountedOfRole.get(role, since)),
    tokensOfRole: (role, since) => Money.parse(ofRole.get({ role, since })),
    costOfRun: (turnId) => { const { money, uncounted } = spentBy(turnId); return uncounted > 0 ? null : money },
    spentByRun: (turnId) => { const { tokens, money, uncounted } = spentBy(turnId); return { tokens, money: uncounted > 0 ? null : money } },
    startsSince: moments.startsSince,
    lastAt: moments.lastAt,
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
