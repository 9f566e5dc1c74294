import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { AppError } from '../../shared/errors.ts'
import { startHttpMcpServer, type HttpMcpServer } from '../fakes/http-mcp-server.ts'
import { addressServer, callContext, liveServers, type LiveServers } from './live-servers.ts'

/** A server that knows only a stream, and a place to post to. `call` answers one call, or does something else. */
async function startOld(t: TestContext, place: string, call: (stream: ServerResponse, response: ServerResponse, id: unknown) => void = () => undefined): Promise<{ server: HttpMcpServer; calls: () => number }> {
  let stream: ServerResponse | null = null
  let calls = 0
  const tell = (message: object): void => { stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`) }
  const server = await startHttpMcpServer(t, { instead: ({ method, path, message }, response) => {
    if (method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`event: endpoint\ndata: ${place}\n\n`)
      return true
    }
    if (path === '/mcp') {
      response.writeHead(405).end()
      return true
    }
    const id = message?.id
    if (message?.method === 'tools/call' && stream !== null) {
      calls += 1
      call(stream, response, id)
      return true
    }
    response.writeHead(202).end()
    if (message?.method === 'initialize') tell({ id, result: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } } })
    if (message?.method === 'tools/list') tell({ id, result: { tools: [{ name: 'note', inputSchema: { type: 'object' } }] } })
    return true
  } })
  return { server, calls: () => calls }
}
const live = (t: TestContext, url: string): LiveServers => liveServers(t, [addressServer('net', url)], { times: { restartMs: [20, 50] } })
const outcomeOf = (servers: LiveServers): Promise<string> => servers.tool('net', 'note').run({}, callContext()).then(String, (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)))

test('a server of the oldest revision is found by its stream, and a call is posted once where it says', async (t) => {
  const { server, calls } = await startOld(t, '/post?room=1', (stream, response, id) => {
    response.writeHead(202).end()
    stream.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'noted' }] } })}\n\n`)
  })
  const servers = live(t, server.url)
  await servers.reached('net', 'ready')
  assert.equal(await outcomeOf(servers), 'noted')
  assert.deepEqual([calls(), server.asked.find(({ message }) => message?.method === 'tools/call')?.path], [1, '/post?room=1'])
})

test('a stream that ends with a call in flight leaves it open, whether the call was accepted or not; a refused one failed', async (t) => {
  const ways: readonly [(stream: ServerResponse, response: ServerResponse) => void, RegExp][] = [
    [(stream, response) => { response.writeHead(202).end(() => { stream.destroy() }) }, /^tool\.outcome-unknown/],
    [(_stream, response) => { response.destroy() }, /^tool\.outcome-unknown/],
    [(_stream, response) => { response.writeHead(502).end() }, /^tool\.outcome-unknown: .*HTTP 502/],
    [(_stream, response) => { response.writeHead(403).end() }, /^tool\.failed: .*HTTP 403/],
  ]
  for (const [call, expected] of ways) {
    const { server, calls } = await startOld(t, '/post', call)
    const servers = live(t, server.url)
    await servers.reached('net', 'ready')
    assert.match(await outcomeOf(servers), expected)
    await servers.reached('net', 'ready')
    assert.equal(calls(), 1)
  }
})

test('messages go nowhere but to the host that was reviewed', async (t) => {
  const elsewhere = await startHttpMcpServer(t)
  const { server } = await startOld(t, elsewhere.url)
  const servers = liveServers(t, [addressServer('net', server.url)], { times: { restartMs: [] } })
  const status = (await servers.reached('net', 'failed')).status()
  assert.match(status.state === 'failed' ? status.why : '', /answered with HTTP 405/)
  assert.equal(elsewhere.asked.length, 0)
})
