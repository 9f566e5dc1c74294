import { BrowserWindow, Menu, Tray, app, dialog, nativeTheme, screen, shell, type Session, type WebContents } from 'electron'
import { join } from 'node:path'
import { APP_ORIGIN } from '../shared/app-page.ts'
import { createCrashLimit } from './crash-limit.ts'
import { words } from './desktop-words.ts'
import { menuTemplate, trayTemplate, type MenuActions, type MenuSurroundings } from './menu-template.ts'
import { checkOutsideAddress } from './outside-address.ts'
import { servePorts, type PortTransport } from './port-transport.ts'
import { isOwnExport, isOwnPage, mayRequest, mayUse, pinnedPreferences, plainFileName } from './window-rules.ts'
import { LEAST_SIZE, chooseBounds, readWindowState, writeWindowState } from './window-state.ts'

export interface WindowOptions {
  readonly preload: string
  readonly icon: string
  readonly isDevelopment: boolean
  /** Where its place on the screen is kept; null while nothing may be written. */
  readonly stateFolder: string | null
  readonly serve: (transport: PortTransport) => void
  /** Whether closing the window leaves the app running. */
  readonly hidesOnClose: () => boolean
  readonly now: () => number
  readonly log: (line: string) => void
}

export interface DesktopWindow {
  /** Brings it forward. */
  readonly show: () => void
  /** Brings it forward at a page, named by its hash; once it is there, if it is still loading. */
  readonly goTo: (hash: string) => void
  readonly isInFront: () => boolean
  readonly close: () => void
}

/** The one window. Whatever it shows, it goes nowhere else, and nothing of the system is within its reach but one port. */
export function openWindow(options: WindowOptions): DesktopWindow {
  const { stateFolder, log } = options
  const remembered = stateFolder === null ? null : readWindowState(stateFolder)
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...chooseBounds(remembered, areas),
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    title: words.app,
    icon: options.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff',
    autoHideMenuBar: true,
    // The click that brings the window forward answers nothing in it.
    acceptFirstMouse: false,
    webPreferences: pinnedPreferences({ preload: options.preload, devTools: options.isDevelopment }),
  })
  const { webContents } = window
  if (remembered?.maximized === true) window.maximize()

  let page: PortTransport | null = null
  let wanted: string | null = null
  const closePort = servePorts(webContents.ipc, (transport) => {
    page = transport
    transport.onClose(() => { if (page === transport) page = null })
    options.serve(transport)
    if (wanted !== null) transport.tell({ type: 'open', hash: wanted })
    wanted = null
  }, log)

  const keepState = (): void => {
    if (stateFolder === null || window.isDestroyed()) return
    try {
      writeWindowState(stateFolder, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
    } catch (error) {
      log(`the window's place could not be kept: ${String(error)}`)
    }
  }
  window.once('ready-to-show', () => { window.show() })
  window.on('close', (event) => {
    keepState()
    if (!options.hidesOnClose()) return
    event.preventDefault()
    window.hide()
  })
  reloadAfterCrash(window, options)
  const load = (): void => { window.loadURL(`${APP_ORIGIN}/`).catch((error: unknown) => { log(`the page did not load: ${String(error)}`) }) }
  load()

  const show = (): void => {
    if (window.isDestroyed()) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  return {
    show,
    goTo: (hash) => {
      show()
      if (page === null) wanted = hash
      else page.tell({ type: 'open', hash })
    },
    isInFront: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    close: () => {
      keepState()
      closePort()
      if (!window.isDestroyed()) window.destroy()
    },
  }
}

function reloadAfterCrash(window: BrowserWindow, { now, log }: WindowOptions): void {
  const limit = createCrashLimit(now)
  const reload = (): void => { if (!window.isDestroyed()) window.webContents.reload() }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log(`the page's process is gone: ${reason} (${exitCode})`)
    if (reason === 'clean-exit') return
    if (limit.mayReload()) return reload()
    const { title, detail, again } = words.crash
    void dialog.showMessageBox({ type: 'error', message: title, detail, buttons: [again, words.menu.quit], defaultId: 0, cancelId: 0, noLink: true }).then(({ response }) => {
      if (response === 1) return app.quit()
      limit.forgive()
      reload()
    })
  })
}

/** For every page there ever is, ours or not: none of them goes anywhere, opens a window or embeds another. */
export function guardContents(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => { if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault() })
  contents.on('will-redirect', (event) => { event.preventDefault() })
  contents.on('will-attach-webview', (event) => { event.preventDefault() })
  contents.setWindowOpenHandler(({ url }) => {
    // The only one who asks is the window's dialog that shows where a link leads.
    if (isOwnPage(contents.getURL())) openOutside(url)
    return { action: 'deny' }
  })
}

/** The only way out to the system's programs. */
function openOutside(address: string): void {
  const { outside, box } = words
  const say = (message: string, detail: string): void => { void dialog.showMessageBox({ type: 'info', message, detail, buttons: [box.ok], noLink: true }) }
  const checked = checkOutsideAddress(address)
  if (checked.kind === 'refuse') return say(outside.refused, outside.detail(checked.why, address.slice(0, 500)))
  shell.openExternal(checked.address).catch(() => { say(outside.failed, checked.address) })
}

/** Permissions, devices, downloads and the network: denied but for what window-rules.ts names. */
export function guardSession(session: Session, isDevelopment: boolean): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => { answer(mayUse(permission, requestingUrl ?? '', isMainFrame)) })
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) => mayUse(permission, origin, isMainFrame))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => { answer(null) })
  session.webRequest.onBeforeRequest(({ url }, answer) => { answer({ cancel: !mayRequest(url, isDevelopment) }) })
  session.on('will-download', (event, item) => {
    if (!isOwnExport(item.getURL(), item.getFilename(), item.getMimeType())) return event.preventDefault()
    item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), plainFileName(item.getFilename())) })
  })
}

export const setMenu = (surroundings: MenuSurroundings, actions: MenuActions): void => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(surroundings, actions)))

export interface DesktopTray {
  readonly showWaiting: (count: number) => void
  readonly close: () => void
}

/** @returns null where the system has no place for one */
export function openTray(icon: string, actions: MenuActions, log: (line: string) => void): DesktopTray | null {
  let tray: Tray
  try {
    tray = new Tray(icon)
  } catch (error) {
    log(`there is no tray: ${String(error)}`)
    return null
  }
  const showWaiting = (count: number): void => {
    if (tray.isDestroyed()) return
    tray.setToolTip(`${words.app}: ${words.tray.waiting(count)}`)
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(count, actions)))
    app.setBadgeCount(count)
  }
  tray.on('click', actions.show)
  showWaiting(0)
  return { showWaiting, close: () => { if (!tray.isDestroyed()) tray.destroy() } }
}
