import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decideCaps, gaugesOf, type Spending, type StepNeed } from '../../electron/core/budget/caps.ts'
import { DEFAULT_CAPS, type Caps } from '../../shared/cap.ts'

const SPENDING: Spending = { tokensUsed: 0, tokensReserved: 0, runsStarted: [], liveRuns: 0, dayEndsAt: 86_400_000 }
const NEED: StepNeed = { live: false, counted: false, inputTokens: 1000, maxOutputTokens: 8000 }

describe('a step asks for room', () => {
  test('within every cap it is granted, input and output set aside together', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, SPENDING, NEED), { granted: true, reservedTokens: 9000, maxOutputTokens: 8000 })
  })
  test('near the day’s end of tokens it may write only what is left', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensUsed: 1_990_000, tokensReserved: 5000 }, NEED), { granted: true, reservedTokens: 5000, maxOutputTokens: 4000 })
  })
  test('with too little left to say anything it waits for the day to end', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensUsed: 1_998_900 }, NEED), { granted: false, cap: 'tokens-per-day', liftsAt: 86_400_000 })
  })
  test('reserved tokens count like used ones', () => {
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensReserved: 1_999_999 }, NEED).granted, false)
  })
  test('a figure that can’t be read means no run', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, null, NEED), { granted: false, cap: 'tokens-per-day', liftsAt: null })
  })
  test('the sixty-first start of an hour waits until the first of them is an hour old', () => {
    const runsStarted = Array.from({ length: 60 }, (_, index) => index * 1000)
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, runsStarted }, NEED), { granted: false, cap: 'runs-per-hour', liftsAt: 3_600_000 })
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, runsStarted }, { ...NEED, counted: true }).granted, true, 'a turn that was counted goes on')
  })
  test('the ninth live run waits for a slot, one that holds a slot goes on', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, liveRuns: 8 }, NEED), { granted: false, cap: 'live-runs', liftsAt: null })
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, liveRuns: 8 }, { ...NEED, live: true }).granted, true)
  })
  test('a cap that is off bounds nothing', () => {
    assert.equal(decideCaps({ tokensPerDay: null, runsPerHour: null, liveRuns: null }, { ...SPENDING, tokensUsed: 1e12, liveRuns: 1e6, runsStarted: Array<number>(500).fill(0) }, NEED).granted, true)
  })

  test('any number of steps that each get what they ask for, one after another, never go over the day’s tokens', () => {
    const need = fc.record({ inputTokens: fc.integer({ min: 1, max: 50_000 }), maxOutputTokens: fc.integer({ min: 1, max: 32_000 }) })
    fc.assert(fc.property(fc.integer({ min: 1000, max: 300_000 }), fc.array(need, { maxLength: 60 }), (tokensPerDay, needs) => {
      const caps: Caps = { tokensPerDay, runsPerHour: null, liveRuns: null }
      let reserved = 0
      for (const one of needs) {
        const decision = decideCaps(caps, { ...SPENDING, tokensReserved: reserved }, { ...NEED, ...one })
        if (decision.granted) reserved += decision.reservedTokens
      }
      assert.ok(reserved <= tokensPerDay)
    }))
  })

  test('raising a cap or freeing spending never refuses what was granted', () => {
    fc.assert(fc.property(fc.integer({ min: 1000, max: 100_000 }), fc.nat(100_000), fc.nat(50_000), fc.nat(50_000), (limit, used, extra, freed) => {
      const caps: Caps = { tokensPerDay: limit, runsPerHour: null, liveRuns: null }
      if (!decideCaps(caps, { ...SPENDING, tokensUsed: used }, NEED).granted) return
      assert.ok(decideCaps({ ...caps, tokensPerDay: limit + extra }, { ...SPENDING, tokensUsed: Math.max(0, used - freed) }, NEED).granted)
    }))
  })
})

test('the gauges show the figures that the decision rests on', () => {
  assert.deepEqual(gaugesOf(DEFAULT_CAPS, { ...SPENDING, tokensUsed: 5, tokensReserved: 7, runsStarted: [100], liveRuns: 2 }), [
    { cap: 'tokens-per-day', used: 5, reserved: 7, limit: 2_000_000, liftsAt: 86_400_000 },
    { cap: 'runs-per-hour', used: 1, reserved: 0, limit: 60, liftsAt: 3_600_100 },
    { cap: 'live-runs', used: 2, reserved: 0, limit: 8, liftsAt: null },
  ])
})
