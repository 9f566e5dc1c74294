import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { Result } from './practice-conversation.ts'
import { escapeName } from './practice-fit.ts'
import { quoteBlock, quoteShort } from './practice-markdown.ts'

const LONG_LINE = 160
const MAX_ITEMS = 50
const MAX_NODES = 2000
/** What an item of a list is recognised by, the best first. */
const NAMES = ['title', 'text', 'name', 'path', 'summary', 'content', 'line'] as const

/** Said instead of the bare result where it is the same every time. `id` is the thing's number, or an empty text. */
const DONE: Readonly<Record<string, (id: string, input: JsonObject) => string>> = {
  recall__add_memory: (id) => `I’ll remember that${id === '' ? '' : `; it is memory ${id}`}.`,
  recall__forget_memory: (id) => `Memory ${id} is forgotten.`,
  tasks__create_task: (id) => `The task is on your list${id === '' ? '' : ` as number ${id}`}.`,
  tasks__complete_task: (id) => `Task ${id} is done.`,
  tasks__delete_task: (id) => `Task ${id} is deleted.`,
  notes__write_note: (id) => `The note is written as a draft${id === '' ? '' : `; it is note ${id}`}.`,
  notes__append_note: (id) => `Note ${id} has it at its end.`,
  notes__delete_note: (id) => `Note ${id} is deleted.`,
  files__write: (_id, input) => `${pathOf(input)} is written.`,
  files__edit: (_id, input) => `${pathOf(input)} is changed.`,
  files__make_folder: (_id, input) => `The folder ${pathOf(input)} is made.`,
  files__move: (_id, input) => `${pathOf(input)} is moved.`,
  files__delete: (_id, input) => `${pathOf(input)} is deleted.`,
}

/** Said before the result, and instead of a list that is empty. */
const LEADS: Readonly<Record<string, readonly [lead: string, empty: string]>> = {
  recall__search_memories: ['This is what memory holds about it:', 'Memory holds nothing about that.'],
  recall__list_memories: ['This is what memory holds:', 'Memory is empty.'],
  tasks__list_tasks: ['These are your tasks:', 'No task is open.'],
  notes__list_notes: ['These are the notes:', 'There are no notes.'],
  notes__read_note: ['The note says:', 'The note is empty.'],
  files__list: ['This is in the folder:', 'The folder is empty.'],
  files__find: ['These match:', 'No file matches.'],
  files__grep: ['These lines match:', 'No line matches.'],
  files__read: ['Here it is:', 'The file is empty.'],
  web__fetch_page: ['The page says:', 'The page holds no text.'],
}

export type Failure = 'rejected' | 'expired' | 'superseded' | 'stopped' | 'failed'

/** Null: the call did what it should. */
export function failureOf(result: Result): Failure | null {
  if (!result.isError) return null
  const approval = readObject(result.content)?.['approval']
  return approval === 'rejected' || approval === 'expired' || approval === 'superseded' || approval === 'stopped' ? approval : 'failed'
}

/** Markdown that says what came of a step's calls. */
export function describeRound(results: readonly Result[]): string {
  const [only] = results
  if (only !== undefined && results.length === 1) return describeResult(only)
  const same = new Set(results.map(({ name, content }) => `${name}\n${content}`))
  if (only !== undefined && same.size === 1) return `${results.length} calls of ${escapeName(only.name)} gave the same result. ${describeResult(only)}`
  return results.map((result) => `**${escapeName(result.name)}**\n\n${describeResult(result)}`).join('\n\n')
}

function describeResult(result: Result): string {
  const failure = failureOf(result)
  if (failure !== null) return describeFailure(result, failure)
  const edited = /^\{"approval":[^\n]*\nThe person changed the arguments and ran it as [^\n]*\. Result: ([^]*)$/.exec(result.content)
  if (edited !== null) return `You changed the arguments and ran it yourself.\n\n${describeValue(readJson(edited[1] ?? ''))}`
  const value = readJson(result.content)
  const done = DONE[result.name]
  if (done !== undefined) return done(idOf(value) || idOf(result.input), result.input)
  const [lead, empty] = LEADS[result.name] ?? [`${escapeName(result.name)} answered:`, `${escapeName(result.name)} found nothing.`]
  return isEmpty(value) ? empty : `${lead}\n\n${describeValue(value)}`
}

function describeFailure(result: Result, failure: Failure): string {
  const name = escapeName(result.name)
  const value = readObject(result.content)
  const given = value === null ? null : textAt(value, 'reason')
  const reason = given === null ? '' : ` You gave this reason: ${quoteShort(given)}`
  switch (failure) {
    case 'rejected': return `You didn’t approve ${name}, so nothing was done.${reason}`
    case 'expired': return `Nobody approved ${name} in time, so nothing was done.`
    case 'superseded': return `You wrote something else before answering about ${name}, so nothing was done.`
    case 'stopped': return `The turn was stopped before ${name} was approved, so nothing was done.`
    case 'failed': {
      const said = value === null ? null : textAt(value, 'message') ?? textAt(value, 'error')
      return `${name} did not work. The result says: ${quoteShort(said ?? result.content, 400)}`
    }
  }
}

function describeValue(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing.' : describeItems(value)
  if (isJsonObject(value)) return describeObject(value)
  return typeof value === 'string' ? describeText(value) : quoteShort(JSON.stringify(value))
}

function describeItems(items: readonly JsonValue[]): string {
  const lines = items.slice(0, MAX_ITEMS).map((item) => `- ${isJsonObject(item) ? describeItem(item) : quoteShort(typeof item === 'string' ? item : JSON.stringify(item))}`)
  return [...lines, ...(items.length > MAX_ITEMS ? [`- … and ${items.length - MAX_ITEMS} more`] : [])].join('\n')
}

function describeItem(item: JsonObject): string {
  const name = NAMES.find((key) => textAt(item, key) !== null)
  const id = idOf(item)
  const rest = Object.entries(item).filter(([key, value]) => key !== name && key !== 'id' && !key.endsWith('At') && value !== null && value !== false && value !== '')
  const facts = rest.map(([key, value]) => value === true ? spell(key) : `${spell(key)}: ${quoteShort(typeof value === 'string' ? value : JSON.stringify(value), 80)}`)
  const main = name === undefined ? '' : quoteShort(textAt(item, name) ?? '')
  return [...(id === '' ? [] : [`**${quoteShort(id)}**`]), ...(main === '' ? [] : [main]), ...(facts.length === 0 ? [] : [main === '' ? facts.join(', ') : `(${facts.join(', ')})`])].join(' ')
}

function describeObject(value: JsonObject): string {
  const blocks: string[] = []
  const facts: string[] = []
  for (const [key, inner] of Object.entries(value)) {
    if (Array.isArray(inner)) blocks.push(describeValue(inner))
    else if (typeof inner === 'string' && (inner.length > LONG_LINE || inner.includes('\n') || key === 'text' || key === 'content')) blocks.push(quoteBlock(inner))
    else if (key === 'note' && typeof inner === 'string') blocks.push(quoteShort(inner))
    else if (inner !== null && inner !== '') facts.push(`- ${spell(key)}: ${quoteShort(typeof inner === 'string' ? inner : JSON.stringify(inner))}`)
  }
  const isList = Object.values(value).some((inner) => Array.isArray(inner))
  return [...(facts.length === 0 || isList ? [] : [facts.join('\n')]), ...blocks].join('\n\n')
}

const describeText = (text: string): string => (text.length <= LONG_LINE && !text.trim().includes('\n') ? quoteShort(text) : quoteBlock(text))

/** A key as words: `hasNotes` is "has notes". */
const spell = (key: string): string => quoteShort(key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase())
const idOf = (value: JsonValue): string =>
  isJsonObject(value) && (typeof value['id'] === 'number' || typeof value['id'] === 'string') ? String(value['id']) : ''
const pathOf = (input: JsonObject): string => quoteShort(textAt(input, 'path') ?? textAt(input, 'from') ?? 'It')

function textAt(value: JsonObject, key: string): string | null {
  const text = value[key]
  return typeof text === 'string' ? text : null
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() === '' || value === '(no output)'
  const lists = isJsonObject(value) ? Object.values(value).filter((inner) => Array.isArray(inner)) : []
  return Array.isArray(value) ? value.length === 0 : lists.length === 1 && lists[0]?.length === 0
}

const readObject = (content: string): JsonObject | null => {
  const value = readJson(content)
  return isJsonObject(value) ? value : null
}

/** Results are canonical JSON or plain text; what doesn't parse, or may be nested too deeply to write out again, is text. */
function readJson(content: string): JsonValue {
  if (!/^\s*[{[]/.test(content) || (content.match(/[{[]/g)?.length ?? 0) > MAX_NODES) return content
  try {
    const value: unknown = JSON.parse(content)
    return isJsonObject(value) || isList(value) ? value : content
  } catch {
    return content
  }
}

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)
