import { Worker, type ResourceLimits } from 'node:worker_threads'
import { orAborted } from './or-aborted.ts'

export type ThreadReply =
  | { readonly kind: 'reply'; readonly reply: unknown }
  /** The time was up; the thread may still be at it until it is closed. */
  | { readonly kind: 'late' }
  | { readonly kind: 'died'; readonly cause: unknown }

/** Runs what could take for ever on input from outside, or long, where it can be ended. Close it after use. */
export interface Thread {
  /**
   * One question at a time.
   * @param timeLimit milliseconds that the thread has the processor, from when it is up; where others have it, five times as long at most
   * @throws the signal's reason
   */
  ask(message: unknown, timeLimit: number, signal: AbortSignal): Promise<ThreadReply>
  /** While nobody asks it doesn't keep the process. */
  readonly isUp: () => boolean
  readonly close: () => Promise<void>
}

/** The wait for a thread that the machine holds up ends all the same. */
const MOST_TIMES = 5
/** What it is told to have used is never quite all that it had. */
const USED_UP = 0.9
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }

/** The file posts one message when it is up, and one for each that is posted to it. It gets no environment. */
export function startThread(file: URL, data: unknown, memory: ResourceLimits = MEMORY): Thread {
  const worker = new Worker(file, { workerData: data, env: {}, resourceLimits: memory })
  let end: { readonly cause: unknown } | null = null
  worker.on('error', (cause: unknown) => { end ??= { cause } }).on('exit', (code) => { end ??= { cause: new Error(`it ended with ${code}`) } })
  const up = nextReply(worker, null)
  return {
    ask: async (message, timeLimit, signal) => {
      const started = await orAborted(up, signal)
      if (started.kind !== 'reply') return started
      if (end !== null) return { kind: 'died', cause: end.cause }
      const reply = nextReply(worker, timeLimit)
      worker.postMessage(message)
      return orAborted(reply, signal)
    },
    isUp: () => end === null,
    close: async () => { await worker.terminate() },
  }
}

function nextReply(worker: Worker, timeLimit: number | null): Promise<ThreadReply> {
  const { promise, resolve } = Promise.withResolvers<ThreadReply>()
  const onMessage = (reply: unknown): void => resolve({ kind: 'reply', reply })
  const onEnd = (cause: unknown): void => resolve({ kind: 'died', cause })
  worker.ref()
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
  const callOff = timeLimit === null ? undefined : whenUsedUp(worker, timeLimit, () => resolve({ kind: 'late' }))
  return promise.finally(() => {
    callOff?.()
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    worker.unref()
  })
}

/** Looks when the limit can be reached at the earliest, and again by what is left. @returns what calls it off */
function whenUsedUp(worker: Worker, limit: number, then: () => void): () => void {
  const before = worker.cpuUsage().catch(() => null)
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const callOff = (): void => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(last)
  }
  const finish = (): void => {
    callOff()
    then()
  }
  const look = async (): Promise<void> => {
    // So deep in its work that it can't be asked.
    timer = setTimeout(finish, limit)
    const used = await processorTime(worker, await before)
    if (isOver) return
    clearTimeout(timer)
    if (used === null || used >= limit * USED_UP) finish()
    else timer = setTimeout(() => void look(), limit - used)
  }
  const last = setTimeout(finish, limit * MOST_TIMES)
  timer = setTimeout(() => void look(), limit)
  return callOff
}

/** In milliseconds; null: it has ended. */
async function processorTime(worker: Worker, before: NodeJS.CpuUsage | null): Promise<number | null> {
  if (before === null) return null
  try {
    const { user, system } = await worker.cpuUsage(before)
    return (user + system) / 1000
  } catch {
    return null
  }
}
