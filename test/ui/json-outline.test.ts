import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonFoldCount, outlineJson } from '../../renderer/ui/json-outline.ts';

test('rows come in the order of the text with their depth and key', () => {
  assert.deepEqual(outlineJson('{"to":"ann","list":[1,{}],"none":null}'), [
    { depth: 0, kind: 'open', text: '{' },
    { depth: 1, key: 'to', kind: 'string', text: 'ann' },
    { depth: 1, key: 'list', kind: 'open', text: '[' },
    { depth: 2, kind: 'number', text: '1' },
    { depth: 2, kind: 'open', text: '{}' },
    { depth: 1, kind: 'close', text: ']' },
    { depth: 1, key: 'none', kind: 'word', text: 'null' },
    { depth: 0, kind: 'close', text: '}' },
  ]);
});

test('digits, duplicate keys and prototype names stay as they were written', () => {
  const rows = outlineJson('{"n":12345678901234567890,"n":1e400,"__proto__":{"x":-0.10}}') ?? [];
  assert.deepEqual(rows.filter((row) => row.kind === 'number').map((row) => [row.key, row.text]), [['n', '12345678901234567890'], ['n', '1e400'], ['x', '-0.10']]);
  assert.ok(rows.some((row) => row.key === '__proto__'));
});

test('escapes are decoded, so that what they hide can be drawn', () => {
  assert.deepEqual(outlineJson('{"a\\u200bb":"\\u202e\\ud800"}')?.[1], { depth: 1, key: 'a\u200bb', kind: 'string', text: '\u202e\ud800' });
});

test('what is not JSON has no outline', () => {
  for (const source of ['', '{', '{"a":1', '{"a":1}{"b":2}', '[1,]', '{,}', '{"a" 1}', '"open', '01', 'tru', '{"a":1]', '"\\x"', "'a'", '[1 2]']) assert.equal(outlineJson(source), undefined, source);
});

test('depth costs no stack', () => {
  const deep = 100_000;
  assert.equal(outlineJson('['.repeat(deep) + ']'.repeat(deep))?.length, 2 * deep - 1);
});

test('it accepts exactly what the standard parser accepts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.json().map((text) => text.slice(1)), fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'null', ' ') })), (source) => {
      let valid = true;
      try {
        JSON.parse(source);
      } catch {
        valid = false;
      }
      assert.equal(outlineJson(source) !== undefined, valid);
    }),
    { numRuns: 500 },
  );
});

test('folds are counted for long keys, long values and too many rows', () => {
  const long = 'x'.repeat(5_000);
  assert.equal(jsonFoldCount(JSON.stringify({ a: long, [long]: 1, b: [long] })), 3);
  assert.equal(jsonFoldCount(JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index))), 1);
  assert.equal(jsonFoldCount('not json'), 0);
});

test('a value of two megabytes is outlined within a second', () => {
  const started = performance.now();
  assert.equal(jsonFoldCount(JSON.stringify({ body: 'word '.repeat(400_000) })), 1);
  assert.ok(performance.now() - started < 1_000);
});
