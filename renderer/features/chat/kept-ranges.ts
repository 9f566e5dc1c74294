import { z } from 'zod'
import type { ChatId } from '../../../shared/ids.ts'
import { trackedText, type TrackedText } from './message-ranges.ts'

const Kept = z.object({
  text: z.string(),
  spans: z.array(z.object({ origin: z.enum(['typed', 'pasted', 'dropped', 'linked']), length: z.int().positive() })),
})

const keyOf = (chatId: ChatId): string => `draft-ranges:${chatId}`

/** Remembers for this window which stretches of a draft were typed; the core keeps only its text. */
export function keepRanges(storage: Storage, chatId: ChatId, tracked: TrackedText): void {
  if (tracked.text === '') return storage.removeItem(keyOf(chatId))
  try {
    storage.setItem(keyOf(chatId), JSON.stringify(tracked))
  } catch (error) {
    // Full: the draft then counts as pasted, which is the careful reading.
    if (!(error instanceof DOMException)) throw error
    storage.removeItem(keyOf(chatId))
  }
}

/** A restored draft. What this window doesn't remember typing counts as pasted: only typed text speaks for the person. */
export function restoreRanges(storage: Storage, chatId: ChatId, draft: string): TrackedText {
  const kept = Kept.safeParse(parse(storage.getItem(keyOf(chatId))))
  const fits = kept.success && kept.data.text === draft && kept.data.spans.reduce((sum, { length }) => sum + length, 0) === draft.length
  return fits ? kept.data : trackedText(draft, 'pasted')
}

function parse(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}
