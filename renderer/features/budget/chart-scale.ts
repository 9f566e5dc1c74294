/** The upper end of a scale that holds `most`: 1, 2 or 5 with zeros behind it, so that its half is a round number too. @param least the smallest one that says something */
export function scaleFor(most: number, least = 10): number {
  if (most <= least) return least
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? 10 * power
}

/** Percent of the height. What isn't nothing is never drawn as nothing. */
export function barHeight(tokens: number, top: number): number {
  return tokens <= 0 ? 0 : Math.min(100, Math.max(1, (tokens / top) * 100))
}

/** Where keys lead from one bar; null: the key isn't ours. */
export function nextBar(at: number, count: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft': return Math.max(0, at - 1)
    case 'ArrowRight': return Math.min(count - 1, at + 1)
    case 'Home': return 0
    case 'End': return count - 1
    default: return null
  }
}
