import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import { createScriptModel } from './script-model.ts'
import { startCore } from './live-core.ts'

const SUBJECTS = ['invoices', 'weather', 'calendar', 'rivers', 'recipes', 'trains', 'paintings', 'bridges', 'beetles', 'comets']

/** A hundred connectors of ten tools each. */
const connectors = Array.from({ length: 100 }, (_, index) => {
  const subject = SUBJECTS[index % 10] ?? ''
  return defineConnector({
    id: `many-${index}`, label: `${subject} ${index}`, deps: null,
    tools: Array.from({ length: 10 }, (_unused, number) => defineTool({ name: `look_up_${subject}_${number}`, description: `Looks up ${subject}, way ${number}, of source ${index}.`, class: 'read', input: z.object({}), run: () => Promise.resolve('x') })),
  })
})

test('with 1,000 tools a step is offered thirty, those that fit what was said, and says what it left out', async () => {
  const script = createScriptModel([{ text: 'hi' }])
  const core = await startCore({ additions: { connectors, models: new Map([['script', script.model]]) }, settings: { model: 'script' } })
  const first = await core.ended(await core.say(await core.newChat(), 'what do the beetles of source 8 eat'))
  const names = script.requests[0]?.tools.map(({ name }) => name) ?? []
  assert.equal(names.length, 30)
  assert.ok(names.every((name) => name.includes('beetles')), names.join(' '))
  assert.ok(names.includes('many-8__look_up_beetles_0'))
  const selection = first.steps[0]?.started.body?.selection ?? []
  assert.deepEqual([selection.length, selection.reduce((sum, { offered }) => sum + offered, 0), selection[0]?.offered], [103, 30, 10])
  const explained = await core.call('tool.explain', { chatId: first.started?.chatId ?? null })
  assert.equal(explained.filter(({ outcome }) => outcome.filter === 'gate').length, 30)
  await core.ended(await core.say(await core.newChat(), 'which trains cross rivers'))
  assert.ok(script.requests[1]?.tools.every(({ name }) => /trains|rivers/.test(name)))
  await core.close()
})

test('what was left out can’t be called by its name', async () => {
  const script = createScriptModel([{ calls: [{ tool: 'many-1__look_up_weather_0', args: {} }] }])
  const core = await startCore({ additions: { connectors, models: new Map([['script', script.model]]) }, settings: { model: 'script' } })
  const state = await core.ended(await core.say(await core.newChat(), 'tell me about comets'))
  const call = [...state.calls.values()][0]
  assert.ok(call?.status === 'done' && call.decision?.body?.reason.kind === 'unknown-tool')
  await core.close()
})

test('while a turn runs it keeps the tools it was offered and their order, whatever its calls are about; the next turn chooses anew', async () => {
  const script = createScriptModel([{ calls: [{ tool: 'many-8__look_up_beetles_0', args: {} }], text: 'Now for trains and rivers.' }, { calls: [{ tool: 'many-8__look_up_beetles_1', args: {} }] }])
  const core = await startCore({ additions: { connectors, models: new Map([['script', script.model]]) }, settings: { model: 'script' } })
  const chatId = await core.newChat()
  const state = await core.ended(await core.say(chatId, 'what do the beetles of source 8 eat'))
  const [first, second, third] = script.requests.map(({ tools }) => tools.map(({ name }) => name))
  assert.deepEqual([second, third], [first, first])
  const [before, after] = state.steps.map(({ started }) => started.body?.selection?.map(({ connectorId, offered, leftOut }) => [connectorId, offered, leftOut]))
  assert.deepEqual(after, before)
  await core.ended(await core.say(chatId, 'which trains cross rivers'))
  assert.notDeepEqual(script.requests[3]?.tools.map(({ name }) => name), first)
  await core.close()
})

test('a tool that is switched off while a turn runs isn’t told of from the next step on, and nothing takes its place', async () => {
  const off: { now: () => Promise<unknown> } = { now: () => Promise.resolve() }
  const turner = defineConnector({ id: 'turner', label: 'beetles', deps: null, tools: [defineTool({ name: 'turn_off', description: 'Turns beetles off.', class: 'read', input: z.object({}), run: async () => { await off.now(); return 'off' } })] })
  const script = createScriptModel([{ calls: [{ tool: 'turner__turn_off', args: {} }] }, { calls: [{ tool: 'many-8__look_up_beetles_0', args: {} }] }])
  const core = await startCore({ additions: { connectors: [...connectors, turner], models: new Map([['script', script.model]]) }, settings: { model: 'script' } })
  const explained = await core.call('tool.explain', { chatId: null })
  const tool = explained.find((one) => one.connectorId === 'many-8' && one.tool === 'look_up_beetles_0')
  assert.ok(tool !== undefined)
  off.now = () => core.call('tool.switch', { connectorId: tool.connectorId, tool: tool.tool, on: false, pin: tool.pin })
  const state = await core.ended(await core.say(await core.newChat(), 'turn off the beetles of source 8'))
  const [first, second] = script.requests.map(({ tools }) => tools.map(({ name }) => name))
  assert.ok(first !== undefined && first.includes('many-8__look_up_beetles_0'))
  assert.deepEqual(second, first.filter((name) => name !== 'many-8__look_up_beetles_0'))
  const refused = [...state.calls.values()].at(-1)
  assert.ok(refused?.status === 'done' && refused.ended.cause === 'denied')
  await core.close()
})
