import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPaths, productFolders } from './source-tree.ts';

const vagueWords = ['util', 'utils', 'helper', 'helpers', 'manager', 'managers', 'misc', 'common'];
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;

test('every file and folder has a kebab-case name that says what is in it', () => {
  assert.deepEqual([...productFolders, 'test'].flatMap((folder) => listPaths([folder]).flatMap(judgeName)), []);
});

test('the name rule refuses other cases and vague words, and nothing else', () => {
  const refused = ['renderer/ui/Button.tsx', 'shared/foldTurn.ts', 'shared/fold_turn.ts', 'shared/utils.ts', 'shared/string-utils.ts'];
  const alsoRefused = ['test/helpers/clock.ts', 'electron/core/window-manager.ts', 'shared/misc.ts', 'renderer/common/text.ts'];
  for (const path of [...refused, ...alsoRefused]) assert.equal(judgeName(path).length, 1, path);
  for (const path of ['shared/fold-turn.ts', 'renderer/ui/button.module.css', 'test/e2e/first-run.test.ts', 'shared/commonly-read.ts', 'renderer/ui/README.md']) {
    assert.deepEqual(judgeName(path), []);
  }
});

function judgeName(path: string): string[] {
  const names = path.replace(/(?:^|\/)README\.md$/, '').split('/').filter((name) => name !== '');
  const problems = [
    names.every((name) => kebabCase.test(name)) ? undefined : 'is not in kebab case',
    names.some((name) => name.split(/[-.]/).some((word) => vagueWords.includes(word))) ? "doesn't say what is in it" : undefined,
  ];
  return problems.filter((problem) => problem !== undefined).map((problem) => `${path} ${problem}`);
}
