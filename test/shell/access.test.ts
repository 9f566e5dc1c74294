import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import { describe, test } from 'node:test'
import { ask, askRaw, cookieOf, exchange, socketHeaders, type Answer } from './ask.ts'
import { startShell, INDEX } from './start-shell.ts'

const FOREIGN = 'https://example.org'

interface Cell {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers?: (own: Own) => OutgoingHttpHeaders
  readonly body?: string
  readonly status: number
}

interface Own { readonly port: number; readonly origin: string; readonly cookie: string }

const json = (own: Own): OutgoingHttpHeaders => ({ Origin: own.origin, 'Content-Type': 'application/json' })
const WRONG_TOKEN = JSON.stringify({ token: 'A'.repeat(43) })

/** Who gets in, cell by cell. */
const CELLS: readonly Cell[] = [
  { what: 'the window itself', method: 'GET', path: '/', status: 200 },
  { what: 'the window, by HEAD', method: 'HEAD', path: '/', status: 200 },
  { what: 'the window, with our Origin', method: 'GET', path: '/', headers: ({ origin }) => ({ Origin: origin }), status: 200 },
  { what: 'the window, with a query', method: 'GET', path: '/?x=/../y', status: 200 },
  { what: 'a file of it', method: 'GET', path: '/assets/main-BvC3x_a1.js', status: 200 },
  { what: 'nothing there', method: 'GET', path: '/nothing', status: 404 },
  { what: 'a folder', method: 'GET', path: '/assets/', status: 404 },
  { what: 'the socket’s path without an upgrade', method: 'GET', path: '/socket', status: 404 },

  { what: 'Host by name', method: 'GET', path: '/', headers: ({ port }) => ({ Host: `localhost:${port}` }), status: 421 },
  { what: 'Host without the port', method: 'GET', path: '/', headers: () => ({ Host: '127.0.0.1' }), status: 421 },
  { what: 'Host with another port', method: 'GET', path: '/', headers: ({ port }) => ({ Host: `127.0.0.1:${port + 1}` }), status: 421 },
  { what: 'Host of a site whose name leads here', method: 'GET', path: '/', headers: ({ port }) => ({ Host: `rebound.example.org:${port}` }), status: 421 },
  { what: 'Host in another writing of the address', method: 'GET', path: '/', headers: ({ port }) => ({ Host: `127.1:${port}` }), status: 421 },
  { what: 'a right token’s path under a foreign Host', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Host: 'example.org' }), body: WRONG_TOKEN, status: 421 },

  ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method): Cell => ({ what: `method ${method}`, method, path: '/', status: 405 })),
  { what: 'POST to the window', method: 'POST', path: '/', headers: json, body: '{}', status: 405 },
  { what: 'POST to the socket’s path', method: 'POST', path: '/socket', headers: json, body: '{}', status: 405 },

  { what: 'GET with a foreign Origin', method: 'GET', path: '/', headers: () => ({ Origin: FOREIGN }), status: 403 },
  { what: 'GET with Origin null', method: 'GET', path: '/', headers: () => ({ Origin: 'null' }), status: 403 },
  { what: 'exchange without Origin', method: 'POST', path: '/session', headers: () => ({ 'Content-Type': 'application/json' }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange with a foreign Origin', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Origin: FOREIGN }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange with Origin null', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Origin: 'null' }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange with our Origin on another port', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Origin: `http://127.0.0.1:${own.port + 1}` }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange with our Origin over https', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Origin: own.origin.replace('http:', 'https:') }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange with our Origin and another', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), Origin: [own.origin, FOREIGN] }), body: WRONG_TOKEN, status: 403 },
  { what: 'exchange as a form would send it', method: 'POST', path: '/session', headers: (own) => ({ ...json(own), 'Content-Type': 'text/plain' }), body: WRONG_TOKEN, status: 415 },
  { what: 'exchange of what is no JSON', method: 'POST', path: '/session', headers: json, body: '{"token":', status: 400 },
  { what: 'exchange with more than a token', method: 'POST', path: '/session', headers: json, body: '{"token":"x","more":1}', status: 400 },
  { what: 'exchange of a very long body', method: 'POST', path: '/session', headers: json, body: JSON.stringify({ token: 'A'.repeat(5000) }), status: 413 },
  { what: 'exchange of a wrong token', method: 'POST', path: '/session', headers: json, body: WRONG_TOKEN, status: 401 },
  { what: 'exchange of an empty token', method: 'POST', path: '/session', headers: json, body: '{"token":""}', status: 401 },

  { what: 'handover without Origin', method: 'POST', path: '/handover', headers: () => ({ 'Content-Type': 'application/json' }), body: '{"secret":"x"}', status: 403 },
  { what: 'handover with a wrong secret', method: 'POST', path: '/handover', headers: json, body: '{"secret":"x"}', status: 401 },

  { what: 'session without a cookie', method: 'GET', path: '/session', status: 401 },
  { what: 'session with a wrong cookie', method: 'GET', path: '/session', headers: ({ port }) => ({ Cookie: `gatehouse-${port}=${'A'.repeat(43)}` }), status: 401 },
  { what: 'session with the cookie of another port', method: 'GET', path: '/session', headers: ({ port, cookie }) => ({ Cookie: cookie.replace(String(port), String(port + 1)) }), status: 401 },
  { what: 'session with the cookie', method: 'GET', path: '/session', headers: ({ cookie }) => ({ Cookie: cookie }), status: 204 },
  { what: 'session with the cookie among others', method: 'GET', path: '/session', headers: ({ cookie, port }) => ({ Cookie: `a=b; gatehouse-${port}=old; ${cookie}; c` }), status: 204 },

  { what: 'a socket with everything', method: 'GET', path: '/socket', headers: ({ port, cookie }) => socketHeaders(port, cookie), status: 101 },
  { what: 'a socket without a cookie', method: 'GET', path: '/socket', headers: ({ port }) => socketHeaders(port, ''), status: 401 },
  { what: 'a socket with a wrong cookie', method: 'GET', path: '/socket', headers: ({ port }) => socketHeaders(port, `gatehouse-${port}=x`), status: 401 },
  { what: 'a socket without Origin', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), Origin: undefined }), status: 403 },
  { what: 'a socket with a foreign Origin', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), Origin: FOREIGN }), status: 403 },
  { what: 'a socket with Origin by name', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), Origin: `http://localhost:${port}` }), status: 403 },
  { what: 'a socket with a foreign Host', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), Host: 'example.org' }), status: 421 },
  { what: 'a socket elsewhere', method: 'GET', path: '/', headers: ({ port, cookie }) => socketHeaders(port, cookie), status: 404 },
  { what: 'a socket by POST', method: 'POST', path: '/socket', headers: ({ port, cookie }) => socketHeaders(port, cookie), status: 400 },
  { what: 'an upgrade to something else', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), Upgrade: 'h2c' }), status: 400 },
  { what: 'a socket of an unknown version', method: 'GET', path: '/socket', headers: ({ port, cookie }) => ({ ...socketHeaders(port, cookie), 'Sec-WebSocket-Version': '7' }), status: 400 },
]

/** A pin: a change of what a window may do has to be made here too. */
const securityHeadersOf = (port: number): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), usb=(), window-management=(), xr-spatial-tracking=()',
})

function assertSecurityHeaders({ headers }: Answer, port: number): void {
  const expected = securityHeadersOf(port)
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, headers[name]])), expected)
}

describe('who gets in', () => {
  for (const cell of CELLS) {
    test(`${cell.what}: ${cell.status}`, async (context) => {
      const shell = await startShell(context)
      const { port } = shell
      const own = { port, origin: `http://127.0.0.1:${port}`, cookie: cookieOf(await exchange(port, shell.token)) }
      const answer = await ask({ port, path: cell.path, method: cell.method, ...(cell.body === undefined ? {} : { body: cell.body }), headers: cell.headers?.(own) ?? {} })
      assert.equal(answer.status, cell.status)
      // An accepted upgrade shows no document that they could guard.
      if (cell.status !== 101) assertSecurityHeaders(answer, port)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    })
  }
})

describe('bytes that are no browser’s', () => {
  const cases: readonly (readonly [string, (host: string) => string, RegExp])[] = [
    ['an encoded slash leads nowhere', (host) => `GET /..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['dots lead nowhere', (host) => `GET /../package.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['encoded dots lead nowhere', (host) => `GET /assets/%2e%2e/index.html HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['dots that stay inside lead nowhere either', (host) => `GET /assets/../index.html HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['backslashes lead nowhere', (host) => `GET /..\\..\\package.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['a doubled slash leads nowhere', (host) => `GET //etc/passwd HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['a zero byte leads nowhere', (host) => `GET /index.html%00.js HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['a name of every object is no file', (host) => `GET /constructor HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 404 /],
    ['a whole address as the path is refused', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['no Host at all is refused', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 421 /],
    ['an empty Host is refused', () => 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 421 /],
    ['the right Host and another are refused', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: example.org\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 (?:400|421) /],
    ['what is no HTTP is refused', () => 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['an unknown expectation changes nothing', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nExpect: miracles\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 200 /],
  ]
  for (const [name, bytes, expected] of cases) {
    test(name, async (context) => {
      const { port } = await startShell(context)
      const answer = await askRaw(port, bytes(`127.0.0.1:${port}`))
      assert.match(answer, expected)
      assert.ok(answer.includes(`Content-Security-Policy: default-src 'none'; script-src 'self';`))
      assert.doesNotMatch(answer, /root:|"dependencies"/)
    })
  }
})

test('the window is asked for anew each time, its hashed parts never again, a session never kept', async (context) => {
  const { port } = await startShell(context)
  const index = await ask({ port, path: '/' })
  assert.deepEqual([index.body, index.headers['content-type'], index.headers['cache-control']], [INDEX, 'text/html; charset=utf-8', 'no-cache'])
  const part = await ask({ port, path: '/assets/main-BvC3x_a1.js' })
  assert.deepEqual([part.headers['content-type'], part.headers['cache-control']], ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'])
  assert.equal((await ask({ port, path: '/favicon.svg' })).headers['content-type'], 'image/svg+xml')
  assert.equal((await ask({ port, path: '/session' })).headers['cache-control'], 'no-store')
  const head = await ask({ port, path: '/', method: 'HEAD' })
  assert.deepEqual([head.body, head.headers['content-length']], ['', String(INDEX.length)])
  const missing = await ask({ port, path: '/nothing' })
  assert.equal(missing.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(missing.body, /nothing at this address/)
})
