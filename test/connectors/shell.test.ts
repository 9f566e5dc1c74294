import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import { createShellConnector } from '../../electron/core/connectors/shell/create-shell-connector.ts'
import { startCore } from '../core/live-core.ts'
import { calls, startScripted } from '../core/scripted-core.ts'
import type { Question } from '../../shared/run-record.ts'
import { SHELL_ID as SHELL } from '../../electron/core/connectors/shell/run-command-tool.ts'
import { callTool, failTool, memberOf, textOf } from './call-tool.ts'

const place = mkdtempSync(join(tmpdir(), 'gatehouse-shell-'))
after(() => { rmSync(place, { recursive: true, force: true }) })
const workspace = join(place, 'work')
mkdirSync(workspace)

const watched: string[] = []
const connector = createShellConnector({ workspace: () => workspace, withheld: [], watchdog: { watch: (leader) => { watched.push(`+${leader}`) }, forget: (leader) => { watched.push(`-${leader}`) } }, environment: { PATH: process.env['PATH'], HOME: '/nowhere', SECRET_KEY: 'sesame', LANG: 'C' } })
const node = process.execPath
const run = async (code: string, more: { readonly args?: readonly string[]; readonly seconds?: number; readonly signal?: AbortSignal } = {}) =>
  (await callTool(connector, 'run_command', { command: [node, '-e', code, ...(more.args ?? [])], seconds: more.seconds ?? 20 }, more.signal === undefined ? {} : { signal: more.signal })).value

/** Waits for what another process does; the file system tells of it in no other way. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => { setImmediate(resolve) })
}
const isAlive = (pid: number): boolean => { try { process.kill(pid, 0); return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ') } catch { return false } }

describe('a command', () => {
  test('is a program and its arguments as they stand, in the workspace, with no shell, no input and few variables', async () => {
    const value = await run('process.stdin.on("data", () => {}).on("end", () => console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.SECRET_KEY, process.env.HOME])))', { args: ['$HOME', '; ls', '*', 'a b', '"q"'] })
    assert.deepEqual(JSON.parse(textOf(value, 'stdout')), [['$HOME', '; ls', '*', 'a b', '"q"'], workspace, null, '/nowhere'])
    assert.equal(memberOf(value, 'exitCode'), 0)
    for (const command of [['echo hello'], ['ls;ls'], ['no-such-program-here']]) {
      const { error } = await failTool(connector, 'run_command', { command })
      assert.deepEqual([error.code, /nothing was run/.test(error.message)], ['tool.failed', true], command[0])
    }
  })

  test('gives its exit code and what it printed on both, bad or not', async () => {
    const value = await run('console.log("out"); console.error("err"); process.exitCode = 3')
    assert.deepEqual([memberOf(value, 'exitCode'), textOf(value, 'stdout'), textOf(value, 'stderr')], [3, 'out\n', 'err\n'])
  })

  test('keeps both ends of an output without end, and costs no more than that', async () => {
    const value = await run('process.stdout.write("BEGIN" + "x".repeat(5e6) + "END")')
    const text = textOf(value, 'stdout')
    assert.ok(text.length < 40_000)
    assert.match(text, /^BEGIN[^]*bytes left out[^]*END$/)
  })

  test('is ended at its time limit with everything it started, however deaf', async () => {
    const file = join(place, 'pids-late')
    const child = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
    const value = await run(`process.on("SIGTERM", () => {}); const c = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" }); require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + c.pid); setInterval(() => {}, 1000)`, { seconds: 1 })
    assert.match(textOf(value, 'note'), /ended after 1 s/)
    for (const pid of readFileSync(file, 'utf8').split(' ').map(Number)) assert.equal(isAlive(pid), false)
  })

  test('is ended with its children when the call is stopped', async () => {
    const file = join(place, 'pids-stopped')
    const stop = new AbortController()
    const running = run(`const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]); require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + c.pid); setInterval(() => {}, 1000)`, { signal: stop.signal })
    await until(() => existsSync(file) && /^\d+ \d+$/.test(readFileSync(file, 'utf8')))
    stop.abort(new Error('stopped'))
    await assert.rejects(running, /stopped/)
    for (const pid of readFileSync(file, 'utf8').split(' ').map(Number)) assert.equal(isAlive(pid), false)
  })

  test('leaves no child behind that outlived it', async () => {
    const value = await run('const c = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }); c.unref(); console.log(c.pid); process.exit(0)')
    assert.equal(isAlive(Number(textOf(value, 'stdout'))), false)
  })
})

describe('a core that dies while a command runs', () => {
  test('leaves nothing of it behind', { timeout: 60_000 }, async () => {
    const file = join(place, 'pids-orphaned')
    const child = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
    const code = `const c = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" }); require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + c.pid + " all"); setInterval(() => {}, 1000)`
    const core = spawn(process.execPath, [join(import.meta.dirname, 'command-child.ts'), join(place, 'data'), workspace, JSON.stringify([node, '-e', code])], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, GATEHOUSE_ALLOW_SHELL: '1' } })
    const died = once(core, 'exit')
    await until(() => (existsSync(file) && readFileSync(file, 'utf8').endsWith(' all')) || core.exitCode !== null)
    const pids = readFileSync(file, 'utf8').split(' ').slice(0, 2).map(Number)
    assert.deepEqual(pids.map(isAlive), [true, true])
    core.kill('SIGKILL')
    await died
    await until(() => !pids.some(isAlive))
  })

  test('is told of each command, and told again when it has ended', async () => {
    watched.length = 0
    await run('')
    assert.deepEqual([watched.length, watched[0]?.slice(1)], [2, watched[1]?.slice(1)])
    assert.deepEqual(watched.map((entry) => entry[0]), ['+', '-'])
  })
})

describe('the connector', () => {
  const explained = async (environment: Readonly<Record<string, string>>, switchOn: boolean): Promise<'absent' | 'off' | 'offered'> => {
    const core = await startCore({ host: { environment }, settings: { workspace } })
    if (switchOn && environment['GATEHOUSE_ALLOW_SHELL'] === '1') await core.call('connector.switch', { connectorId: SHELL, on: true })
    const found = (await core.call('tool.explain', { chatId: null })).find(({ tool }) => tool === 'run_command')
    await core.close()
    return found === undefined ? 'absent' : found.outcome.filter === 'registration' ? 'off' : 'offered'
  }

  test('is not there unless the operator allows it, and off until the person switches it on', async () => {
    assert.equal(await explained({}, true), 'absent')
    assert.equal(await explained({ GATEHOUSE_ALLOW_SHELL: '0' }, true), 'absent')
    assert.equal(await explained({ GATEHOUSE_ALLOW_SHELL: '1' }, false), 'off')
    assert.equal(await explained({ GATEHOUSE_ALLOW_SHELL: '1' }, true), 'offered')
  })

  test('asks each time, showing each argument by itself, and what it printed taints the chat', async () => {
    writeFileSync(join(workspace, 'hello.txt'), 'hi')
    const core = await startScripted([calls(['shell__run_command', { command: ['cat', 'hello.txt'] }])], { host: { environment: { GATEHOUSE_ALLOW_SHELL: '1', PATH: process.env['PATH'] } }, settings: { workspace } })
    await core.call('connector.switch', { connectorId: SHELL, on: true })
    const turn = await core.say(await core.newChat(), 'run a command')
    const question = await core.question(turn)
    // A view is worked out after the question is there.
    const rows: Question[] = []
    await core.until('questions.watch', {}, (item) => {
      rows.push(...(item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []))
      return rows.at(-1)?.view.kind === 'facts'
    })
    const view = rows.at(-1)?.view
    assert.deepEqual(view?.kind === 'facts' ? view.facts.slice(0, 2).map(({ name, value }) => [name, value]) : [], [['Program', 'cat'], ['Argument 1', 'hello.txt']])
    assert.equal(question.choices.some(({ kind }) => kind === 'approve-standing'), false)
    await core.answer(question, 'approve')
    assert.equal((await core.ended(turn)).tainted, true)
    await core.close()
  })
})
