import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from './temporary-folder.ts'

/** A person's home with its keyring files: sessions in it come one after the other, as logins do. */
export interface Home {
  readonly folder: string
  readonly dataDirectory: string
}

export function makeHome(): Home {
  const folder = makeFolder()
  const dataDirectory = join(folder, 'gatehouse')
  for (const name of [dataDirectory, join(folder, 'run')]) mkdirSync(name, { mode: 0o700 })
  return { folder, dataDirectory }
}

export interface SessionOptions {
  /** `none`: no bus at all. `bare`: one that knows no services. `desktop`: one that starts what is installed. */
  readonly bus: 'none' | 'bare' | 'desktop'
  /** Typed at login; null: nobody logged in with one, so what is there stays locked. */
  readonly keyringPassword?: string
  readonly timeLimitMs?: number
}

const Outcomes = z.object({ outcomes: z.array(z.unknown()), longestGapMs: z.number(), endsAt: z.number() })

/** Runs steps of keyring-child.ts in a session of its own. */
export async function inSession(home: Home, { bus, keyringPassword, timeLimitMs = 15_000 }: SessionOptions, steps: readonly (readonly string[])[]) {
  const plan = JSON.stringify({ dataDirectory: home.dataDirectory, keyringPassword: keyringPassword ?? null, timeLimitMs, steps })
  const scenario = [process.execPath, join(import.meta.dirname, 'keyring-child.ts'), plan]
  const command = bus === 'none' ? scenario : ['dbus-run-session', ...(bus === 'bare' ? [`--config-file=${bareBus(home)}`] : []), '--', ...scenario]
  const environment = { PATH: process.env['PATH'], HOME: home.folder, XDG_DATA_HOME: join(home.folder, 'share'), XDG_RUNTIME_DIR: join(home.folder, 'run'), LANG: 'C.UTF-8' }
  // Into files: services that the bus started outlive the session and would hold a pipe open.
  const output = join(home.folder, 'stdout')
  const errors = join(home.folder, 'stderr')
  const [out, err] = [openSync(output, 'w'), openSync(errors, 'w')]
  const child = spawn(command[0] ?? '', command.slice(1), { env: environment, timeout: 60_000, killSignal: 'SIGKILL', stdio: ['ignore', out, err] })
  const [code] = await once(child, 'exit')
  for (const file of [out, err]) closeSync(file)
  const [stdout, stderr] = [readFileSync(output, 'utf8'), readFileSync(errors, 'utf8')]
  if (code !== 0) throw new Error(`the session ended with ${String(code)}\n${stdout}\n${stderr}`)
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('{')) ?? ''
  return { ...Outcomes.parse(JSON.parse(line)), stdout, stderr, endedAt: Date.now() }
}

function bareBus(home: Home): string {
  const path = join(home.folder, 'bare-bus.xml')
  writeFileSync(path, `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`)
  return path
}

/** Has the bus start something that never answers in place of a service. */
export function replaceService(home: Home, service: string): void {
  const folder = join(home.folder, 'share', 'dbus-1', 'services')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${service}.service`), `[D-BUS Service]\nName=${service}\nExec=/bin/sleep 10\n`)
}
