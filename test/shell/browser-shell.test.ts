import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { createCoreClient } from '../../shared/core-client.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { connectCoreSocket } from '../../renderer/core-socket.ts'
import { failureOf } from '../rpc/contract-suite.ts'
import { fakeHandlers } from '../rpc/fake-handlers.ts'
import { ask, cookieOf, exchange } from './ask.ts'
import { openNodePage } from './node-page.ts'
import { coreOf, findFreePort, makeFolder, startShell } from './start-shell.ts'

/** Keeps a port busy until the test ends. */
async function occupy(context: TestContext, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  context.after(() => server.close())
}

const isAnswered = (host: string, port: number): Promise<boolean> => new Promise((resolve) => {
  const socket = connect({ host, port }, () => { socket.destroy(); resolve(true) })
  socket.on('error', () => resolve(false))
})

test('it answers at 127.0.0.1 and at no other address of this machine', async (context) => {
  const { port, url } = await startShell(context)
  assert.match(url, new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[A-Za-z0-9_-]{43}$`))
  assert.equal(await isAnswered('127.0.0.1', port), true)
  const others = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []).map(({ address }) => address).filter((address) => address !== '127.0.0.1')
  for (const address of ['127.0.0.2', '::1', ...others]) assert.equal(await isAnswered(address, port), false, address)
})

describe('which port', () => {
  test('the one in GATEHOUSE_PORT', async (context) => {
    const port = await findFreePort()
    assert.equal((await startShell(context, { setPort: String(port) })).port, port)
  })

  test('the one in GATEHOUSE_PORT or none: a taken one is said, and the core is let go', async (context) => {
    const port = await findFreePort()
    await occupy(context, port)
    let closed = 0
    const error = await failureOf(startShell(context, { setPort: String(port), createCore: async () => coreOf(fakeHandlers({}), async () => { closed += 1 }) }))
    assert.equal(error.code, 'shell.no-port')
    assert.match(error.message, new RegExp(`port ${port} .*another program uses it`))
    assert.match(error.advice ?? '', /another port/)
    assert.equal(closed, 1)
  })

  for (const setPort of ['0', '65536', 'http', '-1', '80.5', '0x50', ' ']) {
    test(`GATEHOUSE_PORT=${JSON.stringify(setPort)} is no port`, async (context) => {
      assert.equal((await failureOf(startShell(context, { setPort }))).code, 'shell.no-port')
    })
  }

  test('otherwise the one this data was served on last', async (context) => {
    const first = await startShell(context)
    await first.close()
    const second = await startShell(context, { dataDirectory: first.dataDirectory, setPort: undefined })
    assert.equal(second.port, first.port)
  })

  test('when that one is taken, another that is free', async (context) => {
    const first = await startShell(context)
    await first.close()
    await occupy(context, first.port)
    const second = await startShell(context, { dataDirectory: first.dataDirectory, setPort: '' })
    assert.notEqual(second.port, first.port)
    assert.equal((await ask({ port: second.port, path: '/' })).status, 200)
  })
})

test('a session outlives a restart on the same data, and no other', async (context) => {
  const first = await startShell(context)
  const cookie = cookieOf(await exchange(first.port, first.token))
  await first.close()
  const second = await startShell(context, { dataDirectory: first.dataDirectory, setPort: undefined })
  assert.equal((await ask({ port: second.port, path: '/session', headers: { Cookie: cookie } })).status, 204)
  await second.close()
  const elsewhere = await startShell(context, { setPort: String(first.port) })
  assert.equal((await ask({ port: elsewhere.port, path: '/session', headers: { Cookie: cookie } })).status, 401)
})

test('a damaged file of sessions costs the open windows and nothing else', async (context) => {
  const dataDirectory = makeFolder(context)
  writeFileSync(join(dataDirectory, 'browser-shell.json'), '{"port":"x"')
  const shell = await startShell(context, { dataDirectory })
  assert.equal((await exchange(shell.port, shell.token)).status, 204)
})

test('the data directory is made for this person alone', async (context) => {
  const dataDirectory = join(makeFolder(context), 'deep', 'data')
  await startShell(context, { dataDirectory })
  assert.equal(statSync(dataDirectory).mode & 0o777, 0o700)
})

test('closing takes back the way to this shell before the core lets go of the data', async (context) => {
  const dataDirectory = makeFolder(context)
  const wasThere: boolean[] = []
  const look = (): void => { wasThere.push(existsSync(join(dataDirectory, 'shell.json'))) }
  const shell = await startShell(context, { dataDirectory, createCore: async () => coreOf(fakeHandlers({}), async () => look()) })
  look()
  await shell.close()
  assert.deepEqual(wasThere, [true, false])
  assert.equal(await isAnswered('127.0.0.1', shell.port), false)
})

test('a window that was not built is said, and no core is started', async (context) => {
  const error = await failureOf(startShell(context, { rendererDirectory: makeFolder(context), createCore: () => assert.fail('it was started') }))
  assert.equal(error.code, 'shell.not-built')
  assert.equal((await failureOf(startShell(context, { rendererDirectory: '/nowhere/at/all' }))).code, 'shell.not-built')
})

const PROBLEMS: readonly ErrorCode[] = ['store.newer', 'store.corrupt', 'store.read-only', 'store.full', 'store.not-owned', 'store.unavailable']

describe('a core that cannot start because of its data', () => {
  for (const code of PROBLEMS) {
    test(`${code}: the window opens and says so, everything else is refused, nothing is written`, async (context) => {
      const dataDirectory = makeFolder(context)
      const problem = { code, message: 'The data is odd.', kept: 'It is as it was.', advice: 'Look at it.' }
      const shell = await startShell(context, { dataDirectory, createCore: async () => { throw new AppError(code, problem.message, problem) } })
      assert.equal(shell.problem?.code, code)
      const client = createCoreClient(connectCoreSocket(openNodePage(shell.url).page))
      context.after(() => client.close())
      assert.deepEqual(await client.call('app.info', {}), { version: '0.0.1', shell: 'browser', dataDirectory, problem })
      assert.equal((await failureOf(client.call('chat.create', {}))).message, problem.message)
      const refused = await new Promise((resolve) => { client.watch('chats.watch', {}, () => assert.fail('there was an item'), resolve) })
      assert.deepEqual(refused, problem)
      assert.deepEqual(readdirSync(dataDirectory), [])
    })
  }

  test('any other failure ends the start', async (context) => {
    assert.equal((await failureOf(startShell(context, { createCore: async () => { throw new AppError('internal.bug', 'No.') } }))).code, 'internal.bug')
    const startsOddly = startShell(context, { createCore: async () => { throw new TypeError('odd') } })
    await assert.rejects(startsOddly, TypeError)
  })
})

test('data that another program holds and does not let go of is said after a while', async (context) => {
  const dataDirectory = makeFolder(context)
  const holder = openStore(dataDirectory, coreMigrations)
  context.after(() => holder.close())
  let tries = 0
  const createCore = async () => {
    tries += 1
    const store = openStore(dataDirectory, coreMigrations)
    return coreOf(fakeHandlers({}), async () => store.close())
  }
  const error = await failureOf(startShell(context, { dataDirectory, createCore, patience: 1100 }))
  assert.equal(error.code, 'store.busy')
  assert.ok(tries > 1)
})

test('where sessions cannot be written, they last as long as the process, and that is logged', async (context) => {
  const dataDirectory = makeFolder(context)
  // A folder in the place of the file can't be replaced by one, whoever runs this.
  mkdirSync(join(dataDirectory, 'browser-shell.json', 'in-the-way'), { recursive: true })
  const shell = await startShell(context, { dataDirectory })
  const cookie = cookieOf(await exchange(shell.port, shell.token))
  assert.equal((await ask({ port: shell.port, path: '/session', headers: { Cookie: cookie } })).status, 204)
  assert.match(shell.logged.join('\n'), /session could not be kept/)
  assert.deepEqual(readdirSync(dataDirectory).filter((name) => name.endsWith('.next')), [])
})

test('a data directory that cannot be made is for the core to say', async (context) => {
  const folder = makeFolder(context)
  writeFileSync(join(folder, 'file'), '')
  const shell = await startShell(context, {
    dataDirectory: join(folder, 'file', 'data'),
    createCore: async () => { throw new AppError('store.unavailable', 'There is a file in the way.') },
  })
  assert.equal(shell.problem?.message, 'There is a file in the way.')
  assert.match(shell.logged.join('\n'), /could not be made/)
})
