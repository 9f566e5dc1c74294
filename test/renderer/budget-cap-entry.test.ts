import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capText, parseCapEntry } from '../../renderer/features/budget/cap-entry.ts'
import { Cap, CAP_KEYS, Caps, isMoney, LEAST_CAPS, MICROS_PER_DOLLAR } from '../../shared/cap.ts'

const GOOD: readonly (readonly [string, number])[] = [
  ['500000', 500_000], [' 500,000 ', 500_000], ['2 000 000', 2_000_000], ['2’000’000', 2_000_000], ['500k', 500_000], ['2M', 2_000_000], ['1.1m', 1_100_000], ['2.5 K', 2_500], ['2500', 2500],
]
for (const [typed, limit] of GOOD) test(`“${typed}” is a cap of ${limit}`, () => assert.deepEqual(parseCapEntry(typed, 'tokens-per-day'), { ok: true, limit }))

const BAD: readonly (readonly [string, string])[] = [
  ['', 'empty'], ['   ', 'empty'], ['0', 'zero'], ['000', 'zero'], ['-0', 'zero'], ['0k', 'zero'], ['-5', 'negative'], ['−2000', 'negative'], ['2499', 'too-small'], ['3000.5', 'not-whole'], ['3.0005k', 'not-whole'], ['$5000', 'not-a-number'],
  ['lots', 'not-a-number'], ['1e9', 'not-a-number'], ['Infinity', 'not-a-number'], ['NaN', 'not-a-number'], ['0x1000', 'not-a-number'], ['12,34', 'not-a-number'], ['2 M tokens', 'not-a-number'], ['1.000.000', 'not-a-number'], ['9'.repeat(20), 'too-large'], [`${'9'.repeat(15)}m`, 'too-large'],
]
for (const [typed, kind] of BAD) {
  test(`“${typed}” is refused as ${kind}`, () => {
    const entry = parseCapEntry(typed, 'tokens-per-day')
    assert.equal(entry.ok ? entry.limit : entry.problem.kind, kind)
  })
}

test('what is read is what the core takes, and the smallest is where the core’s own begins', () => {
  for (const cap of Cap.options) {
    const least = LEAST_CAPS[CAP_KEYS[cap]]
    const schema = Caps.shape[CAP_KEYS[cap]]
    assert.deepEqual([schema.safeParse(least).success, schema.safeParse(least - 1).success], [true, false], cap)
    const typed = (limit: number): string => (isMoney(cap) ? (limit / MICROS_PER_DOLLAR).toFixed(6) : String(limit))
    assert.deepEqual(parseCapEntry(typed(least), cap), { ok: true, limit: least }, cap)
    assert.equal(parseCapEntry(typed(least - 1), cap).ok, false, cap)
    assert.deepEqual(parseCapEntry(capText(cap, least), cap), { ok: true, limit: least }, 'what stands in the field is what it was')
  }
})

const MONEY: readonly (readonly [string, number | string])[] = [
  ['5', 5_000_000], ['$5', 5_000_000], ['0.5', 500_000], ['$0.01', 10_000], ['1,250.50', 1_250_500_000], ['2k', 2_000_000_000], ['0.1', 100_000], ['0.29', 290_000],
  ['0.009', 'too-small'], ['0', 'zero'], ['-1', 'negative'], ['0.1234567', 'too-fine'], ['five', 'not-a-number'], ['€5', 'not-a-number'],
]
for (const [typed, expected] of MONEY) {
  test(`“${typed}” dollars are ${typeof expected === 'number' ? `${expected} millionths` : `refused as ${expected}`}`, () => {
    const entry = parseCapEntry(typed, 'money-per-day')
    assert.equal(entry.ok ? entry.limit : entry.problem.kind, expected)
  })
}
