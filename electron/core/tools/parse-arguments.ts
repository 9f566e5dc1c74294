import { canonicalJson, isJsonObject, type JsonObject } from '../../../shared/json.ts'
import type { Malformed } from '../../../shared/turn-event.ts'

export type ParsedArguments =
  | { readonly ok: true; readonly value: JsonObject; /** What is shown, digested and sent. */ readonly canonical: string }
  | { readonly ok: false; readonly malformed: Malformed; /** Such as `items[2].name`; empty for the whole. */ readonly path: string; readonly problem: string }

/** Deeper values are refused: everything that walks arguments later can then recurse safely. */
const MAX_DEPTH = 100
const STRING_RUN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const LITERAL = /true|false|null/y
/** Keys that reach into an object's making rather than its content. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

type Flaw = Extract<ParsedArguments, { ok: false }>
interface Scan { readonly text: string; at: number; readonly path: (string | number)[] }

/**
 * Reads the text of a call's arguments as a model streamed it. Nothing at all is `{}`. Refused is whatever could mean one
 * thing to a person who reads it and another to the tool that gets it: keys given twice, numbers that would be rounded.
 * Text that breaks off is `not-json`; whoever knows that the step ran out of tokens calls it `cut-off`.
 */
export function parseArguments(text: string): ParsedArguments {
  const scan: Scan = { text, at: 0, path: [] }
  skipSpace(scan)
  if (scan.at === text.length) return { ok: true, value: {}, canonical: '{}' }
  const flaw = scanValue(scan) ?? scanEnd(scan)
  if (flaw !== null) return flaw
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) return { ok: false, malformed: 'not-an-object', path: '', problem: `the arguments are ${nameKind(value)}, not an object` }
  return { ok: true, value, canonical: canonicalJson(value) }
}

function scanValue(scan: Scan): Flaw | null {
  switch (scan.text[scan.at]) {
    case '{': return scanObject(scan)
    case '[': return scanArray(scan)
    case '"': return scanString(scan)
    case 't': case 'f': case 'n': return take(scan, LITERAL) ? null : expected(scan, 'a value')
    default: return scanNumber(scan)
  }
}

function scanObject(scan: Scan): Flaw | null {
  if (scan.path.length >= MAX_DEPTH) return tooDeep(scan)
  const keys = new Set<string>()
  scan.at += 1
  skipSpace(scan)
  if (skip(scan, '}')) return null
  for (;;) {
    const start = scan.at
    if (scan.text[start] !== '"') return expected(scan, 'a key in double quotes')
    const flaw = scanString(scan)
    if (flaw !== null) return flaw
    const key = decodeKey(scan.text.slice(start, scan.at))
    scan.path.push(key)
    if (UNSAFE_KEYS.has(key)) return flawAt(scan, 'unsafe-key', `the key ${key} is not allowed`)
    if (keys.has(key)) return flawAt(scan, 'duplicate-key', 'the same key is given twice')
    keys.add(key)
    skipSpace(scan)
    if (!skip(scan, ':')) return expected(scan, ': after a key')
    skipSpace(scan)
    const inner = scanValue(scan)
    if (inner !== null) return inner
    scan.path.pop()
    skipSpace(scan)
    if (skip(scan, '}')) return null
    if (!skip(scan, ',')) return expected(scan, ', or }')
    skipSpace(scan)
  }
}

function scanArray(scan: Scan): Flaw | null {
  if (scan.path.length >= MAX_DEPTH) return tooDeep(scan)
  scan.at += 1
  skipSpace(scan)
  if (skip(scan, ']')) return null
  for (let index = 0; ; index += 1) {
    scan.path.push(index)
    const inner = scanValue(scan)
    if (inner !== null) return inner
    scan.path.pop()
    skipSpace(scan)
    if (skip(scan, ']')) return null
    if (!skip(scan, ',')) return expected(scan, ', or ]')
    skipSpace(scan)
  }
}

function scanString(scan: Scan): Flaw | null {
  scan.at += 1
  for (;;) {
    take(scan, STRING_RUN)
    if (skip(scan, '"')) return null
    if (scan.text[scan.at] !== '\\') return expected(scan, scan.at === scan.text.length ? 'the end of a string' : 'an escape instead of a control character')
    if (!take(scan, ESCAPE)) return expected(scan, 'a valid escape')
  }
}

function scanNumber(scan: Scan): Flaw | null {
  const start = scan.at
  if (!take(scan, NUMBER)) return expected(scan, 'a value')
  const literal = scan.text.slice(start, scan.at)
  const value = Number(literal)
  const written = String(value)
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value)) && (literal === written || digitsOf(literal) === digitsOf(written))
  return isExact ? null : flawAt(scan, 'unsafe-number', `the number ${shorten(literal)} can't be held exactly; write it as a string if the tool takes one`)
}

function scanEnd(scan: Scan): Flaw | null {
  skipSpace(scan)
  return scan.at === scan.text.length ? null : { ...expected(scan, 'nothing more'), path: '' }
}

/** A decimal's significant digits and where its point stands, the same for every way to write one number; zero's sign is dropped. */
function digitsOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  let first = 0
  while (digits[first] === '0') first += 1
  let last = digits.length
  while (last > first && digits[last - 1] === '0') last -= 1
  if (first === last) return '0'
  return `${literal.startsWith('-') ? '-' : ''}${digits.slice(first, last)}e${Number(exponent) + whole.length - first}`
}

/** Moves over what the sticky pattern matches here. */
function take(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at
  if (!pattern.test(scan.text)) return false
  scan.at = pattern.lastIndex
  return true
}

function skipSpace(scan: Scan): void {
  for (;;) {
    const code = scan.text.charCodeAt(scan.at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    scan.at += 1
  }
}

function skip(scan: Scan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false
  scan.at += 1
  return true
}

function decodeKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  const key: unknown = JSON.parse(quoted)
  return String(key)
}

const flawAt = (scan: Scan, malformed: Malformed, problem: string): Flaw => ({ ok: false, malformed, path: pathOf(scan.path), problem })

function expected(scan: Scan, what: string): Flaw {
  const found = scan.at >= scan.text.length ? 'the text ends' : `${JSON.stringify(String.fromCodePoint(scan.text.codePointAt(scan.at) ?? 0))} stands`
  return flawAt(scan, 'not-json', `not valid JSON: ${found} at character ${scan.at + 1}, where ${what} was expected`)
}

const tooDeep = (scan: Scan): Flaw => ({ ok: false, malformed: 'not-json', path: '', problem: `nested deeper than ${MAX_DEPTH} levels, which is more than is read (at character ${scan.at + 1})` })

const pathOf = (path: readonly (string | number)[]): string =>
  shorten(path.reduce<string>((text, part) => typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`, ''), 200)

const shorten = (text: string, length = 40): string => (text.length <= length ? text : `${text.slice(0, length)}…`)

const nameKind = (value: unknown): string => value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
