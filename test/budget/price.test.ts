import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { affordableOutput, costOf, mostCost, tokenPrices } from '../../electron/core/budget/price.ts'
import { formatMoney } from '../../shared/cap.ts'
import type { Prices } from '../../shared/model-profile.ts'

const priced = (prices: Partial<Prices>) => {
  const known = tokenPrices({ input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, ...prices })
  assert.ok(known !== null)
  return known
}
const USAGE = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 10_000, cacheWriteTokens: 2000 }

test('what is cached is counted at its own prices, to the millionth of a dollar', () => {
  assert.equal(costOf(USAGE, priced({})), 2000 + 5000 + 2000 + 5000)
})

test('a cache price that nobody knows never makes a step cheaper than it can be', () => {
  assert.equal(costOf(USAGE, priced({ cacheRead: null, cacheWrite: null })), 2000 + 5000 + 20_000 + 8000)
})

test('unknown is unknown, and free has to be said', () => {
  assert.equal(tokenPrices(null), null)
  assert.equal(tokenPrices({ input: 2, output: null, cacheRead: 0, cacheWrite: 0 }), null)
  assert.equal(costOf(USAGE, priced({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })), 0)
})

test('fractions that binary numbers can’t hold add up exactly, and part of a millionth counts whole', () => {
  const third = priced({ input: 0.1, output: 0.2 })
  assert.equal(costOf({ inputTokens: 3, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }, third), 1)
  assert.equal(costOf({ inputTokens: 1_000_000, outputTokens: 1_000_000, cacheReadTokens: 0, cacheWriteTokens: 0 }, third), 300_000)
})

test('no usage within what was reserved costs more than what was reserved, and what is affordable is afforded', () => {
  const price = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 200, noNaN: true }))
  fc.assert(fc.property(price, price, fc.option(price), fc.option(price), fc.nat(100_000), fc.nat(100_000), fc.nat(30_000), fc.nat(5_000_000), (input, output, cacheRead, cacheWrite, read, write, most, micros) => {
    const prices = priced({ input, output, cacheRead, cacheWrite })
    const tokens = read + write + 100
    assert.ok(costOf({ inputTokens: 100, cacheReadTokens: read, cacheWriteTokens: write, outputTokens: most }, prices) <= mostCost(tokens, most, prices))
    const affordable = Math.min(most, affordableOutput(micros, tokens, prices))
    if (affordable >= 0) assert.ok(mostCost(tokens, affordable, prices) <= micros)
  }))
})

test('absurd prices stay beyond every cap instead of wrapping around', () => {
  assert.equal(mostCost(10_000_000, 10_000_000, priced({ input: 1e300, output: 1e300 })), Number.MAX_SAFE_INTEGER)
})

test('money is told in dollars, and in parts of a cent where a cent says nothing', () => {
  assert.deepEqual([0, 50, 1234, 10_000, 123_456, 999_999, 5_000_000, 1_250_500_000].map(formatMoney), ['$0.00', 'below $0.0001', '$0.0012', '$0.01', '$0.1235', '$1.00', '$5.00', '$1,250.50'])
})
