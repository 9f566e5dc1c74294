import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRelisting } from '../../electron/core/mcp/relisting.ts'
import { callContext, fakeServer, liveServers } from './live-servers.ts'

test('from a server’s word that its list changed until the new list is in, calls wait: what changed sends nothing, what stayed is sent', async (t) => {
  const live = liveServers(t, [fakeServer('slow-list')])
  const connector = await live.reached('slow-list', 'ready')
  const [alpha, storm] = [live.tool('slow-list', 'alpha'), live.tool('slow-list', 'storm')]
  await live.tool('slow-list', 'silent_change').run({}, callContext())
  // The new list is half a second away; the server has said that there is one.
  assert.equal(live.tool('slow-list', 'alpha'), alpha)
  const settling = connector.settling?.()
  assert.ok(settling instanceof Promise)
  const changed = assert.rejects(alpha.run({}, callContext()), { code: 'tool.failed', message: /changed alpha in the meantime; nothing was sent/ })
  assert.deepEqual(await storm.run({}, callContext()), 'changed')
  await changed
  await settling
  assert.notEqual(live.tool('slow-list', 'alpha'), alpha)
  await live.until(() => connector.tools.some(({ identity }) => identity.tool === 'lists'))
})

test('a list that can’t be read anew withholds the tools, sends no call, and is read again', async (t) => {
  const live = liveServers(t, [fakeServer('broken-list')], { times: { relistMs: 200 } })
  const connector = await live.reached('broken-list', 'ready')
  await live.tool('broken-list', 'silent_change').run({}, callContext())
  const storm = live.tool('broken-list', 'storm')
  await live.until(() => connector.problem() !== null)
  assert.match(connector.problem() ?? '', /said that its tools changed, and they could not be read anew/)
  assert.equal(connector.settling?.(), null)
  assert.equal(connector.status().state, 'degraded')
  await live.until(() => connector.problem() === null)
  assert.equal(await storm.run({}, callContext()), 'changed')
})

test('a call stops waiting for a list when its time is up, or when it is stopped', async (t) => {
  const live = liveServers(t, [fakeServer('slow-list')], { times: { quietMs: 100 } })
  await live.reached('slow-list', 'ready')
  await live.tool('slow-list', 'silent_change').run({}, callContext())
  const storm = live.tool('slow-list', 'storm')
  const stop = new AbortController()
  const stopped = assert.rejects(storm.run({}, callContext({ signal: stop.signal })), /stopped by the person/)
  stop.abort(new Error('stopped by the person'))
  await stopped
  await assert.rejects(storm.run({}, callContext()), { code: 'connector.not-ready', message: /has not listed them anew; nothing was sent/ })
})

test('a reading answers the words that came before it began, not those that came meanwhile', async () => {
  const relisting = createRelisting()
  relisting.notice()
  const done = relisting.begin()
  relisting.notice()
  const settled = relisting.settled()
  done()
  assert.equal(relisting.pending, true)
  relisting.begin()()
  await settled
  assert.equal(relisting.pending, false)
  relisting.notice()
  const forgotten = relisting.settled()
  relisting.forget()
  await forgotten
})

test('a server’s own limit ends a start and a call', async (t) => {
  const live = liveServers(t, [fakeServer('plain', { callSeconds: 1 }), fakeServer('hang', { startSeconds: 1 })])
  await live.reached('plain', 'ready')
  assert.deepEqual(live.connector('plain').limits, { startMs: 120_000, quietMs: 1000, totalMs: 600_000 })
  await assert.rejects(live.tool('plain', 'wait').run({}, callContext()), { code: 'tool.outcome-unknown', message: /did not answer for 1 s/ })
  const hung = await live.reached('hang', 'failed')
  const status = hung.status()
  assert.match(status.state === 'failed' ? status.why : '', /within 1 s/)
})

test('what a server listed before is there before it has started, and no call is sent on it', async (t) => {
  const first = liveServers(t, [fakeServer('annotations')])
  const lists = new Map([...(await remembered(first))])
  const second = liveServers(t, [fakeServer('annotations', { command: '/nowhere/at/all' })], { lists: { read: (id) => lists.get(id) ?? null, write: () => undefined } })
  const connector = second.connector('annotations')
  assert.deepEqual(connector.tools.map(({ identity, toolClass, provenance }) => [identity.tool, toolClass, provenance]), first.connector('annotations').tools.map(({ identity, toolClass, provenance }) => [identity.tool, toolClass, provenance]))
  assert.ok((connector.listedAt() ?? 0) > 0)
  await second.reached('annotations', 'failed')
  await assert.rejects(async () => connector.tools[0]?.run({}, callContext()), { code: 'connector.not-ready' })
})

async function remembered(live: ReturnType<typeof liveServers>) {
  const connector = await live.reached('annotations', 'ready')
  const list = live.lists.get(connector.id)
  assert.ok(list !== undefined)
  return [[connector.id, list]] as const
}

test('the list is read for what changed only: the same definitions are the same tools', async (t) => {
  const live = liveServers(t, [fakeServer('changing')])
  const connector = await live.reached('changing', 'ready')
  const before = connector.tools
  await live.tool('changing', 'silent_change').run({}, callContext())
  await live.until(() => connector.tools !== before)
  assert.deepEqual(connector.tools.map((tool, at) => tool === before[at]), [false, true, true])
})
