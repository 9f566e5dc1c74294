import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decideCaps, gaugesOf, type Refusal, type Spending, type StepNeed } from '../../electron/core/budget/caps.ts'
import { DEFAULT_CAPS, type Caps } from '../../shared/cap.ts'

const NOTHING = { used: 0, reserved: 0, uncounted: 0 }
const SPENDING: Spending = { tokensUsed: 0, tokensReserved: 0, runsStarted: [], liveRuns: 0, dayEndsAt: 86_400_000, monthEndsAt: 2_678_400_000, moneyToday: NOTHING, moneyThisMonth: NOTHING, moneyOfRun: 0, tokensOfJob: 0, moneyOfRole: 0 }
const NEED: StepNeed = { live: false, counted: false, inputTokens: 1000, maxOutputTokens: 8000, prices: null, perRun: null, jobTokensPerDay: null, roleMoneyPerDay: null }
const NO_CAPS: Caps = { tokensPerDay: null, runsPerHour: null, liveRuns: null }
const PRICES = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }
const PRICED: StepNeed = { ...NEED, prices: PRICES }
const refusal = (cap: Refusal['cap'], change: Partial<Refusal> = {}): Refusal => ({ granted: false, cap, why: 'used-up', liftsAt: null, need: null, ...change })

describe('a step asks for room', () => {
  test('within every cap it is granted, input and output set aside together', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, SPENDING, NEED), { granted: true, reservedTokens: 9000, maxOutputTokens: 8000, money: null })
  })
  test('near the day’s end of tokens it may write only what is left', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensUsed: 1_990_000, tokensReserved: 5000 }, NEED), { granted: true, reservedTokens: 5000, maxOutputTokens: 4000, money: null })
  })
  test('with too little left to say anything it waits for the day to end', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensUsed: 1_998_900 }, NEED), refusal('tokens-per-day', { liftsAt: 86_400_000 }))
  })
  test('reserved tokens count like used ones', () => {
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, tokensReserved: 1_999_999 }, NEED).granted, false)
  })
  test('a figure that can’t be read means no run', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, null, NEED), refusal('tokens-per-day', { why: 'unreadable' }))
  })
  test('the sixty-first start of an hour waits until the first of them is an hour old', () => {
    const runsStarted = Array.from({ length: 60 }, (_, index) => index * 1000)
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, runsStarted }, NEED), refusal('runs-per-hour', { liftsAt: 3_600_000 }))
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, runsStarted }, { ...NEED, counted: true }).granted, true, 'a turn that was counted goes on')
  })
  test('the ninth live run waits for a slot, one that holds a slot goes on', () => {
    assert.deepEqual(decideCaps(DEFAULT_CAPS, { ...SPENDING, liveRuns: 8 }, NEED), refusal('live-runs'))
    assert.equal(decideCaps(DEFAULT_CAPS, { ...SPENDING, liveRuns: 8 }, { ...NEED, live: true }).granted, true)
  })
  test('after more starts than the cap allows, the hour moves on once enough of them have left it', () => {
    const runsStarted = [0, 1000, 2000, 3000, 4000]
    const caps = { ...NO_CAPS, runsPerHour: 2 }
    assert.deepEqual(decideCaps(caps, { ...SPENDING, runsStarted }, NEED), refusal('runs-per-hour', { liftsAt: 3_603_000 }))
    assert.equal(decideCaps(caps, { ...SPENDING, runsStarted: runsStarted.slice(4) }, NEED).granted, true, 'at that moment there is room')
    assert.equal(gaugesOf(caps, { ...SPENDING, runsStarted }).find(({ cap }) => cap === 'runs-per-hour')?.liftsAt, 3_603_000, 'the gauge says the same')
  })
  test('a step that needs more than the whole cap is told so, since no day will bring it', () => {
    assert.deepEqual(decideCaps({ ...NO_CAPS, tokensPerDay: 2500 }, SPENDING, { ...NEED, inputTokens: 2400 }), refusal('tokens-per-day', { why: 'too-small', need: { least: 2656, limit: 2500 } }))
    assert.deepEqual(decideCaps({ ...NO_CAPS, moneyPerMonth: 4000 }, SPENDING, PRICED), refusal('money-per-month', { why: 'too-small', need: { least: 5060, limit: 4000 } }))
  })
  test('a cap in money sets aside the most that a step can cost, and shortens the answer to what is left', () => {
    const caps = { ...NO_CAPS, moneyPerDay: 100_000 }
    assert.deepEqual(decideCaps(caps, SPENDING, PRICED), { granted: true, reservedTokens: 9000, maxOutputTokens: 8000, money: { reserved: 82_500, prices: PRICES } })
    assert.deepEqual(decideCaps(caps, { ...SPENDING, moneyToday: { ...NOTHING, used: 60_000, reserved: 10_000 } }, PRICED), { granted: true, reservedTokens: 3750, maxOutputTokens: 2750, money: { reserved: 30_000, prices: PRICES } })
    assert.deepEqual(decideCaps(caps, { ...SPENDING, moneyToday: { ...NOTHING, used: 98_000 } }, PRICED), refusal('money-per-day', { liftsAt: 86_400_000, need: { least: 5060, limit: 100_000 } }))
    assert.deepEqual(decideCaps({ ...NO_CAPS, moneyPerMonth: 100_000 }, { ...SPENDING, moneyThisMonth: { ...NOTHING, used: 98_000 } }, PRICED), refusal('money-per-month', { liftsAt: 2_678_400_000, need: { least: 5060, limit: 100_000 } }))
  })
  test('what one run may spend is the lower of the person’s figure and its role’s, and calls that were paid for go on', () => {
    const spent = { ...SPENDING, moneyOfRun: 98_000 }
    assert.equal(decideCaps({ ...NO_CAPS, moneyPerRun: 100_000 }, spent, PRICED).granted, false)
    assert.equal(decideCaps({ ...NO_CAPS, moneyPerRun: 500_000 }, spent, { ...PRICED, perRun: 100_000 }).granted, false)
    assert.equal(decideCaps(NO_CAPS, spent, { ...PRICED, perRun: 100_000 }).granted, false)
    assert.equal(decideCaps({ ...NO_CAPS, moneyPerRun: 100_000 }, spent, { ...PRICED, perRun: 'ignored' }).granted, true)
  })
  test('a run that others wait for is bounded by each of theirs, with all that is spent below it', () => {
    const above = (perRun: number | null, spent: number) => decideCaps(NO_CAPS, SPENDING, { ...PRICED, perRun: 500_000, above: [{ perRun: null, spent: 9e9 }, { perRun, spent }] })
    assert.deepEqual(above(100_000, 70_000), { granted: true, reservedTokens: 3750, maxOutputTokens: 2750, money: { reserved: 30_000, prices: PRICES } })
    assert.deepEqual(above(100_000, 98_000), refusal('money-per-run', { liftsAt: null, need: { least: 5060, limit: 100_000 } }))
    assert.equal(above(null, 9e9).granted, true)
    assert.equal(decideCaps({ ...NO_CAPS, moneyPerRun: 100_000 }, SPENDING, { ...PRICED, above: [{ perRun: null, spent: 98_000 }] }).granted, false, 'the person’s figure for a run is theirs too')
  })
  test('with a cap in money no model runs whose prices nobody said; free has to be said, and then costs nothing', () => {
    for (const cap of ['moneyPerRun', 'moneyPerDay', 'moneyPerMonth'] as const) {
      const decision = decideCaps({ ...NO_CAPS, [cap]: 5_000_000 }, SPENDING, NEED)
      assert.ok(!decision.granted && decision.why === 'no-price')
      assert.equal(decideCaps({ ...NO_CAPS, [cap]: 5_000_000 }, SPENDING, { ...NEED, prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }).granted, true)
    }
  })
  test('what its role may spend a day holds beside everybody’s, whichever leaves less', () => {
    const priced: StepNeed = { ...NEED, prices: { input: 1, output: 5, cacheRead: 0, cacheWrite: 0 }, roleMoneyPerDay: 40_000 }
    const granted = decideCaps(NO_CAPS, { ...SPENDING, moneyOfRole: 15_000 }, priced)
    assert.ok(granted.granted && granted.money !== null && granted.money.reserved <= 25_000 && granted.maxOutputTokens < NEED.maxOutputTokens)
    const refused = decideCaps(NO_CAPS, { ...SPENDING, moneyOfRole: 39_000 }, priced)
    assert.ok(!refused.granted)
    assert.deepEqual([refused.cap, refused.why, refused.liftsAt], ['money-per-day-and-role', 'used-up', SPENDING.dayEndsAt])
    const tighter = decideCaps({ ...NO_CAPS, moneyPerDay: 20_000 }, { ...SPENDING, moneyToday: { used: 19_000, reserved: 0, uncounted: 0 } }, priced)
    assert.ok(!tighter.granted && tighter.cap === 'money-per-day')
    const unpriced = decideCaps(NO_CAPS, SPENDING, { ...priced, prices: null })
    assert.ok(!unpriced.granted && unpriced.why === 'no-price')
  })
  test('a cap that is off bounds nothing', () => {
    assert.equal(decideCaps(NO_CAPS, { ...SPENDING, tokensUsed: 1e12, liveRuns: 1e6, runsStarted: Array<number>(500).fill(0) }, NEED).granted, true)
  })

  test('any number of steps that each get what they ask for, one after another, never go over the day’s tokens', () => {
    const need = fc.record({ inputTokens: fc.integer({ min: 1, max: 50_000 }), maxOutputTokens: fc.integer({ min: 1, max: 32_000 }) })
    fc.assert(fc.property(fc.integer({ min: 1000, max: 300_000 }), fc.array(need, { maxLength: 60 }), (tokensPerDay, needs) => {
      const caps: Caps = { ...NO_CAPS, tokensPerDay }
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
      const caps: Caps = { ...NO_CAPS, tokensPerDay: limit }
      if (!decideCaps(caps, { ...SPENDING, tokensUsed: used }, NEED).granted) return
      assert.ok(decideCaps({ ...caps, tokensPerDay: limit + extra }, { ...SPENDING, tokensUsed: Math.max(0, used - freed) }, NEED).granted)
    }))
  })
})

test('the gauges show the figures that the decision rests on', () => {
  assert.deepEqual(gaugesOf({ ...DEFAULT_CAPS, moneyPerDay: 5_000_000 }, { ...SPENDING, tokensUsed: 5, tokensReserved: 7, runsStarted: [100], liveRuns: 2, moneyToday: { used: 3, reserved: 4, uncounted: 1 } }), [
    { cap: 'tokens-per-day', used: 5, reserved: 7, limit: 2_000_000, liftsAt: 86_400_000 },
    { cap: 'runs-per-hour', used: 1, reserved: 0, limit: 60, liftsAt: 3_600_100 },
    { cap: 'live-runs', used: 2, reserved: 0, limit: 8, liftsAt: null },
    { cap: 'money-per-run', used: 0, reserved: 0, limit: null, liftsAt: null },
    { cap: 'money-per-day', used: 3, reserved: 4, uncounted: 1, limit: 5_000_000, liftsAt: 86_400_000 },
    { cap: 'money-per-month', used: 0, reserved: 0, uncounted: 0, limit: null, liftsAt: 2_678_400_000 },
  ])
})
