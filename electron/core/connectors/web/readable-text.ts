import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { startThread } from '../../thread.ts'

export interface ReadableText { readonly title: string; readonly text: string }

const Reply = z.object({ title: z.string(), text: z.string() })

/**
 * The text of a page, links with their addresses, without scripts, styles, pictures and form fields. Runs in a thread
 * of its own, since some pages are built to take minutes.
 * @param timeLimit milliseconds
 * @throws AppError `web.failed`; the signal's reason
 */
export async function readableText(html: string, url: URL, timeLimit: number, signal: AbortSignal): Promise<ReadableText> {
  const thread = startThread(new URL('./readable-text-worker.ts', import.meta.url), null)
  try {
    const answer = await thread.ask({ html, base: url.href }, timeLimit, signal)
    switch (answer.kind) {
      case 'reply': return Reply.parse(answer.reply)
      case 'late':
      case 'died': throw new AppError('web.failed', `The page at ${url.host} is built in a way that can't be turned into text.`, { cause: answer.kind === 'died' ? answer.cause : undefined })
    }
  } finally {
    await thread.close()
  }
}
