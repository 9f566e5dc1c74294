import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type * as Real from 'electron'

/*
 * Stands in for the module `electron`, as far as the shell uses it, in the types of the real one: what Electron renames
 * or retypes no longer compiles here. Each run of a test gets one of its own (see desktop.ts); it decides nothing, it
 * remembers what it was told and lets the test play the person, the system and the page.
 */

type OpenHandler = Parameters<Real.WebContents['setWindowOpenHandler']>[0]
type Fork = typeof Real.utilityProcess.fork

/** What `preventDefault` was called on. */
export class FakeEvent {
  defaultPrevented = false
  preventDefault(): void { this.defaultPrevented = true }
}

export const fake = {
  isPackaged: false,
  /** Another instance has the lock. */
  isSecond: false,
  appPath: '/nowhere',
  handedToFirst: undefined as unknown,
  exits: [] as number[],
  paths: new Map<string, string>([['temp', '/tmp'], ['downloads', '/home/person/Downloads']]),
  order: [] as string[],
  schemes: [] as Real.CustomScheme[],
  windows: [] as BrowserWindow[],
  trays: [] as Tray[],
  trayFails: false,
  notifications: [] as Notification[],
  boxes: [] as Real.MessageBoxOptions[],
  /** The buttons pressed, in order; none left: the box stays open. */
  answers: [] as number[],
  errorBoxes: [] as { readonly title: string; readonly text: string }[],
  openedOutside: [] as string[],
  badge: 0,
  displays: [{ x: 0, y: 0, width: 1920, height: 1040 }] as Real.Rectangle[],
  menu: [] as Real.MenuItemConstructorOptions[],
  forks: [] as { readonly file: string; readonly options: Real.ForkOptions | undefined; readonly child: ChildProcess }[],
  /** Told whenever something above was added. */
  happened: new EventEmitter(),
}

const note = (what: string): void => {
  fake.order.push(what)
  fake.happened.emit('noted')
}

/** Resolves as soon as it holds, without looking again and again. */
export const until = (holds: () => boolean): Promise<void> => new Promise((resolve) => {
  const look = (): void => {
    if (!holds()) return
    fake.happened.off('noted', look)
    resolve()
  }
  fake.happened.on('noted', look)
  look()
})

type AppPart = 'isPackaged' | 'enableSandbox' | 'setAppUserModelId' | 'requestSingleInstanceLock' | 'exit' | 'whenReady' | 'getAppPath' | 'getVersion' | 'setPath' | 'setAsDefaultProtocolClient' | 'setBadgeCount' | 'quit'

class FakeApp extends EventEmitter implements Pick<Real.App, AppPart> {
  get isPackaged(): boolean { return fake.isPackaged }
  enableSandbox(): void { note('enableSandbox') }
  setAppUserModelId(id: string): void { note(`setAppUserModelId ${id}`) }
  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    note('requestSingleInstanceLock')
    fake.handedToFirst = structuredClone(data)
    return !fake.isSecond
  }
  exit(code = 0): void {
    fake.exits.push(code)
    note(`exit ${code}`)
  }
  quit(): void {
    const event = new FakeEvent()
    this.emit('before-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }
  async whenReady(): Promise<void> { note('whenReady') }
  getAppPath(): string { return fake.appPath }
  getVersion(): string { return '0.0.1' }
  getPath(name: string): string {
    const path = fake.paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    fake.paths.set(name, path)
    note(`setPath ${name}`)
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    note(`setAsDefaultProtocolClient ${scheme}`)
    return true
  }
  setBadgeCount(count = 0): boolean {
    fake.badge = count
    note('setBadgeCount')
    return true
  }
}
export const app = new FakeApp()

class FakeFrame implements Pick<Real.WebFrameMain, 'origin' | 'url' | 'parent'> {
  origin: string
  url: string
  readonly parent: null
  constructor(origin: string) {
    this.origin = origin
    this.url = `${origin}/`
    this.parent = null
  }
}

class FakeWebContents extends EventEmitter implements Pick<Real.WebContents, 'getURL' | 'reload' | 'setWindowOpenHandler'> {
  readonly ipc = new EventEmitter()
  readonly mainFrame = new FakeFrame('app://gatehouse')
  reloads = 0
  address = ''
  openHandler: OpenHandler | null = null
  getURL(): string { return this.address }
  reload(): void {
    this.reloads += 1
    note('reload')
  }
  setWindowOpenHandler(handler: OpenHandler): void { this.openHandler = handler }
}

type WindowPart = 'loadURL' | 'show' | 'hide' | 'focus' | 'restore' | 'maximize' | 'destroy' | 'isDestroyed' | 'isMinimized' | 'isMaximized' | 'isVisible' | 'isFocused' | 'getNormalBounds'

export class BrowserWindow extends EventEmitter implements Pick<Real.BrowserWindow, WindowPart> {
  readonly options: Real.BrowserWindowConstructorOptions
  readonly webContents = new FakeWebContents()
  state = { visible: false, minimized: false, maximized: false, destroyed: false, focused: false }
  bounds: Real.Rectangle
  constructor(options: Real.BrowserWindowConstructorOptions = {}) {
    super()
    this.options = options
    this.bounds = { x: options.x ?? 10, y: options.y ?? 10, width: options.width ?? 800, height: options.height ?? 600 }
    fake.windows.push(this)
    app.emit('web-contents-created', new FakeEvent(), this.webContents)
  }
  async loadURL(address: string): Promise<void> {
    this.webContents.address = address
    note(`loadURL ${address}`)
    this.emit('ready-to-show')
  }
  show(): void {
    Object.assign(this.state, { visible: true })
    note('show')
  }
  hide(): void {
    Object.assign(this.state, { visible: false, focused: false })
    note('hide')
  }
  focus(): void { this.state.focused = true }
  restore(): void { this.state.minimized = false }
  maximize(): void { this.state.maximized = true }
  destroy(): void {
    this.state.destroyed = true
    note('destroy')
  }
  isDestroyed(): boolean { return this.state.destroyed }
  isMinimized(): boolean { return this.state.minimized }
  isMaximized(): boolean { return this.state.maximized }
  isVisible(): boolean { return this.state.visible }
  isFocused(): boolean { return this.state.focused }
  getNormalBounds(): Real.Rectangle { return this.bounds }
  /** The person closes it. */
  pressClose(): FakeEvent {
    const event = new FakeEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
    return event
  }
}

class FakeProtocol implements Pick<Real.Protocol, 'registerSchemesAsPrivileged' | 'handle'> {
  readonly handlers = new Map<string, Parameters<Real.Protocol['handle']>[1]>()
  registerSchemesAsPrivileged(schemes: Real.CustomScheme[]): void {
    fake.schemes.push(...schemes)
    note('registerSchemesAsPrivileged')
  }
  handle(scheme: string, handler: Parameters<Real.Protocol['handle']>[1]): void { this.handlers.set(scheme, handler) }
}
export const protocol = new FakeProtocol()

type RequestListener = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void
type SessionPart = 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setDisplayMediaRequestHandler'
type Handler<K extends SessionPart> = Parameters<Real.Session[K]>[0]

class FakeSession extends EventEmitter implements Pick<Real.Session, SessionPart> {
  readonly protocol = protocol
  request: Handler<'setPermissionRequestHandler'> = null
  check: Handler<'setPermissionCheckHandler'> = null
  device: Handler<'setDevicePermissionHandler'> = null
  display: Handler<'setDisplayMediaRequestHandler'> = null
  beforeRequest: RequestListener | null = null
  readonly webRequest = { onBeforeRequest: (listener: RequestListener): void => { this.beforeRequest = listener } }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void { this.request = handler }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void { this.check = handler }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void { this.device = handler }
  setDisplayMediaRequestHandler(handler: Handler<'setDisplayMediaRequestHandler'>): void { this.display = handler }
}
export const session = { defaultSession: new FakeSession() }

export class Tray extends EventEmitter implements Pick<Real.Tray, 'setToolTip' | 'isDestroyed' | 'destroy'> {
  tip = ''
  menu: Real.MenuItemConstructorOptions[] = []
  destroyed = false
  constructor(_image: string) {
    super()
    if (fake.trayFails) throw new Error('no place for a tray')
    fake.trays.push(this)
  }
  setToolTip(tip: string): void { this.tip = tip }
  setContextMenu(menu: { readonly template: Real.MenuItemConstructorOptions[] }): void { this.menu = menu.template }
  isDestroyed(): boolean { return this.destroyed }
  destroy(): void {
    this.destroyed = true
    note('tray destroyed')
  }
}

export class Notification extends EventEmitter implements Pick<Real.Notification, 'show' | 'close'> {
  readonly options: Real.NotificationConstructorOptions
  isShown = false
  static isSupported(): boolean { return true }
  constructor(options: Real.NotificationConstructorOptions = {}) {
    super()
    this.options = options
  }
  show(): void {
    this.isShown = true
    fake.notifications.push(this)
    note('notification')
  }
  close(): void {
    this.isShown = false
    this.emit('close')
  }
}

interface Template { readonly template: Real.MenuItemConstructorOptions[] }
export const Menu = {
  buildFromTemplate: (template: Real.MenuItemConstructorOptions[]): Template => ({ template }),
  setApplicationMenu: (menu: Template | null): void => { fake.menu = menu?.template ?? [] },
}

export const dialog = {
  showMessageBox: (options: Real.MessageBoxOptions): Promise<Real.MessageBoxReturnValue> => {
    fake.boxes.push(options)
    note(`box ${options.message}`)
    const response = fake.answers.shift()
    return response === undefined ? new Promise(() => undefined) : Promise.resolve({ response, checkboxChecked: false })
  },
  showErrorBox: (title: string, text: string): void => {
    fake.errorBoxes.push({ title, text })
    note('error box')
  },
} satisfies Pick<Real.Dialog, 'showErrorBox'> & { showMessageBox: (options: Real.MessageBoxOptions) => Promise<Real.MessageBoxReturnValue> }

export const shell = {
  openExternal: async (address: string): Promise<void> => {
    fake.openedOutside.push(address)
    note('openExternal')
  },
} satisfies Pick<Real.Shell, 'openExternal'>

export const nativeTheme = { shouldUseDarkColors: false } satisfies Pick<Real.NativeTheme, 'shouldUseDarkColors'>

const displayOf = (workArea: Real.Rectangle | undefined): Pick<Real.Display, 'workArea'> => ({ workArea: workArea ?? { x: 0, y: 0, width: 1, height: 1 } })
export const screen = {
  getPrimaryDisplay: () => displayOf(fake.displays[0]),
  getAllDisplays: () => fake.displays.map(displayOf),
}

/** A process of its own, as Electron's is; it talks over a forked process's channel instead of a port. */
class FakeUtility extends EventEmitter implements Pick<Real.UtilityProcess, 'kill' | 'postMessage'> {
  readonly child: ChildProcess
  constructor(file: string, args: string[], env: NodeJS.ProcessEnv) {
    super()
    this.child = fork(file, args, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code) => this.emit('exit', code ?? 1))
  }
  postMessage(message: object): void { this.child.send(message) }
  kill(): boolean { return this.child.kill() }
}
export const utilityProcess = {
  fork: (file: Parameters<Fork>[0], args?: Parameters<Fork>[1], options?: Parameters<Fork>[2]): FakeUtility => {
    const utility = new FakeUtility(file, args ?? [], { ...options?.env })
    fake.forks.push({ file, options, child: utility.child })
    note('fork')
    return utility
  },
}

/** The shell's end of a port: real, and with Electron's way of telling. */
class PortMain extends EventEmitter implements Pick<Real.MessagePortMain, 'start' | 'close'> {
  private readonly port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.port = port
    port.on('close', () => this.emit('close'))
  }
  start(): void { this.port.on('message', (data: unknown) => this.emit('message', { data, ports: [] })) }
  postMessage(message: unknown): void { this.port.postMessage(message) }
  close(): void { this.port.close() }
}

/** What reaches a window's `ipc` when its preload script, or something else, posts ports. */
export const postPorts = (window: BrowserWindow, ports: readonly MessagePort[], frame: FakeFrame | null = window.webContents.mainFrame, channel = 'gatehouse.port'): void => {
  window.webContents.ipc.emit(channel, { ports: ports.map((port) => new PortMain(port)), senderFrame: frame, sender: window.webContents }, null)
}
export const foreignFrame = (origin: string): FakeFrame => new FakeFrame(origin)

/** Which window a preload script was loaded into, by the number of its page. */
export const preloads = new Map<string, BrowserWindow>()
