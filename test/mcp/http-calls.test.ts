import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { AppError } from '../../shared/errors.ts'
import { startHttpMcpServer, type HowItAnswers, type HttpMcpServer } from '../fakes/http-mcp-server.ts'
import { addressServer, callContext, liveServers, type LiveServers } from './live-servers.ts'

const QUICK = { restartMs: [10, 20, 50], probeMs: 5000, quietMs: 5000 }
const ERAS = ['legacy', 'modern'] as const

async function started(t: TestContext, how: HowItAnswers, times = {}): Promise<{ server: HttpMcpServer; live: LiveServers; run: (name: string, args?: Record<string, string>) => Promise<string> }> {
  const server = await startHttpMcpServer(t, how)
  const live = liveServers(t, [addressServer('net', server.url)], { times: { ...QUICK, ...times } })
  await live.reached('net', 'ready')
  const run = (name: string, args = {}): Promise<string> => live.tool('net', name).run(args, callContext()).then(String, (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)))
  return { server, live, run }
}

for (const era of ERAS) {
  test(`calls over HTTP are answered as JSON and as a stream, with progress (${era})`, async (t) => {
    const { server, live, run } = await started(t, { era, sessions: era === 'legacy' })
    const { arguments: args, meta, headers } = JSON.parse(await run('echo', { word: 'ünï' }))
    assert.deepEqual(args, { word: 'ünï' })
    assert.equal(meta['gatehouse/idempotency-key'], 'key-1')
    assert.deepEqual([headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name'], headers['mcp-session-id'] === undefined, headers.cookie], era === 'modern' ? ['2026-07-28', 'tools/call', 'echo', true, undefined] : ['2025-06-18', undefined, undefined, false, undefined])
    const steps: string[] = []
    assert.equal(await live.tool('net', 'progress').run({}, callContext({ emitStatus: (text) => { steps.push(text) } })), 'done progress')
    assert.deepEqual(steps, ['33 %', '67 %', '100 %'])
    assert.equal(await run('twice'), 'done twice')
    assert.equal(live.eras.get(live.connector('net').id)?.era, era)
    assert.equal(server.effects.get('twice'), 1)
  })

  test(`a call that was sent and not answered is of unknown outcome, whatever came instead, and is sent once (${era})`, async (t) => {
    const { server, live, run } = await started(t, { era, sessions: era === 'legacy' })
    for (const name of ['cut_before', 'cut_after_headers', 'cut_mid_stream', 'empty_stream', 'accepted', 'garbage', 'bad_gateway', 'redirect', 'see_other', 'html', 'huge', 'huge_event', 'bomb']) {
      assert.match(await run(name), /^tool\.outcome-unknown: .* Whether the call took effect is not known\.$/, name)
      assert.equal(server.effects.get(name), 1, name)
    }
    assert.match(await run('bad_gateway'), /HTTP 502/)
    assert.match(await run('html'), /“text\/html”, which is not MCP/)
    assert.match(await run('huge'), /too long/)
    assert.match(await run('bomb'), /too long/)
    assert.match(await run('redirect'), /points to http:\/\/127\.0\.0\.1:\d+\/elsewhere instead of answering\. Nothing was sent there/)
    assert.ok(server.asked.every(({ path }) => path === '/mcp'))
    assert.equal(live.connector('net').status().state, 'ready')
    assert.match(await run('echo'), /arguments/)
  })
}

test('arguments that the schema wants in headers go there too, in the later revision only and never in another’s place', async (t) => {
  const text = (name: string): object => ({ type: 'string', 'x-mcp-header': name })
  const schema = { type: 'object', properties: {
    region: text('Region'), count: { type: 'integer', 'x-mcp-header': 'Count' }, deep: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry' } } },
    again: text('region'), odd: text('a b'), host: text('Host'), loose: { 'x-mcp-header': 'Loose' }, gone: text('Gone'),
  } }
  const args = { region: 'grün', count: 7, deep: { dry: true }, again: 'x', odd: 'x', host: 'evil.example', loose: 'x' }
  const headersOf = async (era: 'modern' | 'legacy'): Promise<(string | string[] | undefined)[]> => {
    const { server, live } = await started(t, { era, schema: JSON.parse(JSON.stringify(schema)) })
    await live.tool('net', 'note').run(args, callContext())
    const { headers = {} } = server.asked.find(({ message }) => message?.method === 'tools/call') ?? {}
    return [headers['mcp-param-region'], headers['mcp-param-count'], headers['mcp-param-dry'], headers['mcp-param-host'], headers['host'] === new URL(server.url).host ? 'own' : headers['host'], Object.keys(headers).filter((name) => name.startsWith('mcp-param')).join()]
  }
  assert.deepEqual(await headersOf('modern'), ['=?base64?Z3LDvG4=?=', '7', 'true', 'evil.example', 'own', 'mcp-param-region,mcp-param-count,mcp-param-dry,mcp-param-host'])
  assert.deepEqual(await headersOf('legacy'), [undefined, undefined, undefined, undefined, 'own', ''])
})

test('an answer that broke off is read on where it stopped, without another call', async (t) => {
  const { server, run } = await started(t, { sessions: true })
  assert.equal(await run('cut_and_keep'), 'done cut_and_keep')
  assert.equal(server.effects.get('cut_and_keep'), 1)
  assert.deepEqual(server.asked.filter(({ headers }) => headers['last-event-id'] !== undefined).map(({ method, headers }) => [method, headers['mcp-session-id']]), [['GET', 'session-1']])
})

test('a refusal is an answer: the call failed, in the server’s words as far as it has any', async (t) => {
  const { run, live } = await started(t, {})
  assert.match(await run('refused'), /^tool\.failed: 127\.0\.0\.1:\d+ did not take the call: HTTP 403: not for you$/)
  assert.match(await run('too_many'), /^tool\.failed: .*HTTP 429\.$/)
  assert.equal(live.connector('net').status().state, 'ready')
})

test('a call to a server that is gone was never sent, and the connection is made anew when it is back', async (t) => {
  const { server, live, run } = await started(t, {})
  await server.vanish()
  assert.match(await run('note'), /^connector\.not-ready: 127\.0\.0\.1:\d+ does not accept connections\. Nothing was sent to it\.$/)
  await live.reached('net', 'failed')
  assert.match(live.connector('net').problem() ?? '', /does not accept connections.* It is tried again by itself/)
  await server.again()
  await live.reached('net', 'ready')
  assert.equal(await run('note'), 'done note')
  assert.equal(server.effects.get('note'), 1)
})

test('a session that the server forgot is replaced; the call that found out was not taken and is not sent again', async (t) => {
  const { server, live, run } = await started(t, { sessions: true })
  server.forgetSessions()
  const failed = live.reached('net', 'failed')
  assert.match(await run('note'), /^connector\.not-ready: .*no longer knows this connection and did not take the call/)
  await failed
  await live.reached('net', 'ready')
  assert.equal(server.effects.get('note'), undefined)
  assert.equal(await run('note'), 'done note')
  assert.equal(server.effects.get('note'), 1)
})

test('credentials that are refused later leave it waiting for a person', async (t) => {
  const { server, live, run } = await started(t, { sessions: true })
  server.how.instead = (_asked, response) => {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    return true
  }
  assert.match(await run('note'), /^tool\.failed: .*refuses the credentials \(HTTP 401\)/)
  await live.reached('net', 'needs-sign-in')
  assert.match(live.connector('net').problem() ?? '', /needs credentials/)
})

for (const era of ERAS) {
  test(`a stop, or silence, ends the request, and what became of the call stays open (${era})`, async (t) => {
    const { server, live, run } = await started(t, { era }, { quietMs: 400 })
    const stop = new AbortController()
    const stopped = live.tool('net', 'never').run({}, callContext({ signal: stop.signal }))
    await server.whenAsked(({ message }) => message?.method === 'tools/call')
    stop.abort(new Error('the person pressed stop'))
    await assert.rejects(stopped, { code: 'tool.outcome-unknown', message: /was told to stop/ })
    if (era === 'legacy') await server.whenAsked(({ message }) => message?.method === 'notifications/cancelled')
    await server.hungUp('never')
    assert.match(await run('never_ending'), /^tool\.outcome-unknown: Fake net did not answer for 400 ms/)
    await server.hungUp('never_ending')
    assert.deepEqual([server.effects.get('never'), server.effects.get('never_ending')], [1, 1])
    assert.equal(live.connector('net').status().state, 'ready')
    await live.supervisor.close()
  })
}

test('servers end within their time with calls in flight, and say good-bye to their sessions', async (t) => {
  const { server, live } = await started(t, { sessions: true, stream: true })
  const call = live.tool('net', 'never').run({}, callContext())
  await server.whenAsked(({ message }) => message?.method === 'tools/call')
  const from = performance.now()
  const [, outcome] = await Promise.all([live.supervisor.close(), call.catch((error: unknown) => (error instanceof AppError ? error.code : 'another'))])
  assert.equal(outcome, 'tool.outcome-unknown')
  assert.ok(performance.now() - from < 3000)
  assert.deepEqual(server.asked.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers['mcp-session-id']), ['session-1'])
})
