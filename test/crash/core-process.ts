import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connect } from '../../shared/connection.ts'
import type { Transport } from '../../shared/rpc.ts'
import { CommitPoint, FromCore, type ToCore } from './kill-point.ts'

const CHILD = fileURLToPath(new URL('./core-child.ts', import.meta.url))

export interface CoreEnd { readonly signal: NodeJS.Signals | null; readonly code: number | null; /** What it printed. */ readonly said: string; /** What it had started itself. */ readonly children: readonly number[] }

export interface CoreProcess {
  readonly pid: number
  /** Resolves when it takes requests. */
  readonly ready: Promise<void>
  readonly ended: Promise<CoreEnd>
  readonly arm: (point: CommitPoint | null) => void
  readonly kill: () => void
  readonly close: () => void
}

export interface StartOptions {
  readonly dataDirectory: string
  readonly point: CommitPoint | null
  /** Where compiled code is kept between starts; they differ in nothing else. */
  readonly codeFolder: string
  readonly keepCode: boolean
  /** Put before the program, to look on from outside. */
  readonly tracer?: readonly string[]
  readonly onTransport: (transport: Transport) => void
}

/** A core of its own, whose one window is whoever takes the transport. */
export function startCoreProcess({ dataDirectory, point, codeFolder, keepCode, tracer = [], onTransport }: StartOptions): CoreProcess {
  const [command = process.execPath, ...args] = [...tracer, process.execPath, CHILD, dataDirectory, JSON.stringify(point === null ? null : CommitPoint.parse(point)), ...(keepCode ? ['keep'] : [])]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, NODE_COMPILE_CACHE: codeFolder } })
  const { pid = -1 } = child
  const frameListeners = new Set<(frame: unknown) => void>()
  const closeListeners = new Set<() => void>()
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<CoreEnd>()
  let children: readonly number[] = []
  let isOpen = true
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => { said = (said + text).slice(-4000) })
  const tell = (message: ToCore): void => { if (isOpen && child.connected) child.send(message, () => undefined) }
  const transport: Transport = {
    send: (frame) => { tell({ type: 'frame', frame }) },
    onFrame: (listener) => subscribe(frameListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
    close: () => undefined,
  }
  const look = (): void => { children = [...new Set([...children, ...childrenOf(pid)])] }
  child.on('message', (received) => {
    const message = FromCore.parse(received)
    look()
    if (message.type === 'frame') for (const listener of [...frameListeners]) listener(message.frame)
    else {
      ready.resolve()
      onTransport(transport)
    }
  })
  child.on('error', (error) => { said += error.message })
  child.once('close', (code, signal) => {
    isOpen = false
    ready.resolve()
    ended.resolve({ signal, code, said, children })
    for (const listener of [...closeListeners]) listener()
  })
  return {
    pid, ready: ready.promise, ended: ended.promise,
    arm: (next) => { tell({ type: 'arm', point: next === null ? null : CommitPoint.parse(next) }) },
    kill: () => {
      look()
      child.kill('SIGKILL')
    },
    close: () => { tell({ type: 'close' }) },
  }
}

/** Its transports, one after another, as a window that reconnects by itself sees them. */
export function createDoor(): { readonly connect: Connect; readonly open: (transport: Transport) => void } {
  let opened: ((transport: Transport) => void) | null = null
  return {
    connect: (listener) => {
      opened = listener.opened
      return () => { opened = null }
    },
    open: (transport) => { opened?.(transport) },
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter((entry) => entry !== '').map(Number)
  } catch {
    return []
  }
}

function subscribe<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}
