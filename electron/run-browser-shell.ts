import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError, toWireError } from '../shared/errors.ts'
import { startBrowserShell, type BrowserShellStart, type CoreParts } from './browser-shell.ts'
import type { Host } from './core/host.ts'
import { chooseDataDirectory } from './data-directory.ts'
import { createNewId } from './new-id.ts'
import { systemClock } from './system-clock.ts'

const GOODBYE_MS = 2000
const Package = z.object({ version: z.string() })

export interface RunOptions extends CoreParts {
  /** Of the project: holds package.json and out/renderer. */
  readonly root: string
  readonly rendererDirectory?: string
}

/**
 * The whole life of the browser shell's process. Says on standard output, in one line of JSON, how the start went:
 * `{"ready":true,"url"}` (with `problem` when the window opens to say what is wrong), `{"handedOver":true,"url"}`, or
 * `{"ready":false,"message"}` with exit status 1. Ends with status 0 within three seconds of SIGTERM or SIGINT.
 */
export async function runBrowserShell({ createCore, serveClient, root, rendererDirectory = join(root, 'out', 'renderer') }: RunOptions): Promise<void> {
  const host: Host = {
    dataDirectory: chooseDataDirectory(process.env, process.platform),
    shell: 'browser',
    version: Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version,
    clock: systemClock,
    newId: createNewId(() => systemClock.now()),
    // The window shows its own questions; a browser shell has no other way to call for the person.
    notify: () => undefined,
  }
  const endings = Promise.race([waitForSignal('SIGTERM'), waitForSignal('SIGINT'), waitForSignal('SIGHUP')])
  const starting = startBrowserShell({ createCore, serveClient, host, rendererDirectory: resolve(rendererDirectory), setPort: process.env.GATEHOUSE_PORT, log })
  const started = await Promise.race([starting, endings])
    .catch((error: unknown) => ({ kind: 'failed' as const, error }))

  if (started === 'ended') process.exit(0)
  if (started.kind === 'failed' && !(started.error instanceof AppError)) log(String(started.error instanceof Error ? started.error.stack : started.error))
  await print(describe(started))
  if (started.kind === 'failed') process.exit(1)
  if (started.kind === 'handed-over') process.exit(0)

  await endings
  setTimeout(() => process.exit(0), GOODBYE_MS)
  await started.close().catch((error: unknown) => log(`it did not close in order: ${String(error)}`))
  process.exit(0)
}

type Outcome = BrowserShellStart | { readonly kind: 'failed'; readonly error: unknown }

function describe(outcome: Outcome): Readonly<Record<string, string | boolean>> {
  switch (outcome.kind) {
    case 'ready': return { ready: true, url: outcome.url, ...(outcome.problem === null ? {} : { problem: sayAll(outcome.problem) }) }
    case 'handed-over': return { handedOver: true, url: outcome.url }
    case 'failed': return { ready: false, message: sayAll(outcome.error) }
  }
}

/** What happened, what was kept, what to do; on one line. */
function sayAll(error: unknown): string {
  const { message, kept, advice } = toWireError(error)
  return [message, kept, advice].filter((sentence) => sentence !== undefined).join(' ').replaceAll(/\s+/g, ' ')
}

const print = (outcome: Readonly<Record<string, string | boolean>>): Promise<void> =>
  new Promise((resolve) => { process.stdout.write(`${JSON.stringify(outcome)}\n`, () => resolve()) })

const log = (line: string): void => { process.stderr.write(`${line}\n`) }

/** Further signals of the kind are taken and ignored: it is on its way out already. */
const waitForSignal = (signal: NodeJS.Signals): Promise<'ended'> =>
  new Promise((resolve) => { process.on(signal, () => resolve('ended')) })
