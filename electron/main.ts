import { app, dialog, protocol, session, utilityProcess } from 'electron'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { APP_SCHEME, APP_ORIGIN } from '../shared/app-page.ts'
import { AppError, toWireError } from '../shared/errors.ts'
import { APP_PRIVILEGES, createAppProtocol } from './app-protocol.ts'
import type { CoreParts } from './browser-shell.ts'
import type { Core } from './core/core.ts'
import type { Host } from './core/host.ts'
import { chooseDataDirectory, makeDataDirectory } from './data-directory.ts'
import { Handover, LINK_SCHEME, handedOver, type Handed } from './deep-link.ts'
import { words } from './desktop-words.ts'
import { createForkNode } from './fork-utility.ts'
import type { MenuActions } from './menu-template.ts'
import { createNewId } from './new-id.ts'
import { openCore } from './open-core.ts'
import { createQuit } from './quit-order.ts'
import { readStaticFiles } from './static-files.ts'
import { systemClock } from './system-clock.ts'
import { createLinks, createNotify, watchUpdates, type Updater } from './updates.ts'
import { guardContents, guardSession, openTray, openWindow, setMenu, type DesktopWindow } from './window.ts'

const APP_ID = 'app.gatehouse.desktop'
/** Ending tool servers politely takes three seconds at most. */
const QUIT_MS = 8000
/** For another process that holds the data and may be on its way out. */
const PATIENCE_MS = 10_000

export interface DesktopParts extends CoreParts {
  /** Null where this build has no update feed. Asked in packaged builds only. */
  readonly loadUpdater: () => Promise<Updater | null>
  /** Milliseconds; see PATIENCE_MS. */
  readonly patience?: number
}

/**
 * The whole life of the desktop app. What has to be said before Electron is ready is said before the first `await`.
 * A development build says on standard output how the start went, as the browser shell does.
 */
export async function runDesktop(parts: DesktopParts): Promise<void> {
  const isDevelopment = !app.isPackaged
  const dataDirectory = chooseDataDirectory(process.env, process.platform)
  keepProfileIn(dataDirectory)
  app.enableSandbox()
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { ...APP_PRIVILEGES } }])

  const given = handedOver(process.argv.slice(1))
  if (!app.requestSingleInstanceLock(given)) {
    tell(isDevelopment, { handedOver: true, url: APP_ORIGIN })
    app.exit(0)
    return
  }
  const waiting: Handed[] = given.links.length + given.bundles.length > 0 ? [given] : []
  let take = (handed: Handed): void => { waiting.push(handed) }
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = Handover.safeParse(data)
    take(parsed.success ? parsed.data : handedOver([]))
  })
  app.on('open-url', (event, address) => {
    event.preventDefault()
    take(handedOver([address]))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    take(handedOver([path]))
  })
  app.on('web-contents-created', (_event, contents) => { guardContents(contents) })
  app.on('certificate-error', (event, _contents, _address, _error, _certificate, trust) => {
    event.preventDefault()
    trust(false)
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => { app.quit() })

  await app.whenReady()
  try {
    const open = await startDesktop(parts, dataDirectory, isDevelopment)
    take = open
    for (const handed of waiting) open(handed)
    tell(isDevelopment, { ready: true, url: APP_ORIGIN })
  } catch (error) {
    const { title, detail } = describeFailure(error, dataDirectory)
    log(error instanceof Error ? error.stack ?? error.message : String(error))
    tell(isDevelopment, { ready: false, message: `${title} ${detail}`.replaceAll(/\s+/g, ' ') })
    dialog.showErrorBox(title, detail)
    app.exit(1)
  }
}

/** @returns what follows links and bundles */
async function startDesktop({ createCore, serveClient, loadUpdater, patience = PATIENCE_MS }: DesktopParts, dataDirectory: string, isDevelopment: boolean): Promise<(handed: Handed) => void> {
  const root = app.getAppPath()
  const files = await readStaticFiles(join(root, 'out', 'renderer'))
  session.defaultSession.protocol.handle(APP_SCHEME, createAppProtocol(files))
  guardSession(session.defaultSession, isDevelopment)
  if (!isDevelopment) app.setAsDefaultProtocolClient(LINK_SCHEME)

  let window: DesktopWindow | null = null
  const host: Host = {
    dataDirectory, shell: 'electron', version: app.getVersion(), clock: systemClock, newId: createNewId(() => systemClock.now()),
    notify: createNotify(() => window, log),
    forkNode: createForkNode((file, args, options) => utilityProcess.fork(file, args, options)),
  }
  const { core, problem } = await openCore(createCore, host, patience)
  const updates = watchUpdates({
    updater: isDevelopment ? null : await loadUpdater().catch((error: unknown) => { log(`the updater did not load: ${String(error)}`); return null }),
    clock: systemClock, restart: (install) => { quit.start(install) }, log,
  })
  const actions: MenuActions = {
    open: (hash) => { opened.goTo(hash) },
    show: () => { opened.show() },
    checkForUpdates: updates.check,
    quit: () => { app.quit() },
  }
  const tray = openTray(join(root, 'resources', process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'), actions, log)
  const opened = openWindow({
    preload: join(root, 'out', 'desktop', 'preload', 'preload.cjs'), icon: join(root, 'resources', 'icon.png'), isDevelopment,
    stateFolder: problem === null ? dataDirectory : null,
    serve: (transport) => { serveClient(transport, core.handlers, { clientId: 'desktop' }, (error, operation) => { log(`${operation}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`) }) },
    hidesOnClose: () => !quit.isUnderWay() && tray !== null,
    now: () => systemClock.now(), log,
  })
  window = opened
  setMenu({ platform: process.platform, isDevelopment }, actions)
  const stopCounting = problem === null ? countQuestions(core, (count) => tray?.showWaiting(count)) : () => undefined

  const quit = createQuit({
    bound: QUIT_MS, log, exit: () => { app.exit(0) },
    steps: [
      { name: 'what asks the core', run: () => { updates.close(); stopCounting(); tray?.close() } },
      { name: 'the window', run: () => { opened.close() } },
      { name: 'the core', run: core.close },
    ],
  })
  app.on('before-quit', (event) => {
    if (quit.isOver()) return
    event.preventDefault()
    quit.start()
  })
  app.on('window-all-closed', () => { app.quit() })
  app.on('activate', () => { opened.show() })
  return createLinks({ window: opened, calls: core.handlers.calls, log })
}

function countQuestions({ handlers }: Core, show: (count: number) => void): () => void {
  let shown = 0
  return handlers.watches['status.watch']({}, (item) => {
    const status = item.kind === 'snapshot' ? item.rows[0] : item.kind === 'changed' ? item.row : undefined
    if (status === undefined || status.openQuestions === shown) return
    shown = status.openQuestions
    show(shown)
  })
}

/**
 * The page's own storage lies beside what Gatehouse stores, so that one folder is everything and one instance runs on it.
 * Where the folder can't be used, the window that says so still needs a place for the time being.
 */
function keepProfileIn(dataDirectory: string): void {
  const profile = join(dataDirectory, 'window-profile')
  try {
    makeDataDirectory(dataDirectory)
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    app.setPath('userData', profile)
  } catch (error) {
    log(`the data directory could not be made: ${String(error)}`)
    app.setPath('userData', mkdtempSync(join(app.getPath('temp'), 'gatehouse-')))
  }
}

function describeFailure(error: unknown, dataDirectory: string): { readonly title: string; readonly detail: string } {
  if (error instanceof AppError && error.code === 'store.busy') return { title: words.busy.title, detail: words.busy.detail(dataDirectory) }
  const { message, kept, advice } = toWireError(error)
  return { title: words.failed, detail: [message, kept, advice].filter((sentence) => sentence !== undefined).join(' ') }
}

/** For whoever started it from a terminal. */
function tell(isDevelopment: boolean, outcome: Readonly<Record<string, string | boolean>>): void {
  if (isDevelopment) process.stdout.write(`${JSON.stringify(outcome)}\n`)
}

const log = (line: string): void => { process.stderr.write(`${line}\n`) }
