import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Updater } from '../../electron/updates.ts'
import { newRun } from '../fakes/desktop.ts'
import { startDesktop } from './desktop-fixture.ts'

const DAY_MS = 24 * 3600 * 1000

interface FakeUpdater extends Updater {
  /** What was called, in order. */
  readonly calls: string[]
  version: string | null
  failure: Error | null
}

function fakeUpdater(version: string | null): FakeUpdater {
  const calls: string[] = []
  return {
    calls, version, failure: null, autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: true,
    async checkForUpdates() {
      calls.push('check')
      if (this.failure !== null) throw this.failure
      return { isUpdateAvailable: this.version !== null, updateInfo: { version: this.version ?? '0.0.1' } }
    },
    downloadUpdate: async () => { calls.push('download') },
    quitAndInstall: () => { calls.push('install') },
  }
}

async function watch(_context: TestContext, updater: Updater | null) {
  const run = await newRun()
  const { watchUpdates } = await run.updates()
  let now = 0
  let next: { at: number; then: () => void } | null = null
  const restarts: (() => void)[] = []
  const open = (): ReturnType<typeof watchUpdates> => watchUpdates({
    updater, restart: (install) => { restarts.push(install) }, log: () => undefined,
    clock: { now: () => now, at: (at, then) => { next = { at, then }; return () => { next = null } } },
  })
  const passTo = (at: number): void => {
    now = at
    if (next !== null && next.at <= at) next.then()
  }
  return { ...run.electron, open, restarts, passTo, isWaiting: () => next !== null }
}

test('a new version is named; nothing is downloaded or installed before the person says so', async (context) => {
  const updater = fakeUpdater('0.2.0')
  const { fake, until, open, restarts } = await watch(context, updater)
  fake.answers.push(1)
  open()
  await until(() => fake.boxes.length === 1)
  assert.match(fake.boxes[0]?.message ?? '', /0\.2\.0 is available/)
  assert.deepEqual([updater.autoDownload, updater.autoInstallOnAppQuit, updater.allowDowngrade], [false, false, false])
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.deepEqual([updater.calls, restarts], [['check'], []])
})

test('on the person’s word it is downloaded, and on another it is installed, after everything has ended in order', async (context) => {
  const updater = fakeUpdater('0.2.0')
  const { fake, until, open, restarts } = await watch(context, updater)
  fake.answers.push(0, 0)
  open()
  await until(() => fake.boxes.length === 2)
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.deepEqual(updater.calls, ['check', 'download'])
  restarts[0]?.()
  assert.deepEqual(updater.calls, ['check', 'download', 'install'])
  assert.deepEqual(fake.boxes.map(({ defaultId, cancelId }) => [defaultId, cancelId]), [[1, 1], [1, 1]])
})

test('it looks at the start and once a day, and not while a box about it is open', async (context) => {
  const updater = fakeUpdater(null)
  const { open, passTo, isWaiting, fake, until } = await watch(context, updater)
  const updates = open()
  passTo(DAY_MS - 1)
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.deepEqual(updater.calls, ['check'])
  updater.version = '0.2.0'
  passTo(DAY_MS)
  await until(() => fake.boxes.length === 1)
  passTo(2 * DAY_MS)
  assert.deepEqual(updater.calls, ['check', 'check'])
  updates.close()
  assert.equal(isWaiting(), false)
})

test('who asks is told that there is nothing, or that it failed; who didn’t ask isn’t', async (context) => {
  const updater = fakeUpdater(null)
  const { fake, until, open } = await watch(context, updater)
  const updates = open()
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.equal(fake.boxes.length, 0)
  updates.check()
  await until(() => fake.boxes.length === 1)
  assert.equal(fake.boxes[0]?.message, 'This is the newest version.')
  updater.failure = new Error('no network')
  await new Promise((resolve) => { setImmediate(resolve) })
  updates.check()
  await until(() => fake.boxes.length === 2)
  assert.match(fake.boxes[1]?.detail ?? '', /Nothing was changed[\s\S]*no network/)
})

test('without a feed it says so when asked, and never looks', async (context) => {
  const { fake, open, isWaiting } = await watch(context, null)
  open().check()
  assert.deepEqual(fake.boxes.map(({ message }) => message), ['This build has no update feed.'])
  assert.equal(isWaiting(), false)
})

test('a development build has no updates, and a library that fails to load keeps nothing from starting', async (context) => {
  await startDesktop(context, { prepare: ({ fake }) => { fake.isPackaged = false }, loadUpdater: () => assert.fail('the updater was loaded') })
  const packaged = await startDesktop(context, { loadUpdater: () => Promise.reject(new Error('broken')) })
  assert.equal(packaged.electron.fake.windows.length, 1)
})

test('installing restarts the app in order: the core has closed by then', async (context) => {
  const updater = fakeUpdater('0.2.0')
  const desktop = await startDesktop(context, { loadUpdater: async () => updater, prepare: ({ fake }) => { fake.answers.push(0, 0) } })
  const installed = new Promise<readonly string[]>((resolve) => {
    updater.quitAndInstall = () => {
      resolve([...desktop.electron.fake.order])
      desktop.electron.app.quit()
    }
  })
  assert.deepEqual((await installed).slice(-2), ['tray destroyed', 'destroy'])
  assert.deepEqual(desktop.electron.fake.exits, [0])
})
