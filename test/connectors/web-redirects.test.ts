import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebConnector } from '../../electron/core/connectors/web/create-web-connector.ts'
import { callTool, failTool } from './call-tool.ts'
import { startPages } from './page-server.ts'
import { startWeb, type Answer } from './web-place.ts'

const html = (body: string): Answer => (_request, response) => { response.setHeader('content-type', 'text/html').end(body) }

test('redirects on the same host are followed, at most five', async (context) => {
  const { fetch, fail, pages } = await startWeb(context, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.setHeader('content-type', 'text/plain').end('there')
  })
  assert.equal(await fetch('/5'), `http://${pages.host}/0\n\nthere`)
  const { error } = await fail('/6')
  assert.equal(error.code, 'web.redirected')
  assert.match(error.message, /more than 5 times/)
})

test('a redirect to another host, port or scheme stops, and nothing is sent there', async (context) => {
  const other = await startPages(context, html('stolen'))
  const targets = [`http://${other.host}/?q=data`, `//${other.host}/`, 'http://evil.example/?q=data', 'https://127.0.0.1/', 'http://localhost/', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'javascript:1', 'http://', 'http://user:pw@evil.example']
  for (const location of targets) {
    const { fail } = await startWeb(context, (_request, response) => response.writeHead(302, { location }).end(), { resolve: async () => assert.fail('looked up') })
    const { error, noted } = await fail()
    assert.equal(error.code, 'web.redirected', location)
    assert.match(error.message, /nothing was fetched from it/)
    assert.ok(!error.message.includes('data') && !error.message.includes('pw'))
    assert.equal(noted.length, 1)
  }
  assert.equal(other.requests.length, 0)
  const named = await startWeb(context, (_request, response) => response.writeHead(307, { location: 'http://evil.example/x' }).end())
  assert.match((await named.fail()).error.message, /another host, evil\.example;/)
})

test('a redirect that names credentials on the same host is refused', async (context) => {
  const { fail, pages } = await startWeb(context, (_request, response) => response.writeHead(302, { location: 'http://user:pw@HOST/next'.replace('HOST', pages.host) }).end())
  assert.equal((await fail()).error.code, 'web.not-allowed')
  assert.equal(pages.requests.length, 1)
})

test('each request connects to the address that was checked, with no second look-up', async (context) => {
  const lookups: string[] = []
  const pages = await startPages(context, (request, response) => {
    if (request.url === '/first') response.writeHead(302, { location: '/second' }).end()
    else response.setHeader('content-type', 'text/plain').end('here')
  })
  const connector = createWebConnector({
    now: () => 7, privateHosts: () => [`rebind.example:${pages.port}`],
    resolve: async (host) => {
      lookups.push(host)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const { value } = await callTool(connector, 'fetch_page', { url: `http://rebind.example:${pages.port}/first` })
  assert.equal(value, `http://rebind.example:${pages.port}/second\n\nhere`)
  assert.deepEqual(lookups, ['rebind.example', 'rebind.example'])
  assert.equal(pages.requests[0]?.headers.host, `rebind.example:${pages.port}`)
})

test('a name that turns private between a page and its redirect is refused', async (context) => {
  const pages = await startPages(context, (_request, response) => response.writeHead(302, { location: '/second' }).end())
  let lookups = 0
  const connector = createWebConnector({
    now: () => 7, privateHosts: () => [`rebind.example:${pages.port}`],
    resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
  })
  const { error } = await failTool(connector, 'fetch_page', { url: `http://rebind.example:${pages.port}/` })
  assert.equal(error.code, 'web.private-address')
  assert.equal(pages.requests.length, 1)
})

test('a server here that nobody listed is never connected to', async (context) => {
  const pages = await startPages(context, html('inside'))
  const connector = createWebConnector({ now: () => 7, privateHosts: () => [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  for (const url of [`http://127.0.0.1:${pages.port}/`, `http://localhost:${pages.port}/`, `http://[::ffff:127.0.0.1]:${pages.port}/`, 'http://rebind.example/', 'http://rebind.example:8080/']) {
    assert.equal((await failTool(connector, 'fetch_page', { url })).error.code, 'web.private-address', url)
  }
  assert.equal(pages.requests.length, 0)
})
