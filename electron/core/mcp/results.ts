import { canonicalJson, isJsonObject, NotJsonError, type JsonValue } from '../../../shared/json.ts'

/** A part of a result as the server sent it, for showing. Sizes are bytes; null where the server didn't say. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'structured'; readonly value: JsonValue }
  | { readonly kind: 'image' | 'audio'; readonly mimeType: string; readonly data: string; readonly bytes: number }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string; readonly mimeType: string | null; readonly bytes: number | null }
  | { readonly kind: 'resource'; readonly uri: string; readonly mimeType: string | null; readonly text: string | null; readonly bytes: number }
  | { readonly kind: 'odd'; readonly what: string }

export interface McpResult {
  /** For the model. Never empty. Not bounded here. */
  readonly content: string
  readonly isError: boolean
  readonly parts: readonly ResultPart[]
  /** As the server sent them, in order; none of a failure. */
  readonly images: readonly { readonly mimeType: string; readonly base64: string }[]
}

export const EMPTY_ERROR = 'The tool failed and did not say why.'
export const EMPTY_RESULT = '(The tool returned nothing.)'
const NO_RESULT = 'The server answered with something that is not a result of a tool.'

/** Reads a tool's result, whatever was sent as one. `_meta` is for programs and reaches nobody. */
export function readResult(raw: unknown): McpResult {
  if (!isJsonObject(raw)) return { content: NO_RESULT, isError: true, parts: [], images: [] }
  const content = raw['content']
  const shown = Array.isArray(content) ? content.map(readPart) : []
  const structured = raw['structuredContent'] ?? raw['toolResult']
  const parts: readonly ResultPart[] = structured === undefined || structured === null ? shown : [...shown, { kind: 'structured', value: structured }]
  const isError = raw['isError'] === true
  const text = parts.filter((part) => !repeatsText(part, shown)).map((part) => describePart(part, isError)).filter((words) => words.trim() !== '').join('\n\n')
  return { content: text === '' ? (isError ? EMPTY_ERROR : EMPTY_RESULT) : text, isError, parts, images: isError ? [] : parts.flatMap((part) => (part.kind === 'image' ? [{ mimeType: part.mimeType, base64: part.data }] : [])) }
}

function readPart(raw: unknown): ResultPart {
  if (!isJsonObject(raw)) return { kind: 'odd', what: 'a part that is not an object' }
  switch (raw['type']) {
    case 'text': return { kind: 'text', text: textOf(raw['text']) ?? '' }
    case 'image':
    case 'audio': {
      const data = textOf(raw['data']) ?? ''
      return { kind: raw['type'], mimeType: textOf(raw['mimeType']) ?? 'unknown type', data, bytes: bytesOfBase64(data) }
    }
    case 'resource_link': return { kind: 'link', uri: textOf(raw['uri']) ?? '', name: textOf(raw['title']) ?? textOf(raw['name']) ?? '', mimeType: textOf(raw['mimeType']), bytes: typeof raw['size'] === 'number' ? raw['size'] : null }
    case 'resource': return readResource(raw['resource'])
    default: return { kind: 'odd', what: `a part of an unknown type (${canonicalText(raw['type']).slice(0, 60)})` }
  }
}

function readResource(raw: JsonValue | undefined): ResultPart {
  if (!isJsonObject(raw)) return { kind: 'odd', what: 'an embedded resource without content' }
  const text = textOf(raw['text'])
  return { kind: 'resource', uri: textOf(raw['uri']) ?? '', mimeType: textOf(raw['mimeType']), text, bytes: text === null ? bytesOfBase64(textOf(raw['blob']) ?? '') : text.length }
}

/** Servers send the same as text and as data, for clients of either kind: the model needs it once. */
function repeatsText(part: ResultPart, shown: readonly ResultPart[]): boolean {
  if (part.kind !== 'structured') return false
  const structured = canonicalText(part.value)
  const members = isJsonObject(part.value) ? Object.values(part.value) : []
  const wrapped = members.length === 1 ? members[0] : undefined
  return shown.some((other) => other.kind === 'text' && (other.text === wrapped || canonicalOf(other.text) === structured))
}

function describePart(part: ResultPart, isError: boolean): string {
  switch (part.kind) {
    case 'text': return part.text
    case 'structured': return canonicalText(part.value)
    case 'image': return `[image: ${part.mimeType}, ${sizeOf(part.bytes)}${isError ? '; not kept' : ''}]`
    case 'audio': return `[audio: ${part.mimeType}, ${sizeOf(part.bytes)}; not kept, not sent to you]`
    case 'link': return `[resource: ${[part.name, part.uri, part.mimeType, part.bytes === null ? null : sizeOf(part.bytes)].filter((word) => word !== null && word !== '').join(', ')}]`
    case 'resource': return part.text ?? `[resource: ${[part.uri, part.mimeType, sizeOf(part.bytes)].filter((word) => word !== null && word !== '').join(', ')}; not kept, not sent to you]`
    case 'odd': return `[${part.what}; left out]`
  }
}

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null)

const bytesOfBase64 = (data: string): number => Math.max(0, Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0))

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function canonicalText(value: JsonValue | undefined): string {
  try {
    return canonicalJson(value ?? null)
  } catch (error) {
    // Too deep for anybody to read.
    if (!(error instanceof NotJsonError) && !(error instanceof RangeError)) throw error
    return 'data that can’t be shown'
  }
}

function canonicalOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    return canonicalJson(value)
  } catch {
    return null
  }
}

