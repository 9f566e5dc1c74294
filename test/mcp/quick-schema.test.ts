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

test('a schema that could not be prepared in time is tried again, since that may have been the machine; not for ever', () => {
  let isSlow = false
  const schema = schemaThat(() => { while (isSlow); })
  const check = createSchemaCheck(schema.read, 'input schema')
  isSlow = true
  assert.match(check.problem() ?? '', /preparing that takes too long/)
  isSlow = false
  assert.deepEqual([check.compiled(), check.problem(), check.check({})], [false, null, null])

  const endless = schemaThat(() => { while (isSlow); })
  const never = createSchemaCheck(endless.read, 'input schema')
  isSlow = true
  const reads: number[] = []
  for (let asked = 0; asked < 5; asked += 1) {
    assert.match(never.problem() ?? '', /preparing that takes too long/)
    reads.push(endless.reads())
  }
  assert.equal(never.compiled(), true)
  assert.deepEqual(reads.map((count, asked) => count > (reads[asked - 1] ?? 1)), [true, true, true, false, false])
})

test('a machine that gives its time to others for a moment denies no tool: what it held up is prepared again', () => {
  let isHeldUp = false
  const schema = schemaThat(() => {
    if (isHeldUp) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, schema.reads() === 2 ? 60_000 : 0)
  })
  const check = createSchemaCheck(schema.read, 'input schema')
  isHeldUp = true
  assert.deepEqual([schema.reads(), check.problem(), schema.reads() > 2], [1, null, true])
})

/** Does something whenever it is read; looking whether it is quick is the first time. */
function schemaThat(onRead: () => void): { readonly read: JsonObject; readonly reads: () => number } {
  let reads = 0
  const read: JsonObject = { type: 'object' }
  Object.defineProperty(read, 'maxProperties', { enumerable: true, get: () => {
    reads += 1
    onRead()
    return 3
  } })
  return { read, reads: () => reads }
}
