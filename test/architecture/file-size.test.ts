import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listPaths, productFolders, root } from './source-tree.ts';
import type { SourceText } from './source-tree.ts';

const longestFile = 300;
const worthALook = 200;

const sources = listPaths(productFolders)
  .filter((path) => /\.(?:ts|tsx|mjs|css)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('no source is longer than 300 lines', (context) => {
  for (const line of longerThan(worthALook, sources)) context.diagnostic(`${line}: a file to divide soon`);
  assert.deepEqual(longerThan(longestFile, sources), []);
});

test('the length rule counts lines, not the newline at the end', () => {
  const ofLines = (count: number): SourceText => ({ path: 'shared/long.ts', text: 'export {};\n'.repeat(count) });
  assert.deepEqual(longerThan(longestFile, [ofLines(longestFile)]), []);
  assert.deepEqual(longerThan(longestFile, [ofLines(longestFile + 1)]), ['shared/long.ts has 301 lines']);
});

function longerThan(limit: number, files: readonly SourceText[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}
