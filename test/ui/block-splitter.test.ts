import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { feed, startSplit, view, type Block, type SplitState } from '../../renderer/ui/markdown/block-splitter.ts';

const split = (text: string) => view(feed(startSplit, text), true).settled;
const sources = (text: string) => split(text).map((block) => block.source);

test('paragraphs end at a blank line, which belongs to them', () => {
  assert.deepEqual(sources('one\nstill one\n\ntwo'), ['one\nstill one\n\n', 'two']);
});

test('headings, rules, fences, quotes and lists end a paragraph without a blank line', () => {
  assert.deepEqual(sources('text\n# head\ntext\n***\ntext\n> quote\n'), ['text\n', '# head\n', 'text\n', '***\n', 'text\n', '> quote\n']);
  assert.deepEqual(sources('text\n- item\n'), ['text\n', '- item\n']);
  assert.deepEqual(sources('text\n2. not a list\n'), ['text\n2. not a list\n']);
});

test('an underline makes a heading of the paragraph above it', () => {
  assert.deepEqual(sources('Title\n---\ntext'), ['Title\n---\n', 'text']);
});

test('each outer item is a block that continues its list; inner items, paragraphs and code stay inside', () => {
  const blocks = split('- a\n  - inner\n\n  more\n- b\n* other list\n1. one\n2. two\n');
  assert.deepEqual(
    blocks.map((block) => [block.source, block.kind === 'text' && block.continues]),
    [['- a\n  - inner\n\n  more\n', false], ['- b\n', true], ['* other list\n', false], ['1. one\n', false], ['2. two\n', true]],
  );
});

test('an item goes on lazily until a blank line', () => {
  assert.deepEqual(sources('- a\nlazy\n\nnot lazy'), ['- a\nlazy\n\n', 'not lazy']);
});

test('a fence holds everything up to its end, and gives language and code', () => {
  const [block] = split('```ts title\nconst a = 1;\n\n# no heading\n```\n');
  assert.deepEqual(block, {
    kind: 'code',
    id: 0,
    source: '```ts title\nconst a = 1;\n\n# no heading\n```\n',
    info: 'ts title',
    pieces: ['const a = 1;\n\n# no heading\n'],
    closed: true,
  });
});

test('a fence ends only with its own mark and length', () => {
  assert.equal(split('````\n```\n~~~~\n````\nafter').length, 2);
  assert.deepEqual(sources('~~~\n```\n~~~\n'), ['~~~\n```\n~~~\n']);
});

test('backticks within a line are no fence', () => {
  assert.deepEqual(sources('```inline``` text\nmore'), ['```inline``` text\nmore']);
});

test('an open fence grows by appending: its earlier pieces stay the same strings', () => {
  let state = feed(startSplit, '```\n');
  for (let line = 0; line < 200; line += 1) state = feed(state, `line ${String(line)}\n`);
  const first = view(state, false).tail[0];
  state = feed(state, 'one more\n');
  const second = view(state, false).tail[0];
  assert.ok(first?.kind === 'code' && second?.kind === 'code' && !second.closed);
  assert.equal(second.pieces.length, 6);
  assert.deepEqual(second.pieces.slice(0, 5), first.pieces.slice(0, 5));
});

test('settled blocks keep their identity', () => {
  let state = feed(startSplit, 'one\n\ntwo\n\n');
  const before = view(state, false).settled;
  state = feed(state, 'three\n\nfour');
  const after = view(state, false).settled;
  assert.equal(before.length, 2);
  before.forEach((block, index) => assert.equal(after[index], block));
});

test('a line of which only marks have come is not drawn yet', () => {
  for (const marks of ['-', '```', '##', '1.', '*', '---']) assert.deepEqual(view(feed(startSplit, `text\n${marks}`), false).tail.map((block) => block.source), ['text\n'], marks);
  assert.deepEqual(view(feed(startSplit, 'text\n-'), true).settled.map((block) => block.source), ['text\n-']);
});

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('word ', 'two words', '\n', '\n\n', '  ', '    ') },
  { weight: 3, arbitrary: fc.constantFrom('- ', '* ', '1. ', '2) ', '# ', '> ', '```', '```js\n', '~~~\n', '---', '===', '***', '| a | b |\n|---|---|\n', '<div>', '\t', '\r\n') },
  { weight: 1, arbitrary: fc.string() },
);
const markdown = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

function inPieces(text: string, sizes: readonly number[]): SplitState[] {
  const states: SplitState[] = [];
  let state: SplitState = startSplit;
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    state = feed(state, text.slice(at, at + size));
    at += size;
    states.push(state);
  }
  return states;
}

test('piece by piece gives the same blocks as all at once, at the end and at every step before', () => {
  fc.assert(
    fc.property(markdown, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (text, sizes) => {
      const states = inPieces(text, sizes);
      assert.deepEqual(view(states.at(-1) ?? startSplit, true), view(feed(startSplit, text), true));
      let length = 0;
      states.forEach((state, turn) => {
        length = Math.min(text.length, length + (sizes[turn % sizes.length] ?? 1));
        assert.deepEqual(view(state, false), view(feed(startSplit, text.slice(0, length)), false));
      });
    }),
    { numRuns: 400 },
  );
});

test('no character is lost: the blocks joined are the text, up to blank lines at its end', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const joined = split(text).map((block) => block.source).join('');
      assert.ok(text.startsWith(joined));
      assert.match(text.slice(joined.length), /^[ \t\r\n]*$/);
    }),
    { numRuns: 400 },
  );
});

test('what is settled never changes as more comes', () => {
  fc.assert(
    fc.property(markdown, markdown, (first, second) => {
      const early = view(feed(startSplit, first), false).settled;
      const late: readonly Block[] = view(feed(feed(startSplit, first), second), true).settled;
      assert.deepEqual(late.slice(0, early.length), early);
    }),
  );
});
