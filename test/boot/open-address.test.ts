import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasDisplay, openAddress, openerFor } from '../../scripts/open-address.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const address = 'http://127.0.0.1:4000/#token=abc';

test('a display is there with X11 or Wayland on Linux, and always on macOS and Windows', () => {
  assert.equal(hasDisplay({}, 'linux'), false);
  assert.equal(hasDisplay({ DISPLAY: '' }, 'linux'), false);
  assert.equal(hasDisplay({ DISPLAY: ':0' }, 'linux'), true);
  assert.equal(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux'), true);
  assert.equal(hasDisplay({}, 'darwin'), true);
  assert.equal(hasDisplay({}, 'win32'), true);
});

test("Chromium's app window comes before the system's browser, without its sandbox only for root", (context) => {
  const folder = temporaryFolder(context);
  writeFiles(folder, { 'bin/chromium': '', 'bin/xdg-open': '' });
  const chromium = join(folder, 'bin', 'chromium');
  const surroundings = { environment: { PATH: join(folder, 'bin') }, platform: 'linux' } as const;
  assert.deepEqual(openerFor(address, { ...surroundings, isRoot: false }), { command: chromium, args: [`--app=${address}`] });
  assert.deepEqual(openerFor(address, { ...surroundings, isRoot: true }), { command: chromium, args: ['--no-sandbox', `--app=${address}`] });
});

test("without Chromium the system's own opener is used", (context) => {
  const folder = temporaryFolder(context);
  writeFiles(folder, { 'bin/xdg-open': '' });
  const environment = { PATH: join(folder, 'bin') };
  assert.deepEqual(openerFor(address, { environment, platform: 'linux', isRoot: false }), { command: join(folder, 'bin', 'xdg-open'), args: [address] });
  assert.equal(openerFor(address, { environment: { PATH: '' }, platform: 'linux', isRoot: false }), undefined);
  assert.equal(openerFor(address, { environment: {}, platform: 'darwin', isRoot: false })?.command, 'open');
  assert.equal(openerFor(address, { environment: {}, platform: 'win32', isRoot: false })?.command, 'rundll32');
});

test('nothing is opened without a display, by request, or when the opener cannot be started', async (context) => {
  const folder = temporaryFolder(context);
  writeFiles(folder, { 'bin/xdg-open': '#!/no/such/interpreter\n' });
  const environment = { PATH: join(folder, 'bin') };
  const options = { platform: 'linux', isRoot: false } as const;
  assert.equal(await openAddress(address, { ...options, environment }), false);
  assert.equal(await openAddress(address, { ...options, environment: { ...environment, DISPLAY: ':0', GATEHOUSE_NO_OPEN: '1' } }), false);
  assert.equal(await openAddress(address, { ...options, environment: { ...environment, DISPLAY: ':0' } }), false);
});

test('an opener that fails after it was started is told', async (context) => {
  const folder = temporaryFolder(context);
  writeFiles(folder, { 'bin/xdg-open': '#!/bin/sh\nexit 3\n' });
  const environment = { PATH: join(folder, 'bin'), DISPLAY: ':0' };
  const failed = new Promise<void>((resolve) => {
    void openAddress(address, { platform: 'linux', isRoot: false, environment, onFailure: resolve });
  });
  await failed;
});
