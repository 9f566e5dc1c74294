import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

/** One entry of a server's list, as far as it can be used; everything in it is the server's own word. */
export interface ListedTool {
  readonly name: string
  /** Null: the server gave none. */
  readonly title: string | null
  readonly description: string
  /** As sent; an absent, empty or null one stands for no parameters. */
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
  readonly annotations: JsonObject | null
}

export type ReadTool =
  | { readonly ok: true; readonly tool: ListedTool }
  | { readonly ok: false; readonly name: string; readonly reason: string }

/** White space, control, format and unassigned characters: a name of nothing else can't be seen. */
const INVISIBLE = /^[\s\p{C}]*$/u
const LONGEST_NAME = 512
const LONGEST_DESCRIPTION = 64 * 1024
/** Levels of JSON; whatever reads a definition later goes as deep as it does. */
const DEEPEST = 200

/** An entry that can't be used costs itself, never the list. */
export function readTool(raw: unknown): ReadTool {
  if (!isJsonObject(raw)) return { ok: false, name: '', reason: 'The entry is not an object.' }
  const name = raw['name']
  if (typeof name !== 'string') return { ok: false, name: '', reason: 'The tool has no name.' }
  if (INVISIBLE.test(name)) return { ok: false, name, reason: name === '' ? 'The tool has no name.' : 'The tool has a name that can’t be seen.' }
  if (name.length > LONGEST_NAME) return { ok: false, name: name.slice(0, 80), reason: 'The tool’s name is too long.' }
  const description = typeof raw['description'] === 'string' ? raw['description'] : ''
  if (description.length > LONGEST_DESCRIPTION) return { ok: false, name, reason: 'The tool’s description is too long to be reviewed.' }
  if (isDeeperThan(raw, DEEPEST)) return { ok: false, name, reason: 'Its definition is nested too deeply.' }
  const schema = raw['inputSchema'] ?? {}
  if (!isJsonObject(schema)) return { ok: false, name, reason: 'Its input schema is not an object.' }
  const annotations = isJsonObject(raw['annotations']) ? raw['annotations'] : null
  return {
    ok: true,
    tool: {
      name, description, annotations, inputSchema: schema,
      title: firstText(raw['title'], annotations?.['title']),
      outputSchema: isJsonObject(raw['outputSchema']) ? raw['outputSchema'] : null,
    },
  }
}

const firstText = (...values: readonly unknown[]): string | null => values.find((value): value is string => typeof value === 'string' && !INVISIBLE.test(value)) ?? null

function isDeeperThan(value: JsonValue, limit: number): boolean {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > limit) return true
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 })
  }
  return false
}
