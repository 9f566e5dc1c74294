import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { z } from 'zod'
import type { JsonValue } from '../../../shared/json.ts'
import { findServers, type ImportReview } from './import-config.ts'
import { ADDRESS_RULES } from './server-address.ts'

const MAX_LENGTH = 1024 * 1024

/**
 * Servers in pasted text or the text of a file: JSON with comments, trailing commas and a byte order mark, or a part of one
 * without its outer braces. Reads only; nothing starts, and no file is written.
 * @param origin where the text came from, for the review
 */
export function reviewConfigText(text: string, origin: string): ImportReview {
  if (text.length > MAX_LENGTH) return { origin, entries: [], problem: 'It is longer than 1 MB, which no configuration is.' }
  if (text.includes('\0')) return { origin, entries: [], problem: 'It is not text.' }
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return { origin, entries: [], problem: 'It is empty.' }
  try {
    const whole = parseText(plain)
    const parsed = whole.ok || !plain.startsWith('"') ? whole : parseText(`{${plain}}`)
    return parsed.ok ? findServers(parsed.value, origin, ADDRESS_RULES) : { origin, entries: [], problem: parsed.problem }
  } catch (error) {
    // Readers go as deep as the text does.
    if (!(error instanceof RangeError)) throw error
    return { origin, entries: [], problem: 'It is nested too deeply to be a configuration.' }
  }
}

type Parsed = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly problem: string }

function parseText(text: string): Parsed {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (first !== undefined) return { ok: false, problem: describeError(text, first) }
  const json = z.json().safeParse(value)
  return json.success ? { ok: true, value: json.data } : { ok: false, problem: 'It is not JSON.' }
}

function describeError(text: string, { error, offset }: ParseError): string {
  const line = text.slice(0, offset).split('\n').length
  const code = printParseErrorCode(error)
  if (code === 'InvalidEscapeCharacter') return `It is not JSON: line ${line} holds a single \\, which has to be written twice, as in C:\\\\Users.`
  return `It is not JSON: line ${line} can’t be read (${code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}).`
}
