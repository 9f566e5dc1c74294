import { isJsonObject } from '../../../shared/json.ts'

export type JudgedArguments = { readonly kind: 'object' } | { readonly kind: 'not-object' } | { readonly kind: 'not-json'; readonly detail: string }

/** Whether a person's text can be arguments. The core reads it more strictly; this only spares a round trip. */
export function judgeArguments(text: string): JudgedArguments {
  try {
    const value: unknown = JSON.parse(text)
    return { kind: isJsonObject(value) ? 'object' : 'not-object' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'not-json', detail: error.message }
  }
}

/** Line breaks and blanks for the eye; every number and string stays as it is written. */
export function indentJson(source: string): string {
  let text = ''
  let depth = 0
  let inString = false
  const lineBreak = () => `\n${'  '.repeat(depth)}`
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (inString) {
      text += char
      if (char === '\\') {
        at += 1
        text += source.charAt(at)
      } else if (char === '"') inString = false
    } else if (char === '"') {
      inString = true
      text += char
    } else if (char === '{' || char === '[') {
      const isEmpty = /^\s*[}\]]/.test(source.slice(at + 1, at + 200))
      depth += 1
      text += isEmpty ? char : char + lineBreak()
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1)
      text += '{['.includes(text.slice(-1)) ? char : lineBreak() + char
    } else if (char === ',') text += char + lineBreak()
    else if (char === ':') text += ': '
    else if (!/\s/.test(char)) text += char
  }
  return text
}
