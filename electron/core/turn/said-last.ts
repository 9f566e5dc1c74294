import { previewOf, type StoredText } from '../../../shared/stored-text.ts'
import type { TurnState } from '../../../shared/turn-state.ts'

/** What the model of a run said last; null: nothing, or nothing of it is kept. */
export function saidLast({ steps }: TurnState, readText: (stored: StoredText) => string): string | null {
  for (const { blocks } of steps.toReversed()) {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [readKept(block.text, readText)] : [])).join('\n\n').trim()
    if (text !== '') return text
  }
  return null
}

/** At its end a run may let go of its long texts at once; their beginning is still in the event. */
function readKept(stored: StoredText, readText: (stored: StoredText) => string): string {
  try {
    return readText(stored)
  } catch {
    return `${previewOf(stored)}…`
  }
}
