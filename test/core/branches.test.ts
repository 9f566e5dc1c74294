import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { Input } from '../../shared/contract.ts'
import { ConnectorId, type TurnId } from '../../shared/ids.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { calls } from './scripted-core.ts'
import { createProbe, type Probe } from './probe-connector.ts'
import { createScriptModel, type ScriptedStep, type ScriptModel } from './script-model.ts'
import { startCore, type CoreOptions, type LiveCore } from './live-core.ts'

interface Branched extends LiveCore { readonly probe: Probe; readonly script: ScriptModel; readonly other: ScriptModel; branch(turnId: TurnId, fromStep: number, changes?: Input<'run.branch'>['changes']): Promise<TurnId> }

/** A core with two models: what runs follow at first, and what branches may follow instead. */
async function startTwo(script: readonly ScriptedStep[], other: readonly ScriptedStep[], options: CoreOptions = {}, probe: Probe = createProbe()): Promise<Branched> {
  const [first, second] = [createScriptModel(script), createScriptModel(other)]
  const core = await startCore({ ...options, additions: { connectors: [probe.connector], models: new Map([['script', first.model], ['other', second.model]]) }, settings: { model: 'script', ...options.settings } })
  return { ...core, probe, script: first, other: second, branch: async (turnId, fromStep, changes = { model: 'other' }) => (await core.call('run.branch', { turnId, fromStep, changes })).turnId }
}

const original = async (core: Branched): Promise<TurnId> => {
  const turn = await core.say(await core.newChat(), 'go')
  await core.ended(turn)
  return turn
}
const rows = (state: TurnState) => [...state.calls.values()].map(({ call, ...at }) => [call.position, call.meta?.tool?.tool ?? call.meta?.name, at.status === 'done' ? `${at.ended.outcome} ${at.ended.cause}` : at.status])
const end = (state: TurnState) => [state.ended?.outcome, state.ended?.meta?.errorCode, state.ended?.meta?.branch?.name, state.ended?.meta?.branch?.reason]
const probe = (name: string) => ({ connectorId: ConnectorId.parse('probe'), tool: name })
const texts = (script: ScriptModel, request = 0) => (script.requests[request]?.messages ?? []).flatMap(({ role, content }) => content.map((part) => `${role}: ${part.type === 'text' ? part.text : part.type === 'tool-use' ? `calls ${part.name}` : part.type === 'tool-result' ? part.content : part.type}`))

const WRITES = [calls(['probe__look', { name: 'a' }]), calls(['probe__change', { name: 'w' }]), { text: 'Written.' }]

describe('a branch', () => {
  test('takes over the steps before its own, runs reads live and takes the result of a write that the original made', async () => {
    const core = await startTwo(WRITES, [{}, calls(['probe__change', { name: 'w' }], ['probe__look', { name: 'b' }]), { text: 'Again.' }])
    const first = await original(core)
    const before = JSON.stringify(await core.events(first))
    core.probe.log.length = 0
    const state = await core.ended(await core.branch(first, 2))
    assert.deepEqual(rows(state), [['2.1', 'change', 'ok recorded'], ['2.2', 'look', 'ok ran']])
    assert.deepEqual([state.ended?.outcome, core.probe.log], ['completed', ['start b', 'end b']])
    assert.deepEqual(texts(core.other).slice(0, 3), ['user: go', 'assistant: calls probe__look', 'user: {"did":"a"}'])
    assert.deepEqual(texts(core.other, 1).slice(-2), ['user: {"did":"w"}', 'user: {"did":"b"}'])
    assert.equal(JSON.stringify(await core.events(first)), before, 'the original is as it was')
    await core.close()
  })

  test('is a sibling of its original, says where it comes from in its first event, and can be compared with it', async () => {
    const core = await startTwo(WRITES, [{}, { text: 'No need.' }])
    const first = await original(core)
    const branch = await core.branch(first, 2)
    const state = await core.ended(branch)
    const { started } = state
    assert.deepEqual([started?.branch, started?.parentTurnId, started?.meta?.branch?.changed, started?.meta?.model], [{ origin: first, fromStep: 2, mode: 'guarded' }, null, ['model'], 'other'])
    assert.deepEqual((await core.call('run.siblings', { turnId: first })).map(({ id }) => id), [first, branch])
    const [left, right] = await core.call('run.compare', { turnIds: [first, branch] })
    assert.deepEqual([left, right].map(({ steps }) => steps.map(({ step, own, text, calls: made }) => [step, own, text, made.map(({ position, name, result }) => [position, name, result])])), [
      [[1, true, '', [['1.1', 'look', '{"did":"a"}']]], [2, true, '', [['2.1', 'change', '{"did":"w"}']]], [3, true, 'Written.', []]],
      [[1, false, '', [['1.1', 'look', '{"did":"a"}']]], [2, true, 'No need.', []]],
    ])
    await core.close()
  })

  for (const [tool, reason] of [['change', 'write'], ['wipe', 'write'], ['unclassed', 'unmarked']] as const) {
    test(`stops at a call of ${tool} that the original didn’t make: ${reason}`, async () => {
      const core = await startTwo(WRITES, [{}, calls([`probe__${tool}`, { name: 'new' }], ['probe__look', { name: 'later' }])])
      const first = await original(core)
      core.probe.log.length = 0
      const state = await core.ended(await core.branch(first, 2))
      assert.deepEqual(end(state), ['failed', 'write_tool_blocked', `probe ${tool}`, reason])
      assert.deepEqual(rows(state)[0], ['2.1', tool, 'error blocked'])
      assert.match(state.ended?.body?.message ?? '', new RegExp(`stopped before probe ${tool}`))
      assert.ok(!core.probe.log.includes('start new'))
      const callId = [...state.calls.keys()][0]
      assert.ok(callId !== undefined)
      assert.equal((await core.call('call.explain', { turnId: state.turnId, callId })).sentence, state.ended?.body?.message)
      await core.close()
    })
  }

  test('stops where the tool is the same and the arguments or the place aren’t', async () => {
    for (const step of [calls(['probe__change', { name: 'W' }]), calls(['probe__look', { name: 'x' }], ['probe__change', { name: 'w' }])]) {
      const core = await startTwo(WRITES, [{}, step])
      const state = await core.ended(await core.branch(await original(core), 2))
      assert.equal(state.ended?.meta?.errorCode, 'write_tool_blocked')
      await core.close()
    }
  })

  test('denies what the gate denies, and goes on', async () => {
    const core = await startTwo(WRITES, [{}, calls(['probe__change', { name: 1 }], ['nowhere__x', {}]), { text: 'Well.' }])
    const state = await core.ended(await core.branch(await original(core), 2))
    assert.deepEqual([state.ended?.outcome, rows(state).map(([, , how]) => how)], ['completed', ['error denied', 'error denied']])
    await core.close()
  })

  test('is told another result, message or system prompt, and what the original had read still counts', async () => {
    const core = await startTwo([calls(['probe__stranger', { name: 'p' }]), { text: 'Read.' }], [{}, { text: 'I see.' }])
    const first = await original(core)
    const callId = [...(await core.state(first)).calls.keys()][0]
    assert.ok(callId !== undefined)
    const branch = await core.branch(first, 2, { model: 'other', system: 'Be brief.', message: [{ origin: 'typed', text: 'go slowly', vouched: true }], results: [{ callId, content: 'something else' }] })
    const state = await core.ended(branch)
    assert.deepEqual(texts(core.other), ['user: go slowly', 'assistant: calls probe__stranger', 'user: something else'])
    assert.equal(core.other.requests[0]?.system, 'Be brief.')
    assert.deepEqual([state.started?.tainted, state.started?.body?.taint.map(({ label }) => label), state.started?.meta?.branch?.changed], [true, ['page p'], ['model', 'system', 'message', 'results']])
    await core.close()
  })

  test('of a branch goes through both', async () => {
    const core = await startTwo(WRITES, [{}, {}, { text: 'Third.' }])
    const first = await original(core)
    const second = await core.branch(first, 3)
    await core.ended(second)
    const third = await core.ended(await core.branch(second, 2, { model: 'script' }))
    assert.deepEqual([third.started?.branch?.origin, rows(third), third.ended?.outcome], [second, [['2.1', 'change', 'ok recorded']], 'completed'])
    assert.equal(core.probe.log.filter((entry) => entry === 'start w').length, 1)
    await core.close()
  })

  test('holds a tool to a class that it was made with, and takes no looser one', async () => {
    const core = await startTwo([calls(['probe__look', { name: 'a' }]), { text: 'Done.' }], [calls(['probe__look', { name: 'b' }])])
    const first = await original(core)
    const same = await core.ended(await core.branch(first, 1, { classes: [{ ...probe('look'), toolClass: 'write' }] }))
    assert.deepEqual(rows(same), [['1.1', 'look', 'ok recorded']])
    const other = await core.ended(await core.branch(first, 1, { model: 'other', classes: [{ ...probe('look'), toolClass: 'destructive' }] }))
    assert.deepEqual(end(other).slice(1), ['write_tool_blocked', 'probe look', 'write'])
    await assert.rejects(core.branch(first, 1, { classes: [{ ...probe('change'), toolClass: 'read' }] }), { code: 'input.invalid' })
    await core.close()
  })

  test('can’t begin at a step that there is none of, or go on where nothing follows', async () => {
    const core = await startTwo(WRITES, [])
    const first = await original(core)
    for (const step of [4, 5]) await assert.rejects(core.branch(first, step), { code: 'input.invalid' })
    await assert.rejects(core.branch(first, 1, { model: 'nobody' }), { code: 'model.unavailable' })
    await core.close()
  })

  test('of a run whose texts aren’t kept takes none of them, and says so where they would be needed', async () => {
    const core = await startTwo(WRITES, [calls(['probe__look', { name: 'a' }]), calls(['probe__change', { name: 'w' }])], { settings: { capture: 'metadata' } })
    const first = await original(core)
    await assert.rejects(core.branch(first, 2), { code: 'input.invalid', message: /not kept/ })
    const branch = await core.branch(first, 1, { model: 'other', message: [{ origin: 'typed', text: 'again', vouched: true }] })
    const seen = await core.ended(branch)
    assert.deepEqual(end(seen), ['failed', 'write_tool_blocked', 'probe change', 'effect'])
    await core.close()
  })
})

describe('the guard of a branch', () => {
  const inSteps = (steps: readonly object[], more: object = {}) => calls(['probe__in_steps', { steps, ...more }])

  test('covers calls from code, each by its own class: the same one is taken, another one stops it', async () => {
    const nested = (...names: string[]) => calls(['probe__compose', { tool: 'change', names, serial: true }])
    const core = await startTwo([nested('a', 'b')], [nested('a', 'c')])
    const first = await original(core)
    core.probe.log.length = 0
    const same = await core.ended(await core.branch(first, 1, {}))
    assert.deepEqual([rows(same), core.probe.log], [[['1.1', 'compose', 'ok ran'], ['1.1.1', 'change', 'ok recorded'], ['1.1.2', 'change', 'ok recorded']], ['start compose', 'end compose']])
    const other = await core.ended(await core.branch(first, 1))
    assert.deepEqual(end(other), ['failed', 'write_tool_blocked', 'probe change', 'write'])
    assert.ok(!core.probe.log.includes('start c'))
    await core.close()
  })

  test('takes recorded steps from the original; one that only reads runs where there is no record', async () => {
    const core = await startTwo([inSteps([{ id: 'paid' }])], [inSteps([{ id: 'seen', effect: 'read' }])])
    const first = await original(core)
    core.probe.log.length = 0
    const same = await core.ended(await core.branch(first, 1, {}))
    const effects = (await core.events(same.turnId)).flatMap(({ event }) => (event.kind === 'effect.ended' ? [`${event.effectId} ${event.from}`] : []))
    assert.deepEqual([same.ended?.outcome, effects, core.probe.log], ['completed', ['paid origin'], ['start in_steps']])
    assert.deepEqual(core.script.requests.at(-1)?.messages.at(-1)?.content.map((part) => part.type === 'tool-result' && part.content), ['[{"did":"paid","times":1}]'])
    const other = await core.ended(await core.branch(first, 1))
    assert.deepEqual([other.ended?.outcome, core.probe.log.filter((entry) => entry.startsWith('end step'))], ['completed', ['end step seen']])
    await core.close()
  })

  test('stops at a step that writes and has no record, and code that catches that gets no further', async () => {
    const core = await startTwo([inSteps([{ id: 'paid' }])], [inSteps([{ id: 'new' }], { catches: true, then: 'after', hold: true })])
    const first = await original(core)
    core.probe.log.length = 0
    const state = await core.ended(await core.branch(first, 1))
    assert.deepEqual(end(state), ['failed', 'write_tool_blocked', 'ctx.step:new', 'step'])
    assert.deepEqual(core.probe.log, ['start in_steps'])
    await core.close()
  })

  test('lets one call through on a person’s word by the gate, in a live turn of its own that takes the rest from the record', async () => {
    const core = await startTwo(WRITES, [{}, calls(['probe__change', { name: 'w' }], ['probe__change', { name: 'new' }]), calls(['probe__change', { name: 'more' }]), { text: 'All done.' }])
    const first = await original(core)
    const blocked = await core.ended(await core.branch(first, 2))
    assert.deepEqual(rows(blocked), [['2.1', 'change', 'ok recorded'], ['2.2', 'change', 'error blocked']])
    core.probe.log.length = 0
    const { turnId } = await core.call('run.let-through', { turnId: blocked.turnId })
    const question = await core.question(turnId)
    assert.deepEqual([question.arguments, question.reason, core.probe.log], [{ text: '{"name":"new"}' }, { kind: 'requires-approval', by: 'held-back' }, []])
    await core.answer(question, 'approve')
    const state = await core.ended(turnId)
    assert.deepEqual(rows(state), [['2.1', 'change', 'ok recorded'], ['2.2', 'change', 'ok ran'], ['3.1', 'change', 'ok ran']])
    assert.deepEqual([state.started?.branch, core.probe.log], [{ origin: blocked.turnId, fromStep: 2, mode: 'live' }, ['start new', 'end new', 'start more', 'end more']])
    assert.deepEqual((await core.state(blocked.turnId)).ended, blocked.ended, 'the branch is as it was')
    await assert.rejects(core.call('run.let-through', { turnId: first }), { code: 'input.invalid' })
    await core.close()
  })

  test('holds where a tool becomes more than a read after it was let through', async () => {
    const made = createProbe()
    const { tools } = made.connector
    const stricter = tools.map((tool) => (tool.identity.tool === 'send' ? { ...tool, toolClass: 'write' as const } : tool))
    let listed = tools
    const core = await startTwo([calls(['probe__look', { name: 'a' }])], [calls(['probe__send', { host: 'example.org' }])], {}, { ...made, connector: { ...made.connector, get tools() { return listed } } })
    await core.call('tool.require-approval', { ...probe('send'), required: true })
    const branch = await core.branch(await original(core), 1)
    const question = await core.question(branch)
    listed = stricter
    await core.answer(question, 'approve')
    const state = await core.ended(branch)
    assert.deepEqual(end(state).slice(0, 2), ['failed', 'write_tool_blocked'])
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('run')), [])
    await core.close()
  })
})

test('a branch that waits ends once its original is gone, whatever it waited for', async () => {
  const core = await startTwo([calls(['probe__look', { name: 'a' }])], [calls(['probe__send', { host: 'example.org' }])])
  await core.call('tool.require-approval', { ...probe('send'), required: true })
  const first = await original(core)
  const branch = await core.branch(first, 1)
  await core.question(branch)
  await core.core.close()
  const database = new Database(join(core.dataDirectory, 'gatehouse.db'))
  database.prepare('UPDATE event_content SET meta_salt = NULL, meta = NULL, body_salt = NULL, body = NULL WHERE position IN (SELECT position FROM events WHERE turn_id = ?)').run(first)
  database.close()
  const next = await startTwo([], [], { dataDirectory: core.dataDirectory })
  const state = await next.ended(branch)
  assert.deepEqual(end(state), ['failed', 'branch_unresumable', null, 'parent_missing'])
  assert.deepEqual(rows(state), [['1.1', 'send', 'error stopped']])
  await next.close()
})
