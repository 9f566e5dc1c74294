import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RunCheck } from '../../shared/replay.ts'
import { ConnectorId, TurnId as TurnIdSchema, type TurnId } from '../../shared/ids.ts'
import { defineConnector } from '../../electron/core/tools/define-tool.ts'
import { createProbe } from '../core/probe-connector.ts'
import { createScriptModel } from '../core/script-model.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { calls, startScripted } from '../core/scripted-core.ts'

const PROBE = ConnectorId.parse('probe')

const check = (core: LiveCore, turnId: TurnId): Promise<RunCheck> => core.call('run.check', { turnId })

async function changeOf(core: LiveCore, turnId: TurnId) {
  const found = await check(core, turnId)
  assert.ok(found.state === 'changed', JSON.stringify(found))
  return found.change
}

/** The same data directory under another core. */
async function reopened(core: LiveCore, connectors = [createProbe().connector]): Promise<LiveCore> {
  await core.core.close()
  return startCore({ dataDirectory: core.dataDirectory, additions: { connectors, models: new Map([['script', createScriptModel([]).model]]) }, settings: { model: 'script' } })
}

describe('checking a run against today', () => {
  test('agrees with a run of reads, a write, an approved and a rejected call, and leaves no trace', async () => {
    const core = await startScripted([
      calls(['probe__look', { name: 'a' }], ['probe__change', { name: 'b' }], ['probe__look', { name: 'c' }]),
      calls(['probe__wipe', { name: 'd' }], ['probe__look', { name: 'e' }]),
      calls(['probe__wipe', { name: 'f' }], ['probe__nothing', {}], ['probe__look', { wrong: true }]),
      { text: 'Done.' },
    ])
    const turnId = await core.say(await core.newChat(), 'go')
    const first = await core.question(turnId)
    await core.answer(first, 'approve')
    await core.answer(await core.question(turnId, first), 'reject', 'no')
    await core.ended(turnId)
    const before = await core.call('run.show', { turnId })
    const found = await check(core, turnId)
    assert.ok(found.state === 'agrees', JSON.stringify(found))
    assert.deepEqual([found.events, found.steps, found.calls], [before.events.length, 4, 8])
    assert.match(found.leftOut.join(' '), /4 requests to the model were not kept/u)
    assert.deepEqual((await core.call('run.show', { turnId })).events, before.events)
    await core.close()
  })

  test('agrees with a tainted run that asks for a write, with nested calls, a stop, an edit and answers given ahead', async () => {
    const core = await startScripted([
      calls(['probe__stranger', { name: 'page' }]),
      calls(['probe__look', { name: 'x' }], ['probe__change', { name: 'first' }], ['probe__change', { name: 'second' }], ['probe__look', { name: 'y' }], ['probe__send', { host: 'evil.example' }]),
      calls(['probe__compose', { tool: 'look', names: ['n1', 'wipe:n2'], serial: true }]),
      calls(['probe__change', { name: 'third', hold: true }]),
    ])
    const turnId = await core.say(await core.newChat(), 'go')
    const first = await core.question(turnId)
    await core.call('turn.answer', { turnId, callId: first.callId, question: first.question, digest: first.digest, answer: { kind: 'approve-standing', scope: 'chat', times: 5 } })
    const send = await core.question(turnId, first)
    await core.call('turn.edit-call', { turnId, callId: send.callId, question: send.question, digest: send.digest, arguments: '{"host":"good.example"}' })
    await core.probe.logged('start third')
    await core.call('turn.stop', { turnId })
    await core.ended(turnId)
    const found = await check(core, turnId)
    assert.equal(found.state, 'agrees', JSON.stringify(found))
    await core.close()
  })

  test('names a tool that is gone', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a' }])])
    const turnId = await core.say(await core.newChat(), 'go')
    await core.ended(turnId)
    await core.call('tool.switch', { connectorId: PROBE, tool: 'look', on: false })
    const change = await changeOf(core, turnId)
    assert.deepEqual([change.code, change.what, change.seq], ['replay_input_changed', 'tools', 2])
    assert.match(change.sentence, /Step 1 was offered \d+ tools; today it would be offered them without 1 of them/u)
    assert.ok(change.old.includes('probe__look') && !change.new.includes('probe__look ('))
    await core.close()
  })

  test('names another definition of a called tool, with both texts where they are known', async () => {
    const probe = createProbe()
    const core = await startScripted([calls(['probe__look', { name: 'a' }])], {}, probe)
    const turnId = await core.say(await core.newChat(), 'go')
    await core.ended(turnId)
    const tools = probe.connector.tools.map((tool) => (tool.identity.tool === 'look' ? { ...tool, description: 'Looks elsewhere.' } : tool))
    const again = await reopened(core, [{ ...probe.connector, tools }])
    const change = await changeOf(again, turnId)
    assert.deepEqual([change.what, change.position], ['definition', '1.1'])
    assert.match(change.old, /with the hash [0-9a-f]{64}/u)
    assert.match(change.new, /Looks elsewhere\./u)
    await again.close()
  })

  test('names another verdict, with both reasons', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a' }]), calls(['probe__change', { name: 'b' }])])
    const turnId = await core.say(await core.newChat(), 'go')
    await core.ended(turnId)
    await core.call('tool.require-approval', { connectorId: PROBE, tool: 'change', required: true })
    const change = await changeOf(core, turnId)
    assert.deepEqual([change.what, change.position], ['verdict', '2.1'])
    assert.match(change.old, /^It runs: /u)
    assert.match(change.new, /^It asks: You chose to be asked/u)
    await core.close()
  })

  test('compares the words of requests where they are kept', async () => {
    const probe = createProbe()
    const core = await startScripted([calls(['probe__look', { name: 'a' }]), { text: 'Done.' }], { settings: { capture: 'full' } }, probe)
    const turnId = await core.say(await core.newChat(), 'go')
    await core.ended(turnId)
    const found = await check(core, turnId)
    assert.deepEqual([found.state, found.leftOut], ['agrees', []])
    const tools = probe.connector.tools.map((tool) => (tool.identity.tool === 'wipe' ? { ...tool, description: 'Wipes everything.' } : tool))
    const again = await reopened(core, [{ ...probe.connector, tools }])
    const change = await changeOf(again, turnId)
    assert.deepEqual([change.what, change.seq], ['request', 2])
    assert.match(change.sentence, /the tool probe__wipe/u)
    assert.ok(change.old.includes('Wipes something.') && change.new.includes('Wipes everything.'))
    await again.close()
  })

  test('says what a capture level left out, and compares the rest', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a' }])], { settings: { capture: 'metadata' } })
    const chatId = await core.newChat()
    const turnId = await core.say(chatId, 'go')
    await core.ended(turnId)
    const found = await check(core, turnId)
    assert.equal(found.state, 'agrees', JSON.stringify(found))
    assert.match(found.leftOut[0] ?? '', /Arguments and results of one call were not kept/u)
    await core.call('settings.update', { capture: 'none' })
    const bare = await core.say(chatId, 'again')
    await core.ended(bare)
    const nothing = await check(core, bare)
    assert.ok(nothing.state === 'not-kept' && /capture level none/u.test(nothing.sentence))
    await core.call('chat.delete', { chatId })
    const deleted = await check(core, turnId)
    assert.ok(deleted.state === 'not-kept' && /chat was deleted/u.test(deleted.sentence))
    await assert.rejects(check(core, TurnIdSchema.parse('turn_nobody')), { code: 'input.not-found' })
    await core.close()
  })

  test('says of a real branch that it isn’t checked by itself, leaves it as it is, and its original still agrees', async () => {
    const other = createScriptModel([calls(['probe__look', { name: 'b' }]), { text: 'Else.' }])
    const core = await startCore({ additions: { connectors: [createProbe().connector], models: new Map([['script', createScriptModel([calls(['probe__look', { name: 'a' }]), { text: 'Done.' }]).model], ['other', other.model]]) }, settings: { model: 'script' } })
    const origin = await core.say(await core.newChat(), 'go')
    await core.ended(origin)
    const { turnId } = await core.call('run.branch', { turnId: origin, fromStep: 1, changes: { model: 'other' } })
    await core.ended(turnId)
    const before = await core.call('run.show', { turnId })
    const found = await check(core, turnId)
    assert.ok(found.state === 'not-kept' && /is a branch.*Check the run that it came from/u.test(found.sentence), JSON.stringify(found))
    assert.deepEqual(await core.call('run.show', { turnId }), before)
    assert.equal((await check(core, origin)).state, 'agrees')
    await core.close()
  })

  test('a connector that is no longer there is a difference, not a failure', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a' }])])
    const turnId = await core.say(await core.newChat(), 'go')
    await core.ended(turnId)
    const again = await reopened(core, [defineConnector({ id: 'other', label: 'Other', deps: null, tools: [] })])
    assert.equal((await changeOf(again, turnId)).what, 'tools')
    await again.close()
  })
})
