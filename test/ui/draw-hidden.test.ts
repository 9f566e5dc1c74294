import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countHidden, drawHidden } from '../../renderer/ui/draw-hidden.ts';

const shown = (text: string) =>
  drawHidden(text)
    .segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.kind === 'hidden' ? `⟨${segment.code}⟩` : `${segment.text}⟨${segment.code}⟩`))
    .join('');

test('bidirectional controls are drawn', () => {
  assert.equal(shown('ls \u202Efdp.tropeR\u202C'), 'ls ⟨U+202E⟩fdp.tropeR⟨U+202C⟩');
  assert.equal(shown('\u2066a\u2069\u200F\u061C'), '⟨U+2066⟩a⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩');
});

test('zero-width characters, separators, tags, fillers and selectors are drawn', () => {
  assert.equal(shown('/home/u/rep\u200Bort'), '/home/u/rep⟨U+200B⟩ort');
  assert.equal(shown('a\u2028b\u2029'), 'a⟨U+2028⟩b⟨U+2029⟩');
  assert.equal(shown('x\u{E0041}'), 'x⟨U+E0041⟩');
  assert.equal(shown('a\u3164b\uFEFFc\u00ADd\uFE01\u{E0100}\u2800'), 'a⟨U+3164⟩b⟨U+FEFF⟩c⟨U+00AD⟩d⟨U+FE01⟩⟨U+E0100⟩⟨U+2800⟩');
});

test('control characters are drawn, but tab and line breaks do their work', () => {
  assert.equal(shown('a\u0000b\u001B[31mc\u007F\u0085'), 'a⟨U+0000⟩b⟨U+001B⟩[31mc⟨U+007F⟩⟨U+0085⟩');
  assert.equal(shown('a\tb\nc\r\nd\re'), 'a\tb\nc\r\nd⟨U+000D⟩e');
});

test('lone surrogates and private use are drawn', () => {
  assert.equal(shown('a\uD800b\uDC41'), 'a⟨U+D800⟩b⟨U+DC41⟩');
  assert.equal(shown('\uE000'), '⟨U+E000⟩');
});

test('Hebrew, Arabic, Persian with joiners and Hindi stay as they are', () => {
  for (const text of ['שלום עולם', 'مرحبا بالعالم', 'می\u200Cخواهم', 'क्\u200Dष', 'नमस्ते']) assert.deepEqual(drawHidden(text), { segments: [{ kind: 'text', text }], found: { hidden: 0, lookAlikes: 0 } });
});

test('emoji keep their joiners and selectors', () => {
  for (const text of ['👩‍👩‍👧‍👦', '❤️', '🏳️‍🌈', '👍🏽', '1️⃣', '👩🏽‍💻']) assert.equal(shown(text), text);
});

test('joiners and selectors without work are drawn', () => {
  assert.equal(shown('pass\u200Dword'), 'pass⟨U+200D⟩word');
  assert.equal(shown('a\uFE0F'), 'a⟨U+FE0F⟩');
  assert.equal(shown('❤\uFE0F\uFE0F'), '❤\uFE0F⟨U+FE0F⟩');
});

test('look-alike letters inside a word are flagged, one word counted once', () => {
  assert.equal(shown('pаypаl'), 'pа⟨U+0430⟩ypа⟨U+0430⟩l');
  assert.deepEqual(countHidden('pаypаl and mcp-nоtes'), { hidden: 0, lookAlikes: 2 });
});

test('a whole label of look-alikes beside Latin in an address is flagged', () => {
  assert.equal(countHidden('https://аррӏе.com').lookAlikes, 1);
});

test('words that are wholly Cyrillic or Greek are not flagged', () => {
  assert.deepEqual(countHidden('Привет, мир. Καλημέρα κόσμε. пример.com'), { hidden: 0, lookAlikes: 0 });
});

test('long runs of blanks and of empty lines are drawn with their length', () => {
  assert.equal(shown(`ok${' '.repeat(200)}rm -rf`), 'ok⟨U+0020 × 200⟩rm -rf');
  assert.equal(shown(`ok${'\n'.repeat(60)}Approved`), 'ok⟨U+000A × 60⟩Approved');
});

test('segments joined are the text, and the counts agree, whatever the text', () => {
  const text = fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\u202E', '\uD800', 'а', 'a', '\u200D', ' ', '\n', '👩')) });
  fc.assert(
    fc.property(text, (value) => {
      const { segments, found } = drawHidden(value);
      assert.equal(segments.map((segment) => segment.text).join(''), value);
      assert.equal(segments.filter((segment) => segment.kind === 'hidden').length, found.hidden);
      assert.deepEqual(countHidden(value), found);
    }),
  );
});

test('two megabytes are counted within a second', () => {
  const started = performance.now();
  countHidden('harmless text with some words, '.repeat(66_000));
  assert.ok(performance.now() - started < 1_000);
});
