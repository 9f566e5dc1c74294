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
