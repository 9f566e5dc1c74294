import type { IpcMainEvent, MessagePortMain } from 'electron'
import { APP_ORIGIN, PORT_CHANNEL } from '../shared/app-page.ts'
import { LONGEST_FRAME_TAKEN } from '../shared/frame-text.ts'
import { subscribe } from '../shared/listeners.ts'
import { parseJson } from '../shared/parse-json.ts'
import { ClientFrame, requestOf, type Transport } from '../shared/rpc.ts'
import type { ShellMessage } from '../shared/shell-message.ts'

export interface PortTransport extends Transport {
  /** Beside the frames, for the page's own connection. */
  readonly tell: (message: ShellMessage) => void
}

/** Frames as JSON texts over one port. Anything else that arrives is handed on as `undefined`, which parses as no frame. */
export function createPortTransport(port: MessagePortMain): PortTransport {
  const frameListeners = new Set<(frame: unknown) => void>()
  const closeListeners = new Set<() => void>()
  let isOpen = true

  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    port.close()
    for (const listener of [...closeListeners]) listener()
  }
  port.on('message', ({ data, ports }) => {
    for (const extra of ports) extra.close()
    if (!isOpen) return
    const frame = parseFrame(data)
    for (const listener of [...frameListeners]) listener(frame)
  })
  port.on('close', end)
  port.start()

  const post = (text: string): void => { if (isOpen) port.postMessage(text) }
  return {
    send: (frame) => post(JSON.stringify(frame)),
    tell: (message) => post(JSON.stringify(message)),
    onFrame: (listener) => subscribe(frameListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
    close: end,
  }
}

/** A frame of the contract, or what is left of one that isn't: the request it names, so that only that one fails. */
function parseFrame(data: unknown): unknown {
  if (typeof data !== 'string' || data.length > LONGEST_FRAME_TAKEN) return undefined
  const received = parseJson(data)
  const frame = ClientFrame.safeParse(received)
  if (frame.success) return frame.data
  const id = requestOf(received)
  return id === null ? undefined : { id }
}

/** As far as a window's own channels are used. */
export interface WindowIpc { on: (channel: string, listener: (event: IpcMainEvent) => void) => unknown }

/**
 * Gives a window's page its transport: one at a time, and to nobody but our own page in the window's own frame.
 * @returns closes the one that is open
 */
export function servePorts(ipc: WindowIpc, serve: (transport: PortTransport) => void, log: (line: string) => void): () => void {
  let current: PortTransport | null = null
  ipc.on(PORT_CHANNEL, (event) => {
    const [port] = event.ports
    if (port === undefined || event.ports.length > 1 || !isOwnFrame(event)) {
      for (const refused of event.ports) refused.close()
      log(`a port was refused: it came from ${event.senderFrame?.origin ?? 'a frame that is gone'}`)
      return
    }
    current?.close()
    current = createPortTransport(port)
    serve(current)
  })
  return () => current?.close()
}

const isOwnFrame = ({ senderFrame, sender }: IpcMainEvent): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.parent === null && senderFrame.origin === APP_ORIGIN
