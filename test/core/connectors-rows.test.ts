import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Item } from '../../shared/contract.ts'
import { startCore } from './live-core.ts'
import { calls, startScripted } from './scripted-core.ts'
import { addPasted, pastedFake, review, rowNow, rowWhen, toolIn, toolsOf, whenReady } from './server-core.ts'

const ticks = async (): Promise<void> => { for (let count = 0; count < 5; count += 1) await new Promise((resolve) => { setImmediate(resolve) }) }

test('a change sends the rows that changed and no others, and lists of connectors carry no tools', async () => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('Notes', 'annotations'))
  const other = await addPasted(core, pastedFake('Other', 'annotations'))
  const row = await whenReady(core, id)
  await whenReady(core, other)
  const connectors: Item<'connectors.watch'>[] = []
  const tools: Item<'connector-tools.watch'>[] = []
  const ends = [core.watch('connectors.watch', {}, (item) => { connectors.push(item) }), core.watch('connector-tools.watch', { connectorId: id }, (item) => { tools.push(item) }), core.watch('connector-tools.watch', { connectorId: other }, (item) => { if (item.kind !== 'snapshot') assert.fail('nothing of the other one changed') })]
  assert.doesNotMatch(JSON.stringify(connectors), /The tool wipe/)
  const { pin } = toolIn(row, 'wipe')
  await core.call('tool.switch', { connectorId: id, tool: 'wipe', on: true, pin })
  await ticks()
  assert.deepEqual(connectors.slice(1).map((item) => (item.kind === 'changed' ? [item.row.connectorId, item.row.toolsOn] : item.kind)), [[id, 1]])
  assert.deepEqual(tools.slice(1).map((item) => (item.kind === 'changed' ? [item.row.tool, item.row.on] : item.kind)), [['wipe', true]])
  await core.call('tool.switch', { connectorId: id, tool: 'wipe', on: true, pin })
  await core.call('settings.update', { exfiltrationGuard: true })
  await ticks()
  assert.deepEqual([connectors.length, tools.length], [2, 2], 'what is as it was is not sent again')
  for (const end of ends) end()
  await core.close()
})

test('a thousand tools: the sheet opens and a switch turns within a moment, also when all are on', async (t) => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('Big', 'thousand'))
  const row = await whenReady(core, id)
  assert.equal(row.toolsListed, 1000)
  const measure = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const open = await measure(async () => { assert.equal(toolsOf(core, id).length, 1000) })
  const seen = row.tools.map(({ tool, pin }) => ({ tool, pin }))
  const enable = await measure(() => core.call('tools.enable-reads', { connectorId: id, tools: seen }))
  const openOn = await measure(async () => { assert.equal(toolsOf(core, id).filter(({ on }) => on).length, 1000) })
  const sent: number[] = []
  const end = core.watch('connector-tools.watch', { connectorId: id }, (item) => { sent.push(JSON.stringify(item).length) })
  const turn = await measure(async () => {
    const changed = core.until('connector-tools.watch', { connectorId: id }, (item) => item.kind === 'changed' && !item.row.on)
    await core.call('tool.switch', { connectorId: id, tool: 'tool_500', on: false })
    await changed
  })
  end()
  const [snapshot = 0, ...items] = sent
  t.diagnostic(`1,000 tools: open ${open.toFixed(0)} ms, enable all ${enable.toFixed(0)} ms, open with all on ${openOn.toFixed(0)} ms, one switch ${turn.toFixed(0)} ms, ${items.length} row of ${items[0] ?? 0} against ${snapshot} in all`)
  assert.equal(items.length, 1)
  assert.ok((items[0] ?? 0) * 200 < snapshot)
  for (const ms of [open, openOn, turn]) assert.ok(ms < 1000, `${ms} ms`)
  await core.close()
})

test('a pattern of a server’s that would take for ever refuses the call and holds nothing up', async () => {
  const core = await startScripted([calls(['mcp-hostile__match', { word: `${'a'.repeat(60)}!` }], ['mcp-hostile__match', { word: 'aaa' }])])
  const id = await addPasted(core, pastedFake('hostile', 'hostile'))
  await whenReady(core, id)
  await review(core, id, 'match', 'read')
  const from = performance.now()
  const ended = await core.ended(await core.say(await core.newChat(), 'go'))
  assert.ok(performance.now() - from < 5000)
  assert.deepEqual([...ended.calls.values()].map((call) => call.status === 'done' && call.ended.cause), ['denied', 'ran'])
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /invalid arguments: could not be checked within/)
  await core.close()
})

test('a schema that can’t be checked is told of on the sheet soon after the tool is on', async () => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('outputs', 'outputs'))
  const end = core.watch('connector-tools.watch', { connectorId: id }, () => undefined)
  await whenReady(core, id)
  assert.equal(toolIn(await rowNow(core, id), 'uncheckable').resultUnchecked, null, 'nothing is compiled for a tool that is off')
  await review(core, id, 'uncheckable')
  const row = await rowWhen(core, id, ({ tools }) => tools.some(({ resultUnchecked }) => resultUnchecked !== null))
  assert.deepEqual(row.tools.filter(({ resultUnchecked }) => resultUnchecked !== null).map(({ tool, unusable }) => [tool, unusable]), [['uncheckable', null]])
  end()
  await core.close()
})

test('a removed server takes its secrets with it; one that can’t be deleted is named, and the rest goes all the same', async () => {
  const core = await startCore()
  const add = async (label: string) => (await core.call('connector.add', { label, reach: { kind: 'command', command: 'node', args: [], cwd: null }, values: ['KEY', 'TOKEN'].map((name) => ({ name, value: null, secret: true })) })).connectorId
  const secretNames = async (): Promise<string[]> => {
    const item = await core.until('secrets.watch', {}, ({ kind }) => kind === 'snapshot')
    return item.kind === 'snapshot' ? item.rows.map(({ name, where }) => `${name} ${where}`).sort() : []
  }
  const [first, second] = [await add('One'), await add('Two')]
  await core.call('vault.create', { passphrase: 'several unrelated words' })
  for (const id of [first, second]) {
    await core.call('secret.set', { name: `${id}/KEY`, value: 'one-two-three', where: 'session' })
    await core.call('secret.set', { name: `${id}/TOKEN`, value: 'four-five-six', where: 'vault' })
    await core.call('secret.set', { name: `${id}/OLD`, value: 'seven', where: 'session' })
  }
  await core.call('secret.set', { name: `${first}-2/KEY`, value: 'of another', where: 'session' })
  const told = core.until('secrets.watch', {}, (item) => item.kind === 'removed')
  assert.deepEqual(await core.call('connector.remove', { connectorId: first }), { secretsLeft: [] })
  await told
  assert.deepEqual(await secretNames(), [`${first}-2/KEY session`, `${second}/KEY session`, `${second}/OLD session`, `${second}/TOKEN vault`])

  await core.call('vault.lock', {})
  const { secretsLeft } = await core.call('connector.remove', { connectorId: second })
  assert.deepEqual(secretsLeft.map(({ name }) => name), [`${second}/TOKEN`])
  assert.match(secretsLeft[0]?.reason ?? '', /locked/i)
  assert.deepEqual(await secretNames(), [`${first}-2/KEY session`, `${second}/TOKEN vault`])
  const item = await core.until('connectors.watch', {}, ({ kind }) => kind === 'snapshot')
  assert.ok(item.kind === 'snapshot' && item.rows.every(({ builtIn }) => builtIn))
  await core.close()
})

test('when the workspace folder goes, the row of its connector says so by itself, and is well again when the folder is back', async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-gone-')))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  const core = await startCore({ settings: { workspace } })
  const files = async (state: string) => {
    const item = await core.until('connectors.watch', {}, (candidate) => candidate.kind === 'snapshot' ? candidate.rows.some((row) => row.connectorId === 'files' && row.state === state) : candidate.kind === 'changed' && candidate.row.connectorId === 'files' && candidate.row.state === state)
    return item.kind === 'changed' ? item.row.detail : item.kind === 'snapshot' ? item.rows.find(({ connectorId }) => connectorId === 'files')?.detail : null
  }
  assert.equal(await files('ready'), null)
  const gone = core.until('connectors.watch', {}, (item) => item.kind === 'changed' && item.row.connectorId === 'files' && item.row.state === 'degraded')
  rmSync(workspace, { recursive: true })
  const item = await gone
  assert.match((item.kind === 'changed' ? item.row.detail : null) ?? '', /workspace folder is missing/)
  const back = core.until('connectors.watch', {}, (candidate) => candidate.kind === 'changed' && candidate.row.connectorId === 'files' && candidate.row.state === 'ready')
  mkdirSync(workspace)
  await back
  await core.close()
})
