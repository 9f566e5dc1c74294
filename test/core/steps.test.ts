import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TurnState } from '../../shared/turn-state.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'

const inSteps = (steps: readonly object[], more: object = {}, tool = 'in_steps') => calls([`probe__${tool}`, { steps, ...more }])
const starts = (core: ScriptedCore) => core.probe.log.filter((entry) => entry.startsWith('start step')).map((entry) => entry.split(' ')[2])
const result = (core: ScriptedCore) => core.script.requests[1]?.messages.at(-1)?.content.flatMap((part) => (part.type === 'tool-result' ? [part.content] : []))[0]
const only = (state: TurnState) => {
  const [call] = state.calls.values()
  assert.ok(call !== undefined)
  return call
}
const run = async (core: ScriptedCore) => {
  const turn = await core.say(await core.newChat(), 'go')
  return { turn, state: await core.ended(turn), kinds: (await core.events(turn)).map(({ event }) => event) }
}

describe('a step of a tool’s code', () => {
  test('is announced before it begins and recorded when it ends; without a word it counts as a write', async () => {
    const core = await startScripted([inSteps([{ id: 'one', effect: 'read' }, { id: 'two' }])])
    const { kinds } = await run(core)
    const effects = kinds.flatMap((event) => (event.kind === 'effect.started' ? [`${event.effectId} ${event.effect} ${event.attempt}`] : event.kind === 'effect.ended' ? [`${event.effectId} ${event.outcome} ${event.body === null ? '' : 'text' in event.body.value ? event.body.value.text : ''}`] : []))
    assert.deepEqual(effects, ['one read 1', 'one ok {"did":"one","times":1}', 'two write 1', 'two ok {"did":"two","times":1}'])
    assert.equal(result(core), '[{"did":"one","times":1},{"did":"two","times":1}]')
    await core.close()
  })

  test('is not done again when the call is tried again', async () => {
    const core = await startScripted([inSteps([{ id: 'one' }], { failFirst: true })])
    await run(core)
    assert.deepEqual([core.probe.log.filter((entry) => entry === 'start in_steps').length, starts(core)], [2, ['one']])
    assert.equal(result(core), '[{"did":"one","times":1}]')
    await core.close()
  })

  test('that only reads and failed is done again with the next try; one that writes stays failed', async () => {
    for (const [effect, times] of [['read', 2], ['pure', 2], ['write', 1]] as const) {
      const core = await startScripted([inSteps([{ id: 'one', effect, fail: true }])])
      const { state } = await run(core)
      assert.deepEqual([effect, starts(core).length], [effect, times])
      const call = only(state)
      assert.ok(call.status === 'done')
      assert.deepEqual([call.ended.outcome, call.ended.meta?.errorCode], ['error', 'tool.failed'])
      await core.close()
    }
  })

  test('twice at once under one id is an error of its own, and so is a step inside a step', async () => {
    const core = await startScripted([inSteps([{ id: 'same' }, { id: 'same' }], { together: true })])
    await run(core)
    assert.match(result(core) ?? '', /A step same is under way/)
    await core.close()
    const other = await startScripted([inSteps([{ id: 'outer', inner: true }])])
    await run(other)
    assert.match(result(other) ?? '', /inside another step/)
    await other.close()
  })

  test('has an id that may stay in the journal, or nothing of it is done', async () => {
    const core = await startScripted([inSteps([{ id: 'a person’s name' }])])
    await run(core)
    assert.match(result(core) ?? '', /A step’s id is 1 to 80 letters/)
    assert.deepEqual(starts(core), [])
    await core.close()
  })

  test('gives a call inside it a place of its own, so that one which isn’t done again shifts no others', async () => {
    const core = await startScripted([inSteps([{ id: 'one', calls: 'inside' }], { then: 'outside', failFirst: true })])
    const { state } = await run(core)
    assert.deepEqual([...state.calls.values()].map(({ call }) => call.position), ['1.1', '1.1#step=one.1', '1.1.1'])
    assert.deepEqual(core.probe.log.filter((entry) => entry === 'start inside' || entry === 'start outside'), ['start inside', 'start outside'])
    await core.close()
  })

  test('that writes and is stopped leaves its call unknown, even of a tool that reads; one that reads doesn’t', async () => {
    for (const [effect, outcome] of [['write', 'unknown interrupted'], ['read', 'error ran']] as const) {
      const core = await startScripted([inSteps([{ id: 'one', effect, hold: true }])])
      const turn = await core.say(await core.newChat(), 'go')
      await core.until('turn.watch', { turnId: turn, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'effect.started')
      // Its code has begun, not only its announcement.
      while (starts(core).length === 0) await new Promise((resolve) => { setImmediate(resolve) })
      await core.call('turn.stop', { turnId: turn })
      const call = only(await core.state(turn))
      assert.ok(call.status === 'done')
      assert.equal(`${call.ended.outcome} ${call.ended.cause}`, outcome)
      await core.close()
    }
  })

  test('goes with the content of its run where that isn’t kept; that it was, stays', async () => {
    for (const [capture, kept] of [['io', [true, true]], ['metadata', [true, false]], ['none', [false, false]]] as const) {
      const core = await startScripted([inSteps([{ id: 'one' }])], { settings: { capture } })
      const { turn } = await run(core)
      const ended = (await core.events(turn)).flatMap(({ event }) => (event.kind === 'effect.ended' ? [event] : []))[0]
      assert.deepEqual([ended?.effectId, ended?.outcome, ended?.meta !== null, ended?.body !== null], ['one', 'ok', ...kept])
      await core.close()
    }
  })
})
