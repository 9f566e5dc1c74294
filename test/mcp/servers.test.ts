import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProcessRecords, MARK_NAME } from '../../electron/core/mcp/process-records.ts'
import { SERVER_TIMES } from '../../electron/core/mcp/supervisor.ts'
import type { McpConnector } from '../../electron/core/mcp/mcp-connector.ts'
import { callContext, fakeServer, isAlive, liveServers, whenGone, type LiveServers } from './live-servers.ts'

const QUICK = { restartMs: [10, 20], probeMs: 5000, ending: { politeMs: 200, termMs: 300 } }
const failure = (connector: McpConnector): string => { const status = connector.status(); return status.state === 'failed' ? status.why : `not failed: ${status.state}` }
const pidOf = async (live: LiveServers, mode: string): Promise<number> => JSON.parse(String(await live.tool(mode, 'arguments').run({}, callContext()))).pid

test('a server starts, lists, answers and is gone after the end', async (t) => {
  const live = liveServers(t, [fakeServer('plain', { args: ['--with space', '$HOME; echo x', ''] })])
  const connector = await live.reached('plain', 'ready')
  assert.equal(connector.problem(), null)
  const about = JSON.parse(String(await live.tool('plain', 'arguments').run({}, callContext())))
  assert.deepEqual(about.args, ['--with space', '$HOME; echo x', ''])
  assert.equal(about.cwd, process.env['HOME'])
  const answer = JSON.parse(String(await live.tool('plain', 'echo').run({ word: 'hello' }, callContext())))
  assert.deepEqual(answer.arguments, { word: 'hello' })
  assert.equal(answer.meta['gatehouse/idempotency-key'], 'key-1')
  assert.equal(connector.instructions(), 'Always say please.')
  await live.supervisor.close()
  assert.equal(isAlive(about.pid), false)
  assert.deepEqual(readdirSync(join(live.folder, 'servers')), [])
})

test('a server that ends at once is tried again with growing waits, then only when a person asks', async (t) => {
  const live = liveServers(t, [fakeServer('exits')], { times: QUICK })
  const tries: number[] = []
  live.supervisor.onChanged(() => { const status = live.connector('exits').status(); if (status.state === 'starting') tries.push(status.tries) })
  const givenUp = (): boolean => { const status = live.connector('exits').status(); return status.state === 'failed' && status.nextTryAt === null }
  await live.until(givenUp)
  const status = live.connector('exits').status()
  assert.equal(status.state === 'failed' && status.exitCode, 3)
  assert.deepEqual(status.state === 'failed' && status.lastWords.at(-1), 'no such database')
  assert.match(failure(live.connector('exits')), /ended while it was starting: exit code 3/)
  assert.deepEqual(tries.slice(-2), [2, 3])
  assert.match(live.connector('exits').problem() ?? '', /Try again/)
  live.supervisor.retry(live.connector('exits').id)
  await live.until(() => tries.slice(3).length > 0)
  assert.equal(tries[3] ?? 0, 1)
  await live.until(givenUp)
})

test('a server that never answers fails with who and how long, and holds up nobody else', async (t) => {
  const live = liveServers(t, [fakeServer('hang'), fakeServer('plain')], { times: { startMs: 1500, probeMs: 200, restartMs: [] } })
  await live.reached('plain', 'ready')
  assert.equal(live.connector('hang').status().state, 'starting')
  assert.match(live.connector('hang').problem() ?? '', /Fake hang is still starting/)
  await live.reached('hang', 'failed')
  assert.match(failure(live.connector('hang')), /did not get ready within 2 s/)
})

test('an end while servers are still starting leaves nothing behind', async (t) => {
  const live = liveServers(t, [fakeServer('hang'), fakeServer('stubborn')], { times: QUICK })
  await live.reached('stubborn', 'ready')
  const from = Date.now()
  await live.supervisor.close()
  assert.ok(Date.now() - from < 4000)
  assert.deepEqual(readdirSync(join(live.folder, 'servers')), [])
  live.supervisor.start()
  live.supervisor.configure([fakeServer('plain')])
  assert.equal(live.connector('plain').status().state, 'off')
})

test('a command that is not found says which and where it was looked for, and is not tried again by itself', async (t) => {
  const live = liveServers(t, [fakeServer('plain', { command: 'no-such-program' })], { own: { ...process.env, PATH: '/opt/somewhere:/usr/bin' } })
  const status = (await live.reached('plain', 'failed')).status()
  assert.ok(status.state === 'failed' && status.nextTryAt === null)
  assert.match(status.why, /“no-such-program” was not found\. Looked in: \/opt\/somewhere, \/usr\/bin\./)
})

test('a reference to an unset variable keeps the server from starting and names it', async (t) => {
  const live = liveServers(t, [fakeServer('plain', { args: ['${NOPE}'], env: { A: { kind: 'text', text: '${ALSO_NOT}' }, B: { kind: 'secret', secret: 'b' } } })])
  await live.reached('plain', 'failed')
  assert.match(failure(live.connector('plain')), /NOPE, ALSO_NOT, B are not set/)
  assert.deepEqual(readdirSync(live.folder), [])
})

test('references are expanded at the start, never in what is stored', async (t) => {
  const config = fakeServer('plain', { args: ['${DEMO_HOME}/x', '${A:-d}', '$$', '$${B}'] })
  const live = liveServers(t, [config], { own: { ...process.env, DEMO_HOME: '/somewhere' } })
  await live.reached('plain', 'ready')
  assert.deepEqual(JSON.parse(String(await live.tool('plain', 'arguments').run({}, callContext()))).args, ['/somewhere/x', 'd', '$$', '${B}'])
  assert.ok(JSON.stringify(live.connector('plain').launch).includes('${DEMO_HOME}'))
})

test('a server gets a small environment and what was set for it, nothing else of ours', async (t) => {
  const own = { ...process.env, ANTHROPIC_API_KEY: 'x', AWS_SECRET_ACCESS_KEY: 'y', LC_ALL: 'C.UTF-8', 'BASH_FUNC_which%%': '() { :; }', TERM: '() { :; }' }
  const live = liveServers(t, [fakeServer('plain', { env: { MINE: { kind: 'text', text: 'set' }, KEY: { kind: 'secret', secret: 'the key' } } })], { own, secretOf: async (_id, name) => (name === 'the key' ? 'hunter22' : null) })
  await live.reached('plain', 'ready')
  const environment: Record<string, unknown> = JSON.parse(String(await live.tool('plain', 'environment').run({}, callContext())))
  assert.equal(environment['MINE'], 'set')
  assert.equal(environment['KEY'], '[secret]')
  assert.equal(environment['KEY_LENGTH'], 'hunter22'.length)
  await assert.rejects(live.tool('plain', 'refuse').run({}, callContext()), /missing \[secret\]$/)
  assert.equal(environment['PATH'], process.env['PATH'])
  const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'MINE', 'KEY', 'KEY_LENGTH', MARK_NAME]
  assert.deepEqual(Object.keys(environment).filter((name) => !allowed.includes(name) && !name.startsWith('LC_')), [])
  assert.equal(environment['TERM'], undefined)
})

test('names that would make other code run are refused when a server is set up', () => {
  for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'PATH', 'bash_env', 'a b', '']) {
    assert.throws(() => fakeServer('plain', { env: { [name]: { kind: 'text', text: 'x' } } }), { code: 'connector.invalid' }, name)
  }
})

test('lines that are no messages are skipped, counted and logged without escape codes', async (t) => {
  const live = liveServers(t, [fakeServer('noise')])
  const connector = await live.reached('noise', 'ready')
  assert.ok(connector.tools.length > 5)
  assert.deepEqual(connector.notes(), ['The server wrote 9 lines that are not MCP.'])
  assert.equal(connector.log()[0]?.text, 'Starting up…')
})

test('floods on stdout and stderr are drained and bounded, secrets taken out', async (t) => {
  const secret = 'a-secret-value-for-tests'
  const live = liveServers(t, [fakeServer('floods-stdout'), fakeServer('floods-stderr', { env: { DEMO_TOKEN: { kind: 'secret', secret: 'x' } } })], { secretOf: async () => secret })
  await live.reached('floods-stdout', 'ready')
  await live.reached('floods-stderr', 'ready')
  assert.match(live.connector('floods-stdout').notes()[0] ?? '', /20000 lines/)
  const lines = live.connector('floods-stderr').log()
  assert.ok(lines.length > 100 && lines.length <= 2000)
  assert.ok(lines.reduce((sum, line) => sum + line.text.length, 0) <= 256 * 1024)
  assert.ok(lines.every((line) => !line.text.includes(secret)))
  assert.ok(lines.some((line) => line.text.endsWith('[secret]')))
})

test('a message that is too long ends the connection with a sentence, and the server comes back', async (t) => {
  const live = liveServers(t, [fakeServer('plain')], { times: QUICK })
  await live.reached('plain', 'ready')
  const failed = live.reached('plain', 'failed').then(failure)
  await assert.rejects(live.tool('plain', 'huge').run({}, callContext()), { code: 'tool.outcome-unknown' })
  assert.match(await failed, /sent a message that is too long/)
  await live.reached('plain', 'ready')
})

test('a server that dies in the middle of a call leaves the outcome unknown and is started again', async (t) => {
  const live = liveServers(t, [fakeServer('plain')], { times: QUICK })
  await live.reached('plain', 'ready')
  const failed = live.reached('plain', 'failed').then((connector) => connector.status())
  await assert.rejects(live.tool('plain', 'die').run({}, callContext()), (error: Error & { code?: string }) => error.code === 'tool.outcome-unknown' && /not known/.test(error.message))
  const status = await failed
  assert.ok(status.state === 'failed' && status.exitCode === 7 && status.lastWords.at(-1) === 'dying as asked')
  await live.reached('plain', 'ready')
  assert.match(String(await live.tool('plain', 'echo').run({}, callContext())), /arguments/)
})

test('a server that ends when it is asked for its era gets the older handshake, and is not asked again', async (t) => {
  const live = liveServers(t, [fakeServer('dies-when-asked')])
  await live.reached('dies-when-asked', 'ready')
  assert.equal([...live.eras.values()][0]?.era, 'legacy')
  live.supervisor.configure([fakeServer('dies-when-asked', { on: false })])
  await live.reached('dies-when-asked', 'off')
  live.supervisor.configure([fakeServer('dies-when-asked')])
  await live.reached('dies-when-asked', 'ready')
  assert.deepEqual(JSON.parse(String(await live.tool('dies-when-asked', 'seen').run({}, callContext()))), ['initialize', 'notifications/initialized', 'tools/list', 'tools/call', 'call seen'])
})

test('both eras are spoken on the one process that was started', async (t) => {
  const live = liveServers(t, [fakeServer('modern'), fakeServer('plain'), fakeServer('oldest')])
  const eraOf = async (mode: string): Promise<unknown> => { const status = (await live.reached(mode, 'ready', 'degraded')).status(); return status.state === 'ready' ? status.era : status }
  assert.equal(await eraOf('modern'), 'modern')
  assert.equal(await eraOf('plain'), 'legacy')
  assert.equal(await eraOf('oldest'), 'legacy')
  const seen = async (mode: string): Promise<string[]> => JSON.parse(String(await live.tool(mode, 'seen').run({}, callContext())))
  assert.deepEqual((await seen('modern')).filter((method) => !['subscriptions/listen', 'call seen'].includes(method)), ['server/discover', 'tools/list', 'tools/call'])
  assert.deepEqual((await seen('plain')).slice(0, 3), ['server/discover', 'initialize', 'notifications/initialized'])
})

test('configuring the same again keeps the process; another command line gets a new one after the old has gone', async (t) => {
  const live = liveServers(t, [fakeServer('plain')], { times: QUICK })
  await live.reached('plain', 'ready')
  const first = await pidOf(live, 'plain')
  live.supervisor.configure([fakeServer('plain')])
  live.supervisor.start()
  assert.equal(await pidOf(live, 'plain'), first)
  live.supervisor.configure([fakeServer('plain', { args: ['other'] })])
  await live.reached('plain', 'ready')
  assert.notEqual(await pidOf(live, 'plain'), first)
  assert.equal(isAlive(first), false)
  live.supervisor.configure([])
  assert.deepEqual(live.supervisor.connectors(), [])
})

const familyOf = async (live: LiveServers): Promise<number[]> => {
  await live.reached('stubborn', 'ready')
  const words = (): string | undefined => live.connector('stubborn').log().map(({ text }) => /^grandchild (\d+)$/.exec(text)?.[1]).find((pid) => pid !== undefined)
  while (words() === undefined) await new Promise((resolve) => { setImmediate(resolve) })
  return [await pidOf(live, 'stubborn'), Number(words())]
}

test('a server that ignores everything but SIGKILL is gone within seconds after being switched off, its descendants too', async (t) => {
  const live = liveServers(t, [fakeServer('stubborn')], { times: QUICK })
  const family = await familyOf(live)
  assert.ok(family.every(isAlive))
  const from = Date.now()
  live.supervisor.configure([fakeServer('stubborn', { on: false })])
  await live.reached('stubborn', 'off')
  assert.ok(Date.now() - from < SERVER_TIMES.ending.politeMs + SERVER_TIMES.ending.termMs + 1500)
  assert.deepEqual(family.filter(isAlive), [])
})

test('servers don’t outlive an app that is killed', async () => {
  const app = spawn(process.execPath, [fileURLToPath(new URL('./killed-app.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: app.stdout }), 'line')
  const { family, folder } = JSON.parse(String(line))
  assert.ok(family.length === 2 && family.every(isAlive))
  app.kill('SIGKILL')
  await Promise.all(family.map(whenGone))
  rmSync(folder, { recursive: true, force: true })
})

test('what a killed app left running is ended at the next start, by its mark and nothing else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-left-'))
  t.after(() => { rmSync(folder, { recursive: true, force: true }) })
  const mark = 'a-mark-for-this-test-alone'
  const idle = ['-e', 'process.on("SIGTERM", () => {}); process.stdout.write("up\\n"); setInterval(() => {}, 1000)']
  const left = spawn(process.execPath, idle, { env: { [MARK_NAME]: mark }, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const foreign = spawn(process.execPath, idle, { env: {}, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => { foreign.kill('SIGKILL') })
  await Promise.all([once(left.stdout, 'data'), once(foreign.stdout, 'data')])
  mkdirSync(join(folder, 'servers'))
  writeFileSync(join(folder, 'servers', 'reused.json'), JSON.stringify({ mark: 'another-mark-of-an-ended-one', leader: { pid: foreign.pid, boot: null, startedAt: '1' } }))
  writeFileSync(join(folder, 'servers', 'torn.json'), '{"mark":')
  const records = createProcessRecords(join(folder, 'servers'))
  records.announce(mark)
  const gone = once(left, 'exit')
  assert.equal(await createProcessRecords(join(folder, 'servers')).endLeftOvers(), 1)
  await gone
  assert.ok(foreign.pid !== undefined && isAlive(foreign.pid))
  assert.deepEqual(readdirSync(join(folder, 'servers')), [])
})
