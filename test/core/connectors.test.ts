import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ConnectorId } from '../../shared/ids.ts'
import { startCore } from './live-core.ts'
import { calls, startScripted } from './scripted-core.ts'
import { addPasted, commandOf, pasted, pastedFake, pastedInstalled, review, rowNow, rowWhen, toolIn, whenReady } from './server-core.ts'

function makeFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-connectors-')))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  return folder
}

test('a server from pasted JSON starts with every tool off and unknown to the model; after its reads are enabled one runs, and taints, so that a write asks', async (t) => {
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'note.txt'), 'written before')
  const core = await startScripted([
    calls(['mcp-filesystem__read_text_file', { path: join(folder, 'note.txt') }]),
    calls(['mcp-filesystem__create_directory', { path: join(folder, 'made') }]),
  ])
  const id = await addPasted(core, pastedInstalled('filesystem', [folder]))
  assert.equal(id, 'mcp-filesystem')
  const row = await whenReady(core, id)
  assert.ok(row.tools.length > 8)
  assert.deepEqual([row.builtIn, row.tools.filter(({ on }) => on).length], [false, 0])
  assert.deepEqual([toolIn(row, 'read_text_file').toolClass, toolIn(row, 'read_text_file').provenance, toolIn(row, 'read_text_file').untrusted], ['read', 'hinted', false], 'as the server says')

  await core.ended(await core.say(await core.newChat(), 'first'))
  assert.equal(core.script.requests.flatMap(({ tools }) => tools).filter(({ name }) => name.startsWith('mcp-')).length, 0)
  assert.doesNotMatch(JSON.stringify(core.script.requests[0]), /mcp-filesystem/)

  const reads = row.tools.filter(({ toolClass }) => toolClass === 'read').map(({ tool, pin }) => ({ tool, pin }))
  const { enabled, left } = await core.call('tools.enable-reads', { connectorId: id, tools: reads })
  assert.deepEqual([enabled, left], [reads.map(({ tool }) => tool), []])
  await core.call('tool.set-facts', { connectorId: id, tool: 'read_text_file', pin: toolIn(row, 'read_text_file').pin, untrusted: true })
  await review(core, id, 'create_directory')
  const after = await rowNow(core, id)
  assert.deepEqual(after.tools.filter(({ on }) => on).map(({ tool }) => tool).sort(), [...enabled, 'create_directory'].sort())
  assert.equal(toolIn(after, 'read_text_file').provenance, 'set')

  const from = core.script.requests.length
  const turn = await core.say(await core.newChat(), 'read a text file, then create a directory')
  const question = await core.question(turn)
  const offered = core.script.requests[from]?.tools.map(({ name }) => name) ?? []
  assert.ok(offered.includes('mcp-filesystem__read_text_file'))
  assert.ok(!offered.includes('mcp-filesystem__write_file'))
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /written before/)
  assert.deepEqual([question.tool, question.connectorLabel, question.reason.kind, question.taint.map(({ tool }) => tool)], ['create_directory', 'filesystem', 'matrix', ['read_text_file']])
  assert.equal(existsSync(join(folder, 'made')), false)
  await core.answer(question, 'approve')
  await core.ended(turn)
  assert.equal(existsSync(join(folder, 'made')), true)
  await core.close()
})

test('the memory and everything servers work beside each other, and only what a server doesn’t call closed taints', async (t) => {
  const folder = makeFolder(t)
  const core = await startScripted([
    calls(['mcp-memory__create_entities', { entities: [{ name: 'Oak', entityType: 'tree', observations: ['stands by the gate'] }] }]),
    calls(['mcp-memory__search_nodes', { query: 'gate' }], ['mcp-everything__echo', { message: 'over the fence' }], ['mcp-plain__echo', {}]),
  ])
  // One tool more than a step holds: what isn't needed here makes room.
  await core.call('connector.switch', { connectorId: ConnectorId.parse('tasks'), on: false })
  const memory = await addPasted(core, pastedInstalled('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }))
  const everything = await addPasted(core, pastedInstalled('everything'))
  const plain = await addPasted(core, pastedFake('plain', 'plain'))
  await Promise.all([memory, everything, plain].map((id) => whenReady(core, id)))
  await review(core, memory, 'create_entities', 'write')
  await review(core, memory, 'search_nodes', 'read')
  await review(core, everything, 'echo', 'read')
  await review(core, plain, 'echo', 'read')
  const memoryRow = await rowNow(core, memory)
  for (const tool of ['create_entities', 'search_nodes']) await core.call('tool.set-facts', { connectorId: memory, tool, pin: toolIn(memoryRow, tool).pin, untrusted: false })
  assert.deepEqual([toolIn(await rowNow(core, memory), 'search_nodes').untrusted, toolIn(await rowNow(core, memory), 'search_nodes').untrustedBy], [false, 'set'])
  const ended = await core.ended(await core.say(await core.newChat(), 'go'))
  assert.deepEqual([...ended.calls.values()].map((call) => call.status === 'done' && call.ended.outcome), ['ok', 'ok', 'ok', 'ok'])
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /stands by the gate.*over the fence/)
  assert.deepEqual(ended.taint.map(({ connectorId }) => connectorId), ['mcp-plain'])
  await core.close()
})

test('what a person chose for a server and its tools outlives a restart', async (t) => {
  const dataDirectory = makeFolder(t)
  const first = await startCore({ dataDirectory })
  const id = await addPasted(first, pastedFake('Notes', 'annotations'))
  await whenReady(first, id)
  await review(first, id, 'wipe', 'write')
  await first.call('connector.rename', { connectorId: id, label: 'My notes' })
  await first.call('tool.set-facts', { connectorId: id, tool: 'wipe', pin: toolIn(await rowNow(first, id), 'wipe').pin, egress: true })
  await first.close()
  const second = await startCore({ dataDirectory })
  const row = await whenReady(second, id)
  const { on, toolClass, provenance, egress, hintedClass, changed } = toolIn(row, 'wipe')
  assert.deepEqual({ label: row.label, on, toolClass, provenance, egress, hintedClass, changed }, { label: 'My notes', on: true, toolClass: 'write', provenance: 'set', egress: true, hintedClass: 'destructive', changed: null })
  await second.close()
})

test('a rename restarts nothing', async () => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('plain', 'plain'))
  const { server } = await whenReady(core, id)
  await core.call('connector.rename', { connectorId: id, label: 'Renamed' })
  const row = await rowNow(core, id)
  assert.deepEqual([row.label, row.server?.status], ['Renamed', server?.status])
  await core.close()
})

test('a removed server takes its choices, its approvals and its id with it', async () => {
  const core = await startCore()
  const first = await addPasted(core, pastedFake('Notes', 'annotations'))
  await whenReady(core, first)
  await review(core, first, 'lookup')
  const gone = core.until('connectors.watch', {}, (item) => item.kind === 'removed' && item.id === first)
  await core.call('connector.remove', { connectorId: first })
  await gone
  const second = await addPasted(core, pastedFake('Notes', 'annotations'))
  assert.deepEqual([first, second], ['mcp-notes', 'mcp-notes-2'])
  const row = await whenReady(core, second)
  assert.deepEqual(row.tools.filter(({ on, provenance }) => on || provenance === 'set'), [])
  await assert.rejects(core.call('connector.remove', { connectorId: first }), { code: 'input.not-found' })
  await core.close()
})

test('a command line that changes is another server: what was accepted waits for a new review', async () => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('Notes', 'annotations'))
  const { server } = await whenReady(core, id)
  await review(core, id, 'lookup')
  await core.call('connector.update', { connectorId: id, reach: { ...commandOf(server?.reach), args: [...commandOf(server?.reach).args, '--more'] }, values: [] })
  const row = await rowWhen(core, id, ({ state }) => state === 'changed')
  const tool = toolIn(row, 'lookup')
  assert.match(tool.changed?.after ?? '', /--more/)
  assert.doesNotMatch(tool.changed?.before ?? '', /--more/)
  await core.close()
})

test('only what still is as it was shown is accepted', async () => {
  const core = await startCore()
  const id = await addPasted(core, pastedFake('Notes', 'annotations'))
  const row = await whenReady(core, id)
  const seen = (name: string) => ({ tool: name, pin: toolIn(row, name).pin })
  const stale = { tool: 'lookup', pin: toolIn(row, 'note').pin }
  await assert.rejects(core.call('tool.switch', { connectorId: id, tool: 'lookup', on: true }), { code: 'input.invalid', message: /not what you were shown/ })
  await assert.rejects(core.call('tool.switch', { connectorId: id, on: true, ...stale }), { code: 'input.invalid' })
  await assert.rejects(core.call('tool.set-class', { connectorId: id, tools: [seen('note'), stale], toolClass: 'read' }), { code: 'input.invalid' })
  assert.equal(toolIn(await rowNow(core, id), 'note').provenance, 'hinted')
  const { enabled, left } = await core.call('tools.enable-reads', { connectorId: id, tools: [seen('lookup'), seen('drop_all'), seen('wipe'), seen('note'), { ...stale, tool: 'ls' }] })
  assert.deepEqual([enabled, left.map(({ tool, reason }) => `${tool}: ${reason}`)], [['lookup'], [
    'drop_all: Its words contradict that it only reads; switch it on by itself.', 'wipe: It is not a read.', 'note: It is not a read.', 'ls: Its definition changed.',
  ]])
  assert.deepEqual([toolIn(row, 'drop_all').misleading, toolIn(row, 'peek').toolClass, toolIn(row, 'send').provenance], [true, 'destructive', 'unset'])
  await assert.rejects(core.call('tool.set-class', { connectorId: id, tools: [], toolClass: 'read' }).then(() => core.call('tool.set-class', { connectorId: row.connectorId, tools: [{ tool: 'nowhere', pin: stale.pin }], toolClass: 'read' })), { code: 'input.not-found' })
  await core.close()
})

test('a secret value is looked up under the server’s own name at each start, and stands in no row, log or configuration', async () => {
  const core = await startScripted([calls(['mcp-keyed__environment', {}], ['mcp-keyed__refuse', {}])])
  const [candidate] = (await core.call('connector.parse-config', { text: pasted('Keyed', [fileURLToPath(new URL('../fakes/mcp-server.ts', import.meta.url)), 'plain'], { KEY: 'hunter2-hunter2', OTHER_TOKEN: 'x' }), origin: 'pasted' })).candidates
  assert.ok(candidate !== undefined)
  assert.deepEqual(candidate.values.map(({ name, secret }) => `${name} ${secret}`), ['KEY true', 'OTHER_TOKEN true'])
  const { connectorId } = await core.call('connector.add', { label: 'Keyed', reach: candidate.reach, values: [{ name: 'KEY', value: null, secret: true }] })
  assert.equal((await rowNow(core, connectorId)).state, 'off')
  await core.call('secret.set', { name: `${connectorId}/KEY`, value: 'hunter2-hunter2', where: 'session' })
  await core.call('secret.set', { name: 'KEY', value: 'of somebody else', where: 'session' })
  await core.call('connector.switch', { connectorId, on: true })
  const row = await whenReady(core, connectorId)
  assert.deepEqual(row.server?.values, [{ name: 'KEY', shown: '••••••', secret: true }])
  for (const name of ['environment', 'refuse']) await review(core, connectorId, name, 'read')
  await core.ended(await core.say(await core.newChat(), 'go'))
  const heard = JSON.stringify(core.script.requests.at(-1)?.messages)
  assert.match(heard, /KEY_LENGTH\D+15/)
  assert.doesNotMatch(heard, /hunter2/)
  assert.doesNotMatch(JSON.stringify([await rowNow(core, connectorId), await core.call('connector.log', { connectorId })]), /hunter2/)
  await core.close()
})

test('a review shows the whole command line, hides values, and nothing starts before it is added', async (t) => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'empty'))
  const trace = join(folder, 'started')
  const core = await startCore()
  const text = pasted('Risky', ['-e', `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "")`], { API_TOKEN: 'hunter2', HOST: '${DEMO_HOST}' })
  const reviewed = await core.call('connector.parse-config', { text, origin: 'pasted' })
  const [candidate] = reviewed.candidates
  assert.deepEqual([commandOf(candidate?.reach).command, commandOf(candidate?.reach).args[0], candidate?.references.map(({ name }) => name)], [process.execPath, '-e', ['DEMO_HOST']])
  assert.deepEqual(candidate?.values.map(({ name, shown }) => `${name}=${shown}`), ['API_TOKEN=••••••', 'HOST=${DEMO_HOST}'])
  assert.match(candidate?.warnings.join(' ') ?? '', /code that is written in its arguments/)
  assert.deepEqual((await core.call('connector.parse-config', { text: pasted('x', ['y'], { LD_PRELOAD: '/tmp/a.so' }), origin: 'pasted' })).candidates[0]?.problems.length, 1)
  await assert.rejects(core.call('connector.add', { label: 'x', reach: { kind: 'command', command: 'node', args: [], cwd: null }, values: [{ name: 'LD_PRELOAD', value: '/tmp/a.so' }] }), { code: 'connector.invalid' })
  assert.equal(existsSync(trace), false)
  const { rows } = await core.until('connectors.watch', {}, () => true).then((item) => (item.kind === 'snapshot' ? item : { rows: [] }))
  assert.equal(rows.filter(({ builtIn }) => !builtIn).length, 0)
  await core.close()
})

test('a description that steers is shown whole with what it names, and reaches no model before it was reviewed', async () => {
  const core = await startScripted([])
  const id = await addPasted(core, pastedFake('Sums', 'poisoned'))
  const row = await whenReady(core, id)
  assert.deepEqual(toolIn(row, 'add').mentions, ['list_memories (Memories)'])
  assert.match(toolIn(row, 'add').description, /\u202E.*\u{E0041}/u)
  await core.ended(await core.say(await core.newChat(), 'go'))
  assert.doesNotMatch(JSON.stringify(core.script.requests), /Adds two numbers/)
  await assert.rejects(addPasted(core, pastedFake('MEMORIES', 'plain')), { code: 'connector.invalid', message: /already/ })
  await assert.rejects(core.call('connector.rename', { connectorId: id, label: 'Tasks' }), { code: 'connector.invalid' })
  await core.close()
})

test('a question about a server’s tool outlives a restart and runs once its server is back', async (t) => {
  const dataDirectory = makeFolder(t)
  const steps = [calls(['mcp-plain__echo', { word: 'after the restart' }])]
  const first = await startScripted(steps, { dataDirectory })
  const id = await addPasted(first, pastedFake('plain', 'plain'))
  await whenReady(first, id)
  await review(first, id, 'echo')
  const turn = await first.say(await first.newChat(), 'go')
  await first.question(turn)
  await first.close()
  const second = await startScripted(steps, { dataDirectory })
  const question = await second.question(turn)
  assert.deepEqual([question.connectorLabel, question.title, question.toolClass], ['plain', 'echo', 'destructive'])
  await whenReady(second, id)
  await second.answer(question, 'approve')
  await second.ended(turn)
  assert.match(JSON.stringify(second.script.requests.at(-1)?.messages), /after the restart/)
  await second.close()
})

test('servers that fail, hang or flood cost themselves, never a chat', async () => {
  const core = await startScripted([calls(['mcp-good__echo', { word: 'hello' }])])
  const failing = await addPasted(core, pastedFake('Failing', 'exits'))
  const hanging = await addPasted(core, pastedFake('Hanging', 'hang'))
  const flooding = await addPasted(core, pastedFake('Flooding', 'floods-stderr'))
  const good = await addPasted(core, pastedFake('Good', 'plain'))
  await core.call('connector.add', { label: 'Missing', reach: { kind: 'command', command: 'no-such-program-at-all', args: [], cwd: null }, values: [] })
  await Promise.all([whenReady(core, good), whenReady(core, flooding)])
  await review(core, good, 'echo', 'read')
  const ended = await core.ended(await core.say(await core.newChat(), 'go'))
  assert.equal(ended.ended?.outcome, 'completed')
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /hello/)
  const failed = await rowWhen(core, failing, ({ server: one }) => one?.status.state === 'failed' && one.status.exitCode !== null)
  assert.ok(failed.server?.status.state === 'failed')
  assert.deepEqual([failed.server.status.exitCode, failed.server.status.lastWords.at(-1)], [3, 'no such database'])
  const { server } = await rowNow(core, hanging)
  assert.equal(server?.status.state, 'starting')
  assert.match((await core.call('connector.log', { connectorId: failing })).lines.map(({ from, text }) => `${from}: ${text}`).join('\n'), /stderr: no such database/)
  assert.ok((await core.call('connector.log', { connectorId: flooding })).lines.length <= 2000)
  const restarted = core.until('connectors.watch', {}, (item) => item.kind === 'changed' && item.row.connectorId === failing && item.row.state === 'starting')
  await core.call('connector.retry', { connectorId: failing })
  await restarted
  await core.call('connector.switch', { connectorId: good, on: false })
  assert.equal((await rowWhen(core, good, ({ state }) => state === 'off')).on, false)
  await core.close()
})
