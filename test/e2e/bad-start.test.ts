import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { findViolations, launch, makeFolder, openWindow, startProcess, type Process } from './app.ts'

/** What the window of a start with a problem says, with what was kept and what to do. */
async function readProblem(shell: Process): Promise<string> {
  const { page } = await openWindow(shell.url)
  await page.getByRole('heading', { name: 'Gatehouse can’t open what it stored' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  return page.getByRole('alert').innerText()
}

/** A data directory that was used once and closed in order. */
async function useOnce(): Promise<string> {
  const data = join(makeFolder(), 'data')
  const shell = await startProcess(data)
  assert.equal(await shell.quit(), 0)
  return data
}

const contentOf = (data: string): string => createHash('sha256').update(readFileSync(join(data, 'gatehouse.db'))).digest('hex')

test('a port that another program has is said on the command line, and nothing is left running', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const bound = server.address()
  assert.ok(bound !== null && typeof bound !== 'string')
  const { line, exited } = await launch(join(makeFolder(), 'data'), { environment: { GATEHOUSE_PORT: String(bound.port) } })
  assert.ok('ready' in line && !line.ready)
  assert.match(line.message, new RegExp(`port ${bound.port}.*another program uses it.*untouched.*Set it to another port`))
  assert.equal(await exited, 1)
  await new Promise((resolve) => { server.close(resolve) })
})

test('a port that is none is said on the command line', async () => {
  const { line, exited } = await launch(join(makeFolder(), 'data'), { environment: { GATEHOUSE_PORT: 'seven' } })
  assert.ok('ready' in line && !line.ready)
  assert.match(line.message, /GATEHOUSE_PORT is "seven", which is not a port\..*1 to 65535/)
  assert.equal(await exited, 1)
})

/** Starts the shell where no port is free: in a network of its own that has few and all of them taken, or where nobody may make one, as if. */
function startWithoutPorts(data: string): { readonly stdout: string; readonly status: number | null } {
  const { GATEHOUSE_PORT: _port, ...inherited } = process.env
  const shell = join(import.meta.dirname, '..', '..', 'electron', 'serve.ts')
  const [first, last] = ['7420', '7439']
  const network = ['-rn', 'sh', '-c', `echo "${first} ${last}" > /proc/sys/net/ipv4/ip_local_port_range && exec "$@"`, 'sh']
  const canMakeNetworks = process.platform === 'linux' && spawnSync('unshare', [...network, 'true']).status === 0
  const [command, ...parameters] = canMakeNetworks
    ? ['unshare', ...network, process.execPath, join(import.meta.dirname, 'hold-every-port.ts'), first, last, shell]
    : [process.execPath, '--import', pathToFileURL(join(import.meta.dirname, 'refuse-every-port.ts')).href, shell]
  return spawnSync(command, parameters, { env: { ...inherited, GATEHOUSE_DATA: data }, encoding: 'utf8', timeout: 30_000 })
}

test('a machine without any free port is said on the command line, and nothing is left running', () => {
  const { stdout, status } = startWithoutPorts(join(makeFolder(), 'data'))
  assert.deepEqual(JSON.parse(stdout), {
    ready: false,
    message: 'Gatehouse found no free port on 127.0.0.1 for its window. Your chats and settings are untouched. Close programs that serve on this machine, or set GATEHOUSE_PORT to a port that is free, and start again.',
  })
  assert.equal(status, 1)
})

test('a data directory that can’t be written is said in the window, and nothing in it is touched', async () => {
  const data = await useOnce()
  const before = contentOf(data)
  const isRoot = process.getuid?.() === 0
  // Whoever is root may write everywhere, so somebody else has to try.
  const somebody = 65_534
  if (isRoot) for (const name of readdirSync(data)) chownSync(join(data, name), 0, 0)
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o444)
  chmodSync(join(data, '..'), 0o755)
  chmodSync(data, 0o555)
  const shell = await startProcess(data, { HOME: makeFolder() }, isRoot ? { uid: somebody } : {})
  const said = await readProblem(shell)
  assert.match(said, /read-only|can’t be opened for writing|can't be opened for writing|belongs to somebody else/)
  assert.match(said, /GATEHOUSE_DATA/)
  assert.ok(said.includes(data), 'the folder is named')
  assert.equal(await shell.quit(), 0)
  chmodSync(data, 0o755)
  assert.equal(contentOf(data), before)
})

test('a store that a newer version wrote is said in the window and left as it is', async () => {
  const data = await useOnce()
  const database = new Database(join(data, 'gatehouse.db'))
  database.pragma('user_version = 999')
  database.close()
  const before = contentOf(data)
  const shell = await startProcess(data)
  const said = await readProblem(shell)
  assert.match(said, /written by a newer Gatehouse/)
  assert.match(said, /Start the newer version/)
  assert.equal(await shell.quit(), 0)
  assert.equal(contentOf(data), before)
})

test('a damaged store is said in the window, kept as it is, and copied aside', async () => {
  const data = await useOnce()
  const path = join(data, 'gatehouse.db')
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 4096, 12_288)
  writeFileSync(path, bytes)
  const shell = await startProcess(data)
  const said = await readProblem(shell)
  assert.match(said, /The database is damaged/)
  assert.match(said, /gatehouse\.db\.damaged/)
  assert.match(said, /backup/)
  assert.ok(readFileSync(path).equals(bytes))
  assert.ok(readFileSync(`${path}.damaged`).equals(bytes))
  assert.equal(await shell.quit(), 0)
})

test('looking again after the backup was put back opens the window', async () => {
  const data = await useOnce()
  const path = join(data, 'gatehouse.db')
  const good = readFileSync(path)
  writeFileSync(path, 'no database at all '.repeat(500))
  const broken = await startProcess(data, { GATEHOUSE_PORT: '' })
  const { page } = await openWindow(broken.url)
  await page.getByText('The database is damaged.').waitFor()
  assert.equal(await broken.quit(), 0)
  writeFileSync(path, good)
  const mended = await startProcess(data)
  const { page: after } = await openWindow(mended.url)
  await after.getByRole('button', { name: 'Start with the practice model' }).waitFor()
  assert.ok(statSync(path).size > 0)
})

test('a second start hands over to the first: its address opens a window of the same shell', async () => {
  const data = join(makeFolder(), 'data')
  const first = await startProcess(data)
  const { page } = await openWindow(first.url)
  await page.getByRole('button', { name: 'Start with the practice model' }).click()
  await page.locator('[data-chat]').first().waitFor()
  const { line, exited } = await launch(data)
  assert.ok('handedOver' in line)
  assert.equal(await exited, 0)
  assert.equal(new URL(line.url).origin, new URL(first.url).origin)
  const { page: second } = await openWindow(line.url)
  await second.locator('[data-chat]').first().waitFor()
})

test('a data directory that is a file is said in the window', async () => {
  const file = join(makeFolder(), 'data')
  writeFileSync(file, 'a file')
  const shell = await startProcess(file)
  const said = await readProblem(shell)
  assert.match(said, /can't be opened for writing|can’t be opened for writing/)
  assert.equal(readFileSync(file, 'utf8'), 'a file')
})
