import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TurnState } from '../../shared/turn-state.ts'
import type { LiveCore } from './live-core.ts'
import { calls, startScripted } from './scripted-core.ts'
import { addPasted, pasted, review, rowNow, rowWhen, toolIn, whenReady } from './server-core.ts'

const FAKE = new URL('../fakes/mcp-server.ts', import.meta.url).href

/** A server whose program is another one from its next start on, under the same command line. */
function replaceableServer(t: TestContext, mode: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-remembered-')))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  const program = join(folder, 'server.mjs')
  const trace = join(folder, 'opened')
  const run = `process.argv[2] = ${JSON.stringify(mode)}; await import(${JSON.stringify(FAKE)})`
  writeFileSync(program, run)
  return {
    dataDirectory: join(folder, 'data'), text: pasted('Notes', [program]),
    fail: () => { writeFileSync(program, 'process.stderr.write("no such database\\n"); process.exit(3)') },
    /** It starts once the gate is opened. */
    hold: (before = '') => { writeFileSync(program, `import { existsSync } from 'node:fs'\nwhile (!existsSync(${JSON.stringify(trace)})) await new Promise((resolve) => setTimeout(resolve, 20))\n${before}\n${run}`) },
    open: () => { writeFileSync(trace, '') },
    opened: () => existsSync(trace),
  }
}

const onlyCall = (state: TurnState) => {
  const [call] = [...state.calls.values()]
  assert.ok(call?.status === 'done')
  return call
}
const lastMessages = (core: { readonly script: { readonly requests: readonly { readonly messages: unknown }[] } }): string => JSON.stringify(core.script.requests.at(-1)?.messages)

/** A question about `echo`, stored by a core that is closed by now. */
async function askAndClose(server: ReturnType<typeof replaceableServer>, script: Parameters<typeof startScripted>[0]) {
  const core = await startScripted(script, { dataDirectory: server.dataDirectory })
  const id = await addPasted(core, server.text)
  await whenReady(core, id)
  await review(core, id, 'echo')
  const turn = await core.say(await core.newChat(), 'go')
  await core.question(turn)
  await core.close()
  return { id, turn }
}

const waits = (core: LiveCore, turnId: Parameters<LiveCore['state']>[0]): Promise<unknown> => core.until('turn.watch', { turnId, after: 0 }, (item) => item.kind === 'status' && item.text === 'Waiting for Notes')
const ECHO = [calls(['mcp-notes__echo', { word: 'after the restart' }])]

test('after a restart the sheet of a server that fails shows what it listed; nothing of it is offered, and a call is refused with why', async (t) => {
  const server = replaceableServer(t, 'annotations')
  const first = await startScripted([], { dataDirectory: server.dataDirectory })
  const id = await addPasted(first, server.text)
  await whenReady(first, id)
  await review(first, id, 'lookup', 'read')
  await first.call('tool.set-facts', { connectorId: id, tool: 'lookup', pin: toolIn(await rowNow(first, id), 'lookup').pin, untrusted: false })
  const before = await rowNow(first, id)
  await first.close()

  server.fail()
  const second = await startScripted([calls(['mcp-notes__lookup', {}], ['mcp-notes__nowhere', {}], ['mcp-notes__wipe', {}])], { dataDirectory: server.dataDirectory })
  const row = await rowWhen(second, id, ({ state }) => state === 'failed')
  assert.deepEqual(row.tools, before.tools)
  assert.deepEqual([row.toolsListed, row.toolsOn, row.server?.listedAt], [7, 1, before.server?.listedAt])
  const ended = await second.ended(await second.say(await second.newChat(), 'go'))
  assert.deepEqual(second.script.requests[0]?.tools.filter(({ name }) => name.startsWith('mcp-')), [])
  const heard = lastMessages(second)
  assert.match(heard, /The connector isn’t ready: The connector Notes is not running: /)
  assert.match(heard, /unknown tool 'mcp-notes__nowhere'/)
  assert.match(heard, /unknown tool 'mcp-notes__wipe'/, 'one that is off is nowhere')
  assert.deepEqual([...ended.calls.values()].map((call) => call.status === 'done' && [call.ended.cause, call.attempts].join(' ')), ['denied 0', 'denied 0', 'denied 0'])

  await second.call('connector.switch', { connectorId: id, on: false })
  assert.deepEqual((await rowWhen(second, id, ({ state }) => state === 'off')).tools.map(({ tool, on, pin }) => [tool, on, pin]), before.tools.map(({ tool, on, pin }) => [tool, on, pin]))
  await second.close()
})

test('an approval that is answered while its server starts waits for it, and runs once the server has listed the tool anew', async (t) => {
  const server = replaceableServer(t, 'plain')
  const { id, turn } = await askAndClose(server, ECHO)
  server.hold()
  const second = await startScripted(ECHO, { dataDirectory: server.dataDirectory })
  const waiting = waits(second, turn)
  await second.answer(await second.question(turn), 'approve')
  await waiting
  assert.equal((await rowNow(second, id)).state, 'starting')
  assert.deepEqual((await second.events(turn)).filter(({ event }) => event.kind === 'tool.started' || event.kind === 'tool.ended'), [])
  server.open()
  assert.deepEqual([onlyCall(await second.ended(turn)).ended.outcome, server.opened()], ['ok', true])
  assert.match(lastMessages(second), /after the restart/)
  await second.close()
})

test('an approval whose server doesn’t come up is denied with why', async (t) => {
  const server = replaceableServer(t, 'plain')
  const { turn } = await askAndClose(server, ECHO)
  server.fail()
  const second = await startScripted(ECHO, { dataDirectory: server.dataDirectory })
  await second.answer(await second.question(turn), 'approve')
  const call = onlyCall(await second.ended(turn))
  assert.deepEqual([call.ended.cause, call.attempts], ['denied', 0])
  assert.match(lastMessages(second), /isn’t ready: The connector Notes is not running: Notes ended while it was starting: exit code 3/)
  await second.close()
})

test('an approval waits no longer than the server may take to start', async (t) => {
  const server = replaceableServer(t, 'plain')
  const { id, turn } = await askAndClose(server, ECHO)
  server.hold()
  const limited = await startScripted(ECHO, { dataDirectory: server.dataDirectory })
  const { server: row } = await rowNow(limited, id)
  assert.ok(row !== null)
  await limited.call('connector.update', { connectorId: id, reach: row.reach, values: [], limits: { startSeconds: 1, callSeconds: 5, totalSeconds: 9 } })
  await limited.answer(await limited.question(turn), 'approve')
  assert.equal(onlyCall(await limited.ended(turn)).ended.cause, 'denied')
  assert.match(lastMessages(limited), /did not get ready within 1 s/)
  const { server: after } = await rowNow(limited, id)
  assert.deepEqual([after?.limits, after?.times], [{ startSeconds: 1, callSeconds: 5, totalSeconds: 9 }, { start: 1, call: 5, total: 9 }])
  await assert.rejects(limited.call('connector.update', { connectorId: id, reach: row.reach, values: [], limits: { startSeconds: 1, callSeconds: 9, totalSeconds: 5 } }), { code: 'connector.invalid', message: /must not be shorter/ })
  await assert.rejects(limited.call('connector.update', { connectorId: id, reach: row.reach, values: [], limits: { startSeconds: 601, callSeconds: null, totalSeconds: null } }), { code: 'connector.invalid' })
  await limited.close()
})

test('an approval of a tool whose server lists it otherwise after the restart is denied: nothing is sent', async (t) => {
  const server = replaceableServer(t, 'plain')
  const { id, turn } = await askAndClose(server, ECHO)
  server.hold('process.env.FAKE_WORDS = " And more."')
  const second = await startScripted(ECHO, { dataDirectory: server.dataDirectory })
  const waiting = waits(second, turn)
  await second.answer(await second.question(turn), 'approve')
  await waiting
  server.open()
  const call = onlyCall(await second.ended(turn))
  assert.deepEqual([call.ended.cause, call.attempts], ['denied', 0])
  assert.match(toolIn(await rowWhen(second, id, ({ state }) => state === 'changed'), 'echo').changed?.after ?? '', /And more/)
  await second.close()
})

test('a stop ends a turn that waits for a server', async (t) => {
  const server = replaceableServer(t, 'plain')
  const { turn } = await askAndClose(server, ECHO)
  server.hold()
  const second = await startScripted(ECHO, { dataDirectory: server.dataDirectory })
  const waiting = waits(second, turn)
  await second.answer(await second.question(turn), 'approve')
  await waiting
  await second.call('turn.stop', { turnId: turn })
  assert.equal(onlyCall(await second.ended(turn)).ended.cause, 'stopped')
  await second.close()
})

test('another command line inherits nothing of what the one before listed', async (t) => {
  const server = replaceableServer(t, 'plain')
  const core = await startScripted([], { dataDirectory: server.dataDirectory })
  const id = await addPasted(core, server.text)
  assert.ok((await whenReady(core, id)).toolsListed > 5)
  await core.call('connector.update', { connectorId: id, reach: { kind: 'command', command: process.execPath, args: [fileURLToPath(FAKE), 'hang'], cwd: null }, values: [] })
  const row = await rowWhen(core, id, ({ state }) => state === 'starting')
  assert.deepEqual([row.tools, row.server?.listedAt], [[], null])
  await core.close()
})

test('a turn that was cut between its steps goes on with the tools it had, once their server has come up again', async (t) => {
  const server = replaceableServer(t, 'plain')
  const steps = [...ECHO, { text: 'Half of', hold: true }]
  const first = await startScripted(steps, { dataDirectory: server.dataDirectory })
  const id = await addPasted(first, server.text)
  await whenReady(first, id)
  await review(first, id, 'echo', 'read')
  const turn = await first.say(await first.newChat(), 'go')
  await first.script.heard
  await first.close()

  server.hold()
  const second = await startScripted([...ECHO, { text: 'All of it.' }], { dataDirectory: server.dataDirectory })
  assert.deepEqual([(await rowNow(second, id)).state, second.script.requests.length], ['starting', 0])
  server.open()
  assert.equal((await second.ended(turn)).ended?.outcome, 'completed')
  assert.deepEqual(second.script.requests.map(({ tools }) => tools.some(({ name }) => name === 'mcp-notes__echo')), [true])
  await second.close()
})

test('a turn whose server doesn’t come up goes on without its tools', async (t) => {
  const server = replaceableServer(t, 'plain')
  const first = await startScripted([{ text: 'Half of', hold: true }], { dataDirectory: server.dataDirectory })
  const id = await addPasted(first, server.text)
  await whenReady(first, id)
  await review(first, id, 'echo', 'read')
  const turn = await first.say(await first.newChat(), 'go')
  await first.script.heard
  await first.close()

  server.fail()
  const second = await startScripted([{ text: 'All of it.' }], { dataDirectory: server.dataDirectory })
  assert.equal((await second.ended(turn)).ended?.outcome, 'completed')
  assert.deepEqual(second.script.requests.map(({ tools }) => tools.some(({ name }) => name === 'mcp-notes__echo')), [false])
  await second.close()
})
