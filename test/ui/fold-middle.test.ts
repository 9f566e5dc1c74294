import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutIntoPieces, foldCount, foldMiddle, safeCut } from '../../renderer/ui/fold-middle.ts';

test('short values are not folded', () => {
  assert.equal(foldMiddle('short'), undefined);
  assert.equal(foldCount('a\nb\nc'), 0);
});

test('a long value keeps head and tail and says how many characters are between', () => {
  const text = `${'x'.repeat(4_000)}; rm -rf x`;
  const folded = foldMiddle(text);
  assert.ok(folded);
  assert.ok(folded.tail.endsWith('; rm -rf x'));
  assert.equal(folded.hidden, text.length - folded.head.length - folded.tail.length);
});

test('many short lines are folded as well', () => {
  const folded = foldMiddle('a\n'.repeat(100));
  assert.ok(folded);
  assert.equal(folded.head, 'a\n'.repeat(14));
});

test('characters beyond the basic plane count once and are not cut', () => {
  const folded = foldMiddle('😀'.repeat(2_000));
  assert.ok(folded);
  assert.equal(folded.head.length % 2, 0);
  assert.equal([...folded.head].length + folded.hidden + [...folded.tail].length, 2_000);
});

test('head, middle and tail never overlap and pieces joined are the text', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '😀', 'e\u0301', ' word', '\u202E', '\uD800'), { maxLength: 3_000 }).map((parts) => parts.join('').repeat(2));
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(cutIntoPieces(value, 50).join(''), value);
      const folded = foldMiddle(value);
      if (folded === undefined) return;
      assert.ok(value.startsWith(folded.head) && value.endsWith(folded.tail));
      assert.ok(folded.head.length + folded.tail.length <= value.length);
    }),
  );
});

test('a cut parts no surrogate pair even in a row of joiners', () => {
  const text = '👩\u200D'.repeat(100);
  const at = safeCut(text, 151);
  assert.ok(text.charCodeAt(at) < 0xdc00 || text.charCodeAt(at) > 0xdfff);
});
