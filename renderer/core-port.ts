import { APP_ORIGIN, PORT_REPLY, PORT_REQUEST } from '../shared/app-page.ts'
import type { Connect } from '../shared/connection.ts'
import { frameText } from '../shared/frame-text.ts'
import { subscribe } from '../shared/listeners.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { Transport } from '../shared/rpc.ts'
import { ShellMessage } from '../shared/shell-message.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000
/** A port that was asked for comes at once; what takes longer has been lost. */
const ANSWER_MS = 5000

export interface PagePort {
  postMessage(text: string): void
  start(): void
  close(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
}

interface PageMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports: readonly PagePort[]
}

/** What this needs of a page: `window`, or a stand-in. */
export interface PortPage {
  readonly location: { readonly origin: string; hash: string }
  postMessage(message: string, origin: string): void
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void
  removeEventListener(type: 'message', listener: (event: PageMessage) => void): void
}

/** Whether this page belongs to the desktop shell, which hands it a port; any other has a socket. */
export const hasPort = (page: Pick<PortPage, 'location'> = window): boolean => page.location.origin === APP_ORIGIN

/** Connects the desktop shell's page to its core, and again should the port be closed. */
export const connectCorePort = (page: PortPage = window): Connect => (listener) => {
  let isStopped = false
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let port: PagePort | null = null
  let close = (): void => undefined

  const ask = (): void => {
    timer = setTimeout(ask, ANSWER_MS)
    page.postMessage(PORT_REQUEST, APP_ORIGIN)
  }
  const takePort = ({ source, origin, data, ports }: PageMessage): void => {
    const [given] = ports
    if (source !== page || origin !== APP_ORIGIN || data !== PORT_REPLY || given === undefined) return
    if (port !== null || isStopped) return given.close()
    clearTimeout(timer)
    port = given
    const transport = createPortTransport(given, {
      go: (hash) => { page.location.hash = hash },
      onFrame: () => { waitMs = FIRST_WAIT_MS },
      onClose: () => {
        port = null
        if (isStopped) return
        timer = setTimeout(ask, waitMs)
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
        listener.retrying()
      },
    })
    close = () => { transport.close() }
    listener.opened(transport)
    given.start()
  }
  page.addEventListener('message', takePort)
  ask()
  return () => {
    isStopped = true
    clearTimeout(timer)
    page.removeEventListener('message', takePort)
    close()
  }
}

interface PortEvents {
  readonly go: (hash: string) => void
  readonly onFrame: () => void
  readonly onClose: () => void
}

/** Frames as JSON texts. What the shell says beside them goes to `go`. */
function createPortTransport(port: PagePort, { go, onFrame, onClose }: PortEvents): Transport {
  const frameListeners = new Set<(frame: unknown) => void>()
  const closeListeners = new Set<() => void>()
  let isOpen = true
  /** A browser tells a port's other end that it was closed, and not the one who closed it. */
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    port.close()
    onClose()
    for (const listener of [...closeListeners]) listener()
  }
  port.addEventListener('close', end)
  port.addEventListener('message', ({ data }) => {
    const received = typeof data === 'string' ? parseJson(data) : undefined
    const message = ShellMessage.safeParse(received)
    if (message.success) return go(message.data.hash)
    onFrame()
    for (const listener of [...frameListeners]) listener(received)
  })
  return {
    send: (frame) => {
      const text = frameText(frame)
      if (isOpen) port.postMessage(text)
    },
    onFrame: (listener) => subscribe(frameListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
    close: end,
  }
}
