import { createCore } from '../../electron/core/core.ts'
import { serveClient } from '../../electron/core/rpc/serve-client.ts'
import type { DesktopParts } from '../../electron/main.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import { connectCorePort } from '../../renderer/core-port.ts'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { newRun, type DesktopPage, type DesktopRun, type FakeElectron } from '../fakes/desktop.ts'
import type { BrowserWindow } from '../fakes/electron.ts'
import { buildWindow, makeFolder } from './start-shell.ts'

export interface Desktop {
  readonly run: DesktopRun
  readonly electron: FakeElectron
  readonly dataDirectory: string
  readonly window: () => BrowserWindow
  /** Loads the page, as it would by itself, and connects it. */
  readonly openPage: () => Promise<{ readonly page: DesktopPage; readonly client: ConnectedClient }>
  /** As the menu does; resolves when the process would be gone. */
  readonly quit: () => Promise<void>
}

export interface DesktopGiven extends Partial<DesktopParts> {
  readonly dataDirectory?: string
  readonly args?: readonly string[]
  readonly prepare?: (electron: FakeElectron) => void
}

/** The desktop shell as it is, on a stand-in for Electron; with the real core unless another is given. */
export async function startDesktop(context: TestContext, { dataDirectory: givenDirectory, args = [], prepare, ...parts }: DesktopGiven = {}): Promise<Desktop> {
  const run = await newRun()
  const hasLeft = (): boolean => electron.fake.exits.length > 0
  const quit = async (): Promise<void> => {
    if (!hasLeft()) electron.app.quit()
    await electron.until(hasLeft)
  }
  // Before the folders are made: they are removed in the order of their making.
  context.after(quit)
  const dataDirectory = givenDirectory ?? makeFolder(context)
  const { electron } = run
  const root = makeFolder(context)
  cpSync(buildWindow(context), join(root, 'out', 'renderer'), { recursive: true })
  Object.assign(electron.fake, { isPackaged: true, appPath: root })
  electron.fake.paths.set('temp', makeFolder(context))
  prepare?.(electron)

  const [dataBefore, argvBefore] = [process.env.GATEHOUSE_DATA, process.argv]
  process.env.GATEHOUSE_DATA = dataDirectory
  process.argv = ['/usr/bin/gatehouse', ...args]
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  const before = signals.map((signal) => process.listeners(signal))
  try {
    const { runDesktop } = await run.main()
    await runDesktop({ createCore, serveClient, loadUpdater: async () => null, ...parts })
  } finally {
    if (dataBefore === undefined) delete process.env.GATEHOUSE_DATA
    else process.env.GATEHOUSE_DATA = dataBefore
    process.argv = argvBefore
  }
  context.after(() => {
    signals.forEach((signal, index) => {
      for (const listener of process.listeners(signal)) if (before[index]?.includes(listener) !== true) process.off(signal, listener)
    })
  })

  const window = (): BrowserWindow => {
    const [first] = electron.fake.windows
    if (first === undefined) throw new Error('there is no window')
    return first
  }
  return {
    run, electron, dataDirectory, quit, window,
    openPage: async () => {
      const page = await run.openPage(context, window())
      const client = createCoreClient(connectCorePort(page))
      context.after(client.close)
      return { page, client }
    },
  }
}
