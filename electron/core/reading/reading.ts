import type { CallerSignal } from '../../../shared/contract.ts'
import { AppError, fromWireError } from '../../../shared/errors.ts'
import { startThread, type Thread } from '../thread.ts'
import { ReadReply, readSchemas, type ReadInput, type ReadName, type ReadOutput } from './reads.ts'

/** Long reads, each of what is stored when it begins, in a thread of their own. */
export interface Reading {
  /**
   * One after another, in the order in which they were asked for.
   * @param signal whoever asked is gone: what waits isn't read, what is being read is dropped
   * @throws AppError what the read refuses with; `store.unavailable` when it could not be finished; `rpc.busy`; `rpc.disconnected`
   */
  readonly ask: <K extends ReadName>(name: K, input: ReadInput<K>, signal?: CallerSignal) => Promise<ReadOutput<K>>
  readonly close: () => Promise<void>
}

export interface ReadingOptions {
  /** Of the database. Nothing is opened before the first read. */
  readonly path: string
  /** The thread has let go of what it read. */
  readonly onRest?: () => void
  readonly memoryMb?: number
}

const MOST_WAITING = 100
/** A read that takes longer is stuck. */
const TIME_LIMIT_MS = 120_000
const MEMORY_MB = 1024

export function createReading({ path, onRest = () => undefined, memoryMb = MEMORY_MB }: ReadingOptions): Reading {
  const closing = new AbortController()
  let thread: Thread | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const current = (): Thread => {
    if (thread?.isUp() !== true) thread = startThread(new URL('./reading-worker.ts', import.meta.url), { path }, { maxOldGenerationSizeMb: memoryMb })
    return thread
  }

  const readNow = async <K extends ReadName>(name: K, input: ReadInput<K>): Promise<ReadOutput<K>> => {
    const asked = current()
    const answer = await asked.ask({ name, input }, TIME_LIMIT_MS, closing.signal)
    switch (answer.kind) {
      case 'late':
        await asked.close()
        throw stopped('it took too long')
      case 'died': throw stopped('the part that reads stopped', answer.cause)
      case 'reply': {
        const reply = ReadReply.parse(answer.reply)
        switch (reply.kind) {
          case 'answer': return readSchemas[name].output.parse(reply.output)
          case 'refused': throw fromWireError(reply.error)
          case 'failed': throw new Error(reply.message)
        }
      }
    }
  }

  return {
    ask: async (name, input, signal) => {
      if (waiting >= MOST_WAITING) throw new AppError('rpc.busy', 'Too much is being read at once.', { kept: 'Nothing was changed.', advice: 'Try again in a moment.' })
      waiting += 1
      const before = last
      const mine = before.then(async () => {
        if (closing.signal.aborted) throw closing.signal.reason
        if (signal?.aborted === true) throw gone()
        try {
          return await readNow(name, input)
        } finally {
          onRest()
        }
      }).finally(() => { waiting -= 1 })
      last = mine.catch(() => undefined)
      return signal === undefined ? mine : Promise.race([mine, whenAborted(signal, mine)])
    },
    close: async () => {
      closing.abort(new AppError('rpc.disconnected', 'Gatehouse is closing.', { kept: 'Nothing was changed.', advice: 'Look again after the next start.' }))
      await last
      await thread?.close()
    },
  }
}

/** Rejects when the signal does, and hangs on to nothing when `read` is over first. */
function whenAborted(signal: CallerSignal, read: Promise<unknown>): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(gone())
  signal.addEventListener('abort', abort, { once: true })
  void read.then(() => undefined, () => undefined).finally(() => { signal.removeEventListener('abort', abort) })
  return promise
}

const gone = (): AppError => new AppError('rpc.disconnected', 'The window that asked is gone.')

const stopped = (why: string, cause?: unknown): AppError =>
  new AppError('store.unavailable', `Gatehouse could not finish reading: ${why}.`, { kept: 'Nothing was changed, and everything that is stored is still there.', advice: 'Try again; ask for less at once if it happens again.', cause })
