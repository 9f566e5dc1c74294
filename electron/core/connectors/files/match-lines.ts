import { hitOf, type LineHit } from './line-hit.ts'

export interface LineHits {
  readonly hits: readonly LineHit[]
  /** Lines of which only the beginning was looked at. */
  readonly longLines: number
}

/** Looks for one thing in one text after another. Close it after use. */
export interface LineMatcher {
  /** The first match of each line, at most `most` of them. @throws AppError `input.invalid`, `tool.timed-out` */
  match(text: string, most: number): Promise<LineHits>
  readonly close: () => Promise<void>
}

/** Finds a text exactly as it is, or in any case. */
export function matchLiteral(wanted: string, ignoreCase: boolean): LineMatcher {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text)
  const needle = fold(wanted)
  return {
    match: async (text, most) => {
      const hits: LineHit[] = []
      const folded = fold(text)
      // Folding can change lengths; then lines are folded one by one and shown from their beginning.
      const lines = folded.length === text.length ? null : folded.split('\n')
      let line = 1
      for (let start = 0; start < text.length && hits.length < most; line++) {
        const newline = text.indexOf('\n', start)
        const end = newline === -1 ? text.length : newline
        const column = (lines?.[line - 1] ?? folded.slice(start, end)).indexOf(needle)
        if (column !== -1) hits.push(hitOf(line, text.slice(start, end), Math.min(column, end - start)))
        start = end + 1
      }
      return { hits, longLines: 0 }
    },
    close: () => Promise.resolve(),
  }
}
