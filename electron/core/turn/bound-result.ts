export interface BoundResult {
  /** What the model reads. */
  readonly content: string
  /** UTF-16 units left out. */
  readonly cutLength: number
}

/** Keeps beginning and end, where the meaning mostly is, and says in words what is missing. @param limit UTF-16 units */
export function boundResult(text: string, limit: number): BoundResult {
  if (text.length <= limit) return { content: text, cutLength: 0 }
  const head = text.slice(0, Math.floor(limit * 0.75)).toWellFormed()
  const tail = text.slice(text.length - Math.floor(limit * 0.2)).toWellFormed()
  const cutLength = text.length - head.length - tail.length
  return { content: `${head}\n\n[… ${cutLength} of ${text.length} characters were left out here; the whole result is kept with the run …]\n\n${tail}`, cutLength }
}
