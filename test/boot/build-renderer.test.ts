import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { buildRenderer } from '../../scripts/build-renderer.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

interface Bench {
  readonly root: string;
  readonly page: string;
  readonly builds: number;
  build(): Promise<void>;
}

/** A checkout whose build copies the page, or fails where the page says so. */
function bench(context: TestContext): Bench {
  const root = temporaryFolder(context);
  writeFiles(root, { 'renderer/index.html': 'first', 'shared/ids.ts': '', 'vite.config.ts': '', 'package-lock.json': '{}' });
  let builds = 0;
  return {
    root,
    page: join(root, 'out', 'renderer', 'index.html'),
    get builds() {
      return builds;
    },
    build: () =>
      buildRenderer({
        root,
        nodeBinary: process.execPath,
        environment: {},
        print: () => undefined,
        run: async (_command, args) => {
          builds += 1;
          const source = readFileSync(join(root, 'renderer', 'index.html'), 'utf8');
          const target = args[args.indexOf('--outDir') + 1] ?? '';
          writeFiles(target, { 'index.html': source });
          return source === 'broken' ? { status: 1, output: 'page.tsx:3 is broken' } : { status: 0, output: '' };
        },
      }),
  };
}

test('the window is built once for the same sources', async (context) => {
  const checkout = bench(context);
  await checkout.build();
  await checkout.build();
  assert.equal(checkout.builds, 1);
  assert.equal(readFileSync(checkout.page, 'utf8'), 'first');
});

test('a change, a new file or a removed result leads to a new build', async (context) => {
  const checkout = bench(context);
  await checkout.build();
  writeFileSync(join(checkout.root, 'renderer', 'index.html'), 'second');
  await checkout.build();
  assert.equal(readFileSync(checkout.page, 'utf8'), 'second');
  writeFiles(checkout.root, { 'shared/more.ts': '' });
  await checkout.build();
  assert.equal(checkout.builds, 3);
});

test('a failed build says where, keeps the former window and is tried again', async (context) => {
  const checkout = bench(context);
  await checkout.build();
  writeFileSync(join(checkout.root, 'renderer', 'index.html'), 'broken');
  await assert.rejects(checkout.build(), /couldn't be built.*page\.tsx:3 is broken.*were not touched/s);
  assert.equal(readFileSync(checkout.page, 'utf8'), 'first');
  assert.equal(existsSync(join(checkout.root, 'out', '.build.lock')), false);
  await assert.rejects(checkout.build());
  assert.equal(checkout.builds, 3);
});
