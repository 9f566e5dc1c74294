import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startHttpMcpServer } from '../fakes/http-mcp-server.ts'
import type { McpConnector } from '../../electron/core/mcp/mcp-connector.ts'
import type { SupervisorOptions } from '../../electron/core/mcp/supervisor.ts'
import { addressServer, callContext, liveServers, type LiveServers } from './live-servers.ts'

const QUICK = { restartMs: [10, 20], probeMs: 5000 }
const ERAS = ['legacy', 'modern'] as const
const whyOf = (connector: McpConnector): string => { const status = connector.status(); return status.state === 'failed' || status.state === 'needs-sign-in' ? status.why : `not failed: ${status.state}` }
const namesOf = (live: LiveServers): string[] => live.connector('net').tools.map(({ identity }) => identity.tool)

/** Why a server at this address doesn't come up. */
async function failing(t: TestContext, url: string, more: Partial<SupervisorOptions> = {}, headers = {}): Promise<string> {
  const live = liveServers(t, [addressServer('net', url, { headers })], { times: { ...QUICK, restartMs: [] }, ...more })
  return whyOf(await live.reached('net', 'failed', 'needs-sign-in'))
}

for (const era of ERAS) {
  test(`a server over HTTP lists its tools, tells when they change, and is heard again after its stream was cut (${era})`, async (t) => {
    const server = await startHttpMcpServer(t, { era, sessions: era === 'legacy', stream: true })
    const live = liveServers(t, [addressServer('net', server.url)], { times: QUICK })
    const connector = await live.reached('net', 'ready')
    assert.ok(connector.tools.length > 10)
    const isStream = ({ method, message }: { method: string; message: { method?: string } | null }): boolean => method === 'GET' || message?.method === 'subscriptions/listen'
    await server.whenAsked(isStream)
    while (server.openStreams() === 0) await new Promise((resolve) => { setImmediate(resolve) })
    server.list(['echo', 'new'])
    await live.until(() => namesOf(live).join() === 'echo,new')
    server.cutStreams()
    // Nobody was told of this one: it is found because the stream had been cut.
    server.list(['echo', 'newer'], true)
    await live.until(() => namesOf(live).join() === 'echo,newer')
    assert.equal(server.asked.filter(isStream).length, 2)
    assert.equal(connector.status().state, 'ready')
    assert.deepEqual(connector.notes(), [])
  })
}

test('the era that was found is remembered: the next connection asks nothing twice', async (t) => {
  const server = await startHttpMcpServer(t, { sessions: true })
  const live = liveServers(t, [addressServer('net', server.url)], { times: QUICK })
  await live.reached('net', 'ready')
  const methods = (): (string | undefined)[] => server.asked.filter(({ method }) => method === 'POST').map(({ message }) => message?.method)
  assert.deepEqual(methods(), ['server/discover', 'initialize', 'notifications/initialized', 'tools/list'])
  server.forgetSessions()
  await live.tool('net', 'note').run({}, callContext()).catch(() => undefined)
  await live.until(() => methods().filter((method) => method === 'tools/list').length === 2)
  assert.deepEqual(methods().slice(5), ['initialize', 'notifications/initialized', 'tools/list'])
})

test('a server that has no way to tell of changes works, with a remark', async (t) => {
  const server = await startHttpMcpServer(t)
  const live = liveServers(t, [addressServer('net', server.url)], { times: QUICK })
  await live.reached('net', 'ready')
  await server.whenAsked(({ method }) => method === 'GET')
  while (live.connector('net').notes().length === 0) await new Promise((resolve) => { setImmediate(resolve) })
  assert.match(live.connector('net').notes().join(), /no way to tell when its tools change/)
})

test('headers go along with their secrets filled in, and nothing that the server says gives them away', async (t) => {
  const server = await startHttpMcpServer(t)
  const live = liveServers(t, [addressServer('net', `${server.url}?room=\${ROOM}`, { headers: { 'Authorization': { kind: 'secret', secret: 'Authorization' }, 'X-Team': { kind: 'text', text: '${TEAM}-7' } } })], {
    times: QUICK, own: { ...process.env, TEAM: 'blue', ROOM: 'a b' }, secretOf: async (_id, name) => (name === 'Authorization' ? 'Bearer tok-1234567890' : null),
  })
  await live.reached('net', 'ready')
  const [first] = server.asked
  assert.deepEqual([first?.headers['authorization'], first?.headers['x-team'], first?.path], ['Bearer tok-1234567890', 'blue-7', '/mcp?room=a%20b'])
  const echoed = String(await live.tool('net', 'echo').run({}, callContext()))
  assert.match(echoed, /"authorization":"\[secret\]"/)
  assert.deepEqual(live.connector('net').launch, { url: `${server.url}?room=\${ROOM}`, headers: ['authorization', 'x-team'] })
  server.how.instead = (_asked, response) => {
    response.writeHead(418, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no tea with tok-1234567890"}}')
    return true
  }
  await assert.rejects(live.tool('net', 'note').run({}, callContext()), { code: 'tool.failed', message: /HTTP 418: no tea with \[secret\]$/ })
  assert.ok(!JSON.stringify([live.connector('net').log(), live.connector('net').status()]).includes('tok-1234567890'))
})

test('why a server is not there is said by what is wrong', async (t) => {
  const server = await startHttpMcpServer(t, { instead: ({ path }, response) => {
    switch (path) {
      case '/forbidden': response.writeHead(403).end(); return true
      case '/closed': response.writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://x.example"' }).end(); return true
      case '/nowhere': response.writeHead(404).end('Cannot POST'); return true
      case '/moved': response.writeHead(308, { location: '/mcp/' }).end(); return true
      case '/away': response.writeHead(302, { location: 'https://elsewhere.example/mcp?token=x' }).end(); return true
      case '/page': response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'); return true
      case '/broken': response.writeHead(500).end(); return true
      case '/headers': response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(80_000) }).end('{}'); return true
      case '/slow': response.writeHead(200, { 'content-type': 'application/json' }).write('{'); return true
      case '/quiet': return true
      default: return false
    }
  } })
  const at = (path: string): string => new URL(path, server.url).href
  const startMs = { times: { startMs: 600, probeMs: 200, restartMs: [] } }
  assert.match(await failing(t, at('/forbidden')), /^Fake net refuses the credentials \(HTTP 403\)\. Set or change the header/)
  assert.match(await failing(t, at('/closed')), /^Fake net refuses the credentials \(HTTP 401\)/)
  assert.match(await failing(t, at('/nowhere')), /answered with HTTP 404\. There seems to be no MCP server at this address; often its path is missing/)
  assert.match(await failing(t, at('/moved')), /points to http:\/\/127\.0\.0\.1:\d+\/mcp\/\. Nothing was sent there\. If that is the server, change the address to it/)
  assert.match(await failing(t, at('/away')), /points to https:\/\/elsewhere\.example\/mcp\. Nothing was sent there/)
  assert.match(await failing(t, at('/page')), /“text\/html”, which is not MCP/)
  assert.match(await failing(t, at('/broken')), /answered with HTTP 500/)
  assert.match(await failing(t, at('/headers')), /sent too large a header/)
  assert.match(await failing(t, at('/slow'), startMs), /did not get ready within/)
  assert.match(await failing(t, at('/quiet'), startMs), /did not get ready within/)
  assert.match(await failing(t, 'http://127.0.0.1:1/mcp'), /does not accept connections/)
  assert.match(await failing(t, 'https://127.0.0.1:1/mcp'), /does not accept connections/)
  assert.match(await failing(t, server.url.replace('http:', 'https:')), /could not be read|not HTTP/)
  const nameless = { network: { resolve: async () => { throw Object.assign(new Error('no'), { code: 'ENOTFOUND' }) } } }
  assert.match(await failing(t, 'https://nobody.example/mcp', nameless), /nobody\.example does not exist: its name has no address/)
  assert.match(await failing(t, at('/mcp'), {}, { 'X-Key': { kind: 'text', text: '${NOT_SET_ANYWHERE}' } }), /NOT_SET_ANYWHERE is not set/)
  assert.match(await failing(t, at('/mcp'), { own: { TWO: 'a\r\nb: c' } }, { 'X-Key': { kind: 'text', text: '${TWO}' } }), /The value of the header X-Key holds line ends/)
})

test('a connection that is never accepted is given up after its time', async (t) => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => { sockets.add(socket) })
  await new Promise<void>((resolve) => { mute.listen(0, '127.0.0.1', resolve) })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
  const place = mute.address()
  const why = await failing(t, `https://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}/mcp`, { httpLimits: { connectMs: 200 } })
  assert.match(why, /127\.0\.0\.1:\d+ does not answer/)
})

test('a public name that leads to a private network is not followed there, unless the person listed it', async (t) => {
  const server = await startHttpMcpServer(t)
  const { port } = new URL(server.url)
  const lookup = { resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  assert.match(await failing(t, `http://tools.example.com:${port}/mcp`, { network: lookup }), /tools\.example\.com:\d+ is on this computer or a private network.*private hosts in Settings/)
  assert.equal(server.asked.length, 0)
  const live = liveServers(t, [addressServer('net', `http://tools.example.com:${port}/mcp`)], { times: QUICK, network: { ...lookup, privateHosts: () => ['tools.example.com'] } })
  await live.reached('net', 'ready')
  const near = liveServers(t, [addressServer('net', `http://nas:${port}/mcp`)], { times: QUICK, network: lookup })
  await near.reached('net', 'ready')
})

test('the owner of the machine says which hosts there are', async (t) => {
  const server = await startHttpMcpServer(t)
  assert.match(await failing(t, server.url, { allowedHosts: ['tools.example.com'] }), /this machine doesn’t allow connectors at 127\.0\.0\.1:\d+ \(CONNECTOR_ADDRESSES\)\. It allows tools\.example\.com/)
  assert.equal(server.asked.length, 0)
  const live = liveServers(t, [addressServer('net', server.url)], { times: QUICK, allowedHosts: ['127.0.0.1'] })
  await live.reached('net', 'ready')
})

test('another address or header is another server; another value of a header is the same one', () => {
  const config = addressServer('net', 'https://Tools.Example.com/mcp', { headers: { 'X-Key': { kind: 'text', text: 'a' } } })
  assert.equal(config.kind === 'address' && config.url, 'https://tools.example.com/mcp')
  for (const url of ['ftp://x.example', 'x.example/mcp', 'https://u:p@x.example/', 'https://${HOST}/mcp', 'https://x.example/#a', 'https://x .example/', 'https://0.0.0.0/', 'https://']) {
    assert.throws(() => addressServer('net', url), { code: 'connector.invalid' }, url)
  }
  for (const name of ['Host', 'Cookie', 'content-length', 'Mcp-Session-Id', 'Transfer-Encoding', 'a b', 'x\r\ny', '']) {
    assert.throws(() => addressServer('net', 'https://x.example/', { headers: { [name]: { kind: 'text', text: 'x' } } }), { code: 'connector.invalid' }, name)
  }
  assert.throws(() => addressServer('net', 'https://x.example/', { headers: { 'X-Key': { kind: 'text', text: 'x' }, 'x-key': { kind: 'text', text: 'y' } } }), { code: 'connector.invalid' })
})
