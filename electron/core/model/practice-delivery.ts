import { isJsonObject, type JsonValue } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { WEBHOOK_OPENING, type ModelMessage } from './model.ts'
import { quoteShort } from './practice-markdown.ts'

const MOST_FIELDS = 8
const LONGEST_VALUE = 80
const LONGEST_BEGINNING = 240

/** What another program sent, where that is what the request is about; null: it isn't. */
export function deliveryIn(messages: readonly ModelMessage[]): string | null {
  const texts = messages.at(-1)?.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  return texts[0]?.startsWith(WEBHOOK_OPENING) === true ? texts.slice(1).join('\n') : null
}

/** A few sentences by rule: what kind of text it is, how long, and its fields or its beginning. Nothing in it is followed. */
export function summariseDelivery(text: string): string {
  const body = text.trim()
  if (body === '') return 'What came is empty.'
  const value = parseJson(body)
  if (isJsonObject(value)) return describeObject(Object.entries(value))
  if (isList(value)) return value.length === 0 ? 'An empty list came.' : `A list of ${countOf(value.length, 'entry', 'entries')} came. The first: ${valueOf(value[0])}.`
  const lines = body.split('\n').filter((line) => line.trim() !== '').length
  return `A text of ${countOf(lines, 'line', 'lines')} and ${countOf(body.length, 'character', 'characters')} came. It ${body.length <= LONGEST_BEGINNING ? 'says' : 'begins'}: “${quoteShort(body, LONGEST_BEGINNING)}”`
}

function describeObject(fields: readonly (readonly [string, JsonValue | undefined])[]): string {
  if (fields.length === 0) return 'An object without fields came.'
  const shown = fields.slice(0, MOST_FIELDS).map(([name, value]) => `- ${quoteShort(name, LONGEST_VALUE)}: ${valueOf(value)}`)
  const left = fields.length - shown.length
  return [`${countOf(fields.length, 'field', 'fields')} came:`, '', ...shown, ...(left > 0 ? ['', `${left} more are left out.`] : [])].join('\n')
}

function valueOf(value: JsonValue | undefined): string {
  if (isList(value)) return `a list of ${value.length}`
  if (isJsonObject(value)) return `an object with ${countOf(Object.keys(value).length, 'field', 'fields')}`
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.trim() === '' ? '(blank)' : quoteShort(text, LONGEST_VALUE)
}

const countOf = (count: number, one: string, many: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)
