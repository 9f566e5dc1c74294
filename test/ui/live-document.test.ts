import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lexMarkdown } from '../../renderer/ui/markdown/lex.ts';
import { catchUp, growDocument, startDocument, type LiveBlock, type LiveDocument } from '../../renderer/ui/markdown/live-document.ts';

function counting() {
  const cost = { characters: 0, longest: 0 };
  const lex = (source: string) => {
    cost.characters += source.length;
    cost.longest = Math.max(cost.longest, source.length);
    return lexMarkdown(source);
  };
  return { cost, lex };
}

function stream(text: string, size: number, lex: (source: string) => readonly unknown[]) {
  let document = startDocument<unknown>();
  for (let end = size; end < text.length; end += size) document = growDocument(document, text.slice(0, end), false, lex);
  return growDocument(document, text, true, lex);
}

function blocks<T>(document: LiveDocument<T>): LiveBlock<T>[] {
  return [...document.groups.flat(), ...document.filling, ...document.tail];
}

function prose(length: number): string {
  const sentence = 'The report was read by three people, **two of whom** answered within the `hour` and asked for more. ';
  let text = '';
  for (let paragraph = 1; text.length < length; paragraph += 1) text += `${sentence.repeat(2 + (paragraph % 5))}\n\n`;
  return text.slice(0, length);
}

test('200 KB of prose in pieces of 20 characters lex at most a small multiple of the text', () => {
  const text = prose(200_000);
  const { cost, lex } = counting();
  stream(text, 20, lex);
  assert.ok(cost.characters < 16 * text.length, `lexed ${(cost.characters / text.length).toFixed(1)} times the text`);
});

test('the second half of a long answer costs what the first half did', () => {
  const text = prose(200_000);
  const half = counting();
  stream(text.slice(0, 100_000), 20, half.lex);
  const whole = counting();
  stream(text, 20, whole.lex);
  assert.ok(whole.cost.characters < 2.1 * half.cost.characters);
});

test('a huge table, a page without a line break and a long quote cost in proportion too', () => {
  const shapes = [`| a | b |\n|---|---|\n${'| cell | cell |\n'.repeat(12_000)}`, 'word '.repeat(40_000), '> quoted line\n'.repeat(14_000)];
  for (const text of shapes) {
    const { cost, lex } = counting();
    stream(text, 20, lex);
    assert.ok(cost.characters < 25 * text.length, `lexed ${(cost.characters / text.length).toFixed(1)} times the text`);
  }
});

test('code in a fence is never lexed', () => {
  const { cost, lex } = counting();
  stream(`\`\`\`ts\n${'const a = 1;\n'.repeat(5_000)}\`\`\`\n`, 20, lex);
  assert.equal(cost.characters, 0);
});

test('a long list is lexed item by item', () => {
  const { cost, lex } = counting();
  const text = '- an item of some forty characters or so\n'.repeat(2_000);
  stream(text, 20, lex);
  assert.ok(cost.longest < 200);
  assert.ok(cost.characters < 6 * text.length);
});

test('in the end it is the same document, however it came', () => {
  const part = fc.constantFrom('word ', '**bold** ', '\n\n', '\n', '- item\n', '```js\n', '```\n', '| a |\n|---|\n', '# head\n', '> q\n', '`code', '[link](', 'https://a.example)');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (parts, size) => {
      const text = parts.join('');
      const pieces = blocks(stream(text, size, lexMarkdown));
      const once = blocks(growDocument(startDocument(), text, true, lexMarkdown));
      assert.deepEqual(pieces, once);
    }),
  );
});

test('frozen groups keep their identity and never part a list', () => {
  let document = startDocument<unknown>();
  const text = `${'paragraph\n\n'.repeat(40)}${'- item\n'.repeat(100)}\n${'paragraph\n\n'.repeat(40)}`;
  let frozen: readonly (readonly LiveBlock<unknown>[])[] = [];
  for (let end = 7; end < text.length; end += 7) {
    document = growDocument(document, text.slice(0, end), false, lexMarkdown);
    frozen.forEach((group, index) => assert.equal(document.groups[index], group));
    frozen = document.groups;
  }
  for (const group of frozen) assert.ok(!(group[0]?.kind === 'text' && group[0].continues));
  assert.ok(frozen.length >= 3);
});

test('a tail that lags says so and catches up', () => {
  let document = growDocument(startDocument<unknown>(), 'word '.repeat(2_000), false, lexMarkdown);
  document = growDocument(document, `${document.text}more`, false, lexMarkdown);
  while (!document.behind) document = growDocument(document, `${document.text}m`, false, lexMarkdown);
  const level = catchUp(document, lexMarkdown);
  assert.equal(level.behind, false);
  assert.equal(blocks(level)[0]?.source, document.text);
});

test('another text starts a new document', () => {
  const first = growDocument(startDocument<unknown>(), 'one\n\ntwo', false, lexMarkdown);
  const other = growDocument(first, 'something else, longer than before', false, lexMarkdown);
  assert.deepEqual(blocks(other).map((block) => block.source), ['something else, longer than before']);
});
