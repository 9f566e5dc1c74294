import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { hear, openEndpoint, openModel } from './anthropic-ask.ts'

test('text comes in pieces, in order, and the usage counts everything, cached tokens too', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [say('Hello, wörld 👋!', { pieceLength: 3, chunkBytes: 5, usage: { input: 21, output: 9, cacheRead: 300, cacheWrite: 40 } })] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.text, 'Hello, wörld 👋!')
  assert.ok(heard.events.filter(({ type }) => type === 'text').length > 3)
  assert.deepEqual(heard.end, { type: 'ended', stopReason: 'end_turn', usage: { inputTokens: 21, outputTokens: 9, cacheReadTokens: 300, cacheWriteTokens: 40 } })
})

test('a count that comes late, as null or not at all, is the count that was told', async (context) => {
  const stream = [
    { type: 'message_start', message: { usage: { input_tokens: 0, output_tokens: 0 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { input_tokens: 12, output_tokens: 3, cache_read_input_tokens: null } },
    { type: 'message_stop' },
  ].map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'stream', text: stream }] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.text, 'Hi')
  assert.deepEqual(heard.end?.usage, { inputTokens: 12, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 })
})

for (const json of ['', '"ls"', '[]', 'null', '{"a":1', '{"a":1}{"b":2}', '{"__proto__":{"x":1}}', '{"n":12345678901234567890}', '{"a":1,"a":2}', '{"a": "\\u00e9\\ud83d\\ude00", "b" :1.0}']) {
  test(`arguments written as ${JSON.stringify(json)} are handed on letter by letter`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [answerWith([callTool('files__list', json), callTool('files__read', '{"path":"a"}')], { pieceLength: 3 })] })
    const heard = await hear(openModel(endpoint.url))
    assert.deepEqual(heard.calls, [{ name: 'files__list', json, isEnded: true }, { name: 'files__read', json: '{"path":"a"}', isEnded: true }])
    assert.equal(heard.end?.stopReason, 'tool_use')
  })
}

test('arguments that come with the start of a call are not lost, and empty ones are nothing', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith([{ type: 'tool_use', name: 'a', json: '', atStart: { path: 'x' } }, { type: 'tool_use', name: 'b', json: '', atStart: {} }])] })
  assert.deepEqual((await hear(openModel(endpoint.url))).calls, [{ name: 'a', json: '{"path":"x"}', isEnded: true }, { name: 'b', json: '', isEnded: true }])
})

test('calls whose pieces arrive mixed up are told one after another', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith([{ type: 'text', text: 'Both.' }, callTool('a', '{"one":1}'), callTool('b', '{"two":2}')], { interleaved: true, pieceLength: 2 })] })
  const heard = await hear(openModel(endpoint.url))
  assert.deepEqual(heard.calls, [{ name: 'a', json: '{"one":1}', isEnded: true }, { name: 'b', json: '{"two":2}', isEnded: true }])
  const order = heard.events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
  assert.deepEqual(order, ['text', 'call-started', 'call-arguments', 'call-ended', 'call-started', 'call-arguments', 'call-ended', 'ended'])
})

for (const stopReason of ['max_tokens', 'model_context_window_exceeded']) {
  test(`the call that ${stopReason} cut off has no end, whole as it may look; the one before it has`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [answerWith([callTool('a', '{"x":1}'), callTool('b', '{"y":2}')], { stopReason })] })
    const heard = await hear(openModel(endpoint.url))
    assert.deepEqual(heard.calls.map(({ isEnded }) => isEnded), [true, false])
    assert.equal(heard.end?.stopReason, stopReason)
  })
}

for (const stopReason of ['end_turn', 'stop_sequence', 'pause_turn', 'refusal', 'something_new']) {
  test(`the stop reason ${stopReason} is passed on by its name`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [say('So.', { stopReason })] })
    assert.equal((await hear(openModel(endpoint.url))).end?.stopReason, stopReason)
  })
}

test('thinking comes out whole, with the signature joined from its pieces; unsigned thinking is left out', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith([
    { type: 'thinking', thinking: ' First this,\nthen that. ', signature: 'c2lnbmF0dXJl+/=' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    { type: 'thinking', thinking: 'never signed', signature: '' },
    { type: 'thinking', thinking: '', signature: 'signed-though-empty' },
    { type: 'text', text: 'Done.' },
  ])] })
  const { events } = await hear(openModel(endpoint.url))
  assert.deepEqual(events.filter(({ type }) => type.endsWith('thinking')), [
    { type: 'thinking', thinking: ' First this,\nthen that. ', signature: 'c2lnbmF0dXJl+/=' },
    { type: 'redacted-thinking', data: 'b3BhcXVl' },
    { type: 'thinking', thinking: '', signature: 'signed-though-empty' },
  ])
})

test('blocks, deltas and events that nobody knows yet are passed over', async (context) => {
  const events = [
    { type: 'message_start', message: {} }, { type: 'weather_report', cloudy: true },
    { type: 'content_block_start', index: 0, content_block: { type: 'hologram', light: 1 } }, { type: 'content_block_delta', index: 0, delta: { type: 'light_delta', light: 2 } }, { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }, { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Still here.' } }, { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' },
  ]
  const text = `: a comment\n\n${events.map((data) => `event: ${data.type}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`).join('')}data: [DONE]\n\n`
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'stream', text }] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.text, 'Still here.')
  assert.equal(heard.end?.stopReason, 'end_turn')
})

for (const how of ['drop', 'end', 'garbage', 'half-line'] as const) {
  test(`after text was heard, a stream that ends by ${how} is an error and isn't begun again`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [say('A long answer that breaks', { trouble: { after: 5, how } })] })
    const heard = await hear(openModel(endpoint.url))
    assert.equal(heard.error?.code, 'model.stream-broken')
    assert.match(heard.error.kept ?? '', /seen/)
    assert.ok(heard.text.length > 0 && 'A long a'.startsWith(heard.text), heard.text)
    assert.equal(heard.end, null)
    assert.equal(endpoint.requests.length, 1)
  })
}

test('a call that a drop cut in two has no end, and no end of the answer comes', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [answerWith([callTool('files__delete', '{"path":"everything"}')], { trouble: { after: 5, how: 'drop' } })] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.error?.code, 'model.stream-broken')
  assert.deepEqual(heard.calls.map(({ isEnded }) => isEnded), [false])
  assert.equal(heard.end, null)
})

test('an answer without message_stop is not whole', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [say('Nearly', { withoutStop: true })] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.error?.code, 'model.stream-broken')
  assert.equal(heard.end, null)
})

test('an error inside a 200 stream is an error, with what was seen kept', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [say('Half of it', { trouble: { after: 4, how: { error: 'overloaded_error', message: 'Overloaded' } } })] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.error?.code, 'model.unavailable')
  assert.match(heard.error.message, /overloaded/)
  assert.match(heard.error.kept ?? '', /seen/)
  assert.ok(heard.text.length > 0)
  assert.equal(endpoint.requests.length, 1)
})

test('a piece that can’t be read breaks the answer, even where the rest of it comes whole', async (context) => {
  const events = ['{"type":"message_start","message":{}}', '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"files__delete","input":{}}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\":\\"a"}}', '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"/b',
    '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\\"}"}}', '{"type":"content_block_stop","index":0}', '{"type":"message_delta","delta":{"stop_reason":"tool_use"}}', '{"type":"message_stop"}']
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'stream', text: events.map((data) => `data: ${data}\n\n`).join('') }] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.error?.code, 'model.stream-broken')
  assert.deepEqual(heard.calls.map(({ isEnded }) => isEnded), [false])
  assert.equal(heard.end, null)
})

test('a piece for a block that never began breaks the answer', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'stream', text: 'data: {"type":"message_start","message":{}}\n\ndata: {"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"lost"}}\n\n' }] })
  const heard = await hear(openModel(endpoint.url, { backoff: { attempts: 1, firstMs: 1, longestMs: 1, longestAskedMs: 1 } }))
  assert.equal(heard.error?.code, 'model.stream-broken')
})

test('stopping ends a streaming answer at once and lets the connection go', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [say('Never ending', { trouble: { after: 6, how: 'hang' } })] })
  const controller = new AbortController()
  const reason = new Error('stopped by the person')
  let text = ''
  await assert.rejects(async () => {
    for await (const event of openModel(endpoint.url).model.stream({ model: 'Test', system: '', messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }], tools: [], maxTokens: 10 }, controller.signal)) {
      if (event.type === 'text') text += event.text
      controller.abort(reason)
    }
  }, reason)
  assert.ok(text.length > 0)
  await endpoint.abandoned(1)
})

test('a listener that goes away lets the connection go', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [say('Never ending', { trouble: { after: 6, how: 'hang' } })] })
  for await (const event of openModel(endpoint.url).model.stream({ model: 'Test', system: '', messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }], tools: [], maxTokens: 10 }, new AbortController().signal)) {
    if (event.type === 'text') break
  }
  await endpoint.abandoned(1)
})
