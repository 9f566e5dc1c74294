import assert from 'node:assert/strict'
import test from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { forModel } from '../../electron/core/tools/schema.ts'

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false })

/** What a strict model service checks before it takes any message at all. */
function rewrite(original: JsonValue | undefined): JsonObject {
  const outcome = forModel(original)
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.reason)
  assertTaken(outcome.schema)
  return outcome.schema
}
function assertTaken(schema: JsonObject): void {
  assert.equal(schema['type'], 'object')
  for (const word of ['anyOf', 'oneOf', 'allOf', 'not', 'enum']) assert.ok(!(word in schema), `${word} at the root`)
  assert.ok(ajv.validateSchema(schema), ajv.errorsText())
  assert.doesNotThrow(() => ajv.compile(schema))
  ajv.removeSchema()
}
const reasonOf = (original: JsonValue): string => {
  const outcome = forModel(original)
  assert.ok(!outcome.ok)
  return outcome.reason
}

test('a plain schema is told as it is', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'x', default: { $ref: 'data' } }, b: { $ref: '#/$defs/b' } }, required: ['a'], additionalProperties: false, $defs: { b: { type: 'integer' } } }
  assert.deepEqual(rewrite(schema), schema)
})

test('a root choice becomes words and the parameters stay', () => {
  const schema = rewrite({ type: 'object', properties: { body: { type: 'string' }, from_url: { type: 'string' } }, anyOf: [{ required: ['body'] }, { required: ['from_url'] }] })
  assert.deepEqual(schema, {
    description: 'Give at least one of these: "body"; or "from_url".', type: 'object',
    properties: { body: { type: 'string' }, from_url: { type: 'string' } },
  })
})

test('parameters that only the alternatives know are told, and what all need is required', () => {
  const schema = rewrite({
    description: 'Shapes.',
    oneOf: [
      { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'], additionalProperties: false },
      { $ref: '#/definitions/square' },
      { type: 'null' },
    ],
    definitions: { square: { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind', 'side'] } },
    additionalProperties: false,
  })
  assert.deepEqual(schema['properties'], { kind: { anyOf: [{ const: 'circle' }, { const: 'square' }] }, radius: { type: 'number' }, side: { type: 'number' } })
  assert.deepEqual(schema['required'], ['kind'])
  assert.equal(schema['description'], 'Shapes. Give exactly one of these: "kind" with "radius"; or "kind" with "side".')
  assert.ok(!('additionalProperties' in schema))
})

test('all parts of a root allOf and the target of a root reference count', () => {
  const schema = rewrite({ allOf: [{ $ref: '#/$defs/base' }, { properties: { b: { type: 'integer' } }, required: ['b'] }], $defs: { base: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } } })
  assert.deepEqual(schema['properties'], { a: { type: 'string' }, b: { type: 'integer' } })
  assert.deepEqual(schema['required'], ['a', 'b'])
  assert.deepEqual(rewrite({ $ref: '#/$defs/base', $defs: { base: { type: 'object', properties: { a: {} } } } })['properties'], { a: {} })
})

test('recursive references stay references', () => {
  const schema = { type: 'object', properties: { root: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'object', properties: { all: { type: 'array', items: { $ref: '#/$defs/n' } } } } } }
  assert.deepEqual(rewrite(schema), schema)
  rewrite({ type: 'object', properties: { child: { $ref: '#' }, x: { $ref: '#/properties/child' } } })
})

test('a reference that says nothing but itself costs the tool', () => {
  assert.match(reasonOf({ $defs: { x: { $ref: '#/$defs/x' } }, type: 'object', properties: { q: { $ref: '#/$defs/x' } } }), /refers to itself/)
  assert.match(reasonOf({ $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } }, type: 'object', properties: { q: { items: { $ref: '#/$defs/x' } } } }), /refers to itself/)
  assert.match(reasonOf({ $ref: '#' }), /made of itself/)
  assert.match(reasonOf({ anyOf: Array.from({ length: 100 }, () => ({ $ref: '#' })) }), /made of itself/)
})

test('a reference that leads nowhere allows anything and says so', () => {
  const schema = rewrite({ type: 'object', properties: { a: { $ref: '#/$defs/gone', title: 'A' }, b: { $ref: 'https://schemas.test/x.json' }, c: { $ref: '#/%E0%A4%A' }, d: { $ref: '#anchor' } } })
  assert.deepEqual(schema['properties'], {
    a: { description: 'Described elsewhere (#/$defs/gone).', title: 'A' }, b: { description: 'Described elsewhere (https://schemas.test/x.json).' },
    c: { description: 'Described elsewhere (#/%E0%A4%A).' }, d: { description: 'Described elsewhere (#anchor).' },
  })
})

test('an absent, empty or typeless schema is an object without parameters', () => {
  for (const original of [undefined, null, {}, { $schema: 'http://json-schema.org/draft-07/schema#' }, { type: 'object', properties: null }, { properties: [] }, true]) {
    assert.deepEqual(rewrite(original), { type: 'object', properties: {} })
  }
})

test('arguments that can only be something else than an object cost the tool', () => {
  assert.match(reasonOf({ type: 'string' }), /"string", not an object/)
  assert.match(reasonOf({ type: ['array', 'null'] }), /not an object/)
  assert.match(reasonOf({ anyOf: [{ type: 'string' }, { type: 'array' }] }), /not be an object/)
  assert.match(reasonOf({ $ref: '#/$defs/s', $defs: { s: { type: 'integer' } } }), /not an object/)
  for (const original of [false, 'object', 7, []]) assert.equal(forModel(original).ok, false)
  assert.deepEqual(rewrite({ type: ['object', 'null'], properties: { a: {} } })['properties'], { a: {} })
})

test('older drafts become the current one', () => {
  const schema = rewrite({
    $schema: 'http://json-schema.org/draft-04/schema#', id: 'https://a.test/', type: 'object',
    properties: {
      pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
      age: { type: 'integer', minimum: 0, exclusiveMinimum: true }, name: { type: 'string', required: true, nullable: true },
      any: { type: 'any' }, file: { type: ['file', 'string'] }, bad: { pattern: '(', enum: [], maxLength: -1, items: null, anyOf: [] },
    },
    dependencies: { a: ['b'] }, definitions: { x: {} },
  })
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      age: { type: 'integer', exclusiveMinimum: 0 }, name: { type: 'string', nullable: true }, any: {}, file: {}, bad: {},
    },
    definitions: { x: {} },
  })
})

test('a parameter that a model cannot name is left out, or costs the tool when it is needed', () => {
  const properties = { 'größe': { type: 'string' }, ok: { type: 'string' }, constructor: { type: 'string' } }
  const schema = rewrite({ type: 'object', properties })
  assert.deepEqual(Object.keys(schema['properties'] ?? {}), ['ok', 'constructor'])
  assert.match(String(schema['description']), /1 more optional parameter/)
  assert.match(reasonOf({ type: 'object', properties, required: ['größe'] }), /"größe"/)
})

test('other words at the root become text', () => {
  const schema = rewrite({ type: 'object', properties: { a: {} }, not: { required: ['a', 'b'] }, if: { required: ['a'] }, then: { required: ['c'] } })
  assert.match(String(schema['description']), /"not": \{"required":\["a","b"\]\}.*"if".*"then"/)
})

test('depth, size, circles and alternatives of alternatives are bounded', () => {
  const deep = JSON.parse(`${'{"properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}`)
  assert.match(reasonOf(deep), /nested too deeply/)
  assert.match(reasonOf({ type: 'object', properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, {}])) }), /too large/)
  assert.match(reasonOf({ type: 'object', properties: { a: { description: 'x'.repeat(300_000) } } }), /too large/)
  const circle: { [key: string]: JsonValue } = { type: 'object' }
  circle['properties'] = { circle }
  assert.match(reasonOf(circle), /nested too deeply/)
  const levels = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`l${index}`, { allOf: [{ $ref: `#/$defs/l${index + 1}` }, { $ref: `#/$defs/l${index + 1}` }] }]))
  assert.match(reasonOf({ $ref: '#/$defs/l0', $defs: { ...levels, l20: { type: 'object' } } }), /too many alternatives/)
})

const keywords = ['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'required', 'enum', 'additionalProperties', 'not', 'minimum', 'exclusiveMinimum', 'pattern', 'description', 'if', 'patternProperties', 'a', 'definitions', 'dependencies', 'default', 'minItems', 'propertyNames', '$id', 'prefixItems', 'dependentSchemas', 'dependentRequired']
const leaves = fc.constantFrom<JsonValue>('object', 'string', '#', '#/$defs/a', '#/properties/a', 'a', '(', 1, -1, 0.5, true, false, null, ['a'], ['object', 'string'], [], {})
const schemas = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof({ maxDepth: 5 }, leaves, fc.dictionary(fc.constantFrom(...keywords), tie('schema'), { maxKeys: 5 }), fc.array(tie('schema'), { maxLength: 3 })),
})).schema

test('whatever a server sends, what is told is taken by a strict service, or there is a reason', () => {
  fc.assert(fc.property(fc.dictionary(fc.constantFrom(...keywords), schemas, { maxKeys: 6 }), (original) => {
    const before = JSON.stringify(original)
    const outcome = forModel(original)
    assert.equal(JSON.stringify(original), before)
    if (outcome.ok) assertTaken(outcome.schema)
    else assert.ok(outcome.reason.length > 10)
  }), { numRuns: 500 })
})
