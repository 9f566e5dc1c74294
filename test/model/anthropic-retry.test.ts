import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceAnswer } from '../../electron/core/model/anthropic-send.ts'
import { answerWith, refuse, say, type Answer } from '../fakes/messages-endpoint-answer.ts'
import { hear, openEndpoint, openModel, requestOf } from './anthropic-ask.ts'

const BACKOFF = { attempts: 4, firstMs: 1000, longestMs: 3000, longestAskedMs: 60_000 }
const overloaded = refuse(529, 'overloaded_error', 'Overloaded')

test('retry-after in seconds is waited out, and said', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'Slow down', { 'retry-after': '12' }), say('Here.')] })
  const heard = await hear(openModel(endpoint.url))
  assert.deepEqual(heard.waits, [{ sentence: 'The service asks to wait 12 s; trying again.', ms: 12_000 }])
  assert.equal(heard.text, 'Here.')
  assert.equal(endpoint.requests[0]?.text, endpoint.requests[1]?.text)
})

test('retry-after as a date is waited for, and one that has passed is no wait', async (context) => {
  const at = (time: number): string => new Date(time).toUTCString()
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'x', { 'retry-after': at(47_000) }), refuse(529, 'overloaded_error', 'x', { 'retry-after': at(1000) }), say('Here.')] })
  const asking = openModel(endpoint.url)
  asking.clock.moveTo(7000)
  const heard = await hear(asking)
  assert.deepEqual(heard.waits.map(({ ms }) => ms), [40_000, 0])
  assert.equal(heard.text, 'Here.')
})

test('a retry-after that means nothing is left aside, and a finer one counts', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'x', { 'retry-after': 'soon' }), refuse(429, 'rate_limit_error', 'x', { 'retry-after-ms': '250', 'retry-after': '1' }), say('Here.')] })
  assert.deepEqual((await hear(openModel(endpoint.url, { backoff: BACKOFF }))).waits.map(({ ms }) => ms), [1000, 250])
})

test('who asks to wait for longer than anybody would gets no second request', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'x', { 'retry-after': '3600' })] })
  const heard = await hear(openModel(endpoint.url))
  assert.equal(heard.error?.code, 'model.rate-limited')
  assert.match(heard.error.message, /60 min/)
  assert.equal(endpoint.requests.length, 1)
})

test('waits double up to the longest, half of each by chance, and attempts are bounded', async (context) => {
  for (const [random, expected] of [[1, [1000, 2000, 3000]], [0, [500, 1000, 1500]]] as const) {
    const endpoint = await openEndpoint(context, { answers: () => overloaded })
    const heard = await hear(openModel(endpoint.url, { backoff: BACKOFF, random: () => random }))
    assert.deepEqual(heard.waits.map(({ ms }) => ms), expected)
    assert.equal(heard.waits[0]?.sentence, 'The service is overloaded; trying again in 1 s.')
    assert.equal(heard.error?.code, 'model.unavailable')
    assert.equal(heard.error.kept, undefined)
    assert.equal(endpoint.requests.length, BACKOFF.attempts)
  }
})

const passing: readonly (readonly [what: string, answer: Answer, sentence: RegExp])[] = [
  ['429', refuse(429, 'rate_limit_error', 'x'), /rate limit/],
  ['500', refuse(500, 'api_error', 'x'), /The service failed/],
  ['502 with a page of a proxy', { kind: 'html', status: 502 }, /The service failed/],
  ['503 with plain text', { kind: 'status', status: 503, text: 'upstream connect error' }, /The service failed/],
  ['529', overloaded, /overloaded/],
  ['a connection that drops before the headers', { kind: 'drop' }, /The connection failed/],
  ['a connection that drops after the headers', { kind: 'drop-after-headers' }, /The connection failed/],
  ['a stream that drops before anything was said', say('lost', { trouble: { after: 2, how: 'drop' } }), /The connection failed/],
  ['a stream that ends before anything was said', say('lost', { trouble: { after: 1, how: 'end' } }), /The connection failed/],
  ['an error in the stream before anything was said', say('lost', { trouble: { after: 2, how: { error: 'overloaded_error' } } }), /overloaded/],
  ['thinking that was never whole', answerWith([{ type: 'thinking', thinking: 'hm, hm, hm', signature: 'x' }], { trouble: { after: 4, how: 'drop' } }), /The connection failed/],
]
for (const [what, answer, sentence] of passing) {
  test(`${what} is tried again, after saying so`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [answer, say('Here.')] })
    const heard = await hear(openModel(endpoint.url))
    assert.equal(heard.waits.length, 1)
    assert.match(heard.waits[0]?.sentence ?? '', sentence)
    assert.equal(heard.text, 'Here.')
    assert.equal(heard.end?.stopReason, 'end_turn')
  })
}

for (const [status, type, code] of [[400, 'invalid_request_error', 'model.bad-request'], [401, 'authentication_error', 'model.unauthorized'], [403, 'permission_error', 'model.unauthorized'], [404, 'not_found_error', 'model.not-found'], [413, 'request_too_large', 'model.too-long']] as const) {
  test(`${status} is never tried again, whatever it asks`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [refuse(status, type, 'no', { 'retry-after': '1', 'x-should-retry': 'true' })] })
    const heard = await hear(openModel(endpoint.url))
    assert.equal(heard.error?.code, code)
    assert.deepEqual(heard.waits, [])
    assert.equal(endpoint.requests.length, 1)
  })
}

test('a service that says not to try again is believed', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'spent', { 'x-should-retry': 'false' })] })
  assert.equal((await hear(openModel(endpoint.url))).error?.code, 'model.rate-limited')
  assert.equal(endpoint.requests.length, 1)
})

test('stopping during a wait ends it at once, and nothing more is sent', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(429, 'rate_limit_error', 'x', { 'retry-after': '30' })] })
  const { model, clock } = openModel(endpoint.url)
  const controller = new AbortController()
  const reason = new Error('stopped by the person')
  const stream = model.stream(requestOf(), controller.signal)[Symbol.asyncIterator]()
  const first = await stream.next()
  assert.equal(first.done === true ? '' : first.value.type, 'waiting')
  const coming = stream.next()
  assert.equal(clock.waiting().length, 1)
  controller.abort(reason)
  await assert.rejects(coming, reason)
  assert.deepEqual(clock.waiting(), [])
  assert.equal(endpoint.requests.length, 1)
})

test('stopping while the service hangs ends at once and lets the connection go', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'hang' }] })
  const { model, clock } = openModel(endpoint.url)
  const controller = new AbortController()
  const reason = new Error('stopped by the person')
  const coming = model.stream(requestOf(), controller.signal)[Symbol.asyncIterator]().next()
  await endpoint.received(1)
  controller.abort(reason)
  await assert.rejects(coming, reason)
  await endpoint.abandoned(1)
  assert.deepEqual(clock.waiting(), [])
})

test('stopped before it began, nothing is sent, and a key that never comes holds nobody', async (context) => {
  const endpoint = await openEndpoint(context)
  const controller = new AbortController()
  const reason = new Error('stopped by the person')
  const coming = openModel(endpoint.url, { key: () => new Promise(() => undefined) }).model.stream(requestOf(), controller.signal)[Symbol.asyncIterator]().next()
  controller.abort(reason)
  await assert.rejects(coming, reason)
  await assert.rejects(openModel(endpoint.url).model.stream(requestOf(), controller.signal)[Symbol.asyncIterator]().next(), reason)
  assert.equal(endpoint.requests.length, 0)
})

test('a service that falls silent before a word is tried again, after a word it is an error', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'hang' }, say('Half', { trouble: { after: 4, how: 'hang' } })] })
  const { model, clock } = openModel(endpoint.url, { silenceMs: 5000 })
  const stream = model.stream(requestOf(), new AbortController().signal)[Symbol.asyncIterator]()
  const first = stream.next()
  await endpoint.received(1)
  clock.moveTo(5000)
  assert.deepEqual(await first, { done: false, value: { type: 'waiting', sentence: 'The connection failed; trying again in 1 s.' } })
  const second = stream.next()
  clock.moveTo(6000)
  assert.deepEqual(await second, { done: false, value: { type: 'text', text: 'Half' } })
  const third = stream.next()
  clock.moveTo(10_999)
  clock.moveTo(11_000)
  await assert.rejects(third, { code: 'model.stream-broken' })
})

test('a service that keeps sending pings or comments is not silent', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let number = 1; number <= 6; number += 1) {
      asking.clock.moveTo(number * 4000)
      yield new TextEncoder().encode(number === 6 ? ANSWER : number % 2 === 0 ? ': still busy\n\n' : 'event: ping\ndata: {"type":"ping"}\n\n')
      await Promise.resolve()
    }
  }
  const answer: ServiceAnswer = { status: 200, header: () => 'text/event-stream', pieces: pieces(), letGo: () => undefined }
  const asking = openModel('http://127.0.0.1:1', { silenceMs: 5000, send: (_url, { signal }) => { signal.addEventListener('abort', () => { throw new Error('it was let go of') }); return Promise.resolve(answer) } })
  const heard = await hear(asking)
  assert.equal(heard.text, 'Slow but sure.')
  assert.deepEqual(heard.waits, [])
})

const ANSWER = [
  { type: 'message_start', message: {} }, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Slow but sure.' } }, { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' },
].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

test('the key is asked for anew for every attempt', async (context) => {
  const keys = ['sk-old-0000000000', 'sk-new-1111111111']
  const endpoint = await openEndpoint(context, { answers: [overloaded, say('Here.')] })
  await hear(openModel(endpoint.url, { key: () => Promise.resolve(keys.shift() ?? null) }))
  assert.deepEqual(endpoint.requests.map(({ headers }) => headers.authorization), ['Bearer sk-old-0000000000', 'Bearer sk-new-1111111111'])
})
