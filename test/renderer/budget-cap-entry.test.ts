import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAP_KEYS, parseCapEntry } from '../../renderer/features/budget/cap-entry.ts'
import { Cap, Caps } from '../../shared/cap.ts'

const GOOD: readonly (readonly [string, number])[] = [
  ['500000', 500_000], [' 500,000 ', 500_000], ['2 000 000', 2_000_000], ['2’000’000', 2_000_000], ['500k', 500_000], ['2M', 2_000_000], ['1.1m', 1_100_000], ['2.5 K', 2_500], ['1000', 1000],
]
for (const [typed, limit] of GOOD) test(`“${typed}” is a cap of ${limit}`, () => assert.deepEqual(parseCapEntry(typed, 'tokens-per-day'), { ok: true, limit }))

const BAD: readonly (readonly [string, string])[] = [
  ['', 'empty'], ['   ', 'empty'], ['0', 'zero'], ['000', 'zero'], ['-0', 'zero'], ['0k', 'zero'], ['-5', 'negative'], ['−2000', 'negative'], ['999', 'too-small'], ['2000.5', 'not-whole'], ['1.0005k', 'not-whole'],
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
    const schema = Caps.shape[CAP_KEYS[cap]]
    const least = Array.from({ length: 2000 }, (_, number) => number).find((number) => schema.safeParse(number).success)
    assert.deepEqual(parseCapEntry(String(least), cap), { ok: true, limit: least }, cap)
    assert.equal(parseCapEntry(String((least ?? 0) - 1), cap).ok, false, cap)
  }
})
