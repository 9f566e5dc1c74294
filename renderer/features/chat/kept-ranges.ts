import { MessageInput } from '../../../shared/contract.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { trackedText, type Span, type TrackedText } from './message-ranges.ts'

/** The part of the browser's storage that is used. */
export type RangeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (chatId: ChatId): string => `draft-ranges:${chatId}`

/** Remembers for this window which stretches of a draft were typed; the core keeps only its text. */
export function keepRanges(storage: RangeStorage, chatId: ChatId, tracked: TrackedText): void {
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
export function restoreRanges(storage: RangeStorage, chatId: ChatId, draft: string): TrackedText {
  const spans = readSpans(parse(storage.getItem(keyOf(chatId))), draft)
  return spans === null ? trackedText(draft, 'pasted') : { text: draft, spans }
}

/** Null unless what was kept is about exactly this draft. */
function readSpans(kept: unknown, draft: string): readonly Span[] | null {
  if (!isJsonObject(kept) || kept['text'] !== draft || !Array.isArray(kept['spans'])) return null
  const spans: Span[] = []
  for (const span of kept['spans']) {
    if (!isJsonObject(span) || typeof span['length'] !== 'number' || !(span['length'] > 0)) return null
    const origin = MessageInput.shape.origin.safeParse(span['origin'])
    if (!origin.success) return null
    spans.push({ origin: origin.data, length: span['length'] })
  }
  return spans.reduce((sum, { length }) => sum + length, 0) === draft.length ? spans : null
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
