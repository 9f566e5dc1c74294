import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCore, type Core } from '../../electron/core/core.ts'
import type { Host } from '../../electron/core/host.ts'
import type { Item } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { fakeHandlers } from '../rpc/fake-handlers.ts'
import { startDesktop } from './desktop-fixture.ts'
import { fakeHost } from './fake-host.ts'
import { coreOf, makeFolder } from './start-shell.ts'

test('the page talks to the core through its port, and everything stored lies in one folder', async (context) => {
  const desktop = await startDesktop(context)
  const { client } = await desktop.openPage()
  const info = await client.call('app.info', {})
  assert.deepEqual(info, { version: '0.0.1', shell: 'electron', dataDirectory: desktop.dataDirectory, problem: null })
  assert.equal(desktop.electron.fake.paths.get('userData'), join(desktop.dataDirectory, 'window-profile'))
})

test('quitting goes in order: tray, window, core, and then the process; the data is free for the next', async (context) => {
  const desktop = await startDesktop(context)
  await desktop.openPage()
  await desktop.quit()
  const { order, exits } = desktop.electron.fake
  assert.deepEqual(order.slice(-3), ['tray destroyed', 'destroy', 'exit 0'])
  assert.deepEqual(exits, [0])
  const next = await createCore(fakeHost(desktop.dataDirectory))
  await next.close()
})

test('a second wish to quit changes nothing, and a core that hangs is not waited for without end', async (context) => {
  let closings = 0
  const hanging = coreOf(fakeHandlers({ watches: { 'status.watch': () => () => undefined } }), () => { closings += 1; return new Promise<void>(() => undefined) })
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const desktop = await startDesktop(context, { createCore: async () => hanging })
  desktop.electron.app.quit()
  desktop.electron.app.quit()
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.deepEqual([closings, desktop.electron.fake.exits], [1, []])
  context.mock.timers.tick(8000)
  assert.deepEqual(desktop.electron.fake.exits, [0])
})

test('a signal quits in order', async (context) => {
  const desktop = await startDesktop(context)
  process.emit('SIGTERM', 'SIGTERM')
  await desktop.electron.until(() => desktop.electron.fake.exits.length > 0)
  assert.ok(desktop.electron.fake.order.includes('tray destroyed'))
})

test('a process that the core started runs without a binary that runs files, and ends with the app', async (context) => {
  const desktop = await startDesktop(context)
  const { client } = await desktop.openPage()
  const places = await client.call('secret.places', {})
  assert.ok(places.choices.some(({ where }) => where === 'keychain'))
  const [started] = desktop.electron.fake.forks
  assert.match(started?.file ?? '', /keychain-child\.ts$/)
  assert.equal(Object.hasOwn(started?.options?.env ?? {}, 'GATEHOUSE_DATA'), false)
  const child = started?.child ?? assert.fail('nothing was started')
  const gone = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit')
  await desktop.quit()
  await gone
})

test('closing the window hides it while there is a tray, and its place is kept', async (context) => {
  const desktop = await startDesktop(context)
  const window = desktop.window()
  window.bounds = { x: 40, y: 50, width: 900, height: 700 }
  assert.equal(window.pressClose().defaultPrevented, true)
  assert.deepEqual([window.state.visible, window.state.destroyed, desktop.electron.fake.exits], [false, false, []])
  desktop.electron.fake.trays[0]?.emit('click')
  assert.equal(window.state.visible, true)
  await desktop.quit()

  const next = await startDesktop(context, { dataDirectory: desktop.dataDirectory })
  const { x, y, width, height } = next.window().options
  assert.deepEqual({ x, y, width, height }, { x: 40, y: 50, width: 900, height: 700 })
})

test('without a tray, closing the window quits', async (context) => {
  const desktop = await startDesktop(context, { prepare: ({ fake }) => { fake.trayFails = true } })
  assert.equal(desktop.window().pressClose().defaultPrevented, false)
  desktop.electron.app.emit('window-all-closed')
  await desktop.quit()
  assert.deepEqual(desktop.electron.fake.exits, [0])
})

test('the tray and the badge count the open questions', async (context) => {
  let emit: (item: Item<'status.watch'>) => void = () => assert.fail('nobody watches')
  const status = (openQuestions: number) => ({ openQuestions }) as Extract<Item<'status.watch'>, { kind: 'changed' }>['row']
  const handlers = fakeHandlers({ watches: { 'status.watch': (_input, given) => {
    emit = given
    given({ kind: 'snapshot', version: 1, rows: [status(0)] })
    return () => undefined
  } } })
  const desktop = await startDesktop(context, { createCore: async () => coreOf(handlers) })
  const tray = desktop.electron.fake.trays[0] ?? assert.fail('there is no tray')
  emit({ kind: 'changed', version: 2, row: status(2) })
  assert.deepEqual([tray.tip, desktop.electron.fake.badge, tray.menu[0]?.label], ['Gatehouse: 2 questions wait for you', 2, '2 questions wait for you'])
  assert.deepEqual(tray.menu.flatMap(({ label }) => label ?? []).slice(1), ['Show Gatehouse', 'Check for updates…', 'Quit'])
  emit({ kind: 'changed', version: 3, row: status(1) })
  assert.equal(tray.menu[0]?.label, '1 question waits for you')
})

test('a page that crashes is loaded again, three times a minute at most; then the person decides', async (context) => {
  const desktop = await startDesktop(context)
  const { webContents } = desktop.window()
  const crash = (reason: string) => webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
  crash('clean-exit')
  assert.equal(webContents.reloads, 0)
  for (const reason of ['crashed', 'oom', 'killed']) crash(reason)
  assert.equal(webContents.reloads, 3)
  desktop.electron.fake.answers.push(0)
  crash('crashed')
  assert.equal(desktop.electron.fake.boxes.length, 1)
  await desktop.electron.until(() => webContents.reloads === 4)
})

test('after a crash the page finds its way back to the core', async (context) => {
  const desktop = await startDesktop(context)
  const first = await desktop.openPage()
  await first.client.call('app.info', {})
  first.page.unload()
  desktop.window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  const second = await desktop.openPage()
  assert.equal((await second.client.call('app.info', {})).shell, 'electron')
})

test('a data directory that can’t be used still opens the window, which says so, and writes nothing', async (context) => {
  const file = join(makeFolder(context), 'not-a-folder')
  writeFileSync(file, 'mine')
  const desktop = await startDesktop(context, { dataDirectory: file })
  const { client } = await desktop.openPage()
  const { problem } = await client.call('app.info', {})
  assert.match(problem?.code ?? '', /^store\./)
  assert.equal(readFileSync(file, 'utf8'), 'mine')
  assert.match(desktop.electron.fake.paths.get('userData') ?? '', /gatehouse-/)
  await desktop.quit()
  assert.equal(existsSync(join(file, 'window.json')), false)
})

test('data that another Gatehouse holds is said in a box, and the process ends', async (context) => {
  const dataDirectory = makeFolder(context)
  const other = await createCore(fakeHost(dataDirectory))
  context.after(other.close)
  const desktop = await startDesktop(context, { dataDirectory, patience: 300 })
  assert.deepEqual(desktop.electron.fake.exits, [1])
  assert.match(desktop.electron.fake.errorBoxes[0]?.title ?? '', /running already/)
  assert.match(desktop.electron.fake.errorBoxes[0]?.text ?? '', /Nothing was changed/)
  assert.deepEqual(desktop.electron.fake.windows, [])
})

test('one that is on its way out is waited for', async (context) => {
  let tries = 0
  const createSlowly = async (host: Host): Promise<Core> => {
    tries += 1
    if (tries < 3) throw new AppError('store.busy', 'Held.')
    return createCore(host)
  }
  const desktop = await startDesktop(context, { createCore: createSlowly })
  assert.deepEqual([tries, desktop.electron.fake.windows.length], [3, 1])
})

test('an unexpected failure is said without its insides', async (context) => {
  const desktop = await startDesktop(context, { createCore: () => Promise.reject(new Error('secret at /home')) })
  assert.deepEqual(desktop.electron.fake.exits, [1])
  assert.doesNotMatch(JSON.stringify(desktop.electron.fake.errorBoxes), /secret|home/)
})
