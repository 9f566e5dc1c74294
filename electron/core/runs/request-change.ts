import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

/** The first part of a model request that is another one: which, and both as text. */
export interface RequestChange { readonly part: string; readonly old: string; readonly new: string }

/**
 * @param recorded what was sent, as JSON; @param today what would be sent
 * @returns null when both mean the same, whatever the order of their keys
 */
export function findRequestChange(recorded: string, today: string): RequestChange | null {
  if (recorded === today) return null
  const [old, now] = [parse(recorded), parse(today)]
  if (old === null || now === null) return { part: 'the request', old: recorded, new: today }
  for (const key of ['model', 'system']) {
    const change = compare(key === 'model' ? 'the model' : 'the system prompt', old[key], now[key])
    if (change !== null) return change
  }
  return findToolChange(listOf(old['tools']), listOf(now['tools'])) ?? compare('the choice of tools', old['toolChoice'], now['toolChoice'])
    ?? findMessageChange(listOf(old['messages']), listOf(now['messages'])) ?? compare('the request', withoutKnown(old), withoutKnown(now))
}

const KNOWN: ReadonlySet<string> = new Set(['model', 'system', 'tools', 'toolChoice', 'messages'])
const withoutKnown = (request: JsonObject): JsonObject => Object.fromEntries(Object.entries(request).filter(([key]) => !KNOWN.has(key)))

function findToolChange(old: readonly JsonValue[], now: readonly JsonValue[]): RequestChange | null {
  const known = new Map(now.map((tool) => [nameOf(tool), tool]))
  for (const tool of old) {
    const change = compare(`the tool ${nameOf(tool)}`, tool, known.get(nameOf(tool)))
    if (change !== null) return change
  }
  return compare('the list of tools', old.map(nameOf), now.map(nameOf))
}

function findMessageChange(old: readonly JsonValue[], now: readonly JsonValue[]): RequestChange | null {
  for (let index = 0; index < Math.max(old.length, now.length); index += 1) {
    const change = compare(`message ${index + 1}`, old[index], now[index])
    if (change !== null) return change
  }
  return null
}

function compare(part: string, old: JsonValue | undefined, now: JsonValue | undefined): RequestChange | null {
  const [before, after] = [textOf(old), textOf(now)]
  return before === after ? null : { part, old: before, new: after }
}

const textOf = (value: JsonValue | undefined): string => (value === undefined ? '' : typeof value === 'string' ? value : canonicalJson(value))
const nameOf = (tool: JsonValue): string => (isJsonObject(tool) && typeof tool['name'] === 'string' ? tool['name'] : '')
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isList(value) ? value : [])

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
