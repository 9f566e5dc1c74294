import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSchemaCheck } from '../../electron/core/mcp/check-schema.ts'
import { isQuick } from '../../electron/core/mcp/quick-schema.ts'
import type { JsonObject } from '../../shared/json.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

test('a schema of types, names, numbers and lengths is quick, however deep', () => {
  for (const schema of [
    {}, object({}), object({ message: { type: 'string', description: 'what', maxLength: 10 } }, { required: ['message'], additionalProperties: false }),
    object({ list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }, maxItems: 3 }, kind: { enum: ['a', 'b'] } }, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    object({ any: true, more: { additionalProperties: { type: 'number' } } }),
  ]) assert.equal(isQuick(schema), true, JSON.stringify(schema))
})

test('whatever can take for ever on the right value is not quick, nor is anything unknown', () => {
  const slow: readonly JsonObject[] = [
    { pattern: '^(a+)+$' }, { patternProperties: { '^(a+)+$': {} } }, { propertyNames: { pattern: 'x' } }, { format: 'uri' }, { uniqueItems: true }, { contains: {} }, { $ref: '#' }, { $dynamicRef: '#x' },
    { anyOf: [{}] }, { oneOf: [{}] }, { allOf: [{}] }, { not: {} }, { if: {} }, { dependentSchemas: { a: {} } }, { unevaluatedProperties: false }, { prefixItems: [{ pattern: 'x' }] }, { $defs: {} }, { definitions: {} }, { items: [{ type: 'string' }] }, { newKeyword: 1 },
  ]
  for (const part of slow) {
    assert.equal(isQuick(part), false, JSON.stringify(part))
    for (const schema of [object({ deep: part }), object({ list: { type: 'array', items: part } }), object({}, { additionalProperties: part })]) assert.equal(isQuick(schema), false, JSON.stringify(schema))
  }
})

test('a value that a pattern never gets done with is given up on, and a quick schema says the same as ever', () => {
  const slow = createSchemaCheck(object({ text: { type: 'string', pattern: '^(a+)+$' } }), 'input schema')
  assert.match(slow.check({ text: `${'a'.repeat(40)}!` })?.problem ?? '', /could not be checked within 250 ms/)
  const quick = createSchemaCheck(object({ text: { type: 'string', maxLength: 3 } }, { required: ['text'] }), 'input schema')
  assert.equal(quick.check({ text: 'abc' }), null)
  assert.deepEqual(quick.check({ text: 'abcd' })?.path, 'text')
  assert.notEqual(quick.check({}), null)
})

test('a schema that could not be prepared in time is tried again, since the machine may have been busy; not for ever', () => {
  let tries = 0
  let busyFor = 1
  /** Takes longer than it may, so often. */
  const busySchema = (): JsonObject => {
    const schema: JsonObject = { type: 'object' }
    Object.defineProperty(schema, 'maxProperties', { enumerable: true, get: () => {
      const until = performance.now() + (tries < busyFor ? 3000 : 0)
      tries += 1
      while (performance.now() < until);
      return 3
    } })
    return schema
  }
  const slowAtFirst = busySchema()
  tries = busyFor
  const check = createSchemaCheck(slowAtFirst, 'input schema')
  tries = 0
  assert.match(check.problem() ?? '', /preparing that takes too long/)
  tries = busyFor
  assert.deepEqual([check.compiled(), check.problem(), check.check({})], [false, null, null])

  busyFor = 1000
  tries = busyFor
  const never = createSchemaCheck(busySchema(), 'input schema')
  tries = 0
  for (let asked = 0; asked < 5; asked += 1) assert.match(never.problem() ?? '', /preparing that takes too long/)
  assert.deepEqual([never.compiled(), tries], [true, 3])
})
