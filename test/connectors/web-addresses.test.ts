import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kindOfAddress } from '../../electron/core/http/address-rules.ts'
import { createWebConnector } from '../../electron/core/connectors/web/create-web-connector.ts'
import { resolveChecked } from '../../electron/core/http/resolve-host.ts'
import { destinationOf, isListedHost, parseWebAddress } from '../../electron/core/http/web-address.ts'
import { failTool, toolOf } from './call-tool.ts'

const urlOf = (text: string): URL => {
  const url = parseWebAddress(text)
  assert.ok(url, text)
  return url
}

test('public addresses are public, everything else is not', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1']) {
    assert.equal(kindOfAddress(address), 'public', address)
  }
  const refused = {
    private: ['127.0.0.1', '127.255.255.255', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255', '::1', 'fc00::1', 'fd12:3456::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::c0a8:1', '2002:7f00:1::', '2002:a00:1::1'],
    'link-local': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1'],
    never: ['0.0.0.0', '0.1.2.3', '::', '255.255.255.255', '224.0.0.1', '239.255.255.255', '240.0.0.1', 'ff02::1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '2001:db8::1', '2001::1', '2001:0:7f00:1::', 'fec0::1', '100::1', '::127.0.0.1', '::8.8.8.8', '::7f00:1', '::ffff:0:127.0.0.1', '64:ff9b:1::7f00:1', '2606:4700::5efe:7f00:1', '4000::1', '', 'localhost', '1.2.3', '::1%eth0%'],
  } as const
  for (const [kind, addresses] of Object.entries(refused)) {
    for (const address of addresses) assert.equal(kindOfAddress(address), kind, address)
  }
})

const byte = fc.integer({ min: 0, max: 255 })
const inside = fc.oneof(
  fc.tuple(fc.constant(127), byte, byte, byte), fc.tuple(fc.constant(10), byte, byte, byte), fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte), fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte), fc.tuple(fc.constant(0), byte, byte, byte), fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
)
const hex = (high: number, low: number) => ((high << 8) | low).toString(16)

test('no address of this computer or network is ever public, in whatever form it is carried or spelled', () => {
  fc.assert(fc.property(inside, ([a, b, c, d]) => {
    const embedded = `${hex(a, b)}:${hex(c, d)}`
    const spelled = [`${a}.${b}.${c}.${d}`, String(((a << 24) | (b << 16) | (c << 8) | d) >>> 0), `0x${a.toString(16)}.${b}.${(c << 8) | d}`, `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`, `${a}.${b}.${c}.${d}.`]
    const carried = [`::ffff:${embedded}`, `64:ff9b::${embedded}`, `2002:${embedded}::1`, `::${embedded}`, `::ffff:0:${embedded}`, `2001:4860::5efe:${embedded}`, `2001:0:${embedded}::1`]
    for (const host of [...spelled, ...carried.map((address) => `[${address}]`)]) {
      const url = parseWebAddress(`http://${host}/`)
      if (url === null) continue
      assert.notEqual(kindOfAddress(url.hostname.replace(/[[\]]/g, '')), 'public', host)
    }
  }), { numRuns: 300 })
})

test('a host that is not on the public web is refused before anything is looked up or sent', async () => {
  const lookups: string[] = []
  const connector = createWebConnector({ now: () => 1, privateHosts: () => [], resolve: async (host) => { lookups.push(host); return [] } })
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.', '[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]', 'localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'app.localhost', '169.254.169.254', '[fd00::1]', '[fe80::1]', '10.1.2.3', '0.0.0.0', '0', '[::]', '１２７.０.０.１', '127。0。0。1', 'ⓛocalhost']
  for (const host of hosts) {
    const { error, noted } = await failTool(connector, 'fetch_page', { url: `http://${host}/admin` })
    assert.equal(error.code, 'web.private-address', `${host}: ${error.message}`)
    assert.deepEqual(noted, [])
  }
  assert.deepEqual(lookups, [])
})

test('only addresses of pages are taken', () => {
  const tool = toolOf(createWebConnector({ now: () => 1, privateHosts: () => [] }), 'fetch_page')
  for (const url of ['file:///etc/passwd', 'ftp://example.org', 'javascript:alert(1)', 'data:text/html,x', 'example.org', '', 'http://', 'https://exa mple.org', 'gopher://x', 'blob:https://example.org/1', 'http://...']) {
    assert.equal(tool.check({ url })?.path, 'url', url)
  }
  for (const url of ['https://example.org', ' HTTP://EXAMPLE.org/a?b#c ', 'http://münchen.example']) assert.equal(tool.check({ url }), null, url)
})

test('addresses with credentials and ports of other services are refused', async () => {
  const connector = createWebConnector({ now: () => 1, privateHosts: () => [], resolve: async () => assert.fail('looked up') })
  for (const url of ['https://user@example.org', 'https://user:pass@example.org/', 'https://:pass@example.org', 'http://example.org:22/', 'http://example.org:25', 'https://example.org:6379', 'http://example.org:1']) {
    assert.equal((await failTool(connector, 'fetch_page', { url })).error.code, 'web.not-allowed', url)
  }
})

test('the gate is told the host as it will be connected to', () => {
  const tool = toolOf(createWebConnector({ now: () => 1, privateHosts: () => [] }), 'fetch_page')
  const cases = { 'https://Example.ORG./x': 'example.org', 'https://example.org:443/': 'example.org', 'http://example.org:443/': 'example.org:443', 'http://münchen.example': 'xn--mnchen-3ya.example', 'http://2130706433': '127.0.0.1', 'https://a@b.example': 'b.example', 'https://good.example\\@evil.example/': 'good.example', 'https://good.example#@evil.example/': 'good.example' }
  for (const [url, host] of Object.entries(cases)) assert.deepEqual(tool.destinations({ url }), [host], url)
  assert.deepEqual([tool.toolClass, tool.untrusted, tool.egress], ['read', true, true])
})

test('an approval shows the host first and the whole address', async () => {
  const tool = toolOf(createWebConnector({ now: () => 1, privateHosts: () => [] }), 'fetch_page')
  const url = `https://example.org/?q=${'x'.repeat(500)}`
  assert.deepEqual(await tool.view({ url }), { kind: 'facts', facts: [{ name: 'Host', value: 'example.org', destination: true }, { name: 'Address', value: url, destination: false }] })
})

test('one private answer among public ones refuses the whole name', async () => {
  const answers = (...addresses: string[]) => async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  for (const mixed of [['8.8.8.8', '127.0.0.1'], ['192.168.0.1', '8.8.8.8'], ['2606:4700::1', '::1'], ['8.8.8.8', '::ffff:10.0.0.1'], ['169.254.169.254'], ['0.0.0.0'], ['not an address']]) {
    await assert.rejects(resolveChecked(urlOf('http://a.example'), false, answers(...mixed)), { code: 'web.private-address' }, mixed.join())
  }
  assert.deepEqual(await resolveChecked(urlOf('http://a.example'), false, answers('8.8.8.8', '2606:4700::1')), [{ address: '8.8.8.8', family: 4 }, { address: '2606:4700::1', family: 6 }])
  await assert.rejects(resolveChecked(urlOf('http://a.example'), false, answers()), { code: 'web.failed' })
})

test('a name the person typed may be private, but never this network\'s own signalling', async () => {
  const answers = (address: string) => async () => [{ address, family: 4 }]
  assert.equal((await resolveChecked(urlOf('http://nas.home'), true, answers('192.168.1.9')))[0]?.address, '192.168.1.9')
  await assert.rejects(resolveChecked(urlOf('http://nas.home'), true, answers('169.254.169.254')), { code: 'web.private-address' })
  await assert.rejects(resolveChecked(urlOf('http://nas.home'), true, answers('224.0.0.1')), { code: 'web.private-address' })
})

test('private hosts are exactly those that were typed', () => {
  const isListed = (url: string, ...typed: string[]) => isListedHost(urlOf(url), typed)
  assert.ok(isListed('http://127.0.0.1:8123/x', '127.0.0.1:8123'))
  assert.ok(isListed('http://127.0.0.1:8123/x', ' 127.0.0.1 '))
  assert.ok(isListed('http://NAS.home./', 'Nas.Home'))
  assert.ok(isListed('http://nas/', 'nas:80'))
  assert.ok(isListed('https://nas/', 'nas:443'))
  assert.ok(isListed('http://[::1]:3000/', '[::1]:3000'))
  for (const [url, typed] of [['http://127.0.0.1:8124/', '127.0.0.1:8123'], ['http://127.0.0.1/', '127.0.0.1:8123'], ['https://nas/', 'nas:80'], ['http://a.nas/', 'nas'], ['http://nas/', '*'], ['http://nas/', ''], ['http://nas/', 'http://nas'], ['http://nas/', 'n'], ['http://127.0.0.1/', '127.0.0.0/8']] as const) {
    assert.equal(isListed(url, typed), false, `${url} ${typed}`)
  }
  assert.equal(destinationOf(urlOf('http://127.0.0.1:8123/x')), '127.0.0.1:8123')
})
