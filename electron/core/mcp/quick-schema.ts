import { isJsonObject, type JsonValue } from '../../../shared/json.ts'

/** What they say is compared once against each part of a value, whatever the value. Only numbers, lengths and names are in them. */
const SIMPLE: ReadonlySet<string> = new Set([
  '$schema', '$comment', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'type', 'enum', 'const', 'required',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties',
])
const NAMED_SCHEMAS = 'properties'
const INNER_SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties'])

/**
 * Whether checking against a schema is quick for any value: it holds no pattern, no format, no reference, no alternatives and no
 * rule for whole lists, which are what can take for ever on the right value. Anything it doesn't know counts as slow.
 */
export function isQuick(schema: JsonValue): boolean {
  if (typeof schema === 'boolean') return true
  if (!isJsonObject(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (SIMPLE.has(keyword)) return true
    if (INNER_SCHEMAS.has(keyword)) return isQuick(value)
    return keyword === NAMED_SCHEMAS && isJsonObject(value) && Object.values(value).every(isQuick)
  })
}
