import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { previewOf } from '../../shared/stored-text.ts'
import { calls, startScripted } from './scripted-core.ts'

describe('stopping a turn', () => {
  test('cuts the model, keeps what was seen of its answer, and closes the journal within a second', async () => {
    const core = await startScripted([{ text: 'This is the beginning of', hold: true }])
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    const before = performance.now()
    await core.call('turn.stop', { turnId: turn })
    assert.ok(performance.now() - before < 1000)
    const state = await core.state(turn)
    const block = state.steps[0]?.blocks[0]
    assert.deepEqual([state.ended?.outcome, state.steps[0]?.ended?.how, block?.type === 'text' ? previewOf(block.text) : null], ['stopped', 'stopped', 'This is the beginning of'])
    await core.close()
  })

  test('whatever a server does: a deaf write is unknown, a deaf read is cut, the rest never started', async () => {
    const core = await startScripted([calls(['probe__change', { name: 'w', hold: true, deaf: true }], ['probe__look', { name: 'r', hold: true, deaf: true }], ['probe__change', { name: 'later' }])])
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await Promise.all([core.probe.logged('start w'), core.probe.logged('start r')])
    const before = performance.now()
    await core.call('turn.stop', { turnId: turn })
    assert.ok(performance.now() - before < 1000)
    const state = await core.state(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? [call.ended.outcome, call.ended.cause] : null), [['unknown', 'interrupted'], ['error', 'ran'], ['error', 'stopped']])
    core.probe.release('w')
    core.probe.release('r')
    assert.deepEqual((await core.events(turn)).at(-1)?.event.kind, 'turn.ended', 'late results are dropped')
    await core.call('settings.update', { model: 'practice' })
    assert.equal((await core.ended(await core.say(chat, 'say hello'))).ended?.outcome, 'completed', 'the chat goes on')
    await core.close()
  })

  test('ends an open question as stopped, and a call that listens ends by itself', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'r', hold: true }], ['probe__wipe', { name: 'x' }])])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.call('turn.stop', { turnId: turn })
    const state = await core.state(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? [call.ended.cause, call.answer?.answer ?? null] : null), [['ran', null], ['stopped', 'stopped']])
    assert.equal((await core.answer(question, 'approve')).status, 'late')
    const items = await core.until('questions.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(items.kind === 'snapshot' ? items.rows : null, [])
    await core.close()
  })

  test('twice, or after the end, changes nothing', async () => {
    const core = await startScripted([{ text: 'x', hold: true }])
    const turn = await core.say(await core.newChat(), 'go')
    await core.script.heard
    await Promise.all([core.call('turn.stop', { turnId: turn }), core.call('turn.stop', { turnId: turn })])
    const count = (await core.events(turn)).length
    await core.call('turn.stop', { turnId: turn })
    assert.equal((await core.events(turn)).length, count)
    await core.close()
  })

  test('a message behind an answer that is still being written is refused and nothing is lost', async () => {
    const core = await startScripted([{ text: 'x', hold: true }])
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await core.script.heard
    await assert.rejects(core.say(chat, 'more'), { code: 'turn.busy' })
    await core.call('turn.stop', { turnId: turn })
    await core.close()
  })
})
