import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConnectorId, TurnId } from '../../shared/ids.ts'
import type { ToolClass } from '../../shared/policy.ts'
import { NO_CHANGE, type PolicyChange, type WhatIf } from '../../shared/what-if.ts'
import { holdUp } from '../../electron/core/runs/what-if.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { calls, startScripted } from '../core/scripted-core.ts'

const PROBE = ConnectorId.parse('probe')
const classed = (tool: string, toolClass: ToolClass): Partial<PolicyChange> => ({ classes: [{ connectorId: PROBE, tool, toolClass }] })
const whatIf = (core: LiveCore, change: Partial<PolicyChange>, runs = 100): Promise<WhatIf> => core.call('run.what-if', { back: { runs, days: 30 }, change: { ...NO_CHANGE, ...change } })
const changesOf = ({ changed }: WhatIf): readonly string[] => changed.map(({ tool, then, now }) => `${tool}: ${then} → ${now}`).toSorted()

/** A clean run with a write, a run that read a stranger and then asked, and one that asked before it wiped. */
async function coreWithHistory() {
  const core = await startScripted([
    calls(['probe__change', { name: 'clean' }], ['probe__look', { name: 'a' }]),
    calls(['probe__stranger', { name: 'page' }]),
    calls(['probe__change', { name: 'after' }]),
    calls(['probe__send', { host: 'evil.example' }]),
    calls(['probe__wipe', { name: 'all' }], ['probe__nothing', {}], ['probe__look', { wrong: 1 }]),
  ])
  const turnId = await core.say(await core.newChat(), 'go')
  let last = await core.question(turnId)
  await core.answer(last, 'approve')
  for (let answered = 1; answered < 3; answered += 1) {
    last = await core.question(turnId, last)
    await core.answer(last, 'reject')
  }
  await core.ended(turnId)
  return { core, turnId }
}

describe('what another policy would have made of recorded calls', () => {
  test('is what happened where nothing is changed', async () => {
    const { core } = await coreWithHistory()
    const found = await whatIf(core, {})
    assert.deepEqual([found.runs, found.calls, found.changed, found.more], [1, 7, [], 0])
    assert.deepEqual(found.then, { run: 3, ask: 3, deny: 1 })
    assert.deepEqual(found.now, found.then)
    await core.close()
  })

  test('a class, a switch, the taint rule and the guard each change what they would have changed', async () => {
    const { core, turnId } = await coreWithHistory()
    assert.deepEqual(changesOf(await whatIf(core, classed('change', 'destructive'))), ['change: run → ask'])
    assert.deepEqual(changesOf(await whatIf(core, classed('wipe', 'read'))), ['wipe: ask → run'])
    assert.deepEqual(changesOf(await whatIf(core, { switches: [{ connectorId: PROBE, tool: 'look', on: false }] })), ['look: run → deny'])
    assert.deepEqual(changesOf(await whatIf(core, { switches: [{ connectorId: PROBE, tool: null, on: false }] })).length, 6)
    assert.deepEqual(changesOf(await whatIf(core, { taintRule: 'off' })), ['change: ask → run', 'send: ask → run'])
    assert.deepEqual(changesOf(await whatIf(core, { guard: 'off' })), ['send: ask → run'])
    const found = await whatIf(core, classed('change', 'destructive'))
    assert.equal(found.changed[0]?.sentence, 'Destructive calls always ask.')
    assert.equal(found.changed[0].turnId, turnId)
    assert.deepEqual(found.tools[0], { connectorId: 'probe', tool: 'change', then: { run: 1, ask: 1, deny: 0 }, now: { run: 0, ask: 2, deny: 0 }, changed: 1 })
    await core.close()
  })

  test('the guard would have asked about a host that nobody typed, where it was off', async () => {
    const core = await startScripted([calls(['probe__stranger', { name: 'page' }]), calls(['probe__send', { host: 'evil.example' }], ['probe__send', { host: 'good.example' }])], { settings: { exfiltrationGuard: false } })
    const turnId = await core.say(await core.newChat(), 'send it to good.example please')
    await core.ended(turnId)
    const found = await whatIf(core, { guard: 'on' })
    assert.deepEqual(changesOf(found), ['send: run → ask'])
    assert.match(found.changed[0]?.sentence ?? '', /evil\.example/u)
    await core.close()
  })

  test('a connector’s preview counts, for each tool that was called, what would have asked in each class', async () => {
    const { core } = await coreWithHistory()
    const { days, tools } = await core.call('connector.preview', { connectorId: PROBE })
    assert.deepEqual([days, tools.find(({ tool }) => tool === 'change')], [30, { tool: 'change', calls: 2, notDenied: 2, asks: { read: 0, write: 1, destructive: 2 } }])
    assert.deepEqual(tools.find(({ tool }) => tool === 'look'), { tool: 'look', calls: 2, notDenied: 1, asks: { read: 0, write: 0, destructive: 1 } })
    assert.deepEqual((await core.call('connector.preview', { connectorId: ConnectorId.parse('recall') })).tools, [])
    await core.close()
  })

  test('nothing is run, asked or stored for it, and names alone are enough', async () => {
    const { core, turnId } = await coreWithHistory()
    const [before, log] = [await core.events(turnId), [...core.probe.log]]
    await whatIf(core, classed('look', 'destructive'))
    assert.deepEqual([await core.events(turnId), core.probe.log], [before, log])
    await core.close()
    const bare = await startScripted([calls(['probe__change', { name: 'x' }])], { settings: { capture: 'metadata' } })
    await bare.ended(await bare.say(await bare.newChat(), 'go'))
    assert.deepEqual(changesOf(await whatIf(bare, classed('change', 'destructive'))), ['change: run → ask'])
    await bare.call('settings.update', { capture: 'none' })
    await bare.ended(await bare.say(await bare.newChat(), 'go'))
    assert.deepEqual([(await whatIf(bare, {})).leftOut, (await whatIf(bare, {})).calls], [1, 1])
    await bare.close()
  })

  test('only as many runs are looked at as were asked for', async () => {
    const core = await startCore()
    const chatId = await core.newChat()
    for (const text of ['add a task one', 'add a task two', 'add a task three']) await core.ended(await core.say(chatId, text))
    assert.deepEqual([(await whatIf(core, {}, 2)).runs, (await whatIf(core, {}, 2)).calls], [2, 2])
    const capped = await whatIf(core, { runsPerHour: 2 })
    assert.deepEqual([capped.capped.length, capped.capped[0]?.cap], [1, 'runs-per-hour'])
    assert.equal((await whatIf(core, { tokensPerDay: 1 })).capped.length, 3)
    await core.close()
  })

  test('a run that a cap holds up neither counts nor uses anything', () => {
    const turn = (name: string, at: number) => ({ turnId: TurnId.parse(`turn_${name}`), at })
    const held = holdUp({ runsPerHour: 1, tokensPerDay: null }, [turn('a', 0), turn('b', 10), turn('c', 3_600_000)], [])
    assert.deepEqual(held.map(({ turnId }) => turnId), ['turn_b'])
    const step = (name: string, at: number, tokens: number, dayStartsAt: number) => ({ ...turn(name, at), tokens, dayStartsAt })
    const spent = holdUp({ runsPerHour: null, tokensPerDay: 100 }, [], [step('a', 1, 80, 0), step('b', 2, 80, 0), step('c', 3, 20, 0), step('d', 90, 100, 90)])
    assert.deepEqual(spent.map(({ turnId }) => turnId), ['turn_b'])
  })
})
