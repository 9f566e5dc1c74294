/** From `start` up to, and without, `end`. */
export interface Span { readonly start: number; readonly end: number }

export interface FoundPhrases {
  /** Ascending and apart. */
  readonly spans: readonly Span[]
  /** Units at the end of the text that are the beginning of a phrase which could still become whole. */
  readonly openLength: number
}

const NONE = -1

/**
 * Finds every occurrence of any of `phrases` in one pass over the text, whatever text and phrases are: an automaton over all
 * of them at once (Aho and Corasick), so that no choice of either makes it slow. Overlapping occurrences come as one span;
 * spans are ascending and apart.
 *
 * @param phrases none of them empty
 */
export function compilePhrases(phrases: readonly string[]): (text: string) => FoundPhrases {
  const size = phrases.reduce((sum, phrase) => sum + phrase.length, 1)
  const letter = new Uint16Array(size)
  const firstChild = new Int32Array(size).fill(NONE)
  const sibling = new Int32Array(size).fill(NONE)
  const fallback = new Int32Array(size)
  const depth = new Int32Array(size)
  /** Length of the longest phrase that ends at a node; 0: none does. */
  const ending = new Int32Array(size)
  /** Children of the root by letter: where nearly all of a text is passed. */
  const fromRoot = new Int32Array(0x10000)
  let count = 1

  const childOf = (node: number, code: number): number => {
    if (node === 0) return fromRoot[code] === 0 ? NONE : (fromRoot[code] ?? NONE)
    let child = firstChild[node] ?? NONE
    while (child !== NONE && letter[child] !== code) child = sibling[child] ?? NONE
    return child
  }
  const addChild = (node: number, code: number): number => {
    const child = count++
    letter[child] = code
    sibling[child] = firstChild[node] ?? NONE
    firstChild[node] = child
    depth[child] = (depth[node] ?? 0) + 1
    if (node === 0) fromRoot[code] = child
    return child
  }
  for (const phrase of phrases) {
    let node = 0
    for (let at = 0; at < phrase.length; at += 1) {
      const code = phrase.charCodeAt(at)
      const child = childOf(node, code)
      node = child === NONE ? addChild(node, code) : child
    }
    ending[node] = phrase.length
  }

  const step = (from: number, code: number): number => {
    let node = from
    for (;;) {
      const child = childOf(node, code)
      if (child !== NONE) return child
      if (node === 0) return 0
      node = fallback[node] ?? 0
    }
  }
  const byDepth = new Int32Array(count)
  for (let done = 0, known = 1; done < known; done += 1) {
    const node = byDepth[done] ?? 0
    for (let child = firstChild[node] ?? NONE; child !== NONE; child = sibling[child] ?? NONE) {
      fallback[child] = node === 0 ? 0 : step(fallback[node] ?? 0, letter[child] ?? 0)
      ending[child] = Math.max(ending[child] ?? 0, ending[fallback[child] ?? 0] ?? 0)
      byDepth[known++] = child
    }
  }

  return (text) => {
    const spans: { start: number; end: number }[] = []
    let node = 0
    for (let at = 0; at < text.length; at += 1) {
      node = step(node, text.charCodeAt(at))
      const length = ending[node] ?? 0
      if (length === 0) continue
      let start = at + 1 - length
      for (let last = spans.at(-1); last !== undefined && last.end > start; last = spans.at(-1)) {
        start = Math.min(start, last.start)
        spans.pop()
      }
      spans.push({ start, end: at + 1 })
    }
    let open = node
    while (open !== 0 && firstChild[open] === NONE) open = fallback[open] ?? 0
    return { spans, openLength: depth[open] ?? 0 }
  }
}
