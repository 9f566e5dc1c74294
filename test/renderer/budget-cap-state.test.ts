import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capStateOf, warningsOf } from '../../renderer/parts/cap-state.ts'
import { budget } from '../../renderer/strings/budget.ts'
import type { CapGauge } from '../../shared/cap.ts'

const gauge = (change: Partial<CapGauge>): CapGauge => ({ cap: 'tokens-per-day', used: 0, reserved: 0, limit: 100, liftsAt: null, ...change })

test('the warning begins at 80 %, and what is reserved counts like what is used', () => {
  assert.deepEqual([79, 80, 99, 100, 140].map((used) => capStateOf(gauge({ used }))), ['free', 'near', 'near', 'full', 'full'])
  assert.equal(capStateOf(gauge({ used: 40, reserved: 40 })), 'near')
  assert.equal(capStateOf(gauge({ used: 40, reserved: 60 })), 'full')
})

test('without a cap nothing is near', () => {
  assert.equal(capStateOf(gauge({ used: 1e9, limit: null })), 'free')
})

test('live runs, which come and go, are no reason for a warning', () => {
  assert.deepEqual(warningsOf([gauge({ used: 90 }), gauge({ cap: 'live-runs', used: 100 }), gauge({ cap: 'runs-per-hour', used: 3 }), gauge({ cap: 'money-per-run', used: 100 })]).map(({ cap }) => cap), ['tokens-per-day'])
})

test('numbers are written out: used, reserved with its sign, and left, which is never below nothing', () => {
  const { long, short, uncapped } = budget.gauge
  assert.equal(long('tokens-per-day', 182_340, 12_000, 2_000_000), '182,340 used · ≈ 12,000 reserved · 1,805,660 left of 2,000,000')
  assert.equal(long('tokens-per-day', 140, 0, 100), '140 used · 0 left of 100')
  assert.equal(short('runs-per-hour', 5, 0, 60), '5 of 60')
  assert.equal(uncapped('tokens-per-day', 5, 7), '5 used · ≈ 7 reserved · no cap')
  assert.equal(long('money-per-day', 1_234_567, 20_000, 5_000_000), '$1.23 used · ≈ $0.02 reserved · $3.75 left of $5.00')
})
