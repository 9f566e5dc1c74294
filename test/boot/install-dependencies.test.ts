import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { installDependencies } from '../../scripts/install-dependencies.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

interface Bench {
  readonly root: string;
  readonly stamp: string;
  readonly printed: string[];
  readonly runs: number;
  install(): Promise<void>;
}

/** A checkout whose npm takes the given exit statuses in turn, and then succeeds. */
function bench(context: TestContext, { statuses = [], verify }: { statuses?: number[]; verify?: () => void } = {}): Bench {
  const root = temporaryFolder(context);
  writeFiles(root, { 'package-lock.json': '{}', '.npmrc': 'ignore-scripts=true' });
  const printed: string[] = [];
  let runs = 0;
  const nodeBinary = join(root, 'node_modules', 'node');
  return {
    root,
    stamp: join(root, 'node_modules', '.setup'),
    printed,
    get runs() {
      return runs;
    },
    install: () =>
      installDependencies({
        root,
        platform: 'linux',
        arch: 'x64',
        nodeBinary,
        print: (line) => void printed.push(line),
        verify: () => verify?.(),
        runNpm: async () => {
          runs += 1;
          assert.equal(existsSync(join(root, 'node_modules', '.setup')), false, 'the stamp must not outlive the start of an installation');
          const status = statuses.shift() ?? 0;
          if (status === 0) writeFiles(root, { 'node_modules/node': '' });
          return { status, output: 'npm error network is down' };
        },
      }),
  };
}

test('an installation that is up to date runs nothing and says nothing', async (context) => {
  const checkout = bench(context);
  await checkout.install();
  checkout.printed.length = 0;
  await checkout.install();
  assert.equal(checkout.runs, 1);
  assert.deepEqual(checkout.printed, []);
});

test('a changed lockfile, npm setting or a vanished Node leads to a new installation', async (context) => {
  const checkout = bench(context);
  await checkout.install();
  writeFileSync(join(checkout.root, 'package-lock.json'), '{"changed":true}');
  await checkout.install();
  writeFileSync(join(checkout.root, '.npmrc'), '');
  await checkout.install();
  rmSync(join(checkout.root, 'node_modules', 'node'));
  await checkout.install();
  assert.equal(checkout.runs, 4);
});

test('npm gets a second try', async (context) => {
  const checkout = bench(context, { statuses: [1] });
  await checkout.install();
  assert.equal(checkout.runs, 2);
  assert.equal(existsSync(checkout.stamp), true);
});

test('after two failures the person reads what npm said, what was kept and what to do; nothing counts as installed', async (context) => {
  const checkout = bench(context, { statuses: [1, 1] });
  await assert.rejects(checkout.install(), /npm failed twice.*network is down.*were not touched.*run the same command again/s);
  assert.equal(existsSync(checkout.stamp), false);
  await checkout.install();
  assert.equal(existsSync(checkout.stamp), true);
});

test('an installation that does not work is not stamped', async (context) => {
  const checkout = bench(context, {
    verify: () => {
      throw new Error('it does not load');
    },
  });
  await assert.rejects(checkout.install(), /it does not load/);
  assert.equal(existsSync(checkout.stamp), false);
});

test('nothing is installed through a link: what it leads to stays whole, and the person reads what to do', async (context) => {
  const elsewhere = temporaryFolder(context);
  writeFiles(elsewhere, { '.setup': 'of another checkout', 'package/index.js': 'kept' });
  const checkout = bench(context);
  symlinkSync(elsewhere, join(checkout.root, 'node_modules'), 'dir');
  await assert.rejects(checkout.install(), /node_modules is a link.*Nothing was changed.*Remove the link.*run the same command again/s);
  assert.equal(checkout.runs, 0);
  assert.equal(readFileSync(join(elsewhere, '.setup'), 'utf8'), 'of another checkout');
  assert.equal(readFileSync(join(elsewhere, 'package', 'index.js'), 'utf8'), 'kept');
});
