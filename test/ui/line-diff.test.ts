import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffFoldCount, diffLines, diffParts } from '../../renderer/ui/line-diff.ts';

const signs = (before: string, after: string) =>
  diffLines(before, after).rows.map((row) => `${{ same: ' ', removed: '-', added: '+' }[row.kind]}${row.text}`);

test('a changed line is one removed and one added', () => {
  assert.deepEqual(signs('a\nb\nc', 'a\nB\nc'), [' a', '-b', '+B', ' c']);
});

test('nothing to compare with means all added', () => {
  assert.deepEqual(signs('', 'a\nb'), ['+a', '+b']);
  assert.deepEqual(signs('a', ''), ['-a']);
});

test('lines carry their numbers on both sides', () => {
  assert.deepEqual(diffLines('a\nc', 'a\nb\nc').rows, [
    { kind: 'same', text: 'a', before: 1, after: 1 },
    { kind: 'added', text: 'b', after: 2 },
    { kind: 'same', text: 'c', before: 2, after: 3 },
  ]);
});

test('each side can be read back from the rows, and the script is as short as the longest common subsequence allows', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12, minLength: 1 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const { rows } = diffLines(a.join('\n'), b.join('\n'));
      assert.deepEqual(rows.filter((row) => row.kind !== 'added').map((row) => row.text), a);
      assert.deepEqual(rows.filter((row) => row.kind !== 'removed').map((row) => row.text), b);
      assert.equal(rows.filter((row) => row.kind === 'same').length, commonLength(a, b));
    }),
    { numRuns: 1_000 },
  );
});

function commonLength(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
    }
  }
  return table[a.length]![b.length]!;
}

test('five thousand lines stay fast, both with scattered edits and when all is different', () => {
  const before = Array.from({ length: 5_000 }, (_, index) => `line ${String(index)}`);
  const scattered = before.map((line, index) => (index % 50 === 0 ? `${line} changed` : line));
  const started = performance.now();
  assert.equal(diffLines(before.join('\n'), scattered.join('\n')).minimal, true);
  const other = diffLines(before.join('\n'), before.map((line) => `${line}!`).join('\n'));
  assert.equal(other.minimal, false);
  assert.equal(other.rows.length, 10_000);
  assert.ok(performance.now() - started < 1_500);
});

test('unchanged runs far from changes are folded and counted', () => {
  const before = Array.from({ length: 100 }, (_, index) => `line ${String(index)}`);
  const after = before.with(50, 'other');
  const parts = diffParts(diffLines(before.join('\n'), after.join('\n')).rows);
  assert.deepEqual(parts.map((part) => [part.kind, part.rows.length]), [['unchanged', 47], ['rows', 8], ['unchanged', 46]]);
  assert.equal(diffFoldCount(before.join('\n'), after.join('\n')), 2);
});

test('lines that are long by themselves count as folds', () => {
  assert.equal(diffFoldCount('a', 'x'.repeat(5_000)), 1);
});
