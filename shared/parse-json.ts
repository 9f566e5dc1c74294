/** `undefined` where the text isn't JSON: whoever asks goes on to parse what came, and `undefined` parses as nothing. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
