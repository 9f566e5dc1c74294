import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { z } from 'zod'

export interface KeyHome { readonly folder: string; readonly dataDirectory: string }

const folders: string[] = []
after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })

/** A person's home: sessions in it come one after the other. */
export function makeKeyHome(): KeyHome {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-keys-'))
  folders.push(folder)
  for (const name of ['data', 'run']) mkdirSync(join(folder, name), { mode: 0o700 })
  return { folder, dataDirectory: join(folder, 'data') }
}

export interface KeySession {
  /** Typed at login; left out: there is no bus, and so no keychain. */
  readonly keyringPassword?: string
  readonly environment?: Readonly<Record<string, string>>
}
export type Step = { readonly say: string } | { readonly call: string; readonly input: unknown }

const Outcomes = z.object({ outcomes: z.array(z.unknown()) })

/** Runs key-session.ts to its end. `output` is everything it printed: all frames that went to its window, and what it complained of. */
export async function runKeySession({ folder, dataDirectory }: KeyHome, { keyringPassword, environment = {} }: KeySession, steps: readonly Step[]): Promise<{ readonly outcomes: readonly unknown[]; readonly output: string }> {
  const plan = JSON.stringify({ dataDirectory, keyringPassword: keyringPassword ?? null, steps })
  const scenario = [process.execPath, join(import.meta.dirname, 'key-session.ts'), plan]
  const command = keyringPassword === undefined ? scenario : ['dbus-run-session', '--', ...scenario]
  // Into files: services that the bus started outlive the session and would hold a pipe open.
  const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const
  const [out, err] = [openSync(paths[0], 'w'), openSync(paths[1], 'w')]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: join(folder, 'share'), XDG_RUNTIME_DIR: join(folder, 'run'), LANG: 'C.UTF-8', ...environment },
    timeout: 60_000, killSignal: 'SIGKILL', stdio: ['ignore', out, err],
  })
  const [code] = await once(child, 'exit')
  for (const file of [out, err]) closeSync(file)
  const [stdout, stderr] = [readFileSync(paths[0], 'utf8'), readFileSync(paths[1], 'utf8')]
  if (code !== 0) throw new Error(`the session ended with ${String(code)}\n${stdout.slice(-2000)}\n${stderr}`)
  const last = stdout.trimEnd().split('\n').findLast((line) => line.startsWith('{"outcomes"')) ?? ''
  return { outcomes: Outcomes.parse(JSON.parse(last)).outcomes, output: `${stdout}\n${stderr}` }
}

/** Every file of the home, as bytes. */
export const readHome = ({ folder }: KeyHome): readonly { readonly path: string; readonly text: string }[] =>
  listBelow(folder).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true).map((path) => ({ path, text: readFileSync(path, 'latin1') }))

/** Services that the bus started end after the session, and take the folder of their sockets along while one looks. */
function listBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? listBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
