import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAnthropicModel } from '../../electron/core/model/anthropic.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { answerWith, callTool, refuse, say, type AnswerBlock } from '../fakes/messages-endpoint-answer.ts'
import type { EndpointOptions, MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { KEY, openEndpoint, profileAt } from './anthropic-ask.ts'

/** A whole core whose model is a strict endpoint, reached over HTTP. */
async function start(context: TestContext, options: EndpointOptions): Promise<{ readonly core: LiveCore; readonly endpoint: MessagesEndpoint }> {
  const endpoint = await openEndpoint(context, options)
  const model = createAnthropicModel({ profile: profileAt(endpoint.url), key: () => Promise.resolve(KEY), clock: systemClock, random: Math.random })
  return { core: await startCore({ additions: { models: new Map([['Test', model]]) }, settings: { model: 'Test' } }), endpoint }
}

const problemsOf = (endpoint: MessagesEndpoint): readonly string[] => endpoint.requests.flatMap(({ problem }) => (problem === null ? [] : [problem]))

test('calls with any arguments at all leave a chat that goes on', async (context) => {
  const odd = ['', '"ls"', '[]', 'null', '{"a":1', '{"a":1}{"b":2}', '{"__proto__":{"x":1}}', '{"n":12345678901234567890}', '{"limit":1,"limit":2}']
  const blocks: readonly AnswerBlock[] = [{ type: 'text', text: ' ' }, ...odd.map((json) => callTool('recall__list_memories', json)), callTool('no such.tool', '{}')]
  const { core, endpoint } = await start(context, { answers: [answerWith(blocks), say('Enough.'), say('Yes?')] })
  const chatId = await core.newChat()
  const first = await core.ended(await core.say(chatId, 'What do you remember?'))
  assert.equal(first.ended?.outcome, 'completed')
  assert.deepEqual([...first.calls.values()].map((call) => call.status === 'done' && call.ended.outcome), ['ok', ...odd.slice(1).map(() => 'error'), 'error'])
  assert.equal((await core.ended(await core.say(chatId, 'Still there?'))).ended?.outcome, 'completed')
  assert.deepEqual(problemsOf(endpoint), [])
  assert.equal(endpoint.requests.length, 3)
  await core.close()
})

test('a turn stopped in the middle of an answer doesn’t harm the next one', async (context) => {
  const { core, endpoint } = await start(context, { answers: [answerWith([{ type: 'text', text: 'Let me see. ' }, callTool('tasks__list_tasks', '{}')], { trouble: { after: 9, how: 'hang' } }), say('Hello.')] })
  const chatId = await core.newChat()
  const turnId = await core.say(chatId, 'List my tasks')
  await core.until('turn.watch', { turnId, after: 0 }, (item) => item.kind === 'delta' || (item.kind === 'draft' && item.text !== ''))
  await core.call('turn.stop', { turnId })
  const stopped = await core.ended(turnId)
  assert.equal(stopped.ended?.outcome, 'stopped')
  assert.equal(stopped.calls.size, 0)
  await endpoint.abandoned(1)
  assert.equal((await core.ended(await core.say(chatId, 'hello'))).ended?.outcome, 'completed')
  assert.deepEqual(problemsOf(endpoint), [])
  await core.close()
})

test('rounds with thinking go on to the last step, whose tools are told and forbidden', async (context) => {
  const { core, endpoint } = await start(context, {
    thinkingMayBeMissing: true,
    answers: (body, index) => (body.tool_choice?.type === 'none' ? say('This is how far I got.') : answerWith([{ type: 'thinking', thinking: `Thought ${index}`, signature: `c2ln${index}` }, callTool('tasks__list_tasks', '{}')])),
  })
  const state = await core.ended(await core.say(await core.newChat(), 'Count to infinity'))
  assert.equal(state.steps.length, 12)
  assert.equal(state.steps.at(-1)?.ended?.how, 'complete')
  assert.equal(endpoint.requests.length, 12, 'none of them had to be sent again')
  assert.deepEqual(problemsOf(endpoint), [])
  await core.close()
})

test('a wait is shown, and a refused key ends the turn in words that hold no key', async (context) => {
  const { core } = await start(context, { answers: [refuse(429, 'rate_limit_error', 'x', { 'retry-after': '0' }), refuse(401, 'authentication_error', `no ${KEY}`)] })
  const chatId = await core.newChat()
  const statuses: string[] = []
  const turnId = await core.say(chatId, 'hello')
  core.watch('turn.watch', { turnId, after: 0 }, (item) => { if (item.kind === 'status') statuses.push(item.text) })
  const state = await core.ended(turnId)
  assert.equal(state.ended?.outcome, 'failed')
  assert.match(JSON.stringify(await core.events(turnId)), /The key was refused\. Check the key of “Test” in Settings\./)
  assert.doesNotMatch(JSON.stringify(await core.events(turnId)), new RegExp(KEY))
  assert.deepEqual(statuses, ['The service asks to wait 1 s; trying again.'])
  await core.close()
})
