import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { describeTotals, sumTotals } from '../../scripts/totals.mjs';
import { root } from '../architecture/source-tree.ts';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

interface Report {
  readonly output: string;
  readonly totals: unknown;
}

function report(context: TestContext, files: Record<string, string>): Report {
  const folder = temporaryFolder(context);
  writeFiles(folder, files);
  const totals = join(folder, 'totals.json');
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  const args = ['--test', `--test-reporter=${join(root, 'test', 'reporter.mjs')}`, ...Object.keys(files)];
  const result = spawnSync(process.execPath, args, { cwd: folder, env: { ...environment, GATEHOUSE_TEST_TOTALS: totals }, encoding: 'utf8' });
  return { output: result.stdout, totals: JSON.parse(readFileSync(totals, 'utf8')) };
}

const fromNode = "import { describe, test } from 'node:test'; import assert from 'node:assert/strict';";

test('passing tests are counted one by one, groups are not', (context) => {
  const { totals, output } = report(context, {
    'a.test.mjs': `${fromNode} describe('adding', () => { test('one', () => {}); test('two', () => {}); });`,
    'b.test.mjs': `${fromNode} test('three', () => {});`,
  });
  assert.deepEqual(totals, { passed: 3, failed: 0 });
  assert.match(output, /slowest tests:[\s\S]*a\.test\.mjs › adding › one/);
});

test('a failure is shown with its place, its difference and what its file printed', (context) => {
  const { totals, output } = report(context, {
    'a.test.mjs': `${fromNode} describe('adding', () => { test('one', () => { console.log('a trace'); assert.equal(1, 2); }); });`,
  });
  assert.deepEqual(totals, { passed: 0, failed: 1 });
  assert.match(output, /a\.test\.mjs › adding › one[\s\S]*1 !== 2[\s\S]*printed by a\.test\.mjs:\n +a trace/);
});

test('a file that crashes, is killed, cannot be loaded or holds no test is a failure', (context) => {
  const { totals, output } = report(context, {
    'crashes.test.mjs': `${fromNode} test('fine', () => {}); setImmediate(() => process.exit(4));`,
    'empty.test.mjs': '',
    'killed.test.mjs': "process.kill(process.pid, 'SIGKILL');",
    'missing.test.mjs': "import './nowhere.mjs';",
  });
  assert.equal((totals as { failed: number }).failed, 4);
  assert.match(output, /empty\.test\.mjs\n {2}The file ran no test/);
  assert.match(output, /killed\.test\.mjs\n {2}The file's process ended with SIGKILL/);
  assert.match(output, /Cannot find module/);
});

test('a skipped or postponed test is a failure', (context) => {
  const leaveOut = `${fromNode} test('one', (t) => t['skip']('no browser')); test('two', (t) => t['todo']());`;
  const { totals, output } = report(context, { 'a.test.mjs': leaveOut });
  assert.deepEqual(totals, { passed: 0, failed: 2 });
  assert.match(output, /It was skipped: no browser/);
});

test('a group whose preparation fails is a failure', (context) => {
  const { totals } = report(context, {
    'a.test.mjs': `${fromNode} import { before } from 'node:test'; describe('all', () => { before(() => { throw new Error('no'); }); test('one', () => {}); });`,
  });
  assert.ok((totals as { failed: number }).failed > 0);
});

test('totals are summed into the last line', () => {
  assert.equal(describeTotals(sumTotals([{ passed: 1, failed: 0 }, { passed: 40, failed: 2 }])), '41 passed, 2 failed');
});
