import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ModelTool } from './model.ts'
import type { Field, WantedCall } from './practice-action.ts'
import { escapeMarkdown } from './practice-markdown.ts'

/** `arguments` is JSON text, unless the person wrote something else. */
export type FittedCall =
  | { readonly ok: true; readonly name: string; readonly arguments: string }
  | { readonly ok: false; readonly sentence: string }

/** Finds the tool that a call is meant for among the offered ones; a tool that wasn't offered is never called by itself. */
export function fitCall(wanted: WantedCall, offered: readonly ModelTool[]): FittedCall {
  const exact = offered.find((tool) => tool.name === wanted.tool)
  const alike = exact === undefined ? offered.filter((tool) => bareName(tool.name) === wanted.tool) : [exact]
  const [tool, another] = alike
  if (tool === undefined) {
    if (wanted.unoffered) return { ok: true, name: wanted.tool, arguments: wanted.arguments.kind === 'text' ? wanted.arguments.text : '{}' }
    return { ok: false, sentence: `I was not given ${escapeName(wanted.tool)} in this turn, so I can’t.` }
  }
  if (another !== undefined) return { ok: false, sentence: `More than one tool is called ${escapeName(wanted.tool)}: ${alike.map(({ name }) => escapeName(name)).join(', ')}. Say which one.` }
  return { ok: true, name: tool.name, arguments: wanted.arguments.kind === 'text' ? wanted.arguments.text : JSON.stringify(fitFields(wanted.arguments.fields, tool.inputSchema)) }
}

/** A tool that looks things up and needs no arguments, for calls that are made for their number alone. */
export function findHarmless(offered: readonly ModelTool[]): ModelTool | null {
  const free = offered.filter(({ inputSchema }) => requiredOf(inputSchema).length === 0)
  return free.find(({ name }) => HARMLESS.includes(name)) ?? free.find(({ name }) => /^(?:list|get|read|search|find)/i.test(bareName(name))) ?? null
}

const HARMLESS: readonly string[] = ['recall__list_memories', 'tasks__list_tasks', 'files__list']

const bareName = (name: string): string => name.slice(name.indexOf('__') + 2)
/** Names of tools are letters, digits, `_` and `-`: `__` between letters is no emphasis. */
export const escapeName = (name: string): string => (/^[\w-]+$/.test(name) ? name : escapeMarkdown(name.slice(0, 64)))

function fitFields(fields: readonly Field[], schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
  const free = [...requiredOf(schema), ...Object.keys(properties)]
  const taken = new Set<string>()
  return Object.fromEntries(fields.map((field) => {
    const name = field.names.find((candidate) => Object.hasOwn(properties, candidate) && !taken.has(candidate))
      ?? free.find((candidate) => !taken.has(candidate)) ?? field.names[0] ?? 'value'
    taken.add(name)
    return [name, fitValue(field.value, Object.hasOwn(properties, name) ? properties[name] : undefined)]
  }))
}

function fitValue(value: string, schema: JsonValue | undefined): JsonValue {
  const type = isJsonObject(schema) ? schema['type'] : undefined
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return type === 'array' ? [value] : value
}

function requiredOf(schema: JsonObject): readonly string[] {
  const required = schema['required']
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
