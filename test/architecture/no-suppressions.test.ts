import assert from 'node:assert/strict';
import { describe as group, test } from 'node:test';
import { describe, productFolders, readCode } from './source-tree.ts';
import { judgeSuppressions } from './suppression-rules.ts';

test('nothing is silenced, left for later or left out', () => {
  assert.deepEqual(describe(readCode([...productFolders, 'test']).flatMap(judgeSuppressions)), []);
});

group('the rule against suppressions', () => {
  const count = (path: string, text: string): number => judgeSuppressions({ path, text }).length;

  const refused: readonly (readonly [path: string, text: string])[] = [
    ['shared/ids.ts', 'export const value: any = 1;'],
    ['shared/ids.ts', 'export const list = [] as any[];'],
    ['shared/ids.ts', '// @ts-ignore\nexport {};'],
    ['shared/ids.ts', '// @ts-expect-error\nexport {};'],
    ['shared/ids.ts', '// @ts-nocheck\nexport {};'],
    ['shared/ids.ts', 'export const value = 1; // eslint-disable-line'],
    ['shared/ids.ts', 'function f() {\n  /* TODO: later */\n}'],
    ['shared/ids.ts', 'export {};\n// FIXME\n'],
    ['test/ids.test.ts', "test.skip('later', () => {});"],
    ['test/ids.test.ts', "describe.only('this', () => {});"],
    ['test/ids.test.ts', "it.todo('later');"],
    ['test/ids.test.ts', "test('later', { skip: true }, () => {});"],
    ['test/ids.test.ts', "test('later', (t) => { t.skip('no browser'); });"],
  ];
  for (const [path, text] of refused) {
    test(`refuses ${JSON.stringify(text)} in ${path}`, () => {
      assert.equal(count(path, text), 1);
    });
  }

  const fine: readonly (readonly [path: string, text: string])[] = [
    ['shared/ids.ts', 'export const text = "// TODO eslint-disable @ts-ignore";'],
    ['shared/ids.ts', 'export const text = `// FIXME ${1} // TODO`;'],
    ['shared/ids.ts', '// Any caller may skip this.\nexport const todo = list.only(1);'],
    ['test/ids.test.ts', '// @ts-expect-error a plain text is no id\ntakesId("a");'],
    ['renderer/app.tsx', 'export const part = <a>http://example.org // TODO</a>;'],
  ];
  for (const [path, text] of fine) {
    test(`lets ${JSON.stringify(text)} be in ${path}`, () => {
      assert.equal(count(path, text), 0);
    });
  }
});
