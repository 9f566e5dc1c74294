import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { isList, isText, mapReferences, modernise, resolveReference, unique } from './schema-node.ts'

export type ModelSchema =
  | { readonly ok: true; readonly schema: JsonObject }
  | { readonly ok: false; readonly reason: string }

/** Levels of JSON, about two for each level of a schema. What is deeper or larger helps no model and is refused whole. */
const MAX_DEPTH = 128
const MAX_VALUES = 20_000
const MAX_TEXT = 256 * 1024
/** How many schemas are opened to find the parameters behind combinators and references at the root. */
const MAX_OPENED = 200
const MAX_NOTE = 600
const MAX_NOTES = 8
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/
const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const
/** Allowed below the root, refused by some model services on it. */
const ROOT_ONLY_WORDS = ['not', 'if', 'then', 'else', 'enum', 'const', 'dependentSchemas'] as const
const REWRITTEN: ReadonlySet<string> = new Set([...COMBINATORS, ...ROOT_ONLY_WORDS, '$ref', 'description', 'type', 'properties', 'required'])

/**
 * The input schema as a model may be told it: draft 2020-12, an object without combinators at its root, every reference
 * resolvable. Says the same or allows more, never less; what was moved stands as words in `description`. Calls are checked
 * against the original. Refuses only what no arguments could be written for.
 * @param original whatever a server sent, absent included
 */
export function forModel(original: JsonValue | undefined): ModelSchema {
  if (original === undefined || original === null || original === true) return { ok: true, schema: { type: 'object', properties: {} } }
  if (!isJsonObject(original)) return refuse('Its input schema is not an object.')
  const excess = measure(original)
  if (excess !== null) return refuse(excess)
  const modern = modernise(original)
  if (typeof modern === 'boolean') return refuse('Its input schema allows nothing.')
  const root = readRoot(modern)
  if (!root.ok) return root
  const meaningless = findCircle(root.schema)
  if (meaningless !== null) return refuse(`Its input schema refers to itself without saying anything (${meaningless}).`)
  return settleReferences(root.schema)
}

interface Parameters { readonly properties: ReadonlyMap<string, readonly JsonValue[]>; readonly required: readonly string[]; readonly notes: readonly string[] }
type Gathered = { readonly ok: true; readonly parameters: Parameters } | { readonly ok: false; readonly reason: string }
/** Where references look, and how many more schemas may be opened: alternatives of alternatives multiply. */
interface Reading { readonly root: JsonObject; left: number }

function readRoot(modern: JsonObject): ModelSchema {
  const gathered = gather(modern, { root: modern, left: MAX_OPENED })
  if (!gathered.ok) return gathered
  const { properties, required, notes } = gathered.parameters
  const words = ROOT_ONLY_WORDS.flatMap((word) => modern[word] === undefined ? [] : [note(`The arguments as a whole also have "${word}":`, modern[word])])
  const unnameable = [...properties.keys()].filter((name) => !PROPERTY.test(name))
  const needed = unnameable.find((name) => required.includes(name))
  if (needed !== undefined) return refuse(`It needs a parameter that models can’t name: ${JSON.stringify(needed.slice(0, 80))}.`)
  const kept = [...properties].filter(([name]) => PROPERTY.test(name)).map(([name, schemas]): [string, JsonValue] => [name, anyOf(schemas)])
  const described = isText(modern['description']) ? [modern['description']] : []
  const lost = unnameable.length === 0 ? [] : [`It has ${unnameable.length} more optional parameter(s) whose names can’t be used here.`]
  const description = [...described, ...notes, ...words, ...lost].join(' ')
  const rest = Object.entries(modern).filter(([keyword]) => !REWRITTEN.has(keyword) && (keyword !== 'additionalProperties' || !hasCombinators(modern)))
  return {
    ok: true,
    schema: {
      ...(description === '' ? {} : { description }), type: 'object', properties: Object.fromEntries(kept),
      ...(required.length === 0 ? {} : { required }), ...Object.fromEntries(rest),
    },
  }
}

/** What parameters a schema speaks of, whichever of its alternatives are taken. */
function gather(schema: JsonObject, reading: Reading): Gathered {
  reading.left -= 1
  if (reading.left < 0) return refuse('Its input schema is made of itself, or of too many alternatives.')
  if (!canBeObject(schema)) return refuse(`Its arguments would be ${canonicalJson(schema['type']).slice(0, 100)}, not an object.`)
  const own = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const properties = new Map(own.map(([name, property]): [string, readonly JsonValue[]] => [name, [property]]))
  const required = isList(schema['required']) ? schema['required'].filter(isText) : []
  const notes: string[] = []
  const add = (found: Parameters): void => {
    for (const [name, schemas] of found.properties) properties.set(name, [...(properties.get(name) ?? []), ...schemas])
    notes.push(...found.notes)
  }
  for (const part of certainParts(schema, reading.root, notes)) {
    const found = gather(part, reading)
    if (!found.ok) return found
    add(found.parameters)
    required.push(...found.parameters.required)
  }
  for (const combinator of ['anyOf', 'oneOf'] as const) {
    const branches = isList(schema[combinator]) ? schema[combinator].filter(isJsonObject) : []
    const fitting = branches.filter(canBeObject)
    if (branches.length > 0 && fitting.length === 0) return refuse('Its arguments would not be an object.')
    const parts: Parameters[] = []
    for (const branch of fitting) {
      const found = gather(branch, reading)
      if (!found.ok) return found
      parts.push(found.parameters)
    }
    parts.forEach(add)
    required.push(...(parts[0]?.required ?? []).filter((name) => parts.every((part) => part.required.includes(name))))
    if (parts.length > 0) notes.push(describeChoice(combinator, fitting, parts))
  }
  return { ok: true, parameters: { properties, required: unique(required), notes: unique(notes).slice(0, MAX_NOTES) } }
}

/** What holds whichever alternative is taken: the members of `allOf` and the target of a reference. */
function certainParts(schema: JsonObject, root: JsonObject, notes: string[]): readonly JsonObject[] {
  const parts = isList(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : []
  const reference = schema['$ref']
  if (!isText(reference)) return parts
  const target = resolveReference(root, reference)
  if (isJsonObject(target)) return [...parts, target]
  notes.push(`Part of what it takes is described elsewhere (${reference.slice(0, 100)}).`)
  return parts
}

function describeChoice(combinator: 'anyOf' | 'oneOf', branches: readonly JsonObject[], parts: readonly Parameters[]): string {
  const count = combinator === 'oneOf' ? 'exactly one' : 'at least one'
  const sets = parts.map((part) => (part.required.length > 0 ? part.required : Object.keys(part.properties)).map((name) => JSON.stringify(name)).join(' with '))
  if (new Set(sets).size === sets.length && sets.every((set) => set !== '')) return cut(`Give ${count} of these: ${sets.join('; or ')}.`)
  return note(`The arguments as a whole must fit ${count} of:`, branches)
}

const note = (lead: string, value: JsonValue): string => cut(`${lead} ${canonicalJson(value)}.`)
const cut = (text: string): string => (text.length <= MAX_NOTE ? text : `${text.slice(0, MAX_NOTE)}…`)

function anyOf(schemas: readonly JsonValue[]): JsonValue {
  const distinct = [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()]
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct }
}

const hasCombinators = (schema: JsonObject): boolean => schema['$ref'] !== undefined || COMBINATORS.some((combinator) => schema[combinator] !== undefined)

function canBeObject(schema: JsonObject): boolean {
  const type = schema['type']
  return isText(type) ? type === 'object' : !isList(type) || type.includes('object')
}

/** A reference that leads, through nothing but references, back to itself. */
function findCircle(root: JsonObject): string | null {
  let circle: string | null = null
  mapReferences(root, (schema, reference) => {
    const seen = new Set([reference])
    let target = resolveReference(root, reference)
    while (circle === null && isJsonObject(target) && isText(target['$ref'])) {
      if (seen.has(target['$ref'])) circle = reference.slice(0, 100)
      seen.add(target['$ref'])
      target = resolveReference(root, target['$ref'])
    }
    return schema
  })
  return circle
}

/** Recursive references stay references; one that leads nowhere becomes a schema that says so and allows anything. */
function settleReferences(root: JsonObject): ModelSchema {
  const settled = mapReferences(root, (schema, reference) => {
    if (resolveReference(root, reference) !== undefined) return schema
    const { $ref: _lost, ...rest } = schema
    return { description: `Described elsewhere (${reference.slice(0, 100)}).`, ...rest }
  })
  if (!isJsonObject(settled)) return refuse('Its input schema is not an object.')
  return JSON.stringify(settled).length > MAX_TEXT ? refuse('Its input schema is too large.') : { ok: true, schema: settled }
}

/** Ends on any value, whatever its depth, and on one that holds itself. */
function measure(value: JsonValue): string | null {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 0 }]
  let values = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    values += 1
    if (next.depth > MAX_DEPTH) return 'Its input schema is nested too deeply.'
    if (values > MAX_VALUES) return 'Its input schema is too large.'
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth: next.depth + 1 })
  }
  return null
}

const refuse = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason })
