import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { installSystemPackages } from '../../scripts/system-packages.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const needed = { 'bin/chromium': '', 'bin/dbus-run-session': '', 'bin/gnome-keyring-daemon': '', 'bin/secret-tool': '' };

interface Result {
  readonly commands: string[];
  readonly printed: string;
}

/** Runs the step on a system that has only the given commands; installing brings what is needed, if it may. */
async function install(context: TestContext, commands: Record<string, string>, { isRoot = false, sudoStatus = 1 } = {}): Promise<Result> {
  const root = temporaryFolder(context);
  writeFiles(root, { 'bin/unrelated': '', ...commands });
  const ran: string[] = [];
  const printed: string[] = [];
  await installSystemPackages({
    root,
    environment: { PATH: join(root, 'bin') },
    platform: 'linux',
    isRoot,
    print: (line) => void printed.push(line),
    run: async (command, args) => {
      ran.push([command, ...args].join(' '));
      if (command === 'sudo' && args.includes('true')) return { status: sudoStatus, output: '' };
      if (args.includes('install')) writeFiles(root, needed);
      return { status: 0, output: '' };
    },
  });
  return { commands: ran, printed: printed.join('\n') };
}

test('where everything is there nothing is run or said', async (context) => {
  assert.deepEqual(await install(context, { ...needed, 'bin/apt-get': '' }, { isRoot: true }), { commands: [], printed: '' });
});

test('root installs the missing packages without being asked anything', async (context) => {
  const { commands, printed } = await install(context, { 'bin/apt-get': '' }, { isRoot: true });
  assert.deepEqual(commands, [
    'apt-get -o DPkg::Lock::Timeout=120 update',
    'apt-get -o DPkg::Lock::Timeout=120 install -y chromium fonts-liberation dbus gnome-keyring libsecret-tools',
    'apt-get -o DPkg::Lock::Timeout=120 install -y chromium-headless-shell',
  ]);
  assert.doesNotMatch(printed, /Not installed/);
});

test('another user installs them with sudo if it asks for no password', async (context) => {
  const { commands } = await install(context, { 'bin/apt-get': '', 'bin/sudo': '' }, { sudoStatus: 0 });
  assert.equal(commands.length, 4);
  assert.ok(commands.slice(1).every((command) => command.startsWith('sudo -n DEBIAN_FRONTEND=noninteractive apt-get ')));
});

test('who may not install reads what is missing and the line to run', async (context) => {
  for (const commands of [{ 'bin/apt-get': '' }, { 'bin/apt-get': '', 'bin/sudo': '' }, {}]) {
    const { printed } = await install(context, { ...commands, 'bin/chromium': '' });
    assert.match(printed, /Not installed: dbus-run-session, gnome-keyring-daemon, secret-tool\. The tests that need them will fail/);
    assert.match(printed, /sudo apt-get install -y chromium fonts-liberation dbus gnome-keyring libsecret-tools|sudo apt-get update && /);
  }
});
