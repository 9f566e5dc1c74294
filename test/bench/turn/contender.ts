import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** What a contender is given. Each runs in a process of its own, so that one's garbage is never another's pause. */
export const Setup = z.object({ url: z.string(), folder: z.string(), /** Of tools, in one turn. */ calls: z.int(), /** Whether its commits are counted, which costs time. */ isCounted: z.boolean() })
export type Setup = z.infer<typeof Setup>

/** A contender that is ready: runs one whole turn, from the person's words to the model's last. */
export interface Contender {
  readonly runTurn: () => Promise<void>
  /** Commits of its database so far; left out where nobody counts them. */
  readonly commits?: () => number
  readonly close: () => Promise<void>
}

const Order = z.discriminatedUnion('order', [z.object({ order: z.literal('turn') }), z.object({ order: z.literal('close') })])
const Report = z.discriminatedUnion('report', [
  z.object({ report: z.literal('ready') }),
  z.object({ report: z.literal('turn'), ms: z.number(), processorMs: z.number(), commits: z.number() }),
  z.object({ report: z.literal('failed'), message: z.string() }),
])
type Report = z.infer<typeof Report>

/** The real server, as installed with the project. */
export const everythingServer = { command: process.execPath, args: [fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))] }
export const PROMPT = 'Echo what you are told, one thing after another.'
export const MODEL = 'bench-model'

/** The main of a contender's process. */
export async function contend(prepare: (setup: Setup) => Promise<Contender>): Promise<void> {
  const send = (report: Report): void => { process.send?.(report) }
  const failed = (error: unknown): void => { send({ report: 'failed', message: error instanceof Error ? error.stack ?? error.message : String(error) }) }
  try {
    const contender = await prepare(Setup.parse(JSON.parse(process.argv[2] ?? '')))
    process.on('message', (message) => {
      const { order } = Order.parse(message)
      if (order === 'close') {
        void contender.close().then(() => { process.exit(0) }, failed)
        return
      }
      const before = contender.commits?.() ?? 0
      const busy = process.cpuUsage()
      const began = performance.now()
      contender.runTurn().then(() => {
        const ms = performance.now() - began
        const { user, system } = process.cpuUsage(busy)
        send({ report: 'turn', ms, processorMs: (user + system) / 1000, commits: (contender.commits?.() ?? 0) - before })
      }, failed)
    })
    send({ report: 'ready' })
  } catch (error) {
    failed(error)
  }
}

/** Of one turn. @property processorMs of its own process, all threads, the server's left out */
export interface TurnCost { readonly ms: number; readonly processorMs: number; readonly commits: number }

export interface RunningContender {
  readonly pid: number
  readonly runTurn: () => Promise<TurnCost>
  readonly close: () => Promise<void>
}

/** Starts a contender's process. @throws Error when it doesn't get ready */
export async function startContender(file: string, setup: Setup, execArgv: readonly string[] = []): Promise<RunningContender> {
  // What the environment of whoever runs the bench sets for a library changes what is measured.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:ANTHROPIC|LANGCHAIN|LANGSMITH|OTEL|NODE_OPTIONS)/.test(name)))
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(setup)], { execArgv: [...execArgv], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = new Promise<void>((resolve) => { child.once('exit', () => { resolve() }) })
  const next = (): Promise<Report> => new Promise((resolve, reject) => {
    const leave = (code: number | null): void => { reject(new Error(`${file} ended with ${String(code)}`)) }
    child.once('exit', leave)
    child.once('message', (message) => {
      child.off('exit', leave)
      const report = Report.parse(message)
      if (report.report === 'failed') reject(new Error(`${file}: ${report.message}`))
      else resolve(report)
    })
  })
  try {
    await next()
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  if (child.pid === undefined) throw new Error(`${file} has no process`)
  return {
    pid: child.pid,
    runTurn: async () => {
      const report = next()
      child.send({ order: 'turn' })
      const done = await report
      if (done.report !== 'turn') throw new Error(`${file} said ${done.report}`)
      return done
    },
    close: async () => {
      if (child.exitCode === null) child.send({ order: 'close' })
      await exited
    },
  }
}
