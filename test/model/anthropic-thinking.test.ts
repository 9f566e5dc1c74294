import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelContent, ModelMessage } from '../../electron/core/model/model.ts'
import { answerWith, callTool, say, type AnswerBlock } from '../fakes/messages-endpoint-answer.ts'
import { hear, openEndpoint, openModel, requestOf, toMessages } from './anthropic-ask.ts'
import { ask, defineOffered } from './practice-ask.ts'

const TOOLS = [defineOffered('files__list'), defineOffered('files__read', { path: { type: 'string' } })]
const FIRST: readonly AnswerBlock[] = [
  { type: 'thinking', thinking: ' Where to begin?\n', signature: 'Zmlyc3Q=' }, { type: 'redacted_thinking', data: 'aGlkZGVu' },
  { type: 'text', text: 'Listing.' }, callTool('files__list', '{}'), { type: 'thinking', thinking: 'And then \u00e9\ud83d\ude00', signature: 'YWZ0ZXI=' }, callTool('files__read', '{"path":"a"}'),
]
const SECOND: readonly AnswerBlock[] = [{ type: 'thinking', thinking: 'One more.', signature: 'c2Vjb25k' }, { type: 'thinking', thinking: 'cut before it was signed', signature: '' }, callTool('files__read', '{"path":"b"}')]

test('in an open tool round thinking goes back byte for byte, in its place; the next turn goes without', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith(FIRST, { pieceLength: 3 }), answerWith(SECOND), say('All read.'), say('Hello again.')] })
  const asking = openModel(endpoint.url)
  let messages: readonly ModelMessage[] = [ask('Look around')]
  for (const serial of [1, 2, 3]) {
    const heard = await hear(asking, requestOf(messages, TOOLS))
    assert.equal(heard.error, null)
    messages = [...messages, ...toMessages(heard, 'Test', serial)]
  }
  const third = endpoint.requests[2]?.body?.messages
  assert.deepEqual(third?.[1]?.content.filter(({ type }) => type.endsWith('thinking')), [FIRST[0], FIRST[1], FIRST[4]])
  assert.deepEqual(third[1].content.map(({ type }) => type), ['thinking', 'redacted_thinking', 'text', 'tool_use', 'thinking', 'tool_use'])
  assert.deepEqual(third[3]?.content[0], SECOND[0])

  assert.equal((await hear(asking, requestOf([...messages, ask('And now?')], TOOLS))).text, 'Hello again.')
  assert.doesNotMatch(endpoint.requests[3]?.text ?? '', /thinking/)
  assert.deepEqual(endpoint.requests.map(({ problem }) => problem), [null, null, null, null])
})

test('a round that was interrupted by the person’s words is still open', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith(FIRST), say('Fine.')] })
  const asking = openModel(endpoint.url)
  const first = await hear(asking, requestOf([ask('Look')], TOOLS))
  const [said, results] = toMessages(first, 'Test', 1)
  assert.ok(said !== undefined && results !== undefined)
  const heard = await hear(asking, requestOf([ask('Look'), said, { role: 'user', content: [...results.content, { type: 'text', text: 'Stop that. What did you see?' }] }], TOOLS))
  assert.equal(heard.text, 'Fine.')
  assert.match(endpoint.requests[1]?.text ?? '', /Zmlyc3Q=/)
})

test('another model gets none of it', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith(FIRST), say('I take over.')] })
  const first = await hear(openModel(endpoint.url), requestOf([ask('Look')], TOOLS))
  const other = openModel(endpoint.url, { changes: { name: 'Other', model: 'other-model' } })
  const heard = await hear(other, { ...requestOf([ask('Look'), ...toMessages(first, 'Test', 1)], TOOLS), model: 'Other' })
  assert.equal(heard.text, 'I take over.')
  assert.deepEqual(heard.waits, [])
  assert.doesNotMatch(endpoint.requests[1]?.text ?? '', /"thinking"/)
})

test('a service that doesn’t take thinking back gets the request once more without any, and hears why', async (context) => {
  const endpoint = await openEndpoint(context, { thinkingMayBeMissing: true, answers: [answerWith(FIRST), say('Without it, then.')] })
  const asking = openModel(endpoint.url)
  const first = await hear(asking, requestOf([ask('Look')], TOOLS))
  const heard = await hear(asking, requestOf([ask('Look'), ...toMessages(first, 'Test', 1)]))
  assert.equal(heard.text, 'Without it, then.')
  assert.deepEqual(heard.waits.map(({ sentence }) => sentence), ['The service did not take back the model’s earlier thinking; trying again without it.'])
  assert.match(endpoint.requests[1]?.problem ?? '', /bound to a different conversation/)
  assert.equal(endpoint.requests.length, 3)
})

test('it is left out only once', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith(FIRST)] })
  const asking = openModel(endpoint.url)
  const first = await hear(asking, requestOf([ask('Look')], TOOLS))
  const heard = await hear(asking, requestOf([ask('Look'), ...toMessages(first, 'Test', 1)]))
  assert.equal(heard.error?.code, 'model.bad-request')
  assert.equal(endpoint.requests.length, 3)
})

test('an unsigned block in a stored chat is left out', async (context) => {
  const endpoint = await openEndpoint(context)
  const content: readonly ModelContent[] = [{ type: 'thinking', thinking: 'old', signature: '' }, { type: 'redacted-thinking', data: '' }, { type: 'tool-use', callId: 'call_1', name: 'files__list', input: {} }]
  const heard = await hear(openModel(endpoint.url), requestOf([ask('Look'), { role: 'assistant', content }, { role: 'user', content: [{ type: 'tool-result', callId: 'call_1', content: 'x', isError: false }] }], TOOLS))
  assert.equal(heard.text, 'Done.')
  assert.equal(endpoint.requests.length, 1)
})
