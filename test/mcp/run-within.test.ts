import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWithin } from '../../electron/core/mcp/run-within.ts'

/** As on a machine that gives its time to others: nothing happens, and nothing is used up. */
const standStill = (ms: number): void => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) }

test('work that the machine held up is done all the same', () => {
  let begun = 0
  const outcome = runWithin(100, () => {
    begun += 1
    standStill(begun < 3 ? 60_000 : 5)
    return 'done'
  })
  assert.deepEqual([outcome, begun], [{ inTime: true, value: 'done' }, 3])
})

test('work that never gets done is cut off after the time that it had for itself', () => {
  let begun = 0
  const used = process.threadCpuUsage()
  const outcome = runWithin(100, () => {
    begun += 1
    return /^(a+)+$/.test(`${'a'.repeat(60)}!`)
  })
  const { user, system } = process.threadCpuUsage(used)
  assert.deepEqual(outcome, { inTime: false, starved: false })
  assert.ok((user + system) / 1000 < 1000, `${user + system} µs, begun ${begun} times`)
})

test('a machine that stands still for long ends it as well: whether it could be done isn’t known', () => {
  const from = performance.now()
  assert.deepEqual(runWithin(20, () => { standStill(60_000) }), { inTime: false, starved: true })
  assert.ok(performance.now() - from < 10_000)
})

test('what the work throws is thrown, and work within work has a time of its own', () => {
  assert.throws(() => runWithin(1000, () => { throw new RangeError('its own') }), RangeError)
  assert.deepEqual(runWithin(10_000, () => [runWithin(50, () => { for (;;); }), 'after']), { inTime: true, value: [{ inTime: false, starved: false }, 'after'] })
})
