import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'

test('a time is never called early, a past one at once, and one that was called off never', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 5000 })
  const called: string[] = []
  systemClock.at(4000, () => called.push('past'))
  systemClock.at(5000 + 90_000, () => called.push('far'))
  const callOff = systemClock.at(5000 + 40_000, () => called.push('called off'))
  context.mock.timers.tick(0)
  assert.deepEqual(called, ['past'])
  context.mock.timers.tick(35_000)
  callOff()
  context.mock.timers.tick(54_999)
  assert.deepEqual(called, ['past'])
  context.mock.timers.tick(1)
  assert.deepEqual(called, ['past', 'far'])
})

test('a clock that jumps while the machine sleeps is noticed within half a minute', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  let isCalled = false
  systemClock.at(10 * 60_000, () => { isCalled = true })
  context.mock.timers.setTime(9 * 60_000 + 45_000)
  context.mock.timers.tick(30_000)
  assert.equal(isCalled, true)
})

test('a time months away is waited for, though no timer is that long', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  let isCalled = false
  systemClock.at(60 * 24 * 60 * 60_000, () => { isCalled = true })
  context.mock.timers.tick(30_000)
  assert.equal(isCalled, false)
})

test('ids are 24 letters and digits, never repeat, and sort in the order they were made even when the clock steps back', () => {
  const times = [1000, 1000, 1001, 900, 900, 1002]
  const newId = createNewId(() => times.shift() ?? 2000)
  const ids = Array.from({ length: 5000 }, () => newId())
  assert.ok(ids.every((id) => /^[a-z0-9]{24}$/.test(id)))
  assert.equal(new Set(ids).size, 5000)
  assert.deepEqual(ids, ids.toSorted())
})
