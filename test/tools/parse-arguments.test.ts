import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from '../../shared/json.ts'
import type { Malformed } from '../../shared/turn-event.ts'
import { parseArguments } from '../../electron/core/tools/parse-arguments.ts'

const refusals: readonly (readonly [text: string, malformed: Malformed, path: string, problem: RegExp])[] = [
  ['"ls"', 'not-an-object', '', /a string, not an object/],
  ['[]', 'not-an-object', '', /an array/],
  ['null', 'not-an-object', '', /null/],
  ['5', 'not-an-object', '', /a number/],
  ['{"a":1', 'not-json', '', /the text ends at character 7, where , or } was expected/],
  ['{"a":{"b":"x', 'not-json', 'a.b', /the end of a string/],
  ['{"a":1}{"b":2}', 'not-json', '', /"\{" stands at character 8, where nothing more was expected/],
  ['{"a":1,}', 'not-json', '', /a key in double quotes/],
  ["{'a':1}", 'not-json', '', /a key in double quotes/],
  ['{a:1}', 'not-json', '', /a key in double quotes/],
  ['{"a" 1}', 'not-json', 'a', /: after a key/],
  ['{"a":[1,,2]}', 'not-json', 'a[1]', /a value/],
  ['{"a":01}', 'not-json', '', /, or }/],
  ['{"a":+1}', 'not-json', 'a', /a value/],
  ['{"a":NaN}', 'not-json', 'a', /a value/],
  ['{"a":tru}', 'not-json', 'a', /a value/],
  ['{"a":"\n"}', 'not-json', 'a', /control character/],
  ['{"a":"\\x"}', 'not-json', 'a', /a valid escape/],
  ['{"a":1} // done', 'not-json', '', /nothing more/],
  ['\ufeff{}', 'not-json', '', /a value/],
  ['{"__proto__":{"x":1}}', 'unsafe-key', '__proto__', /__proto__ is not allowed/],
  ['{"a":[{"\\u005f_proto__":1}]}', 'unsafe-key', 'a[0].__proto__', /not allowed/],
  ['{"constructor":1}', 'unsafe-key', 'constructor', /not allowed/],
  ['{"x":{"prototype":1}}', 'unsafe-key', 'x.prototype', /not allowed/],
  ['{"n":12345678901234567890}', 'unsafe-number', 'n', /12345678901234567890 can't be held exactly/],
  ['{"n":9007199254740992}', 'unsafe-number', 'n', /exactly/],
  ['{"n":9007199254740993.0}', 'unsafe-number', 'n', /exactly/],
  ['{"n":[0.1000000000000000055511151231257827]}', 'unsafe-number', 'n[0]', /exactly/],
  ['{"n":1e400}', 'unsafe-number', 'n', /exactly/],
  ['{"n":1e-400}', 'unsafe-number', 'n', /exactly/],
  ['{"to":"a","to":"b"}', 'duplicate-key', 'to', /twice/],
  ['{"a":[{"b":1,"\\u0062":2}]}', 'duplicate-key', 'a[0].b', /twice/],
  [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'not-json', '', /deeper than 100 levels/],
  ['['.repeat(1_000_000), 'not-json', '', /deeper than 100 levels/],
]
for (const [text, malformed, path, problem] of refusals) {
  test(`${text.slice(0, 50)} is refused as ${malformed}`, () => {
    const parsed = parseArguments(text)
    assert.ok(!parsed.ok)
    assert.deepEqual([parsed.malformed, parsed.path], [malformed, path])
    assert.match(parsed.problem, problem)
  })
}

test('nothing at all is an empty object', () => {
  for (const text of ['', ' \n', '{}', ' { } ']) assert.deepEqual(parseArguments(text), { ok: true, value: {}, canonical: '{}' })
})

test('numbers that are held exactly pass however they are written', () => {
  for (const literal of ['0', '-0', '1.0', '1.50', '100e-2', '0.1', '9007199254740991', '-9007199254740991', '1E3', '5e-324', '0e999', '123456789.125']) {
    const parsed = parseArguments(`{"n":${literal}}`)
    assert.ok(parsed.ok, literal)
    assert.equal(parsed.value['n'], Number(literal))
  }
})

test('the same key in different objects, and values ninety-nine levels deep, pass', () => {
  assert.ok(parseArguments('{"a":{"a":[{"a":1},{"a":2}]}}').ok)
  assert.ok(parseArguments(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`).ok)
})

test('half a surrogate pair is kept as it is', () => {
  const parsed = parseArguments('{"a":"\\ud800x","b":"\udc00"}')
  assert.ok(parsed.ok)
  assert.deepEqual(parsed.value, { a: '\ud800x', b: '\udc00' })
  assert.equal(parsed.canonical, '{"a":"\\ud800x","b":"\\udc00"}')
})

const unsafeKeys = ['__proto__', 'constructor', 'prototype']
const isSafe = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) || !Number.isInteger(value)
    : typeof value !== 'object' || value === null || Object.entries(value).every(([key, inner]) => !unsafeKeys.includes(key) && isSafe(inner))
const jsonObjects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' })).map((value): unknown => JSON.parse(JSON.stringify(value))).filter(isSafe)

test('any JSON object is read as JSON.parse reads it, and written canonically', () => {
  fc.assert(fc.property(jsonObjects, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    const parsed = parseArguments(text)
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem)
    assert.deepEqual(parsed.value, JSON.parse(text))
    assert.equal(parsed.canonical, canonicalJson(value))
    assert.deepEqual(parseArguments(parsed.canonical), parsed)
  }), { numRuns: 500 })
})

test('text with something changed in it is valid here exactly when JSON.parse takes it', () => {
  fc.assert(fc.property(jsonObjects, fc.nat(), fc.constantFrom('', '"', '{', '}', ',', ':', '\\', '1', '.', 'e', '-', ' ', '\n', '[', 'null', '\u0001'), fc.nat({ max: 2 }), (value, at, put, removed) => {
    const text = JSON.stringify(value)
    const place = at % text.length
    const changed = text.slice(0, place) + put + text.slice(place + removed)
    const parsed = parseArguments(changed)
    const isJson = ((): boolean => {
      try {
        JSON.parse(changed)
        return true
      } catch {
        return changed.trim() === ''
      }
    })()
    if (parsed.ok || parsed.malformed === 'not-an-object') assert.ok(isJson, changed)
    if (!parsed.ok && parsed.malformed === 'not-json') assert.ok(!isJson, changed)
  }), { numRuns: 2000 })
})

test('two million characters are read in a moment, whatever they are', () => {
  const texts = [
    JSON.stringify({ content: 'line of text with "quotes"\n'.repeat(70_000) }),
    JSON.stringify({ rows: Array.from({ length: 60_000 }, (_, index) => ({ id: index, name: `row ${index}` })) }),
    `{"n":0.${'0'.repeat(1_000_000)}1${'0'.repeat(1_000_000)}}`,
    `{"s":"${'\\u0041'.repeat(340_000)}"}`,
  ]
  for (const text of texts) {
    const best = Math.min(...[0, 1, 2].map(() => {
      const start = performance.now()
      parseArguments(text)
      return performance.now() - start
    }))
    assert.ok(best < 2000, `${text.slice(0, 20)} took ${best} ms`)
  }
})
