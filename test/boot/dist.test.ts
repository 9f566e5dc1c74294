import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { dist, feedArguments } from '../../scripts/dist.mjs';
import { PlainFailure } from '../../scripts/plain-failure.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const fakeVite = "const fs = require('fs'); fs.mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1], { recursive: true });";
const files = {
  'node_modules/electron/package.json': '{"version":"45.5.0"}',
  'node_modules/vite/bin/vite.js': fakeVite,
  'node_modules/vite/package.json': '{"type":"commonjs"}',
  'renderer/index.html': '',
};

function surroundings(context: TestContext, environment: NodeJS.ProcessEnv = {}) {
  const root = temporaryFolder(context);
  writeFiles(root, files);
  const printed: string[] = [];
  return { root, nodeBinary: process.execPath, environment, platform: 'linux' as const, isRoot: false, print: (line: string) => void printed.push(line), printed };
}

test('where Electron cannot be fetched it says so plainly, and builds nothing', async (context) => {
  const given = surroundings(context);
  const packing = dist(given, [], { fetch: async () => ({ kind: 'missing', reason: 'Electron could not be fetched (ENOTFOUND)' }), run: () => assert.fail('something was run') });
  await assert.rejects(packing, (error) => error instanceof PlainFailure && /can't be packed here: Electron could not be fetched \(ENOTFOUND\)\.\nNothing was built[\s\S]*ELECTRON_MIRROR/.test(error.message));
  assert.equal(existsSync(join(given.root, 'out')), false);
});

test('window and app are built first; the packager gets further arguments and never uploads', async (context) => {
  const given = surroundings(context);
  const runs: (readonly string[])[] = [];
  const status = await dist(given, ['--linux', 'deb'], {
    fetch: async () => ({ kind: 'found', binary: '/electron' }),
    run: async (_command, args) => {
      assert.deepEqual(['renderer', 'desktop/main', 'desktop/preload'].filter((part) => !existsSync(join(given.root, 'out', part))), []);
      runs.push(args);
      return { status: 5, output: '' };
    },
  });
  assert.equal(status, 5);
  assert.deepEqual(runs, [[join(given.root, 'node_modules/electron-builder/cli.js'), '--publish', 'never', '--linux', 'deb']]);
  assert.match(given.printed.join('\n'), /GATEHOUSE_UPDATE_FEED is not set/);
});

test('with an update feed the build knows it', async (context) => {
  const given = surroundings(context, { GATEHOUSE_UPDATE_FEED: 'https://feed.invalid/' });
  const runs: (readonly string[])[] = [];
  await dist(given, [], { fetch: async () => ({ kind: 'found', binary: '/electron' }), run: async (_command, args) => { runs.push(args.slice(1)); return { status: 0, output: '' }; } });
  assert.deepEqual(runs, [['-c.publish.provider=generic', '-c.publish.url=https://feed.invalid/', '--publish', 'never']]);
  assert.match(given.printed.at(-1) ?? '', /^Packed into .*out\/dist\.$/);
  assert.throws(() => feedArguments({ GATEHOUSE_UPDATE_FEED: 'http://feed.invalid/' }), PlainFailure);
});
