import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { startBrowserShell, type BrowserShellOptions } from '../../electron/browser-shell.ts'
import type { Core } from '../../electron/core/core.ts'
import { serveClient } from '../../electron/core/rpc/serve-client.ts'
import type { CoreHandlers } from '../../shared/contract.ts'
import type { AppError } from '../../shared/errors.ts'
import { fakeHandlers } from '../rpc/fake-handlers.ts'
import { fakeHost } from './fake-host.ts'

export function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-shell-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const INDEX = '<!doctype html><title>Gatehouse</title>'

export function buildWindow(context: TestContext, more: Readonly<Record<string, string>> = {}): string {
  const folder = makeFolder(context)
  const files = { 'index.html': INDEX, 'assets/main-BvC3x_a1.js': 'export {}', 'favicon.svg': '<svg/>', ...more }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

export const coreOf = (handlers: CoreHandlers, close: () => Promise<void> = async () => undefined): Core => ({ handlers, close })

/** A port that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address === null || typeof address === 'string' ? reject(new Error('no port')) : resolve(address.port)))
    })
  })
}

export interface RunningShell {
  readonly url: string
  readonly port: number
  readonly token: string
  readonly dataDirectory: string
  readonly problem: AppError | null
  readonly close: () => Promise<void>
  readonly logged: readonly string[]
}

/** A browser shell in this process: real server, real files, and the core that is given. */
export async function startShell(context: TestContext, given: Partial<BrowserShellOptions> & { readonly dataDirectory?: string } = {}): Promise<RunningShell> {
  const dataDirectory = given.dataDirectory ?? makeFolder(context)
  const logged: string[] = []
  const start = await startBrowserShell({
    createCore: async () => coreOf(fakeHandlers({})),
    serveClient,
    host: fakeHost(dataDirectory),
    rendererDirectory: given.rendererDirectory ?? buildWindow(context),
    setPort: 'setPort' in given ? given.setPort : String(await findFreePort()),
    log: (line) => logged.push(line),
    ...given,
  })
  assert.equal(start.kind, 'ready')
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= start.close())
  context.after(close)
  const { port, hash } = new URL(start.url)
  return { url: start.url, port: Number(port), token: hash.replace('#token=', ''), dataDirectory, problem: start.problem, close, logged }
}
