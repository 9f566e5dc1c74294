import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { refuse, say, type Answer } from '../fakes/messages-endpoint-answer.ts'
import { hear, KEY, openEndpoint, openModel } from './anthropic-ask.ts'

const ONCE = { attempts: 1, firstMs: 1, longestMs: 1, longestAskedMs: 1 }

const told: readonly (readonly [what: string, answer: Answer, code: string, message: RegExp])[] = [
  ['a wrong key', refuse(401, 'authentication_error', 'invalid x-api-key'), 'model.unauthorized', /^The key was refused\.$/],
  ['a key without the right', refuse(403, 'permission_error', 'Your key may not use this model.'), 'model.unauthorized', /^The key was refused: Your key may not use this model\.$/],
  ['an unknown model', refuse(404, 'not_found_error', 'model: test-model'), 'model.not-found', /no model “test-model”/],
  ['a path that isn’t there', refuse(404, 'not_found_error', 'Not Found'), 'model.not-found', /no Messages API at http/],
  ['a page instead of an API', { kind: 'html' }, 'model.not-found', /does not speak the Anthropic Messages API/],
  ['a page that says 404', { kind: 'html', status: 404 }, 'model.not-found', /no Messages API/],
  ['a redirect', { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:1/v1/messages' }, text: '' }, 'model.not-found', /points to another address/],
  ['a refused request', refuse(400, 'invalid_request_error', 'messages: at least one is needed'), 'model.bad-request', /at least one is needed/],
  ['a request that is too long', refuse(400, 'invalid_request_error', 'prompt is too long: 9 > 5'), 'model.too-long', /too long for the model: prompt is too long: 9 > 5/],
  ['… in another service’s words', refuse(400, 'invalid_request_error', 'This model’s maximum context length is 5 tokens'), 'model.too-long', /maximum context length/],
  ['… that it takes for its own failure', refuse(500, 'api_error', 'the request exceeds the available context size'), 'model.too-long', /available context size/],
  ['a rate limit', refuse(429, 'rate_limit_error', 'x'), 'model.rate-limited', /rate limit/],
  ['a failure', refuse(500, 'api_error', 'x'), 'model.unavailable', /status 500/],
  ['a stream of another API', { kind: 'stream', text: 'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n' }, 'model.not-found', /does not speak/],
]
for (const [what, answer, code, message] of told) {
  test(`${what} is told in plain words`, async (context) => {
    const endpoint = await openEndpoint(context, { answers: [answer] })
    const { error } = await hear(openModel(endpoint.url, { backoff: ONCE }))
    assert.equal(error?.code, code)
    assert.match(error.message, message)
    assert.ok((error.advice ?? '').length > 10)
  })
}

test('neither the key nor anything like one gets into an error, however a service repeats it', async (context) => {
  const echo = `Bearer ${KEY} is wrong; header x-api-key: ${KEY}; try sk-ant-other-98765432 or Authorization: Basic abc`
  for (const status of [400, 401, 403, 404, 429, 500]) {
    const endpoint = await openEndpoint(context, { answers: [refuse(status, 'some_error', echo)] })
    const { error } = await hear(openModel(endpoint.url, { backoff: ONCE }))
    const shown = inspect(error, { depth: 20 })
    assert.doesNotMatch(shown, /0123456789|98765432|Basic abc|request-id|content-type/i)
  }
})

test('a key that looks like any other word is kept out as well', async (context) => {
  const key = 'correct horse'.replace(' ', '')
  const endpoint = await openEndpoint(context, { answers: [refuse(400, 'invalid_request_error', `the value ${key} is not what it should be`)] })
  const { error } = await hear(openModel(endpoint.url, { key: () => Promise.resolve(key) }))
  assert.match(error?.message ?? '', /the value \[removed\] is not what it should be/)
})

test('a page that never ends is let go of as soon as it shows itself as one', async (context) => {
  let left: () => void = () => undefined
  const isLeft = new Promise<void>((resolve) => { left = resolve })
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.on('close', left).write('<p>more to come')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => { server.closeAllConnections(); server.close() })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  assert.equal((await hear(openModel(`http://127.0.0.1:${address.port}`))).error?.code, 'model.not-found')
  await isLeft
})

test('what a service says is bounded and one line', async (context) => {
  const endpoint = await openEndpoint(context, { answers: [refuse(400, 'invalid_request_error', `first\nsecond \u202Eevil\u0000 ${'x'.repeat(20_000)}`)] })
  const { error } = await hear(openModel(endpoint.url))
  assert.match(error?.message ?? '', /first second evil x+/)
  assert.ok((error?.message.length ?? 0) < 400)
  assert.doesNotMatch(error?.message ?? '', /\p{C}/u)
})

test('an error page without an end is read only so far', async (context) => {
  const server = createServer((_request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    const write = (): void => { while (response.write('x'.repeat(16_384))) { /* until the other side no longer takes it */ } }
    response.on('drain', write)
    response.on('error', () => undefined)
    write()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => { server.closeAllConnections(); server.close() })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  assert.equal((await hear(openModel(`http://127.0.0.1:${address.port}`, { backoff: ONCE }))).error?.code, 'model.unavailable')
})

test('a redirect is not followed, so neither chat nor key arrives elsewhere', async (context) => {
  const elsewhere = await openEndpoint(context)
  const endpoint = await openEndpoint(context, { answers: [{ kind: 'status', status: 308, headers: { location: `${elsewhere.url}/v1/messages` }, text: '' }] })
  await hear(openModel(endpoint.url))
  assert.equal(elsewhere.requests.length, 0)
})

test('the headers are ours alone, whatever the environment holds for the library', async (context) => {
  const set = { ANTHROPIC_API_KEY: 'sk-env-aaaaaaaaaaaa', ANTHROPIC_AUTH_TOKEN: 'token-env-bbbbbbbb', ANTHROPIC_CUSTOM_HEADERS: 'X-Secret: leak-cccc\nAuthorization: Bearer leak-dddd', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_LOG: 'debug' }
  for (const [name, value] of Object.entries(set)) process.env[name] = value
  context.after(() => { for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name) })
  const endpoint = await openEndpoint(context, { answers: () => say('ok') })
  await hear(openModel(endpoint.url))
  await hear(openModel(endpoint.url, { changes: { keyHeader: 'x-api-key' } }))
  await hear(openModel(endpoint.url, { changes: { key: { kind: 'none' } } }))
  const names = endpoint.requests.map(({ headers }) => Object.keys(headers).filter((name) => !TRANSPORT.has(name)).sort())
  const common = ['accept', 'anthropic-version', 'content-type', 'user-agent']
  assert.deepEqual(names, [[...common.slice(0, 2), 'authorization', ...common.slice(2)], [...common, 'x-api-key'], common])
  assert.equal(endpoint.requests[0]?.headers.authorization, `Bearer ${KEY}`)
  assert.equal(endpoint.requests[1]?.headers['x-api-key'], KEY)
  assert.doesNotMatch(inspect(endpoint.requests.map(({ headers, text }) => ({ headers, text })), { depth: 9 }), /leak-|sk-env|token-env/)
})
const TRANSPORT = new Set(['host', 'connection', 'accept-encoding', 'accept-language', 'sec-fetch-mode', 'content-length', 'transfer-encoding'])

for (const [what, key] of [['missing', null], ['blank', ' '], ['unusable', 'sk-line\nbreak-77777777']] as const) {
  test(`a key that is ${what} is told without sending anything`, async (context) => {
    const endpoint = await openEndpoint(context)
    const { error } = await hear(openModel(endpoint.url, { key: () => Promise.resolve(key) }))
    assert.equal(error?.code, 'model.unauthorized')
    assert.doesNotMatch(inspect(error), /77777777/)
    assert.equal(endpoint.requests.length, 0)
  })
}

test('the base address may have a path of its own', async (context) => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => { server.closeAllConnections(); server.close() })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  await hear(openModel(`http://127.0.0.1:${address.port}/api`))
  assert.deepEqual(paths, ['/api/v1/messages'])
})
