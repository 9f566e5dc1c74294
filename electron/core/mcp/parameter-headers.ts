import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const TYPES: ReadonlySet<JsonValue> = new Set(['string', 'integer', 'boolean'])
const DEEPEST = 20
const MOST = 50

/**
 * Arguments that a server's input schema wants told in a header too (`x-mcp-header`), so that what stands before the server can
 * read them: by the rest of the header's name, as they are. What is declared against the rules isn't told.
 */
export function parameterHeaders(inputSchema: JsonObject, args: JsonObject): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  const names = new Set<string>()
  const visit = (schema: JsonValue | undefined, value: JsonValue | undefined, depth: number): void => {
    if (!isJsonObject(schema) || depth > DEEPEST || names.size >= MOST) return
    const name = schema['x-mcp-header']
    if (typeof name === 'string' && depth > 0 && TOKEN.test(name) && TYPES.has(schema['type'] ?? null) && !names.has(name.toLowerCase())) {
      names.add(name.toLowerCase())
      const text = textOf(value)
      if (text !== null) found.set(`Mcp-Param-${name}`, text)
    }
    if (!isJsonObject(schema['properties'])) return
    const holder = isJsonObject(value) ? value : {}
    for (const [key, part] of Object.entries(schema['properties'])) visit(part, Object.hasOwn(holder, key) ? holder[key] : undefined, depth + 1)
  }
  visit(inputSchema, args, 0)
  return Object.fromEntries(found)
}

const textOf = (value: JsonValue | undefined): string | null =>
  (typeof value === 'string' ? value : typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value)) ? String(value) : null)
