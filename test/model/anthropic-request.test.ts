import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodyPieces } from '../../electron/core/model/anthropic-body-pieces.ts'
import { toMessagesBody } from '../../electron/core/model/anthropic-request.ts'
import type { ModelContent, ModelMessage, ModelRequest } from '../../electron/core/model/model.ts'
import type { JsonObject } from '../../shared/json.ts'
import { judgeRequest } from '../fakes/messages-endpoint-rules.ts'
import { answerWith } from '../fakes/messages-endpoint-answer.ts'
import type { Given } from '../fakes/messages-endpoint-thinking.ts'
import { callTool } from '../fakes/messages-endpoint-answer.ts'
import { profileAt, requestOf } from './anthropic-ask.ts'
import { ask, defineOffered } from './practice-ask.ts'

const profile = profileAt('https://example.com')
const textOf = (body: ReturnType<typeof toMessagesBody>): string => bodyPieces(body).join('')
const build = (request: ModelRequest, withThinking = true): ReturnType<typeof toMessagesBody> => toMessagesBody(request, profile, withThinking)
const noThinking = { given: [], bindsToPrefix: false, mayBeMissing: false }

const blank = fc.constantFrom('', ' ', '\n\t ', '\u3000')
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), blank, fc.constant('lone \ud800 surrogate'))
const solidText = anyText.filter((text) => text.trim() !== '')
const anyName = fc.oneof(fc.stringMatching(/^[a-z]{1,8}__[a-z_]{1,12}$/), fc.string({ unit: 'binary', maxLength: 100 }))
const anyObject = fc.oneof({ weight: 4, arbitrary: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })).map((value): JsonObject => JSON.parse(JSON.stringify(value))) }, { weight: 1, arbitrary: fc.constant<JsonObject>({ 'half \ud800': ['\udc00 pair', { b: 1, a: 2 }] }) })

interface Step { readonly texts: readonly string[]; readonly thinking: readonly string[]; readonly calls: readonly { readonly name: string; readonly input: JsonObject; readonly result: string; readonly isError: boolean }[] }
const anyStep: fc.Arbitrary<Step> = fc.record({
  texts: fc.array(anyText, { maxLength: 2 }), thinking: fc.array(anyText, { maxLength: 2 }),
  calls: fc.array(fc.record({ name: anyName, input: anyObject, result: anyText, isError: fc.boolean() }), { maxLength: 3 }),
})
const anyTurn = fc.record({ asked: fc.tuple(solidText, fc.array(anyText, { maxLength: 2 })), steps: fc.array(anyStep, { maxLength: 4 }) })

/** A chat as the turns' prompt builds it: roles alternate, calls are answered at once. */
function messagesOf(turns: readonly { readonly asked: readonly [string, readonly string[]]; readonly steps: readonly Step[] }[]): readonly ModelMessage[] {
  let calls = 0
  const messages: { role: ModelMessage['role']; content: ModelContent[] }[] = []
  const add = (role: ModelMessage['role'], content: readonly ModelContent[]): void => {
    const last = messages.at(-1)
    if (content.length === 0) return
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content: [...content] })
  }
  for (const { asked: [first, rest], steps } of turns) {
    add('user', [first, ...rest].map((text) => ({ type: 'text', text })))
    for (const { texts, thinking, calls: made } of steps) {
      const ids = made.map(() => `call_${calls++}` as const)
      add('assistant', [
        ...thinking.map((text, index): ModelContent => ({ type: 'thinking', thinking: text.toWellFormed(), signature: `sig${index}`, madeBy: 'Test' })),
        ...texts.map((text): ModelContent => ({ type: 'text', text })),
        ...made.map(({ name, input }, index): ModelContent => ({ type: 'tool-use', callId: ids[index] ?? 'call_x', name, input })),
      ])
      add('user', made.map(({ result, isError }, index): ModelContent => ({ type: 'tool-result', callId: ids[index] ?? 'call_x', content: result, isError })))
    }
  }
  return messages
}

const anyRequest: fc.Arbitrary<ModelRequest> = fc.record({
  system: anyText, turns: fc.array(anyTurn, { minLength: 1, maxLength: 4 }),
  tools: fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/), description: anyText }), { selector: ({ name }) => name, maxLength: 5 }),
}).map(({ system, turns, tools }) => ({ model: 'Test', system, messages: messagesOf(turns), tools: tools.map(({ name, description }) => ({ ...defineOffered(name, { path: { type: 'string' } }), description })), maxTokens: 1000 }))

/** Thinking as the endpoint would have given it, so that M9 can be judged. */
function givenFor(body: ReturnType<typeof toMessagesBody>, request: ModelRequest): readonly Given[] {
  const judged = judgeRequest({ ...JSON.parse(JSON.stringify(body)), messages: [{ role: 'user', content: 'x' }] }, noThinking)
  if (!judged.ok) return []
  return request.messages.filter(({ role }) => role === 'assistant').map(({ content }) => ({
    model: 'test-model', body: judged.body,
    blocks: answerWith(content.flatMap((part) => part.type === 'thinking' ? [{ type: 'thinking' as const, thinking: part.thinking, signature: part.signature }] : part.type === 'tool-use' ? [callTool(part.name, '{}')] : [])).blocks,
  }))
}

test('whatever the chat, what is sent passes the strict endpoint', () => {
  fc.assert(fc.property(anyRequest, fc.boolean(), (request, withThinking) => {
    const body = build(request, withThinking)
    const judged = judgeRequest(JSON.parse(JSON.stringify(body)), { given: givenFor(body, request), bindsToPrefix: false, mayBeMissing: true })
    assert.deepEqual(judged.ok ? null : judged.problem, null)
  }), { numRuns: 500 })
})

test('what is sent is the request, and a tool that is told again is the same whether or not it stands last', () => {
  fc.assert(fc.property(anyRequest, (request) => {
    const one = build(request)
    const fewer = build({ ...request, tools: request.tools.slice(0, -1) })
    const again = build(request)
    for (const body of [one, fewer, again]) assert.deepEqual(JSON.parse(textOf(body)), JSON.parse(JSON.stringify(body)))
    assert.equal(textOf(again), textOf(one))
  }), { numRuns: 100 })
})

test('what was said is sent at every later step as if it were put together for the first time', () => {
  fc.assert(fc.property(anyRequest, (request) => {
    for (const [index, { role }] of request.messages.entries()) if (role === 'assistant') textOf(build({ ...request, messages: request.messages.slice(0, index) }))
    const once = textOf(build(request))
    assert.equal(textOf(build(request)), once)
    assert.equal(once, textOf(build(structuredClone(request))))
  }), { numRuns: 200 })
})

test('equal requests give equal bytes, in whatever order their keys stand', () => {
  const reversed = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).reverse())
  fc.assert(fc.property(anyRequest, (request) => {
    const other: ModelRequest = {
      ...request, tools: request.tools.map((tool) => ({ ...tool, inputSchema: reversed(tool.inputSchema) })),
      messages: request.messages.map(({ role, content }) => ({ role, content: content.map((part) => (part.type === 'tool-use' ? { ...part, input: reversed(part.input) } : part)) })),
    }
    assert.equal(JSON.stringify(build(request)), JSON.stringify(build(other)))
  }), { numRuns: 100 })
})

test('text, results and arguments reach the service as they are', () => {
  const body = build(requestOf([
    ask('Read it', 'and this'),
    { role: 'assistant', content: [{ type: 'text', text: ' Reading. ' }, { type: 'tool-use', callId: 'call_1', name: 'files__read', input: { path: 'a', deep: { b: [1, null] } } }] },
    { role: 'user', content: [{ type: 'tool-result', callId: 'call_1', content: ' two\nlines ', isError: true }, { type: 'text', text: 'Go on.' }] },
  ]))
  assert.deepEqual(body.messages, [
    { role: 'user', content: [{ type: 'text', text: 'Read it' }, { type: 'text', text: 'and this', cache_control: { type: 'ephemeral' } }] },
    { role: 'assistant', content: [{ type: 'text', text: ' Reading. ' }, { type: 'tool_use', id: 'call_1', name: 'files__read', input: { path: 'a', deep: { b: [1, null] } } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: ' two\nlines ', is_error: true }, { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } }] },
  ])
})

test('a blank result reads (no output), and results stand before the person’s words', () => {
  const body = build(requestOf([
    ask('Go'), { role: 'assistant', content: [{ type: 'text', text: '' }, { type: 'tool-use', callId: 'call_1', name: 'a', input: {} }] },
    { role: 'user', content: [{ type: 'text', text: 'Well?' }, { type: 'tool-result', callId: 'call_1', content: ' \n', isError: false }] },
  ]))
  assert.deepEqual(body.messages[1]?.content, [{ type: 'tool_use', id: 'call_1', name: 'a', input: {} }])
  assert.deepEqual(body.messages[2]?.content, [{ type: 'tool_result', tool_use_id: 'call_1', content: '(no output)', is_error: false }, { type: 'text', text: 'Well?', cache_control: { type: 'ephemeral' } }])
})

test('marks are four: the last tool, the system, and the person’s last two messages', () => {
  const rounds = [1, 2, 3, 4, 5, 6].flatMap((round): ModelMessage[] => [
    { role: 'assistant', content: [{ type: 'tool-use', callId: `call_${round}`, name: 'a', input: {} }] },
    { role: 'user', content: [{ type: 'tool-result', callId: `call_${round}`, content: `result ${round}`, isError: false }] },
  ])
  const text = JSON.stringify(build(requestOf([ask('Go'), ...rounds], [defineOffered('a'), defineOffered('b')])))
  assert.equal(text.split('"cache_control"').length - 1, 4)
  for (const marked of ['"result 5"', '"result 6"', '"Be brief."']) assert.match(text, new RegExp(`${marked}[^{}]*"cache_control"`))
  assert.match(text, /"name":"b".*"cache_control".*"messages"/)
})

test('an answer that is to be continued ends neither in white space nor in thinking', () => {
  const paused = build(requestOf([ask('Go'), { role: 'assistant', content: [{ type: 'text', text: 'So far \n' }] }]))
  assert.deepEqual(paused.messages.at(-1), { role: 'assistant', content: [{ type: 'text', text: 'So far' }] })
  const thinking = build(requestOf([ask('Go'), { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }] }]))
  assert.deepEqual(thinking.messages.map(({ role }) => role), ['user'])
})

test('no more is asked for than the model can say, and an empty system or description isn’t sent', () => {
  const body = toMessagesBody({ ...requestOf([ask('Go')], [{ ...defineOffered('a'), description: ' ' }]), system: ' ' }, { ...profile, maxOutputTokens: 256 }, true)
  assert.equal(body.max_tokens, 256)
  assert.equal('system' in body, false)
  assert.equal('description' in (body.tools?.[0] ?? {}), false)
})

const use = (id: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'tool-use', callId: `call_${id}`, name: 'a', input: {} }] })
const result = (...ids: readonly string[]): ModelMessage => ({ role: 'user', content: ids.map((id) => ({ type: 'tool-result', callId: `call_${id}`, content: 'x', isError: false })) })
const broken: readonly (readonly [what: string, request: ModelRequest])[] = [
  ['a call without a result', requestOf([ask('Go'), use('1'), ask('Well?')])],
  ['a call at the end', requestOf([ask('Go'), use('1')])],
  ['a result without a call', requestOf([ask('Go'), { role: 'assistant', content: [{ type: 'text', text: 'no' }] }, result('1')])],
  ['a result twice', requestOf([ask('Go'), use('1'), result('1', '1')])],
  ['a result of another call', requestOf([ask('Go'), use('1'), result('2')])],
  ['one call id twice', requestOf([ask('Go'), use('1'), result('1'), use('1'), result('1')])],
  ['an assistant that begins', requestOf([{ role: 'assistant', content: [{ type: 'text', text: 'hi' }] }])],
  ['nothing at all', requestOf([])],
  ['two tools of one name', requestOf([ask('Go')], [defineOffered('a'), defineOffered('a')])],
  ['a tool name that services refuse', requestOf([ask('Go')], [defineOffered('calendar.update')])],
  ['a tool name that is too long', requestOf([ask('Go')], [defineOffered('a'.repeat(65))])],
]
for (const [what, request] of broken) {
  test(`${what} is a bug and isn’t sent`, () => {
    assert.throws(() => build(request), { name: 'AppError', code: 'internal.bug' })
  })
}

test('a name that the model made up goes back in letters that pass', () => {
  const names = ['calendar.update', 'ボード', '', 'x'.repeat(80)]
  const body = build(requestOf([
    ask('Go'), { role: 'assistant', content: names.map((name, index) => ({ type: 'tool-use', callId: `call_${index}`, name, input: {} })) },
    result('0', '1', '2', '3'),
  ]))
  assert.deepEqual(body.messages[1]?.content instanceof Array && body.messages[1].content.map((block) => ('name' in block ? block.name : null)), ['calendar_update', '___', 'unknown', 'x'.repeat(64)])
})

test('a chat that has called tools defines them even when none is offered, and then none may be called', () => {
  const called: readonly ModelMessage[] = [ask('look'), { role: 'assistant', content: [{ type: 'tool-use', callId: 'call_1', name: 'files__list', input: {} }] }, { role: 'user', content: [{ type: 'tool-result', callId: 'call_1', content: 'a', isError: false }] }]
  const bare = toMessagesBody(requestOf(called), profileAt('https://example.com'), true)
  assert.deepEqual([bare.tools?.map((tool) => 'name' in tool && tool.name), bare.tool_choice], [['files__list'], { type: 'none' }])
  const kept = toMessagesBody({ ...requestOf(called, [defineOffered('files__list'), defineOffered('files__read')]), toolChoice: 'none' }, profileAt('https://example.com'), true)
  assert.deepEqual([kept.tools?.length, kept.tool_choice], [2, { type: 'none' }])
  assert.equal(toMessagesBody(requestOf(called, [defineOffered('files__list')]), profileAt('https://example.com'), true).tool_choice, undefined)
  assert.equal(toMessagesBody(requestOf(), profileAt('https://example.com'), true).tools, undefined)
})
