import { createServer } from 'node:http'
import { AppError } from '../shared/errors.ts'
import type { Core, serveClient } from './core/core.ts'
import type { Host } from './core/host.ts'
import { makeDataDirectory } from './data-directory.ts'
import { announceShell, askRunningShell, retractShell, windowAddress } from './handover.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { isShownInWindow, problemCore } from './problem-core.ts'
import { createSessionTokens, randomToken } from './session-tokens.ts'
import { readShellMemory, writeShellMemory, type StoredSession } from './shell-memory.ts'
import { readStaticFiles } from './static-files.ts'
import { serveWindows } from './window-server.ts'

/** The core as its composition root exports it. */
export interface CoreParts {
  readonly createCore: (host: Host) => Promise<Core>
  readonly serveClient: typeof serveClient
}

export interface BrowserShellOptions extends CoreParts {
  readonly host: Host
  /** Absolute path of the built window. */
  readonly rendererDirectory: string
  /** GATEHOUSE_PORT. */
  readonly setPort: string | undefined
  /** Milliseconds to wait for another process to let go of the data directory, when it can't be handed over to. */
  readonly patience?: number
  /** For whoever looks into a failure that the person isn't stopped by. */
  readonly log: (line: string) => void
}

export type BrowserShellStart =
  | { readonly kind: 'ready'; readonly url: string; readonly problem: AppError | null; readonly close: () => Promise<void> }
  /** Another shell runs on this data directory and opens a window at this address. */
  | { readonly kind: 'handed-over'; readonly url: string }

const PATIENCE_MS = 10_000
const RETRY_MS = 200

/** @throws AppError when it can't be started; nothing is left open then */
export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShellStart> {
  const { host, log } = options
  const files = await readStaticFiles(options.rendererDirectory)
  // Why it can't be made is for the core to tell apart, and for the window to say.
  try { makeDataDirectory(host.dataDirectory) } catch (error) { log(`the data directory could not be made: ${String(error)}`) }

  const started = await startCore(options)
  if (started.kind === 'handed-over') return started
  const { core, problem } = started

  const server = createServer({ requireHostHeader: false, requestTimeout: 30_000 })
  const memory = readShellMemory(host.dataDirectory)
  let port: number
  try {
    port = await listenOnLoopback(server, { set: options.setPort, remembered: memory?.port ?? null })
  } catch (error) {
    await core.close()
    throw error
  }

  // While the data directory has a problem nothing is written there; sessions then last as long as this process.
  const keep = (what: string, write: () => void): void => {
    if (problem !== null) return
    try { write() } catch (error) { log(`${what} could not be kept: ${String(error)}`) }
  }
  const remember = (sessions: readonly StoredSession[]): void => keep('the session', () => writeShellMemory(host.dataDirectory, { port, sessions: [...sessions] }))
  const stored = memory?.sessions ?? []
  const tokens = createSessionTokens({ now: () => host.clock.now(), stored, store: remember })
  const handoverSecret = randomToken()
  const issueAddress = (): string => windowAddress(port, tokens.issueToken())
  const reportBug = (error: unknown, operation: string): void => log(`${operation}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)
  const closeWindows = serveWindows(server, {
    port, files, tokens, handoverSecret, issueAddress,
    serve: (transport, caller) => { options.serveClient(transport, core.handlers, caller, reportBug) },
  })
  remember(stored)
  keep('the way to this shell', () => announceShell(host.dataDirectory, { port, pid: process.pid, secret: handoverSecret }))

  const close = async (): Promise<void> => {
    keep('that this shell has gone', () => retractShell(host.dataDirectory))
    await closeWindows()
    await core.close()
  }
  return { kind: 'ready', url: issueAddress(), problem, close }
}

type StartedCore =
  | { readonly kind: 'started'; readonly core: Core; readonly problem: AppError | null }
  | { readonly kind: 'handed-over'; readonly url: string }

async function startCore({ createCore, host, patience = PATIENCE_MS }: BrowserShellOptions): Promise<StartedCore> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      return { kind: 'started', core: await createCore(host), problem: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (isShownInWindow(error)) return { kind: 'started', core: problemCore(error, host), problem: error }
      if (error.code !== 'store.busy') throw error
      // Whoever holds the data may still be starting, or be on its way out: ask each time.
      const url = await askRunningShell(host.dataDirectory)
      if (url !== null) return { kind: 'handed-over', url }
      if (performance.now() >= deadline) throw error
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS) })
    }
  }
}
