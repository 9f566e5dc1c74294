import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { createLedger } from '../../electron/core/budget/ledger.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { ChatId, TurnId } from '../../shared/ids.ts'
import { NO_USAGE } from '../../shared/usage.ts'

const CHAT = ChatId.parse('chat_1')
const PRICES = { input: 1, output: 3, cacheRead: null, cacheWrite: null }
const turnOf = (turn: number): TurnId => TurnId.parse(`turn_${turn}`)

const Act = fc.oneof(
  fc.record({ act: fc.constant('open' as const), turn: fc.nat(2), step: fc.integer({ min: 1, max: 3 }), at: fc.integer({ min: 0, max: 20 }), reserved: fc.nat(100), priced: fc.boolean(), fails: fc.boolean(), isTold: fc.boolean() }),
  fc.record({ act: fc.constant('settle' as const), turn: fc.nat(2), step: fc.integer({ min: 1, max: 3 }), tokens: fc.nat(100), fails: fc.boolean(), isTold: fc.boolean() }),
  fc.record({ act: fc.constant('ask' as const), from: fc.constantFrom(0, 0, 0, 5) }),
)
const OPEN = 'used IS NULL'
const SUM = `SELECT coalesce(sum(used), 0) AS used, coalesce(sum(reserved) FILTER (WHERE ${OPEN}), 0) AS reserved, coalesce(sum(used_money), 0) AS usedMoney,
  coalesce(sum(reserved_money) FILTER (WHERE ${OPEN}), 0) AS reservedMoney, count(*) FILTER (WHERE prices IS NULL AND coalesce(used, reserved) > 0) AS uncounted FROM ledger WHERE at >= ?`

test('the totals are the sum of what is stored, whatever was opened, settled and taken back, however often they are asked for, and whether or not the ledger is told what was stored', () => {
  fc.assert(fc.property(fc.array(Act, { minLength: 20, maxLength: 80 }), (acts) => {
    const database = new Database(':memory:')
    for (const { sql } of coreMigrations) database.exec(sql)
    const ledger = createLedger(database)
    const sum = database.prepare(SUM)
    const open = new Set<string>()
    const seen = new Set<string>()
    /** As the journal does it: all or nothing. */
    const commit = (work: () => void, fails: boolean): boolean => {
      try {
        database.transaction(() => {
          work()
          if (fails) throw new Error('taken back')
        })()
        return true
      } catch {
        return false
      }
    }
    for (const act of acts) {
      if (act.act === 'ask') {
        assert.deepEqual(ledger.daySince(act.from), sum.get(act.from))
        continue
      }
      const key = `${act.turn} ${act.step}`
      if (act.act === 'open' && !seen.has(key)) {
        const money = act.priced ? { reserved: act.reserved * 3, prices: PRICES } : null
        if (!commit(() => { ledger.open({ turnId: turnOf(act.turn), step: act.step, chatId: CHAT, role: 'r', model: 'm', at: act.at, reserved: act.reserved, money }) }, act.fails)) continue
        seen.add(key)
        open.add(key)
        if (act.isTold) ledger.stored(turnOf(act.turn), act.step)
      }
      if (act.act === 'settle' && open.has(key) && commit(() => { ledger.settle(turnOf(act.turn), act.step, { ...NO_USAGE, outputTokens: act.tokens }, act.tokens % 2 === 0) }, act.fails)) {
        open.delete(key)
        if (act.isTold) ledger.stored(turnOf(act.turn), act.step)
      }
    }
    for (const from of [0, 0, 5]) assert.deepEqual([ledger.daySince(from), ledger.monthSince(0)], [sum.get(from), sum.get(0)])
    const inside = database.transaction(() => {
      ledger.open({ turnId: turnOf(9), step: 1, chatId: CHAT, role: 'r', model: 'm', at: 30, reserved: 7, money: null })
      return ledger.daySince(5)
    })()
    assert.deepEqual(inside, sum.get(5))
    database.close()
  }), { numRuns: 150 })
})

test('a step that the ledger is told was stored is not read again', () => {
  const read: string[] = []
  const database = new Database(':memory:', { verbose: (sql) => { read.push(String(sql)) } })
  for (const { sql } of coreMigrations) database.exec(sql)
  const ledger = createLedger(database)
  const settled = { used: 12, reserved: 0, usedMoney: 36, reservedMoney: 0, uncounted: 0 }
  assert.equal(ledger.daySince(0).reserved, 0)
  database.transaction(() => { ledger.open({ turnId: turnOf(1), step: 1, chatId: CHAT, role: 'r', model: 'm', at: 1, reserved: 40, money: { reserved: 120, prices: PRICES } }) })()
  ledger.stored(turnOf(1), 1)
  read.length = 0
  assert.deepEqual(ledger.daySince(0), { used: 0, reserved: 40, usedMoney: 0, reservedMoney: 120, uncounted: 0 })
  assert.deepEqual(read, [])
  database.transaction(() => { ledger.settle(turnOf(1), 1, { ...NO_USAGE, outputTokens: 12 }, true) })()
  ledger.stored(turnOf(1), 1)
  read.length = 0
  assert.deepEqual(ledger.daySince(0), settled)
  assert.deepEqual(read, [])
  database.close()
})
