import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barHeight, nextBar, scaleFor } from '../../renderer/features/budget/chart-scale.ts'
import { longDay, shortDay } from '../../renderer/features/budget/day-words.ts'

test('a scale holds what it has to, ends in a round number, and its half is whole', () => {
  for (const [most, top] of [[0, 10], [7, 10], [10, 10], [11, 20], [20, 20], [21, 50], [99, 100], [100, 100], [1_650_000, 2_000_000], [2_000_001, 5_000_000]] as const) assert.equal(scaleFor(most), top, String(most))
  for (let most = 1; most < 1e12; most = most * 3 + 1) {
    const top = scaleFor(most)
    assert.ok(top >= most && Number.isInteger(top / 2), `${most} in ${top}`)
    assert.ok(most < 10 || top < most * 10, 'and a bar is never lost in it')
  }
})

test('a bar is as high as its share; nothing has none, and a little is still seen', () => {
  assert.deepEqual([0, 1, 500, 1000, 2000].map((tokens) => barHeight(tokens, 1000)), [0, 1, 50, 100, 100])
})

test('arrows go from day to day and stop at the ends', () => {
  assert.deepEqual(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map((key) => nextBar(29, 30, key)), [28, 29, 0, 29, null])
  assert.equal(nextBar(0, 30, 'ArrowLeft'), 0)
})

test('a day of the calendar keeps its name in every zone', () => {
  const zone = process.env['TZ']
  try {
    for (const each of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      process.env['TZ'] = each
      assert.deepEqual([longDay('2027-03-01'), shortDay('2027-03-01')], ['Monday, March 1', 'Mar 1'], each)
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
