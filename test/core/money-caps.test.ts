import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ModelProfile } from '../../shared/model-profile.ts'
import { explainPause } from '../../shared/explain-pause.ts'
import type { Caps } from '../../shared/cap.ts'
import type { TurnId } from '../../shared/ids.ts'
import { statusOf } from '../../shared/turn-state.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'
import { FREE, PRICES, scriptProfile } from './script-profile.ts'
import type { ScriptedStep } from './script-model.ts'
import type { CoreOptions } from './live-core.ts'

const NO_CAPS: Caps = { tokensPerDay: null, runsPerHour: null, liveRuns: null }

/** The script answers as the model of a profile with these prices. */
async function startPriced(steps: readonly ScriptedStep[], caps: Partial<Caps>, prices: ModelProfile['prices'] | null = PRICES, options: CoreOptions = {}): Promise<ScriptedCore> {
  const core = await startScripted(steps, { ...options, settings: { caps: { ...NO_CAPS, ...caps } } })
  if (prices !== null) await core.call('model.save', { profile: scriptProfile(prices), isNew: options.dataDirectory === undefined })
  return core
}

async function gauge(core: ScriptedCore, cap: string): Promise<{ readonly used: number; readonly reserved: number; readonly uncounted?: number | undefined }> {
  const item = await core.until('status.watch', {}, (candidate) => candidate.kind === 'snapshot')
  const found = item.kind === 'snapshot' ? item.rows[0]?.gauges.find((one) => one.cap === cap) : undefined
  assert.ok(found !== undefined)
  return found
}

describe('a cap in money', () => {
  test('counts what a step cost at its prices, by chat, role, model and day', async () => {
    const core = await startPriced([{ text: 'hi' }], { moneyPerDay: 5_000_000 })
    for (let round = 0; round < 3; round += 1) assert.equal((await core.ended(await core.say(await core.newChat(), 'go'))).ended?.outcome, 'completed')
    assert.deepEqual([(await gauge(core, 'money-per-day')).used, (await gauge(core, 'money-per-month')).used, (await gauge(core, 'money-per-day')).reserved], [105, 105, 0])
    const { days, spenders } = await core.call('budget.history', { days: 2 })
    assert.deepEqual([days.at(-1)?.money, days.at(-1)?.uncounted, days[0]?.money], [105, 0, 0])
    assert.deepEqual(['chat', 'role', 'model'].map((kind) => spenders.filter((row) => row.kind === kind).reduce((sum, { money }) => sum + money, 0)), [105, 105, 105])
    await core.close()
  })

  for (const cap of ['money-per-day', 'money-per-month'] as const) test(`twenty runs at once never go over that of a ${cap === 'money-per-day' ? 'day' : 'month'}, counted with what is set aside`, async () => {
    const limit = 150_000
    const core = await startPriced([{ text: 'hi', hold: true }], cap === 'money-per-day' ? { moneyPerDay: limit, moneyPerMonth: limit * 2 } : { moneyPerDay: limit * 2, moneyPerMonth: limit })
    const turns: TurnId[] = []
    for (let round = 0; round < 20; round += 1) turns.push(await core.say(await core.newChat(), 'go'))
    const { used, reserved } = await gauge(core, cap)
    assert.ok(used + reserved <= limit, `${used + reserved} of ${limit}`)
    const waiting = (await Promise.all(turns.map((turn) => core.state(turn)))).filter((state) => statusOf(state) === 'paused' && state.paused?.cap === cap).length
    assert.ok(waiting >= 15 && waiting < 20, `${waiting} wait`)
    for (const turn of turns) await core.call('turn.stop', { turnId: turn })
    const after = await gauge(core, cap)
    assert.ok(after.used > 0 && after.used <= limit, 'a stopped step that recorded nothing counts whole')
    assert.equal(after.reserved, 0)
    await core.close()
  })

  test('starts no step of a model without prices, says where to enter them, and goes on once they are there', async () => {
    const core = await startPriced([{ text: 'hi' }], { moneyPerMonth: 5_000_000 }, null)
    const turn = await core.say(await core.newChat(), 'go')
    const waiting = await core.rest(turn)
    assert.deepEqual([waiting.paused?.cap, waiting.paused?.why, core.script.requests.length], ['money-per-month', 'no-price', 0])
    assert.ok(waiting.paused !== null)
    assert.match(explainPause(waiting.paused), /nobody has said what “script” costs\. Enter its prices under Settings, Models \(0 where it is free\)/)
    assert.equal(core.notices.at(-1)?.text, explainPause(waiting.paused))
    await core.call('model.save', { profile: scriptProfile(FREE), isNew: true })
    assert.equal((await core.ended(turn)).ended?.outcome, 'completed')
    assert.deepEqual([(await gauge(core, 'money-per-month')).used, (await gauge(core, 'money-per-month')).uncounted], [0, 0])
    await core.close()
  })

  test('says how many steps were made before anybody said what they cost', async () => {
    const core = await startPriced([{ text: 'hi' }], {}, null)
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([(await gauge(core, 'money-per-day')).used, (await gauge(core, 'money-per-day')).uncounted], [0, 1])
    await core.close()
  })

  test('on one run ends it, since no time gives it more; what it did is kept and another run may go on', async () => {
    const core = await startPriced([calls(['probe__look', { name: 'a' }]), calls(['probe__look', { name: 'b' }]), { text: 'end' }], { moneyPerRun: 10_000 }, { ...PRICES, input: 3, cacheWrite: 3, output: 0 })
    const chat = await core.newChat()
    // Little enough is left after the first step that a second, longer one could cost more.
    const state = await core.ended(await core.say(chat, 'x'.repeat(3300)))
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit], ['completed', null])
    const tight = await core.ended(await core.say(await core.newChat(), 'x'.repeat(4200)))
    assert.deepEqual([tight.ended?.outcome, tight.ended?.meta?.limit, tight.paused, core.script.requests.length], ['out-of-limits', 'money', null, 3])
    assert.match(tight.ended?.body?.message ?? '', /^Its next step alone costs more than \$0\.01, the most that one run may spend\.$/)
    await core.close()
  })

  test('on one run counts what its steps before cost', async () => {
    const core = await startPriced([calls(['probe__look', { name: 'a' }]), { text: 'end' }], { moneyPerRun: 4_040_000 }, { input: 2000, output: 0, cacheRead: 2000, cacheWrite: 2000 })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit, state.steps.length, core.probe.log], ['out-of-limits', 'money', 1, ['start a', 'end a']])
    assert.match(state.ended?.body?.message ?? '', /^It has spent nearly \$4\.04, the most that one run may spend: its next step could cost more than is left\.$/)
    await core.close()
  })

  test('a step that a crash or a quit cut is charged what was set aside for it, in money as in tokens', async () => {
    const core = await startPriced([{ text: 'half', hold: true }], { moneyPerDay: 5_000_000 })
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    const { reserved } = await gauge(core, 'money-per-day')
    assert.ok(reserved > 0)
    await core.core.close()
    const next = await startPriced([{ text: 'half', hold: true }], { moneyPerDay: 5_000_000 }, PRICES, { dataDirectory: core.dataDirectory })
    await next.script.heard
    assert.equal((await gauge(next, 'money-per-day')).used, reserved)
    await next.call('turn.stop', { turnId: turn })
    await next.close()
  })

  test('keeps the prices at which a step began, whatever its profile says when it ends', async () => {
    const core = await startPriced([{ text: 'hi', hold: true }], { moneyPerDay: 5_000_000 })
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    const { reserved } = await gauge(core, 'money-per-day')
    await core.call('model.save', { profile: scriptProfile(FREE), isNew: false })
    await core.call('turn.stop', { turnId: turn })
    assert.equal((await gauge(core, 'money-per-day')).used, reserved)
    await core.close()
  })

  test('a clock that jumps back a month resets nothing', async () => {
    let shift = 0
    const clock = { now: () => systemClock.now() + shift, at: systemClock.at }
    const core = await startPriced([{ text: 'hi' }], { moneyPerMonth: 5_000_000 }, PRICES, { clock })
    await core.ended(await core.say(await core.newChat(), 'go'))
    shift = -86_400_000 * 40
    assert.equal((await gauge(core, 'money-per-month')).used, 35)
    assert.equal((await core.call('budget.history', { days: 1 })).days[0]?.money, 35, 'the chart shows the day that the gauges show')
    await core.close()
  })

  test('that is nearly reached is told once through the system, and once more when it was raised and is near again', async () => {
    const core = await startPriced([{ text: 'hi', hold: true }], { moneyPerDay: 100_000 })
    const warnings = () => core.notices.filter(({ title }) => title === 'Gatehouse: a cap is nearly reached').map(({ text }) => text)
    const turns: TurnId[] = []
    for (let round = 0; round < 3; round += 1) turns.push(await core.say(await core.newChat(), 'go'))
    // It is looked at once the step is under way.
    await new Promise((resolve) => { setImmediate(resolve) })
    assert.equal(warnings().length, 1)
    assert.match(warnings()[0] ?? '', /^\$0\.\d+ of \$0\.10 of today’s money are used or set aside\. Chats pause when it is reached\.$/)
    for (const turn of turns) await core.call('turn.stop', { turnId: turn })
    await new Promise((resolve) => { setImmediate(resolve) })
    assert.equal(warnings().length, 1, 'what was told isn’t told again')
    await core.close()
  })
})
