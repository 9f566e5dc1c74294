import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { createCoreClient } from '../../shared/core-client.ts'
import { ChatId } from '../../shared/ids.ts'
import { connectCoreSocket } from '../../renderer/core-socket.ts'
import { happening, type Happening } from '../rpc/happening.ts'
import { ask, cookieOf, exchange } from './ask.ts'
import { openNodePage } from './node-page.ts'
import { buildWindow, findFreePort, makeFolder } from './start-shell.ts'

interface Child {
  readonly lines: Happening<string>
  /** The one line that says how the start went, as it stands. */
  readonly said: Promise<Readonly<Record<string, unknown>>>
  readonly ended: Promise<number | NodeJS.Signals | null>
  readonly kill: (signal: NodeJS.Signals) => void
}

const Said = z.record(z.string(), z.unknown())

function startChild(context: TestContext, dataDirectory: string, environment: Readonly<Record<string, string>> = {}): Child {
  const entry = join(import.meta.dirname, 'serve-entry.ts')
  const { GATEHOUSE_PORT: _port, ...inherited } = process.env
  const child = spawn(process.execPath, [entry, buildWindow(context)], { env: { ...inherited, GATEHOUSE_DATA: dataDirectory, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = happening<string>()
  createInterface({ input: child.stdout }).on('line', lines.take)
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => { complaints += text })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => { child.on('close', (status, signal) => resolve(status ?? signal)) })
  const said = Promise.race([
    lines.until(({ length }) => length > 0).then(([line]) => Said.parse(JSON.parse(line ?? ''))),
    ended.then((status) => assert.fail(`it ended with ${String(status)} and said nothing; ${complaints}`)),
  ])
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { lines, said, ended, kill: (signal) => child.kill(signal) }
}

const portOf = (url: unknown): number => Number(new URL(String(url)).port)
const tokenOf = (url: unknown): string => new URL(String(url)).hash.replace('#token=', '')

test('a start says one line, and SIGTERM and SIGINT end it in order', async (context) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const dataDirectory = makeFolder(context)
    const child = startChild(context, dataDirectory)
    const { url, ...rest } = await child.said
    assert.deepEqual(rest, { ready: true })
    const client = createCoreClient(connectCoreSocket(openNodePage(String(url)).page))
    context.after(() => client.close())
    assert.deepEqual(await client.call('chat.pin', { chatId: ChatId.parse('chat_1'), pinned: true }), {})
    assert.ok(existsSync(join(dataDirectory, 'shell.json')))
    child.kill(signal)
    assert.equal(await child.ended, 0)
    assert.equal(child.lines.taken.length, 1)
    assert.equal(existsSync(join(dataDirectory, 'shell.json')), false)
  }
})

test('a core that does not close is left after less than three seconds', async (context) => {
  const child = startChild(context, makeFolder(context), { CORE_HANGS: '1' })
  await child.said
  const asked = performance.now()
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  assert.equal(await child.ended, 0)
  assert.ok(performance.now() - asked < 3000)
})

test('a start that is refused says why in one line and fails', async (context) => {
  const busy = createServer()
  const port = await findFreePort()
  await new Promise<void>((resolve) => { busy.listen(port, '127.0.0.1', resolve) })
  context.after(() => busy.close())
  const child = startChild(context, makeFolder(context), { GATEHOUSE_PORT: String(port) })
  assert.deepEqual(await child.said, {
    ready: false,
    message: `GATEHOUSE_PORT asks for port ${port} on 127.0.0.1, and another program uses it. Your chats and settings are untouched. Set it to another port, or unset it so that a free one is taken, and start again.`,
  })
  assert.equal(await child.ended, 1)
})

describe('a second start on the same data', () => {
  test('hands over to the first, which opens a new window, and ends well', async (context) => {
    const dataDirectory = makeFolder(context)
    const first = startChild(context, dataDirectory)
    const { url } = await first.said
    const second = startChild(context, dataDirectory, { GATEHOUSE_PORT: String(portOf(url)) })
    const { url: handedOver, ...rest } = await second.said
    assert.deepEqual(rest, { handedOver: true })
    assert.equal(await second.ended, 0)
    assert.equal(portOf(handedOver), portOf(url))
    assert.notEqual(tokenOf(handedOver), tokenOf(url))
    for (const token of [tokenOf(handedOver), tokenOf(url)]) assert.equal((await exchange(portOf(url), token)).status, 204)
    assert.equal((await exchange(portOf(url), tokenOf(handedOver))).status, 401)
  })

  test('at the very same moment: one serves, the other hands over', async (context) => {
    const dataDirectory = makeFolder(context)
    const both = [startChild(context, dataDirectory), startChild(context, dataDirectory)]
    const said = await Promise.all(both.map((child) => child.said))
    assert.deepEqual(said.map((line) => Object.keys(line)[0]).toSorted(), ['handedOver', 'ready'])
    assert.equal(new Set(said.map(({ url }) => portOf(url))).size, 1)
  })

  test('takes over when the first was killed: what it left behind is no obstacle, and its windows come back', async (context) => {
    const dataDirectory = makeFolder(context)
    const first = startChild(context, dataDirectory, { GATEHOUSE_PORT: String(await findFreePort()) })
    const { url } = await first.said
    const cookie = cookieOf(await exchange(portOf(url), tokenOf(url)))
    first.kill('SIGKILL')
    assert.equal(await first.ended, 'SIGKILL')
    assert.ok(existsSync(join(dataDirectory, 'shell.json')))
    const second = startChild(context, dataDirectory)
    const { ready, url: again } = await second.said
    assert.deepEqual([ready, portOf(again)], [true, portOf(url)])
    assert.equal((await ask({ port: portOf(again), path: '/session', headers: { Cookie: cookie } })).status, 204)
  })

  test('waits for a holder that lets go', async (context) => {
    const dataDirectory = makeFolder(context)
    const lock = holdLock(dataDirectory)
    const child = startChild(context, dataDirectory)
    // It has tried and found the data in use once it looks for the way to the other shell.
    const impostor = await answerInstead(context, dataDirectory)
    await impostor.asked
    lock.close()
    assert.equal((await child.said).ready, true)
  })

  test('opens no address but its own, whoever answers at the port', async (context) => {
    const dataDirectory = makeFolder(context)
    const lock = holdLock(dataDirectory)
    const impostor = await answerInstead(context, dataDirectory, 'https://example.org/#token=x')
    const child = startChild(context, dataDirectory)
    await impostor.asked
    lock.close()
    const { ready, url } = await child.said
    assert.equal(ready, true)
    assert.match(String(url), /^http:\/\/127\.0\.0\.1:/)
  })
})

function holdLock(dataDirectory: string): Database.Database {
  const lock = new Database(join(dataDirectory, 'core.lock'))
  lock.exec('BEGIN EXCLUSIVE')
  return lock
}

/** Another program at the port that a shell left written down. */
async function answerInstead(context: TestContext, dataDirectory: string, url = 'none'): Promise<{ readonly asked: Promise<unknown> }> {
  const asked = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    asked.resolve(undefined)
    request.resume()
    response.end(JSON.stringify({ url }))
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', resolve) })
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  writeFileSync(join(dataDirectory, 'shell.json'), JSON.stringify({ port, pid: 1, secret: 'x'.repeat(43) }), { mode: 0o600 })
  return { asked: asked.promise }
}

test('data of a newer Gatehouse: the window opens to say so, and the file stays as it is', async (context) => {
  const dataDirectory = makeFolder(context)
  const path = join(dataDirectory, 'gatehouse.db')
  const database = new Database(path)
  database.pragma('user_version = 9999')
  database.close()
  const before = readFileSync(path)
  const child = startChild(context, dataDirectory)
  const { ready, url, problem } = await child.said
  assert.equal(ready, true)
  const client = createCoreClient(connectCoreSocket(openNodePage(String(url)).page))
  context.after(() => client.close())
  const info = await client.call('app.info', {})
  assert.equal(info.problem?.code, 'store.newer')
  assert.ok(String(problem).startsWith(info.problem.message))
  assert.deepEqual(readFileSync(path), before)
})
