/**
 * How well `query` fits `text`; null when its characters don't all occur in order. Higher is better: runs, beginnings of
 * words and short texts win, so that what a person types first brings what they most likely mean.
 */
export function scoreFuzzy(query: string, text: string): number | null {
  const wanted = [...query.toLocaleLowerCase().replace(/\s+/g, '')]
  if (wanted.length === 0) return 0
  const letters = [...text.toLocaleLowerCase()]
  const whole = letters.join('').indexOf(query.toLocaleLowerCase().trim())
  const loose = scoreLoose(wanted, letters)
  if (loose === null) return null
  const bonus = whole === -1 ? 0 : whole === 0 ? 60 : startsWord(letters, whole) ? 40 : 20
  return loose + bonus - letters.length / 100
}

const startsWord = (letters: readonly string[], at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(letters[at - 1] ?? '')

function scoreLoose(wanted: readonly string[], letters: readonly string[]): number | null {
  let score = 0
  let at = -1
  for (const letter of wanted) {
    const next = letters.indexOf(letter, at + 1)
    if (next === -1) return null
    score += next === at + 1 ? 4 : startsWord(letters, next) ? 3 : 1 - Math.min(1, (next - at) / 20)
    at = next
  }
  return score
}

/** Those that fit, best first; equal ones keep their order. An empty query keeps everything as it is. */
export function rankFuzzy<T>(query: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  if (query.trim() === '') return items
  return items
    .flatMap((item) => {
      const score = scoreFuzzy(query, textOf(item))
      return score === null ? [] : [{ item, score }]
    })
    .sort((left, right) => right.score - left.score)
    .map(({ item }) => item)
}
