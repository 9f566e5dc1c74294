import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { McpConnector } from '../../electron/core/mcp/mcp-connector.ts'
import { bundleChanges } from '../../electron/core/mcp/bundle-changes.ts'
import { toModelNames } from '../../electron/core/tools/names.ts'
import { forModel } from '../../electron/core/tools/schema.ts'
import { sha256 } from '../../electron/core/store/sha256.ts'
import { callContext, fakeServer, liveServers } from './live-servers.ts'

const namesOf = (connector: McpConnector): string[] => connector.tools.map(({ identity }) => identity.tool)
const missingOf = (connector: McpConnector): string => { const status = connector.status(); return status.state === 'degraded' ? status.missing : status.state }

test('all pages are read, once each', async (t) => {
  const connector = await liveServers(t, [fakeServer('pages')]).reached('pages', 'ready')
  assert.deepEqual(namesOf(connector), Array.from({ length: 90 }, (_, index) => `tool_${index}`))
})

test('a list without an end is cut off and says so, the tools before it stay', async (t) => {
  const live = liveServers(t, [fakeServer('circle'), fakeServer('endless'), fakeServer('broken-page')])
  assert.match(missingOf(await live.reached('circle', 'degraded')), /circle/)
  assert.deepEqual(namesOf(live.connector('circle')), ['first', 'second', 'third'])
  assert.match(missingOf(await live.reached('endless', 'degraded')), /more than 100 pages/)
  assert.equal(live.connector('endless').tools.length, 100)
  assert.match(missingOf(await live.reached('broken-page', 'degraded')), /Page 2/)
  assert.deepEqual(namesOf(live.connector('broken-page')), ['first'])
  assert.equal(live.connector('circle').problem(), null)
})

test('a tool listed twice counts once, and an impostor is named', async (t) => {
  const connector = await liveServers(t, [fakeServer('duplicates')]).reached('duplicates', 'ready')
  assert.deepEqual(namesOf(connector), ['twin', 'other'])
  assert.equal(connector.tools[0]?.description, 'The tool twin.')
  assert.deepEqual(connector.leftOut().map(({ name }) => name), ['twin'])
})

test('odd schemas cost at most their own tool', async (t) => {
  const live = liveServers(t, [fakeServer('schemas')])
  const connector = await live.reached('schemas', 'ready')
  const check = (name: string, args: Parameters<ReturnType<typeof live.tool>['check']>[0]) => live.tool('schemas', name).check(args)
  assert.deepEqual(check('attach', {}), { path: '', problem: 'must have required property \'body\'' })
  assert.equal(check('attach', { from_url: 'x' }), null)
  assert.equal(check('filter', { root: { all: [{ all: [] }] } }), null)
  assert.deepEqual(check('filter', { root: { all: [{ all: 1 }] } }), { path: 'root.all[0].all', problem: 'must be array' })
  for (const name of ['empty', 'only_dialect', 'missing', 'null_schema', 'null_properties', 'no_output']) {
    assert.equal(check(name, {}), null, name)
    assert.equal(forModel(live.tool('schemas', name).inputSchema).ok, true, name)
  }
  assert.equal(forModel(live.tool('schemas', 'text_schema').inputSchema).ok, false)
  assert.equal(forModel(live.tool('schemas', 'circle').inputSchema).ok, false)
  assert.equal(live.tool('schemas', 'circle').schemaProblem() !== undefined, true)
  assert.equal(check('dangling', { a: 'anything', b: 1 }), null)
  assert.deepEqual(check('dangling', { b: 1.5 }), { path: 'b', problem: 'must be integer' })
  assert.equal(check('seven', { pair: ['a', 1] }), null)
  assert.deepEqual(check('seven', { pair: ['a', 'b'] }), { path: 'pair[1]', problem: 'must be number' })
  assert.deepEqual(connector.leftOut(), [{ name: 'list_schema', reason: 'Its input schema is not an object.' }])
})

test('a hint is a claim, and anything odd about it counts as the worst', async (t) => {
  const connector = await liveServers(t, [fakeServer('annotations')]).reached('annotations', 'ready')
  assert.deepEqual(connector.tools.map(({ identity, toolClass, provenance, misleading, untrusted }) => [identity.tool, toolClass, provenance, misleading, untrusted]), [
    ['wipe', 'destructive', 'unset', false, true],
    ['peek', 'destructive', 'hinted', false, true],
    ['send', 'destructive', 'unset', false, true],
    ['ls', 'destructive', 'unset', false, true],
    ['drop_all', 'read', 'hinted', true, true],
    ['lookup', 'read', 'hinted', false, false],
    ['note', 'write', 'hinted', false, true],
  ])
})

test('every legal name is kept, called by its original and told to models by a safe one; nameless tools are left out', async (t) => {
  const live = liveServers(t, [fakeServer('names')])
  const connector = await live.reached('names', 'ready')
  assert.deepEqual(namesOf(connector), ['calendar.update', 'Create CIFS Share', 'ボード作成', 'recall__search_memories'])
  assert.deepEqual(connector.leftOut().map(({ reason }) => reason), ['The tool has no name.', 'The tool has a name that can’t be seen.', 'The tool has no name.', 'The entry is not an object.'])
  const modelNames = toModelNames(connector.tools.map(({ identity }) => identity), sha256)
  for (const { identity } of connector.tools) assert.match(modelNames.nameOf(identity) ?? '', /^mcp-names__[a-zA-Z0-9_-]{1,53}$/)
  await assert.rejects(live.tool('names', 'calendar.update').run({}, callContext()), /Unknown tool: calendar\.update/)
})

test('a flood of change notices costs a few readings; a tool that has gone or changed sends nothing', async (t) => {
  const live = liveServers(t, [fakeServer('changing')])
  await live.reached('changing', 'ready')
  const alpha = live.tool('changing', 'alpha')
  const storm = live.tool('changing', 'storm')
  await storm.run({}, callContext())
  await live.until(() => namesOf(live.connector('changing')).includes('beta'))
  await assert.rejects(alpha.run({}, callContext()), /no longer offers alpha; nothing was sent/)
  assert.equal(live.tool('changing', 'storm'), storm)
  assert.equal(live.tool('changing', 'beta').toolClass, 'destructive')
  assert.match(String(await live.tool('changing', 'lists').run({}, callContext())), /^[234]$/)
})

test('notices are bundled: the first is told soon, a flood once a second, none after the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let told = 0
  const bundle = bundleChanges(() => { told += 1 })
  const flood = (): void => { for (let count = 0; count < 200; count += 1) bundle.notice() }
  flood()
  t.mock.timers.tick(200)
  assert.equal(told, 1)
  flood()
  t.mock.timers.tick(500)
  assert.equal(told, 1)
  t.mock.timers.tick(500)
  assert.equal(told, 2)
  bundle.notice()
  bundle.close()
  t.mock.timers.tick(5000)
  assert.equal(told, 2)
})

test('a definition that changed under the same name is another tool to whoever holds the old one', async (t) => {
  const live = liveServers(t, [fakeServer('changing')])
  await live.reached('changing', 'ready')
  const alpha = live.tool('changing', 'alpha')
  await live.tool('changing', 'silent_change').run({}, callContext())
  await live.until(() => live.tool('changing', 'alpha').description === 'Something else now.')
  await assert.rejects(alpha.run({}, callContext()), /changed alpha in the meantime; nothing was sent/)
})
