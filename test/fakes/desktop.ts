import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import type { TestContext } from 'node:test'
import type * as Main from '../../electron/main.ts'
import type * as PortTransport from '../../electron/port-transport.ts'
import type * as Updates from '../../electron/updates.ts'
import type * as Window from '../../electron/window.ts'
import type { PagePort } from '../../renderer/core-port.ts'
import { electronFiles } from '../architecture/import-rules.ts'
import { root } from '../architecture/source-tree.ts'
import type * as Fake from './electron.ts'

/*
 * Loads the files that import Electron as they are, with the fake in Electron's place. Each run has its own copy of them
 * and of the fake, told apart by a query that the files' own imports pass on.
 */
const addressOf = (path: string): string => pathToFileURL(join(root, path)).href
const fakeAddress = addressOf('test/fakes/electron.ts')
const preloadAddress = addressOf('test/fakes/electron-preload.ts')
const copied = new Set(electronFiles.map(addressOf))
let runs = 0

registerHooks({
  resolve: (specifier, context, next) => {
    const run = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get('run')
    if (run === null) return next(specifier, context)
    const page = new URL(context.parentURL ?? fakeAddress).searchParams.get('page')
    if (specifier === 'electron') return { url: page === null ? `${fakeAddress}?run=${run}` : `${preloadAddress}?run=${run}&page=${page}`, shortCircuit: true }
    if (specifier === './electron.ts') return { url: `${fakeAddress}?run=${run}`, shortCircuit: true }
    const resolved = next(specifier, context)
    return copied.has(resolved.url) ? { ...resolved, url: `${resolved.url}?run=${run}` } : resolved
  },
})

export type FakeElectron = typeof Fake

export interface DesktopRun {
  readonly electron: FakeElectron
  readonly main: () => Promise<typeof Main>
  readonly window: () => Promise<typeof Window>
  readonly updates: () => Promise<typeof Updates>
  readonly portTransport: () => Promise<typeof PortTransport>
  /** Loads a page with its preload script into a window. */
  readonly openPage: (context: TestContext, window: Fake.BrowserWindow) => Promise<DesktopPage>
}

export async function newRun(): Promise<DesktopRun> {
  runs += 1
  const run = String(runs)
  const load = <T>(path: string): Promise<T> => import(`${addressOf(path)}?run=${run}`)
  const electron = await load<FakeElectron>('test/fakes/electron.ts')
  return {
    electron,
    main: () => load('electron/main.ts'),
    window: () => load('electron/window.ts'),
    updates: () => load('electron/updates.ts'),
    portTransport: () => load('electron/port-transport.ts'),
    openPage: (context, window) => {
      const page = new DesktopPage()
      pages += 1
      const number = String(pages)
      electron.preloads.set(number, window)
      context.after(() => { page.unload() })
      // The script takes its page from the global scope when it is loaded: one after the other.
      opening = opening.then(async () => {
        Reflect.set(globalThis, 'window', page)
        await import(`${addressOf('electron/preload.ts')}?run=${run}&page=${number}`)
        Reflect.deleteProperty(globalThis, 'window')
      })
      return opening.then(() => page)
    },
  }
}
let pages = 0
let opening = Promise.resolve()

export interface PageMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: readonly PagePort[]
}

/** The window object that the preload script and the page share, as far as they use it. */
export class DesktopPage {
  readonly location = { origin: 'app://gatehouse', hash: '' }
  readonly top = this
  private readonly listeners = new Set<(event: PageMessage) => void>()
  private readonly ports = new Set<MessagePort>()
  addEventListener(_type: 'message', listener: (event: PageMessage) => void): void { this.listeners.add(listener) }
  removeEventListener(_type: 'message', listener: (event: PageMessage) => void): void { this.listeners.delete(listener) }
  postMessage(data: unknown, target: string, ports: readonly MessagePort[] = []): void {
    const given = this.wrap(ports)
    if (target === this.location.origin) queueMicrotask(() => { this.deliver({ source: this, origin: target, data, ports: given }) })
  }
  /** Its ends of ports that are posted to it. */
  wrap(ports: readonly MessagePort[]): readonly PagePort[] {
    for (const port of ports) this.ports.add(port)
    return ports.map(pagePort)
  }
  /** A message as another window or frame might send it. */
  deliver(event: PageMessage): void { for (const listener of [...this.listeners]) listener(event) }
  /** All its ports go with it. */
  unload(): void { for (const port of this.ports) port.close() }
}

/** A port as a browser gives it to a page: silent until it is started, and untold of its own closing. */
function pagePort(port: MessagePort): PagePort {
  const messageListeners: ((event: { readonly data: unknown }) => void)[] = []
  const closeListeners: (() => void)[] = []
  let isClosedHere = false
  port.on('close', () => { if (!isClosedHere) for (const listener of closeListeners) listener() })
  return {
    postMessage: (text) => { port.postMessage(text) },
    start: () => { port.on('message', (data: unknown) => { for (const listener of messageListeners) listener({ data }) }) },
    close: () => {
      isClosedHere = true
      port.close()
    },
    addEventListener: (type: 'message' | 'close', listener: (event: { readonly data: unknown }) => void) => {
      if (type === 'message') messageListeners.push(listener)
      else closeListeners.push(() => { listener({ data: undefined }) })
    },
  }
}
