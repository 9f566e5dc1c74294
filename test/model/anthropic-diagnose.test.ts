import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTcpServer, type Server } from 'node:net'
import { test, type TestContext } from 'node:test'
import { diagnoseModel, type Diagnosis } from '../../electron/core/model/diagnose-model.ts'
import type { AnthropicProfile } from '../../shared/model-profile.ts'
import { refuse, say, type Answer } from '../fakes/messages-endpoint-answer.ts'
import { KEY, openEndpoint, profileAt } from './anthropic-ask.ts'
import { createStillClock } from './practice-ask.ts'

const never = new AbortController().signal
const diagnose = (baseUrl: string, changes: Partial<AnthropicProfile> = {}, key: string | null = KEY, clock = createStillClock()): Promise<Diagnosis> =>
  diagnoseModel({ profile: profileAt(baseUrl, changes), key: () => Promise.resolve(key), clock }, never)

async function listen(context: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => { server.close() })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

test('a model that answers is said to, with the time it took, and costs one tiny request', async (context) => {
  const clock = createStillClock()
  const endpoint = await openEndpoint(context, { key: KEY, models: ['test-model'], answers: () => { clock.moveTo(340); return say('OK') } })
  const diagnosis = await diagnose(endpoint.url, {}, KEY, clock)
  assert.deepEqual(diagnosis, { outcome: 'ok', sentence: '“test-model” answers: the first piece came after 340 ms.', latencyMs: 340, notes: [] })
  assert.equal(endpoint.requests.length, 1)
  assert.ok((endpoint.requests[0]?.body?.max_tokens ?? 999) <= 16)
})

const cases: readonly (readonly [what: string, answer: Answer, outcome: Diagnosis['outcome'], sentence: RegExp])[] = [
  ['a page', { kind: 'html' }, 'not-compatible', /does not speak the Anthropic Messages API/],
  ['a 404 that isn’t the API’s', { kind: 'html', status: 404 }, 'wrong-address', /There is no Messages API at .* ends before \/v1\/messages/],
  ['a redirect', { kind: 'status', status: 301, headers: { location: 'https://example.com/' }, text: '' }, 'moved', /another address/],
  ['a rate limit', refuse(429, 'rate_limit_error', 'x', { 'retry-after': '30' }), 'rate-limited', /rate limit is reached\. It asks to wait 30 s\./],
  ['overload', refuse(529, 'overloaded_error', 'x'), 'overloaded', /overloaded/],
  ['a failure', refuse(503, 'api_error', 'x'), 'server-error', /failed \(status 503\)/],
  ['a refusal of the request', refuse(400, 'invalid_request_error', 'max_tokens: too few'), 'bad-request', /max_tokens: too few/],
  ['a dropped connection', { kind: 'drop' }, 'dropped', /The connection to 127\.0\.0\.1:\d+ broke/],
]
for (const [what, answer, outcome, sentence] of cases) {
  test(`${what} is told apart, after a single request`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [answer] })
    const diagnosis = await diagnose(endpoint.url)
    assert.equal(diagnosis.outcome, outcome)
    assert.match(diagnosis.sentence, sentence)
    assert.equal(diagnosis.latencyMs, null)
    assert.equal(endpoint.requests.length, 1)
  })
}

test('a wrong key, an unknown model and a wrong path are told apart', async (context) => {
  const endpoint = await openEndpoint(context, { key: KEY, models: ['test-model'] })
  assert.match((await diagnose(endpoint.url, {}, 'sk-wrong-11111111')).sentence, /^The key was refused\./)
  assert.match((await diagnose(endpoint.url, { model: 'tset-model' })).sentence, /no model “tset-model”/)
  assert.match((await diagnose(`${endpoint.url}/api`)).sentence, /There is no Messages API at http:\/\/127\.0\.0\.1:\d+\/api/)
})

test('a missing key is told before anything is sent, by the place it should be in', async (context) => {
  const endpoint = await openEndpoint(context)
  assert.deepEqual(await diagnose(endpoint.url, { key: { kind: 'environment', variable: 'MY_KEY' } }, null), {
    outcome: 'no-key', sentence: 'There is no key for “Test”. Set the environment variable MY_KEY before Gatehouse starts.', latencyMs: null, notes: [],
  })
  assert.equal(endpoint.requests.length, 0)
})

test('a port where nothing listens', async (context) => {
  const server = createTcpServer()
  const port = await listen(context, server)
  server.close()
  await once(server, 'close')
  const diagnosis = await diagnose(`http://127.0.0.1:${port}`)
  assert.equal(diagnosis.outcome, 'connection-refused')
  assert.match(diagnosis.sentence, new RegExp(`Nothing answers at 127\\.0\\.0\\.1:${port}\\.`))
})

test('a host that has no address', async () => {
  const diagnosis = await diagnose('http://no-such-host.invalid')
  assert.equal(diagnosis.outcome, 'host-unknown')
  assert.match(diagnosis.sentence, /no-such-host\.invalid can’t be found/)
})

test('https where only http is spoken', async (context) => {
  const endpoint = await openEndpoint(context)
  const diagnosis = await diagnose(endpoint.url.replace('http:', 'https:'))
  assert.equal(diagnosis.outcome, 'tls')
  assert.match(diagnosis.sentence, /no secure connection/)
})

test('something that isn’t HTTP', async (context) => {
  const port = await listen(context, createTcpServer((socket) => { socket.on('error', () => undefined).once('data', () => { socket.end('220 mail.example.com ready\r\n') }) }))
  const diagnosis = await diagnose(`http://127.0.0.1:${port}`)
  assert.equal(diagnosis.outcome, 'not-compatible')
})

test('a service that takes the request and says nothing', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'hang' }] })
  const clock = createStillClock()
  const coming = diagnose(endpoint.url, {}, KEY, clock)
  await endpoint.received(1)
  clock.moveTo(30_000)
  const diagnosis = await coming
  assert.equal(diagnosis.outcome, 'silent')
  assert.match(diagnosis.sentence, /stopped sending anything/)
})

test('a key that would travel unencrypted is noted, on the own machine it isn’t', async () => {
  const send = (): Promise<never> => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
  const notesAt = async (baseUrl: string): Promise<number> =>
    (await diagnoseModel({ profile: profileAt(baseUrl), key: () => Promise.resolve(KEY), clock: createStillClock(), send }, never)).notes.length
  assert.deepEqual(await Promise.all(['http://192.168.1.9:8000', 'https://example.com', 'http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'].map(notesAt)), [1, 0, 0, 0, 0])
})

test('stopping ends it with the reason', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'hang' }] })
  const controller = new AbortController()
  const coming = diagnoseModel({ profile: profileAt(endpoint.url), key: () => Promise.resolve(KEY), clock: createStillClock() }, controller.signal)
  await endpoint.received(1)
  const reason = new Error('closed the window')
  controller.abort(reason)
  await assert.rejects(coming, reason)
})
