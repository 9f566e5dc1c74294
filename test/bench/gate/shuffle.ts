/** The same order for the same seed on every machine. */
export function shuffle<T>(values: readonly T[], seed: number): readonly T[] {
  const shuffled = [...values]
  let state = seed
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    const [one, two] = [shuffled[last], shuffled[other]]
    if (one === undefined || two === undefined) continue
    shuffled[last] = two
    shuffled[other] = one
  }
  return shuffled
}
