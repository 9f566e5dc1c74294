import { canonicalJson, isJsonObject, type JsonValue } from '../../../../shared/json.ts'
import { parseJson } from '../../../../shared/parse-json.ts'

/** One thing in a result: what it is known again by, before it is hashed, and what a model reads of it. */
export interface PollItem { readonly key: string; readonly text: string }

export type ReadItems = { readonly ok: true; readonly items: readonly PollItem[]; /** How many more there were than are looked at. */ readonly over: number } | { readonly ok: false; readonly problem: string }

/** Of one look. A list that is longer is a window onto something else. */
const MOST_LISTED = 500

/**
 * The items of a tool's result, by plain rules: the list at a path of members, each known by the value at another path or
 * by all of itself. A result that holds no data is one item, where no list is asked for.
 */
export function readItems(result: string, paths: { readonly items: string; readonly id: string }): ReadItems {
  const data = dataIn(result)
  if (data === undefined) return paths.items === '' && paths.id === '' ? { ok: true, items: [{ key: result, text: result }], over: 0 } : { ok: false, problem: 'The result holds no data, only words, so there is no list in it.' }
  const list = at(data, paths.items)
  if (!isList(list)) return paths.items === '' && paths.id === '' ? { ok: true, items: [itemOf(data, canonicalJson(data))], over: 0 } : { ok: false, problem: paths.items === '' ? 'The result is not a list. Say which of its members is.' : `The result has no list at “${paths.items}”.` }
  const items: PollItem[] = []
  const keys = new Set<string>()
  for (const value of list.slice(0, MOST_LISTED)) {
    const id = paths.id === '' ? value : at(value, paths.id)
    if (id === undefined || id === null || id === '') return { ok: false, problem: `An item of the list has nothing at “${paths.id}”, so it could not be told from the others.` }
    const key = canonicalJson(id)
    if (keys.has(key)) continue
    keys.add(key)
    items.push(itemOf(value, key))
  }
  return { ok: true, items, over: Math.max(0, list.length - MOST_LISTED) }
}

const itemOf = (value: JsonValue, key: string): PollItem => ({ key, text: typeof value === 'string' ? value : JSON.stringify(value, null, 1) })

/** The whole result, or its last part: a server may send words for people before its data. Undefined: neither is data. */
function dataIn(result: string): JsonValue | undefined {
  const whole = dataOf(result)
  return whole === undefined ? dataOf(result.slice(result.lastIndexOf('\n\n') + 1)) : whole
}

function dataOf(text: string): JsonValue | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined
  const value = parseJson(trimmed)
  return isList(value) || isJsonObject(value) ? value : undefined
}

/** @param path members, parted by dots; empty: the value itself */
function at(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const member of path === '' ? [] : path.split('.')) found = isJsonObject(found) && Object.hasOwn(found, member) ? found[member] : undefined
  return found
}

const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value)
