import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import type { LineMatcher } from './match-lines.ts'
import { startThread } from '../../thread.ts'

export interface ExpressionOptions {
  readonly ignoreCase: boolean
  readonly signal: AbortSignal
  /** Milliseconds for one text. */
  readonly timeLimit: number
}

const Reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hits'), longLines: z.int(), hits: z.array(z.object({ line: z.int(), text: z.string() })) }),
  z.object({ kind: z.literal('invalid'), message: z.string() }),
])

/** A regular expression can take for ever on a few characters, so it runs in a thread that is ended when the time is up. */
export function matchExpression(source: string, { ignoreCase, signal, timeLimit }: ExpressionOptions): LineMatcher {
  const thread = startThread(new URL('./match-lines-worker.ts', import.meta.url), { source, ignoreCase })
  return {
    match: async (text, most) => {
      const answer = await thread.ask({ text, most }, timeLimit, signal)
      switch (answer.kind) {
        case 'late': throw new AppError('tool.timed-out', `The expression took longer than ${timeLimit / 1000} seconds on one file.`, { advice: 'Use a plainer expression, without repeats inside repeats, or search for plain text.' })
        case 'died': throw new AppError('tool.failed', 'The expression could not be run.', { advice: 'Try a plainer one.', cause: answer.cause })
        case 'reply': {
          const reply = Reply.parse(answer.reply)
          if (reply.kind === 'hits') return reply
          throw new AppError('input.invalid', `That is not a regular expression: ${reply.message}`)
        }
      }
    },
    close: thread.close,
  }
}
