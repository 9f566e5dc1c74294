import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHostEntry } from '../../renderer/features/settings/host-entry.ts'

const host = (typed: string) => {
  const entry = parseHostEntry(typed, ['known.local', 'known.local:80'])
  return entry.ok ? entry.host : `problem: ${entry.problem}`
}

test('a host, a host with a port and bracketed addresses are taken as they are meant', () => {
  assert.equal(host(' Wiki.Local '), 'wiki.local')
  assert.equal(host('192.168.1.20:8080'), '192.168.1.20:8080')
  assert.equal(host('nas:00080'), 'nas:80')
  assert.equal(host('[fe80::1]:8080'), '[fe80::1]:8080')
  assert.equal(host('[::1]'), '[::1]')
})

for (const [typed, problem] of [
  ['', 'empty'], ['http://wiki.local', 'address'], ['wiki.local/path', 'address'], ['me@wiki.local', 'address'], ['wiki local', 'address'],
  ['*.local', 'wildcard'], ['wiki.local:0', 'port'], ['wiki.local:65536', 'port'], ['wiki.local:', 'port'], ['wiki.local:http', 'port'],
  ['-wiki', 'host'], [':80', 'host'], ['::1', 'host'], ['[::1', 'host'], ['known.local', 'known'], ['KNOWN.local:080', 'known'],
] as const) {
  test(`${JSON.stringify(typed)} is refused as ${problem}`, () => {
    assert.equal(host(typed), `problem: ${problem}`)
  })
}
