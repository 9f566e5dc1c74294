import type { WantedCall } from './practice-action.ts'

const NAME = /[\p{L}\p{N}_.-]+/uy
const BETWEEN = /\s*(?:,\s*and\s+|,\s*|\s+and\s+)/y

/** Reads `a {"x":1}, b and c {…}`. Null when it isn't such a list. Arguments are kept as they were typed, even broken ones. */
export function readCallList(text: string, unoffered: boolean): readonly WantedCall[] | null {
  const calls: WantedCall[] = []
  let at = 0
  for (;;) {
    const name = matchAt(NAME, text, at)
    if (name === '') return null
    at += name.length
    const start = at + matchAt(/\s*/y, text, at).length
    const end = text[start] === '{' ? findClosing(text, start) : at
    calls.push({ tool: name, arguments: { kind: 'text', text: text[start] === '{' ? text.slice(start, end) : '{}' }, unoffered })
    at = end
    if (text.slice(at).trim() === '') return calls
    const between = matchAt(BETWEEN, text, at)
    if (between === '') return null
    at += between.length
  }
}

/** Just after the brace that closes the one at `start`; the end of the text when none does. */
function findClosing(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (inString && character === '\\') at += 1
    else if (character === '"') inString = !inString
    else if (!inString && character === '{') depth += 1
    else if (!inString && character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
