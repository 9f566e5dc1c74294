import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import type { LineMatcher } from './match-lines.ts'

export interface ExpressionOptions {
  readonly ignoreCase: boolean
  readonly signal: AbortSignal
  /** Milliseconds for one text. */
  readonly timeLimit: number
}

const Reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('hits'), longLines: z.int(), hits: z.array(z.object({ line: z.int(), text: z.string() })) }),
  z.object({ kind: z.literal('invalid'), message: z.string() }),
])
type Reply = z.infer<typeof Reply>

const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * A regular expression can take for ever on a few characters, so it runs in a thread of its own, which its user ends
 * (`close`) whether it has finished or not.
 */
export function matchExpression(source: string, { ignoreCase, signal, timeLimit }: ExpressionOptions): LineMatcher {
  const worker = new Worker(new URL('./match-lines-worker.ts', import.meta.url), { workerData: { source, ignoreCase }, env: {}, resourceLimits: MEMORY })
  const started = nextReply(worker, signal, null)
  // Whoever waits for it hears of a failure; this keeps it from counting as unheard before that.
  started.catch(() => undefined)
  return {
    match: async (text, most) => {
      await started
      const answered = nextReply(worker, signal, timeLimit)
      worker.postMessage({ text, most })
      const reply = await answered
      switch (reply.kind) {
        case 'hits': return reply
        case 'invalid': throw new AppError('input.invalid', `That is not a regular expression: ${reply.message}`)
        case 'ready': throw new AppError('internal.bug', 'The search thread started twice.')
      }
    },
    close: async () => { await worker.terminate() },
  }
}

/** @throws AppError `tool.timed-out`, `tool.failed`; the signal's reason */
function nextReply(worker: Worker, signal: AbortSignal, timeLimit: number | null): Promise<Reply> {
  const settled = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const on = (event: 'message' | 'error' | 'exit', then: (value: unknown) => void): void => {
    worker.on(event, then)
    settled.signal.addEventListener('abort', () => worker.off(event, then))
  }
  const fail = (cause: unknown): void => reject(new AppError('tool.failed', 'The expression could not be run.', { advice: 'Try a plainer one.', cause }))
  on('message', (message) => resolve(Reply.parse(message)))
  on('error', fail)
  on('exit', fail)
  const abort = (): void => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { signal: settled.signal })
  const timer = timeLimit === null ? undefined : setTimeout(() => reject(new AppError('tool.timed-out', `The expression took longer than ${timeLimit / 1000} seconds on one file.`, {
    advice: 'Use a plainer expression, without repeats inside repeats, or search for plain text.',
  })), timeLimit)
  return promise.finally(() => {
    clearTimeout(timer)
    settled.abort()
  })
}
