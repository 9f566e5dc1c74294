import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWith, callTool } from './messages-endpoint-answer.ts'
import { startMessagesEndpoint } from './messages-endpoint.ts'
import { judgeRequest } from './messages-endpoint-rules.ts'

const schema = { type: 'object', properties: {} }
const mark = { cache_control: { type: 'ephemeral' } }
const text = (value: string, rest: object = {}): object => ({ type: 'text', text: value, ...rest })
const user = (...content: readonly object[]): object => ({ role: 'user', content })
const assistant = (...content: readonly object[]): object => ({ role: 'assistant', content })
const use = (id: string, input: unknown = {}, name = 'a'): object => ({ type: 'tool_use', id, name, input })
const result = (id: string, content = 'fine'): object => ({ type: 'tool_result', tool_use_id: id, content })
const bodyOf = (messages: readonly object[], rest: object = {}): object => ({ model: 'm', max_tokens: 10, messages, ...rest })
const withTools = (...tools: readonly object[]): object => bodyOf([user(text('hi'))], { tools })

const refused: readonly (readonly [rule: RegExp, what: string, body: object])[] = [
  [/^M1/, 'a tool name with a dot', withTools({ name: 'a.b', input_schema: schema })],
  [/^M1/, 'a tool name of 65 characters', withTools({ name: 'a'.repeat(65), input_schema: schema })],
  [/^M1/, 'a called name that no tool may have', bodyOf([user(text('hi')), assistant(use('1', {}, 'a b')), user(result('1'))])],
  [/must define tools/, 'a call in the history without tools', bodyOf([user(text('hi')), assistant(use('1')), user(result('1'))])],
  [/^M2/, 'two tools of one name', withTools({ name: 'a', input_schema: schema }, { name: 'a', input_schema: schema })],
  [/^M3/, 'a combinator at the root', withTools({ name: 'a', input_schema: { ...schema, anyOf: [{ required: ['x'] }] } })],
  [/^M3/, 'a schema that draft 2020-12 doesn’t know', withTools({ name: 'a', input_schema: { type: 'object', properties: { x: { type: 'text' } } } })],
  [/^M4/, 'five marks', bodyOf([user(text('a', mark), text('b', mark), text('c', mark))], { system: [text('s', mark)], tools: [{ name: 'a', input_schema: schema, ...mark }] })],
  [/M5/, 'a call without its result', bodyOf([user(text('hi')), assistant(use('1'), use('2')), user(result('1'))])],
  [/M5/, 'a call at the end', bodyOf([user(text('hi')), assistant(use('1'))])],
  [/M5/, 'a result of nothing', bodyOf([user(text('hi')), assistant(text('no')), user(result('1'))])],
  [/M5/, 'a result that comes later', bodyOf([user(text('hi')), assistant(use('1')), user(text('wait')), assistant(text('ok')), user(result('1'))])],
  [/^M6/, 'an input that is an array', bodyOf([user(text('hi')), assistant(use('1', [])), user(result('1'))])],
  [/^M6/, 'an input that is a text', bodyOf([user(text('hi')), assistant(use('1', 'ls')), user(result('1'))])],
  [/^M7/, 'an empty text', bodyOf([user(text(''))])],
  [/^M7/, 'a blank text with a mark', bodyOf([user(text('hi'), text(' \n', mark))])],
  [/^M7/, 'an empty result', bodyOf([user(text('hi')), assistant(use('1')), user(result('1', ''))])],
  [/first message/, 'an assistant that begins', bodyOf([assistant(text('hi'))])],
  [/trailing whitespace/, 'an answer to go on with that ends in white space', bodyOf([user(text('hi')), assistant(text('so '))])],
  [/not a request/, 'a field nobody knows', bodyOf([user(text('hi'))], { temprature: 1 })],
]
for (const [rule, what, body] of refused) {
  test(`the strict endpoint refuses ${what}`, () => {
    const judged = judgeRequest(body, { given: [], bindsToPrefix: true, mayBeMissing: false })
    assert.match(judged.ok ? 'let through' : judged.problem, rule)
  })
}

test('it lets through what is in order', () => {
  const body = bodyOf([user(text('hi')), assistant(text('well'), use('1', { x: 1 })), user(result('1'), text('go on', mark))], { tools: [{ name: 'a', description: 'Does a.', input_schema: schema, ...mark }], system: [text('s', mark)] })
  assert.equal(judgeRequest(body, { given: [], bindsToPrefix: true, mayBeMissing: false }).ok, true)
})

const post = (url: string, body: object): Promise<Response> => fetch(`${url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) })
const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }

test('M9: thinking of an open round may be neither changed, dropped, moved nor given to another model', async (context) => {
  const endpoint = await startMessagesEndpoint({ answers: [answerWith([{ type: 'thinking', thinking: 'hm', signature: 'sig' }, callTool('a', '{}')])] })
  context.after(endpoint.close)
  const tools = [{ name: 'a', input_schema: schema }]
  const first = bodyOf([user(text('hi'))], { tools })
  assert.equal((await (await post(endpoint.url, first)).text()).includes('signature_delta'), true)
  const next = (said: object, rest: object = {}): object => ({ ...bodyOf([user(text('hi')), said, user(result('1'))], { tools }), ...rest })
  const statusOf = async (body: object): Promise<number> => (await post(endpoint.url, body)).status
  assert.equal(await statusOf(next(assistant(thought, use('1')))), 200)
  assert.equal(await statusOf(next(assistant({ ...thought, thinking: 'hm!' }, use('1')))), 400)
  assert.equal(await statusOf(next(assistant({ ...thought, signature: 'gis' }, use('1')))), 400)
  assert.equal(await statusOf(next(assistant(use('1')))), 400)
  assert.equal(await statusOf(next(assistant(thought, use('1')), { model: 'other' })), 400)
  assert.equal(await statusOf(next(assistant(thought, use('1')), { system: 'another' })), 400)
  assert.equal(await statusOf({ ...next(assistant(use('1'))), messages: [user(text('hi')), assistant(use('1')), user(result('1')), assistant(text('read')), user(text('next'))] }), 200)
})

test('without the strict mode it answers anything that is a request', async (context) => {
  const endpoint = await startMessagesEndpoint({ strict: false })
  context.after(endpoint.close)
  assert.equal((await post(endpoint.url, bodyOf([user(text(''))]))).status, 200)
  assert.equal((await post(endpoint.url, { nonsense: true })).status, 400)
})
