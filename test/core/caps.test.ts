import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { LEDGER_MONEY_SCHEMA } from '../../electron/core/budget/schema.ts'
import type { StatusRow } from '../../shared/run-record.ts'
import type { TurnId } from '../../shared/ids.ts'
import { statusOf } from '../../shared/turn-state.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'

/** Alone more than the least cap. */
const LONG = 'go '.repeat(1000)
const NO_CAPS = { tokensPerDay: null, runsPerHour: null, liveRuns: null }
const statusRow = async (core: ScriptedCore): Promise<StatusRow> => {
  const item = await core.until('status.watch', {}, (candidate) => candidate.kind === 'snapshot')
  assert.ok(item.kind === 'snapshot' && item.rows[0] !== undefined)
  return item.rows[0]
}
const gauge = (row: StatusRow, cap: string) => row.gauges.find((one) => one.cap === cap)
const paused = async (core: ScriptedCore, turn: TurnId) => assert.equal(statusOf(await core.rest(turn)), 'paused')

describe('a cap', () => {
  test('on tokens pauses the turn, says so, and lifts when the person raises it', async () => {
    const core = await startScripted([{ text: 'hi' }], { settings: { caps: { ...NO_CAPS, tokensPerDay: 2500 } } })
    const turn = await core.say(await core.newChat(), LONG)
    await paused(core, turn)
    assert.equal(core.script.requests.length, 0)
    assert.deepEqual(core.notices.map(({ title }) => title), ['Gatehouse paused a chat'])
    assert.match(core.notices[0]?.text ?? '', /^The cap on tokens a day is 2,500, and this chat’s next step alone needs about 3,\d\d\d\. Waiting doesn’t help: raise the cap/)
    assert.equal((await statusRow(core)).turnsPaused, 1)
    await core.call('settings.update', { caps: { ...NO_CAPS, tokensPerDay: 100_000 } })
    const state = await core.ended(turn)
    assert.deepEqual([state.ended?.outcome, state.steps.length], ['completed', 1])
    assert.deepEqual((await core.events(turn)).map(({ event }) => event.kind), ['turn.started', 'turn.paused', 'turn.unpaused', 'step.started', 'step.ended', 'turn.ended'])
    await core.close()
  })

  test('counts what a step used, not what was set aside for it, once it is known', async () => {
    const core = await startScripted([{ text: 'hi' }], { settings: { caps: { ...NO_CAPS, tokensPerDay: 50_000 } } })
    for (let round = 0; round < 8; round += 1) assert.equal((await core.ended(await core.say(await core.newChat(), 'go'))).ended?.outcome, 'completed')
    const tokens = gauge(await statusRow(core), 'tokens-per-day')
    assert.deepEqual([tokens?.used, tokens?.reserved], [8 * 15, 0])
    const { days, spenders } = await core.call('budget.history', { days: 30 })
    assert.deepEqual([days.length, days.at(-1)?.tokens, days.at(-1)?.steps, days[0]?.tokens], [30, 120, 8, 0])
    assert.equal(spenders.filter(({ kind }) => kind === 'chat').reduce((sum, { tokens: spent }) => sum + spent, 0), 120)
    await core.close()
  })

  test('twenty runs at once never go over the day’s tokens, counted with what is set aside', async () => {
    const limit = 45_000
    const core = await startScripted([{ text: 'hi', hold: true }], { settings: { caps: { ...NO_CAPS, tokensPerDay: limit } } })
    const turns: TurnId[] = []
    for (let round = 0; round < 20; round += 1) turns.push(await core.say(await core.newChat(), 'go'))
    const tokens = gauge(await statusRow(core), 'tokens-per-day')
    assert.ok((tokens?.used ?? 0) + (tokens?.reserved ?? 0) <= limit)
    const states = await Promise.all(turns.map((turn) => core.state(turn)))
    const waiting = states.filter((state) => statusOf(state) === 'paused').length
    assert.ok(waiting >= 15 && waiting < 20, `${waiting} wait`)
    for (const turn of turns) await core.call('turn.stop', { turnId: turn })
    const after = gauge(await statusRow(core), 'tokens-per-day')
    assert.ok((after?.used ?? 0) <= limit, 'a stopped step that recorded nothing counts whole')
    assert.equal(after?.reserved, 0)
    await core.close()
  })

  test('on live runs makes the ninth wait for a slot; a parked turn holds none', async () => {
    const core = await startScripted([calls(['probe__wipe', { name: 'a' }]), { text: 'x', hold: true }], { settings: { caps: { ...NO_CAPS, liveRuns: 1 } } })
    const parked = await core.say(await core.newChat(), 'go')
    const question = await core.question(parked)
    const second = await core.say(await core.newChat(), 'go')
    const other = await core.question(second)
    await core.answer(question, 'approve')
    await core.script.heard
    assert.equal(gauge(await statusRow(core), 'live-runs')?.used, 1)
    await core.answer(other, 'approve')
    await paused(core, second)
    assert.deepEqual(core.probe.log, ['start a', 'end a'], 'answered, and waiting for room: it has not run')
    await core.call('turn.stop', { turnId: parked })
    await core.until('turn.watch', { turnId: second, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'tool.ended')
    assert.deepEqual(core.probe.log, ['start a', 'end a', 'start a', 'end a'])
    await core.call('turn.stop', { turnId: second })
    await core.close()
  })

  test('on runs per hour lifts by itself when the hour has moved on', async () => {
    let shift = 0
    const timers: { at: number; then: () => void }[] = []
    const clock = { now: () => systemClock.now() + shift, at: (at: number, then: () => void) => {
      const timer = { at, then }
      timers.push(timer)
      return () => { timers.splice(timers.indexOf(timer), 1) }
    } }
    const core = await startScripted([{ text: 'hi' }], { clock, settings: { caps: { ...NO_CAPS, runsPerHour: 2 } } })
    for (let round = 0; round < 2; round += 1) await core.ended(await core.say(await core.newChat(), 'go'))
    const third = await core.say(await core.newChat(), 'go')
    await paused(core, third)
    shift = 3_600_001
    for (const timer of timers.filter(({ at }) => at <= clock.now())) timer.then()
    assert.equal((await core.ended(third)).ended?.outcome, 'completed')
    await core.close()
  })

  test('a clock that jumps back resets nothing', async () => {
    let shift = 0
    const clock = { now: () => systemClock.now() + shift, at: systemClock.at }
    const core = await startScripted([{ text: 'hi' }], { clock, settings: { caps: { ...NO_CAPS, runsPerHour: 1 } } })
    await core.ended(await core.say(await core.newChat(), 'go'))
    shift = -86_400_000 * 2
    const second = await core.say(await core.newChat(), 'go')
    await paused(core, second)
    await core.call('turn.stop', { turnId: second })
    assert.equal((await core.state(second)).ended?.outcome, 'stopped')
    await core.close()
  })

  test('a paused turn is still paused after a restart, and goes on when it may', async () => {
    const core = await startScripted([{ text: 'hi' }], { settings: { caps: { ...NO_CAPS, tokensPerDay: 2500 } } })
    const turn = await core.say(await core.newChat(), LONG)
    await paused(core, turn)
    await core.core.close()
    const next = await startScripted([{ text: 'hi' }], { dataDirectory: core.dataDirectory, settings: { caps: { ...NO_CAPS, tokensPerDay: 2500 } } })
    await paused(next, turn)
    await next.call('settings.update', { caps: NO_CAPS })
    const state = await next.ended(turn)
    assert.deepEqual([state.ended?.outcome, state.resumes], ['completed', 0])
    await next.close()
  })

  test('below the least that lets a step run is refused, and what was stored below it before is raised to it', async () => {
    const core = await startScripted([])
    await assert.rejects(async () => core.call('settings.update', { caps: { ...NO_CAPS, tokensPerDay: 2499 } }))
    await core.core.close()
    const database = new Database(join(core.dataDirectory, 'gatehouse.db'))
    database.prepare(`UPDATE settings SET value = json_set(value, '$.tokensPerDay', 1000) WHERE name = 'caps'`).run()
    database.exec(LEDGER_MONEY_SCHEMA.split(';').find((part) => part.includes('UPDATE settings')) ?? '')
    assert.equal(database.prepare(`SELECT json_extract(value, '$.tokensPerDay') FROM settings WHERE name = 'caps'`).pluck().get(), 2500)
    database.close()
  })

  test('that is met while another is in the way takes its place in the journal, and a try that finds the same one writes nothing', async () => {
    const core = await startScripted([{ text: 'x', hold: true }], { settings: { caps: { ...NO_CAPS, liveRuns: 1 } } })
    const first = await core.say(await core.newChat(), 'go')
    const second = await core.say(await core.newChat(), LONG)
    await paused(core, second)
    await core.call('settings.update', { caps: { ...NO_CAPS, liveRuns: 1, runsPerHour: 5 } })
    await core.call('settings.update', { caps: { ...NO_CAPS, tokensPerDay: 2500 } })
    await core.until('turn.watch', { turnId: second, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'turn.paused' && item.seated.event.cap === 'tokens-per-day')
    assert.deepEqual((await core.events(second)).map(({ event }) => (event.kind === 'turn.paused' ? `${event.cap} ${event.why ?? ''}` : event.kind)), ['turn.started', 'live-runs used-up', 'tokens-per-day too-small'])
    await core.call('turn.stop', { turnId: first })
    // Room came free, and a step ended: both ask those who wait to try again.
    await core.call('settings.update', { caps: { ...NO_CAPS, tokensPerDay: 2501 } })
    assert.equal((await core.state(second)).paused?.cap, 'tokens-per-day')
    await core.call('turn.stop', { turnId: second })
    assert.deepEqual((await core.events(second)).map(({ event }) => event.kind), ['turn.started', 'turn.paused', 'turn.paused', 'turn.ended'])
    await core.close()
  })
})
