export interface LineHit {
  /** From 1. */
  readonly line: number
  /** The line, or the part around the match. */
  readonly text: string
}

const SHOWN_BEFORE = 80
const SHOWN_LENGTH = 300

/** A line, or the part of it around the match at `column` (UTF-16 units from 0). */
export function hitOf(line: number, text: string, column: number): LineHit {
  const from = text.length <= SHOWN_LENGTH ? 0 : Math.max(0, column - SHOWN_BEFORE)
  const shown = text.slice(from, from + SHOWN_LENGTH).replace(/\r$/, '')
  return { line, text: `${from > 0 ? '…' : ''}${shown}${from + SHOWN_LENGTH < text.length ? '…' : ''}`.toWellFormed() }
}
