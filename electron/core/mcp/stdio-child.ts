import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import { createLineSplitter } from './line-splitter.ts'
import { ENDING_TIMES, endGroup, type EndingTimes } from './process-group.ts'

/** Ready to start: nothing in it is looked up or expanded any more. */
export interface ReadyLaunch {
  /** Absolute path of the program. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Why it ended. `stopped` is our doing. */
export interface ChildEnd {
  readonly why: 'exited' | 'stopped' | 'message-too-long'
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

export interface StdioChildOptions {
  readonly launch: ReadyLaunch
  /** One line of stdout, whatever it holds. */
  readonly onLine: (line: string) => void
  readonly onStderr: (line: string) => void
  /** Once, after the last line, when the leader has gone; descendants may still be ending. */
  readonly onEnd: (end: ChildEnd) => void
  /** Bytes of one line of stdout; more ends the child. */
  readonly maxMessageBytes?: number
  readonly endingTimes?: EndingTimes
}

export interface StdioChild {
  readonly pid: number
  /** @throws AppError `connector.not-ready` when it has ended: nothing was sent */
  readonly send: (line: string) => void
  /** Ends the whole process group. Resolves when it is gone; more calls wait for the same end. */
  readonly stop: () => Promise<void>
  /** Resolves when the group is gone, whoever ended it. */
  readonly gone: Promise<void>
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
const MAX_STDERR_LINE = 64 * 1024
/** A descendant that keeps stdout open can't hold up the news that the leader has gone. */
const LAST_OUTPUT_MS = 250

/**
 * Starts a program without a shell, as the leader of a process group of its own.
 * @throws AppError `connector.start-failed`
 */
export async function spawnChild({ launch, onLine, onStderr, onEnd, maxMessageBytes = MAX_MESSAGE_BYTES, endingTimes = ENDING_TIMES }: StdioChildOptions): Promise<StdioChild> {
  if (!(await isFolder(launch.cwd))) throw new AppError('connector.start-failed', `The folder ${launch.cwd}, which the server should start in, does not exist.`)
  const child = spawn(launch.file, [...launch.args], { cwd: launch.cwd, env: { ...launch.env }, stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', shell: false, windowsHide: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => { reject(new AppError('connector.start-failed', `${launch.file} could not be started: ${error.message}.`, { cause: error })) })
  })
  const { pid } = child
  if (pid === undefined) throw new AppError('connector.start-failed', `${launch.file} could not be started.`)

  let why: ChildEnd['why'] = 'exited'
  let ending: Promise<void> | null = null
  let hasEnded = false
  const gone = Promise.withResolvers<void>()
  const end = (): Promise<void> => {
    if (ending === null) {
      child.stdin.end()
      ending = endGroup(pid, endingTimes)
      void ending.then(gone.resolve)
    }
    return ending
  }
  const finish = (): void => {
    if (hasEnded) return
    hasEnded = true
    lines.end()
    errors.end()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    void end()
    onEnd({ why, exitCode: child.exitCode, signal: child.signalCode })
  }
  const lines = createLineSplitter({
    maxBytes: maxMessageBytes, onLine,
    onTooLong: () => {
      why = 'message-too-long'
      void end()
      return 'stop'
    },
  })
  const errors = createLineSplitter({ maxBytes: MAX_STDERR_LINE, onLine: onStderr, onTooLong: (beginning) => { onStderr(beginning); return 'drop-rest' } })

  child.on('error', (error) => { onStderr(error.message) })
  child.stdin.on('error', () => { /* The end of the process says it. */ })
  child.stdout.on('data', (chunk: Buffer) => { if (!hasEnded) lines.push(chunk) })
  child.stderr.on('data', (chunk: Buffer) => { if (!hasEnded) errors.push(chunk) })
  child.once('exit', () => { setTimeout(finish, LAST_OUTPUT_MS) })
  child.once('close', finish)
  return {
    pid, gone: gone.promise,
    send: (line) => {
      if (hasEnded || ending !== null || child.exitCode !== null || child.signalCode !== null || !child.stdin.writable) {
        throw new AppError('connector.not-ready', 'The server has ended; nothing was sent to it.')
      }
      child.stdin.write(line)
    },
    stop: () => {
      if (!hasEnded && ending === null && child.exitCode === null && child.signalCode === null) why = 'stopped'
      return end()
    },
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
