import { spawn } from 'node:child_process'
import { AppError } from '../../../../shared/errors.ts'
import { endGroup, type EndingTimes } from '../../mcp/process-group.ts'
import type { Watchdog } from '../../mcp/watchdog.ts'
import { boundOutput, type BoundOutput } from './bound-output.ts'

export interface CommandRun {
  /** Absolute path of the program. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeLimit: number
  readonly signal: AbortSignal
  /** Ends the group where this process dies before it has. */
  readonly watchdog: Pick<Watchdog, 'watch' | 'forget'>
}

export interface CommandEnd {
  readonly exitCode: number | null
  readonly endedBy: 'itself' | 'signal' | 'time-limit'
  readonly stdout: BoundOutput
  readonly stderr: BoundOutput
}

const ENDING: EndingTimes = { politeMs: 0, termMs: 150 }
/** What still holds the output open after the program has gone is ended with its group. */
const LAST_OUTPUT_MS = 200

/**
 * Runs a program without a shell, with no input, as the leader of a group of its own. When this returns or throws, the whole
 * group is gone, or has been told to go and killed; a process that is killed meanwhile leaves that to the watchdog.
 * @throws AppError `tool.failed` where it can't start; the signal's reason
 */
export async function runArgv({ file, args, cwd, env, timeLimit, signal, watchdog }: CommandRun): Promise<CommandEnd> {
  signal.throwIfAborted()
  const child = spawn(file, [...args], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32', shell: false, windowsHide: true })
  const [stdout, stderr] = [boundOutput(), boundOutput()]
  child.stdout.on('data', stdout.push)
  child.stderr.on('data', stderr.push)
  const exited = new Promise<'exited'>((resolve) => { child.once('exit', () => { resolve('exited') }) })
  const closed = new Promise<void>((resolve) => { child.once('close', () => { resolve() }) })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => { reject(new AppError('tool.failed', `${file} could not be started: ${error.message}.`, { cause: error })) })
  })
  child.on('error', () => { /* Its end says it. */ })
  const { pid } = child
  if (pid === undefined) throw new AppError('tool.failed', `${file} could not be started.`)

  watchdog.watch(pid)
  const late = waitFor(timeLimit)
  const stopped = new Promise<'stopped'>((resolve) => { signal.addEventListener('abort', () => { resolve('stopped') }, { once: true }) })
  const why = await Promise.race([exited, late.passed, stopped])
  late.callOff()
  if (why === 'exited') {
    const rest = waitFor(LAST_OUTPUT_MS)
    await Promise.race([closed, rest.passed])
    rest.callOff()
  }
  await endGroup(pid, ENDING)
  watchdog.forget(pid)
  child.stdout.destroy()
  child.stderr.destroy()
  if (why === 'stopped') signal.throwIfAborted()
  return { exitCode: child.exitCode, endedBy: why === 'late' ? 'time-limit' : child.exitCode === null ? 'signal' : 'itself', stdout: stdout.read(), stderr: stderr.read() }
}

function waitFor(ms: number): { readonly passed: Promise<'late'>; readonly callOff: () => void } {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => { resolve('late') }, ms)
  return { passed: promise, callOff: () => { clearTimeout(timer) } }
}
