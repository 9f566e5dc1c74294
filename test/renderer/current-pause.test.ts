import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentPause } from '../../renderer/parts/current-pause.ts'
import type { Cap, CapGauge } from '../../shared/cap.ts'

const gauge = (cap: Cap, used: number): CapGauge => ({ cap, used, reserved: 0, limit: 10, liftsAt: null })
const pause = { cap: 'runs-per-hour', meta: null } as const

test('a pause names the cap that is in the way now, not the one that was met first', () => {
  assert.equal(currentPause(pause, [gauge('runs-per-hour', 2), gauge('live-runs', 10)]).cap, 'live-runs')
})

test('it stays with the cap of its event while that one is nearly or wholly used up, and while no other is', () => {
  for (const gauges of [[gauge('runs-per-hour', 10), gauge('live-runs', 10)], [gauge('runs-per-hour', 9), gauge('live-runs', 10)], [gauge('runs-per-hour', 2), gauge('live-runs', 9)], []]) assert.equal(currentPause(pause, gauges), pause)
})

test('a reason that no room would lift stays', () => {
  const tooSmall = { ...pause, why: 'too-small' } as const
  assert.equal(currentPause(tooSmall, [gauge('runs-per-hour', 2), gauge('live-runs', 10)]), tooSmall)
})
