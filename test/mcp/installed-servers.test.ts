import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ToolOutput } from '../../electron/core/tools/tool-output.ts'
import { forModel } from '../../electron/core/tools/schema.ts'
import { callContext, installedServer, isAlive, liveServers } from './live-servers.ts'

test('the file server reads and writes in its folder, hints its classes, and leaves with us', async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-files-')))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  writeFileSync(join(folder, 'note.txt'), 'written before')
  const live = liveServers(t, [installedServer('filesystem', [folder])])
  const connector = await live.reached('filesystem', 'ready')
  const classes = new Map(connector.tools.map(({ identity, toolClass }) => [identity.tool, toolClass]))
  assert.equal(classes.get('read_text_file'), 'read')
  assert.equal(classes.get('write_file'), 'destructive')
  assert.equal(classes.get('create_directory'), 'write')
  assert.deepEqual(connector.tools.filter(({ misleading }) => misleading).map(({ identity }) => identity.tool), [])
  assert.equal(await live.tool('filesystem', 'read_text_file').run({ path: join(folder, 'note.txt') }, callContext()), 'written before')
  await live.tool('filesystem', 'write_file').run({ path: join(folder, 'new.txt'), content: 'by a call' }, callContext())
  assert.equal(readFileSync(join(folder, 'new.txt'), 'utf8'), 'by a call')
  await assert.rejects(live.tool('filesystem', 'read_text_file').run({ path: '/etc/hostname' }, callContext()), { code: 'tool.failed' })
  assert.deepEqual(live.tool('filesystem', 'read_text_file').check({}), { path: '', problem: 'must have required property \'path\'' })
})

test('the memory server remembers between calls', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-memory-'))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  const live = liveServers(t, [installedServer('memory', [], { env: { MEMORY_FILE_PATH: { kind: 'text', text: join(folder, 'memory.jsonl') } } })])
  const connector = await live.reached('memory', 'ready')
  assert.ok(connector.tools.every(({ inputSchema }) => forModel(inputSchema).ok))
  await live.tool('memory', 'create_entities').run({ entities: [{ name: 'Oak', entityType: 'tree', observations: ['stands by the gate'] }] }, callContext())
  assert.match(String(await live.tool('memory', 'search_nodes').run({ query: 'gate' }, callContext())), /stands by the gate/)
})

test('the everything server lists, reports progress, and describes what isn’t text', async (t) => {
  const live = liveServers(t, [installedServer('everything')])
  const connector = await live.reached('everything', 'ready')
  assert.ok(connector.tools.length >= 8, String(connector.tools.length))
  assert.ok(connector.tools.every(({ schemaProblem }) => schemaProblem() === null))
  assert.match(String(await live.tool('everything', 'echo').run({ message: 'over the fence' }, callContext())), /over the fence/)
  const image = await live.tool('everything', 'get-tiny-image').run({}, callContext())
  assert.ok(image instanceof ToolOutput)
  assert.match(image.text, /\[image: image\/png, \d+(?:\.\d+)? (?:bytes|KiB)\]/)
  assert.deepEqual(image.images.map(({ mimeType }) => mimeType), ['image/png'])
  assert.match(String(await live.tool('everything', 'get-structured-content').run({ location: 'Chicago' }, callContext())), /"temperature":36/)
  const steps: string[] = []
  await live.tool('everything', 'trigger-long-running-operation').run({ duration: 1, steps: 4 }, callContext({ emitStatus: (text) => { steps.push(text) } }))
  assert.ok(steps.length >= 3, steps.join())
  assert.equal(connector.instructions() === null, false)
})

test('all of them run side by side, one process each, and none is left', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-all-'))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  const live = liveServers(t, [installedServer('filesystem', [folder]), installedServer('memory', [], { env: { MEMORY_FILE_PATH: { kind: 'text', text: join(folder, 'm.jsonl') } } }), installedServer('everything')])
  for (const name of ['filesystem', 'memory', 'everything']) await live.reached(name, 'ready')
  const pids = readdirSync(join(live.folder, 'servers')).map((file) => Number(JSON.parse(readFileSync(join(live.folder, 'servers', file), 'utf8')).leader.pid))
  assert.equal(pids.length, 3)
  assert.ok(pids.every(isAlive))
  const from = Date.now()
  await live.supervisor.close()
  assert.ok(Date.now() - from < 4000)
  assert.deepEqual(pids.filter(isAlive), [])
})
