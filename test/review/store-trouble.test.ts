import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { ConnectorId } from '../../shared/ids.ts'
import type { Connector, Tool } from '../../electron/core/tools/tool.ts'
import { createProbe } from '../core/probe-connector.ts'
import { defineTool } from '../../electron/core/tools/define-tool.ts'
import type { ModelEvent } from '../../electron/core/model/model.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import { calls } from '../core/scripted-core.ts'
import { refuseEvents, startCustom } from './custom-core.ts'

const status = (core: Awaited<ReturnType<typeof startCustom>>, turnId: Awaited<ReturnType<typeof core.say>>) =>
  core.until('turn.watch', { turnId, after: 0 }, (item) => item.kind === 'status')

describe('a store that refuses in the middle', () => {
  for (const kind of ['gate.decided', 'tool.started'] as const) test(`before ${kind}: nothing runs, and the turn goes on when it is asked again`, async () => {
    const core = await startCustom([calls(['probe__change', { name: 'w' }]), { text: 'Done.' }], {})
    const allow = refuseEvents(core.dataDirectory, kind)
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await status(core, turn)
    assert.deepEqual(core.probe.log, [])
    allow()
    await assert.rejects(core.say(chat, 'and?'), { code: 'turn.busy' }, 'asking takes the turn up again')
    const state = await core.ended(turn)
    assert.deepEqual([state.ended?.outcome, core.probe.log], ['completed', ['start w', 'end w']])
    await core.close()
  })

  test('before tool.ended of a write: it ran once, its outcome is unknown, and it is never run again', async () => {
    const core = await startCustom([calls(['probe__change', { name: 'w', hold: true }]), { text: 'Done.' }], {})
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await core.probe.logged('start w')
    const allow = refuseEvents(core.dataDirectory, 'tool.ended')
    core.probe.release('w')
    await status(core, turn)
    allow()
    await core.call('turn.stop', { turnId: turn })
    const call = [...(await core.ended(turn)).calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, core.probe.log], ['unknown', ['start w', 'end w']])
    await core.close()
  })

  test('while a parallel read still runs: what gave up never writes again, so two don’t write one journal', async () => {
    const core = await startCustom([calls(['probe__look', { name: 'r', hold: true }], ['probe__wipe', { name: 'd' }], ['probe__change', { name: 'w' }]), { text: 'Done.' }], {})
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    const question = await core.question(turn)
    const allow = refuseEvents(core.dataDirectory, 'approval.answered')
    await assert.rejects(core.answer(question, 'approve'), { code: 'store.unavailable' })
    allow()
    core.probe.release('r')
    await new Promise((resolve) => setImmediate(resolve))
    const before = (await core.events(turn)).length
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal((await core.events(turn)).length, before, 'nothing is written by the one that gave up')
    assert.deepEqual(await core.answer(question, 'approve'), { status: 'accepted' }, 'the question is still open, and answered once')
    await core.probe.logged('end w')
    core.probe.release('r')
    await core.ended(turn)
    assert.deepEqual(core.probe.log.filter((entry) => entry === 'start d' || entry === 'start w'), ['start d', 'start w'])
    await core.close()
  })

  test('stopping a turn that was left behind starts nothing of it first', async () => {
    const core = await startCustom([calls(['probe__change', { name: 'w' }])], {})
    const allow = refuseEvents(core.dataDirectory, 'tool.started')
    const turn = await core.say(await core.newChat(), 'go')
    await status(core, turn)
    allow()
    await core.call('turn.stop', { turnId: turn })
    assert.equal((await core.ended(turn)).ended?.outcome, 'stopped')
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })
})

describe('what a tool or a model hands over', () => {
  test('a taint label that is too long, from a tool, is shortened instead of keeping the result from being stored', async () => {
    const talker = defineTool({ name: 'talker', description: 'x', class: 'read', input: z.object({}), run: (context) => {
      context.noteTaint([{ kind: 'stored', turnId: null, callId: null, connectorId: null, tool: null, label: 'l'.repeat(5000), at: 0 }])
      return Promise.resolve('ok')
    } })
    const core = await startCustom([calls(['extra__talker', {}]), { text: 'Done.' }], { tools: [talker] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.taint[0]?.label.length], ['completed', 300])
    await core.close()
  })

  test('counts that are no counts, from a model’s service, don’t keep the step from being stored', async () => {
    async function* stream(): AsyncGenerator<ModelEvent> {
      yield { type: 'text', text: 'hello' }
      yield { type: 'ended', stopReason: 'end_turn', usage: { ...NO_USAGE, inputTokens: Number.NaN, outputTokens: -1.5 } }
    }
    const core = await startCustom([], { model: { stream } })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.usage], ['completed', NO_USAGE])
    await core.close()
  })

  test('a connector that throws when it is asked whether it is ready keeps its own tools out and nothing else', async () => {
    const broken: Connector = { id: ConnectorId.parse('broken'), label: 'Broken', builtIn: true, launch: null, problem: () => { throw new Error('ENOENT /home/somebody/secret') }, tools: [] }
    const core = await startCustom([calls(['probe__look', { name: 'a' }])], { connectors: [broken] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.equal(state.ended?.outcome, 'completed')
    const rows = await core.until('connectors.watch', {}, (item) => item.kind === 'snapshot')
    const row = rows.kind === 'snapshot' ? rows.rows.find(({ label }) => label === 'Broken') : undefined
    assert.deepEqual([row?.state, row?.detail], ['degraded', 'The connector Broken can’t say whether it is ready.'])
    await core.close()
  })

  test('what goes wrong while a call is judged denies it in plain words: no path, no secret, in the journal or to the model', async () => {
    const leaky = createProbe().connector
    const [look] = leaky.tools
    assert.ok(look !== undefined)
    const id = ConnectorId.parse('leaky')
    const tool: Tool = { ...look, identity: { connectorId: id, tool: 'look' }, check: () => { throw new Error('EACCES /home/somebody/.ssh/id_rsa') } }
    const core = await startCustom([calls(['leaky__look', { name: 'a' }])], { connectors: [{ ...leaky, id, tools: [tool] }] })
    const turn = await core.say(await core.newChat(), 'go')
    await core.ended(turn)
    assert.ok(!JSON.stringify(await core.events(turn)).includes('id_rsa'))
    assert.ok(!JSON.stringify(core.script.requests).includes('id_rsa'))
    await core.close()
  })

  test('a bug in the middle of a turn ends it as failed and says so, instead of leaving it running for ever', async () => {
    const source = createProbe().connector
    const look = source.tools.find(({ identity }) => identity.tool === 'wipe')
    assert.ok(look !== undefined)
    const id = ConnectorId.parse('buggy')
    const tool: Tool = { ...look, identity: { connectorId: id, tool: 'wipe' }, approvalTimeoutMs: Number.NaN }
    const core = await startCustom([calls(['buggy__wipe', { name: 'a' }])], { connectors: [{ ...source, id, tools: [tool] }] })
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.errorCode], ['failed', 'internal.bug'])
    // What was recorded together with what can't be stored is gone with it; nothing is left open.
    assert.deepEqual([state.steps.map((step) => step.ended?.how), state.calls.size], [['stopped'], 0])
    await core.close()
  })
})
