import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

const SCHEMA_MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'])
/** They change what a reference means, or belong to drafts that a model API doesn't read. */
const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor', '$vocabulary', 'additionalItems', 'dependencies'])
const TYPES: ReadonlySet<string> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const COUNTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'])
const LIMITS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'format', '$comment', 'contentEncoding', 'contentMediaType'])
const FLAGS: ReadonlySet<string> = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'])

/** Any schema of any draft as one that is valid in draft 2020-12; what can't be kept allows more, never less. */
export function modernise(schema: JsonValue): JsonObject | boolean {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return {}
  const tuple = Array.isArray(schema['items'])
  const { items, additionalItems, ...rest } = schema
  const modern: JsonObject = !tuple ? schema : { ...rest, ...(items === undefined ? {} : { prefixItems: items }), ...(additionalItems === undefined ? {} : { items: additionalItems }) }
  return Object.fromEntries(Object.entries(modern).flatMap(([keyword, value]) => {
    const kept = moderniseKeyword(keyword, value, modern)
    return kept === undefined ? [] : [kept]
  }))
}

function moderniseKeyword(keyword: string, value: JsonValue, schema: JsonObject): readonly [string, JsonValue] | undefined {
  if (DROPPED.has(keyword)) return undefined
  if (SCHEMA_MAPS.has(keyword)) return isJsonObject(value) ? [keyword, mapSchemas(keyword, value)] : undefined
  if (SCHEMA_LISTS.has(keyword)) return isList(value) && value.length > 0 ? [keyword, value.map(modernise)] : undefined
  if (SCHEMAS.has(keyword)) return isJsonObject(value) || typeof value === 'boolean' ? [keyword, modernise(value)] : undefined
  if (COUNTS.has(keyword)) return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? [keyword, value] : undefined
  if (LIMITS.has(keyword)) return moderniseLimit(keyword, value, schema)
  if (TEXTS.has(keyword)) return typeof value === 'string' ? [keyword, value] : undefined
  if (FLAGS.has(keyword)) return typeof value === 'boolean' ? [keyword, value] : undefined
  switch (keyword) {
    case 'type': return moderniseType(value)
    case 'required': return isList(value) ? [keyword, unique(value.filter(isText))] : undefined
    case 'enum': return isList(value) && value.length > 0 ? [keyword, value] : undefined
    case 'examples': return isList(value) ? [keyword, value] : undefined
    case 'pattern': return isText(value) && isPattern(value) ? [keyword, value] : undefined
    case 'multipleOf': return typeof value === 'number' && value > 0 ? [keyword, value] : undefined
    case '$ref': return isText(value) ? [keyword, value] : undefined
    case 'dependentRequired': return isJsonObject(value) && Object.values(value).every((names) => isList(names) && names.every(isText)) ? [keyword, value] : undefined
    default: return [keyword, value]
  }
}

const mapSchemas = (keyword: string, schemas: JsonObject): JsonObject => Object.fromEntries(Object.entries(schemas)
  .filter(([name]) => keyword !== 'patternProperties' || isPattern(name))
  .map(([name, schema]) => [name, modernise(schema)]))

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
function moderniseLimit(keyword: string, value: JsonValue, schema: JsonObject): readonly [string, JsonValue] | undefined {
  if (typeof value !== 'number') return undefined
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : keyword === 'maximum' ? 'exclusiveMaximum' : null
  return exclusive !== null && schema[exclusive] === true ? [exclusive, value] : [keyword, value]
}

function moderniseType(value: JsonValue): readonly [string, JsonValue] | undefined {
  if (isText(value)) return TYPES.has(value) ? ['type', value] : undefined
  if (!isList(value)) return undefined
  const known = unique(value.filter(isText))
  return known.length > 0 && known.every((type) => TYPES.has(type)) ? ['type', known] : undefined
}

/** Rebuilds a schema from the inside out; `visit` may replace each schema in it that refers to another. Plain data (defaults, examples) is left alone. */
export function mapReferences(schema: JsonValue, visit: (schema: JsonObject, reference: string) => JsonObject): JsonValue {
  if (!isJsonObject(schema)) return schema
  const walked: JsonObject = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, mapWithin(keyword, value, visit)]))
  const reference = walked['$ref']
  return isText(reference) ? visit(walked, reference) : walked
}

function mapWithin(keyword: string, value: JsonValue, visit: (schema: JsonObject, reference: string) => JsonObject): JsonValue {
  if (SCHEMA_MAPS.has(keyword) && isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, mapReferences(schema, visit)]))
  if (SCHEMA_LISTS.has(keyword) && isList(value)) return value.map((schema) => mapReferences(schema, visit))
  return SCHEMAS.has(keyword) ? mapReferences(value, visit) : value
}

/** What a local reference (`#`, `#/$defs/x`) points at; undefined when it is elsewhere or nothing is there. */
export function resolveReference(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let found: JsonValue | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const key = decodePart(part)
    if (key === null || typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = isList(found) ? found[Number(key)] : found[key]
  }
  return isJsonObject(found) || typeof found === 'boolean' ? found : undefined
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)
export const isText = (value: JsonValue | undefined): value is string => typeof value === 'string'
export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
