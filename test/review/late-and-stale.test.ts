import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '../../electron/core/tools/define-tool.ts'
import type { ModelEvent } from '../../electron/core/model/model.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import { calls } from '../core/scripted-core.ts'
import { atDatabase, startCustom } from './custom-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-late-'))
after(() => { rmSync(folder, { recursive: true, force: true }) })

describe('an answer after its time', () => {
  test('doesn’t count even where the timer is late: the clock decides, and the question ends as expired', async () => {
    let passed = 0
    const clock = { now: () => Date.now() + passed, at: (at: number, then: () => void) => (at - Date.now() > 900 ? () => undefined : systemClock.at(at, then)) }
    const core = await startCustom([calls(['probe__hasty', { name: 'a' }])], { clock })
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    passed = 5000
    const receipt = await core.answer(question, 'approve')
    assert.ok(receipt.status === 'late')
    assert.deepEqual([receipt.answer, receipt.by], ['expired', 'clock'])
    await core.ended(turn)
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('doesn’t count after a restart either', async () => {
    const dataDirectory = join(folder, 'restart')
    const first = await startCustom([calls(['probe__hasty', { name: 'a' }])], { dataDirectory })
    const turn = await first.say(await first.newChat(), 'go')
    const question = await first.question(turn)
    await first.close()
    const clock = { now: () => Date.now() + 3_600_000, at: () => () => undefined }
    const core = await startCustom([], { dataDirectory, clock })
    assert.equal((await core.answer(question, 'approve')).status, 'late')
    const state = await core.ended(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.cause : call.status), ['expired'])
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })
})

describe('a definition that is another one after a restart', () => {
  const tool = (description: string, ran: string[], options: { readonly class?: 'read' | 'write' } = {}) => defineTool({
    name: 'thing', description, ...options, input: z.object({ name: z.string(), hold: z.boolean().optional() }),
    run: (context, { name, hold }) => { ran.push(name); return hold === true ? new Promise((_resolve, reject) => { context.signal.addEventListener('abort', () => { reject(new Error('stopped')) }) }) : Promise.resolve(name) },
  })

  test('can’t be run by editing the call that waits, nor by approving it', async () => {
    const dataDirectory = join(folder, 'pin')
    const ran: string[] = []
    const first = await startCustom([calls(['extra__thing', { name: 'a' }])], { dataDirectory, tools: [tool('As it was reviewed.', ran)] })
    const turn = await first.say(await first.newChat(), 'go')
    const question = await first.question(turn)
    await first.close()
    const core = await startCustom([calls(['extra__thing', { name: 'a' }])], { dataDirectory, tools: [tool('Something else.', ran)] })
    const key = { turnId: turn, callId: question.callId, question: question.question, digest: question.digest }
    await assert.rejects(core.call('turn.edit-call', { ...key, arguments: '{"name":"b"}' }), { code: 'gate.stale-answer' })
    assert.deepEqual(await core.answer(question, 'approve'), { status: 'accepted' })
    const state = await core.ended(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.cause : call.status), ['denied'])
    assert.deepEqual(ran, [])
    await core.close()
  })

  test('a read that became a write meanwhile is not run again by itself after a crash', async () => {
    const dataDirectory = join(folder, 'class')
    const ran: string[] = []
    const first = await startCustom([calls(['extra__thing', { name: 'a', hold: true }])], { dataDirectory, tools: [tool('Same text.', ran, { class: 'read' })] })
    const turn = await first.say(await first.newChat(), 'go')
    await first.until('turn.watch', { turnId: turn, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'tool.started')
    const snapshot = join(folder, 'class-crashed')
    mkdirSync(snapshot)
    writeFileSync(join(snapshot, 'gatehouse.db'), atDatabase(dataDirectory, (database) => database.serialize()))
    await first.call('turn.stop', { turnId: turn })
    await first.close()
    ran.length = 0
    const core = await startCustom([calls(['extra__thing', { name: 'a', hold: true }])], { dataDirectory: snapshot, tools: [tool('Same text.', ran, { class: 'write' })] })
    const state = await core.ended(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.outcome : call.status), ['unknown'])
    assert.deepEqual(ran, [])
    await core.close()
  })
})

describe('half of an answer', () => {
  const says = (stopReason: string, text: string) => async function* stream(request: { readonly messages: readonly unknown[] }): AsyncGenerator<ModelEvent> {
    if (request.messages.length > 1) { yield { type: 'text', text: 'Done.' }; yield { type: 'ended', stopReason: 'end_turn', usage: NO_USAGE }; return }
    yield { type: 'text', text: 'Let me see.' }
    yield { type: 'call-started', name: 'extra__ping' }
    if (text !== '') yield { type: 'call-arguments', text }
    yield { type: 'call-ended' }
    yield { type: 'ended', stopReason, usage: NO_USAGE }
  }
  const ran: string[] = []
  const ping = defineTool({ name: 'ping', description: 'Needs nothing.', class: 'write', input: z.object({}), run: () => { ran.push('ping'); return Promise.resolve('pong') } })

  for (const text of ['', '{}']) test(`a call that stood last when the tokens ran out is never run, with arguments “${text}”`, async () => {
    ran.length = 0
    const core = await startCustom([], { tools: [ping], model: { stream: says('max_tokens', text) } })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual(ran, [])
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.call.meta?.malformed, call.ended.cause], ['cut-off', 'denied'])
    await core.close()
  })

  for (const [stopReason, outcome] of [['refusal', 'refused'], ['model_context_window_exceeded', 'failed'], ['something_new', 'failed']] as const) test(`calls of a step that ended with ${stopReason} are not run; its text is kept`, async () => {
    ran.length = 0
    const core = await startCustom([], { tools: [ping], model: { stream: says(stopReason, '{}') } })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([ran, state.ended?.outcome, state.calls.size, state.steps[0]?.blocks.map(({ type }) => type)], [[], outcome, 0, ['text']])
    await core.close()
  })
})

describe('a model that doesn’t listen', () => {
  test('can’t hold a stop up, and what it says later is nobody’s', async () => {
    let go: () => void = () => undefined
    const later = new Promise<void>((resolve) => { go = resolve })
    let said: () => void = () => undefined
    const finished = new Promise<void>((resolve) => { said = resolve })
    async function* stream(): AsyncGenerator<ModelEvent> {
      yield { type: 'text', text: 'first' }
      await later
      try { yield { type: 'text', text: 'too late' } } finally { said() }
    }
    const core = await startCustom([], { model: { stream } })
    const turn = await core.say(await core.newChat(), 'go')
    await core.until('turn.watch', { turnId: turn, after: 0 }, (item) => (item.kind === 'delta' || item.kind === 'draft') && item.text === 'first')
    const before = performance.now()
    await core.call('turn.stop', { turnId: turn })
    assert.ok(performance.now() - before < 1000)
    go()
    await finished
    const items: string[] = []
    core.watch('turn.watch', { turnId: turn, after: 0 }, (item) => { items.push(item.kind) })()
    assert.ok(!items.includes('draft'), 'an ended turn has no draft')
    await core.close()
  })

  test('can’t hold it up when the clock on the wall is set back either', async () => {
    let back = 0
    const clock = { now: () => Date.now() - back, at: (at: number, then: () => void) => (back > 0 ? () => undefined : systemClock.at(at, then)) }
    async function* stream(): AsyncGenerator<ModelEvent> {
      yield { type: 'text', text: 'first' }
      await new Promise(() => undefined)
    }
    const core = await startCustom([], { clock, model: { stream } })
    const turn = await core.say(await core.newChat(), 'go')
    await core.until('turn.watch', { turnId: turn, after: 0 }, (item) => item.kind === 'delta' || item.kind === 'draft')
    back = 3_600_000
    const before = performance.now()
    await core.call('turn.stop', { turnId: turn })
    assert.ok(performance.now() - before < 1000)
    assert.equal((await core.state(turn)).ended?.outcome, 'stopped')
    await core.close()
  })
})

describe('a read that takes the process with it', () => {
  test('is not run for ever: after the third crash the turn ends', async () => {
    const steps = [calls(['probe__look', { name: 'a', hold: true }])]
    let dataDirectory = join(folder, 'loop-0')
    let core = await startCustom(steps, { dataDirectory })
    const turn = await core.say(await core.newChat(), 'go')
    for (let crash = 1; crash <= 3; crash += 1) {
      await core.probe.logged('start a')
      const next = join(folder, `loop-${crash}`)
      mkdirSync(next)
      writeFileSync(join(next, 'gatehouse.db'), atDatabase(dataDirectory, (database) => database.serialize()))
      await core.call('turn.stop', { turnId: turn })
      await core.close()
      dataDirectory = next
      core = await startCustom(steps, { dataDirectory })
    }
    const state = await core.ended(turn)
    assert.deepEqual([state.ended?.outcome, core.probe.log], ['failed', []])
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.outcome : call.status), ['unknown'])
    await core.close()
  })
})
