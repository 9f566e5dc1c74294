import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { chooseShell } from '../../scripts/choose-shell.mjs';
import { fetchElectron, findElectron } from '../../scripts/find-electron.mjs';
import { start, tryElectron } from '../../scripts/start.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const version = '45.5.0';
const electronPackage = { 'node_modules/electron/package.json': JSON.stringify({ version, type: 'commonjs' }) };
const installed = { ...electronPackage, 'node_modules/electron/path.txt': 'electron', 'node_modules/electron/dist/version': `v${version}`, 'node_modules/electron/dist/electron': '' };

/** An installer that leaves a note of each run and then does what it is given. */
const installer = (program: string): Record<string, string> => ({ ...electronPackage, 'node_modules/electron/install.js': `require('fs').appendFileSync('installer-runs', 'x'); ${program}` });
const succeeds = "const fs = require('fs'); process.chdir('node_modules/electron'); fs.mkdirSync('dist'); for (const [name, text] of [['path.txt', 'electron'], ['dist/version', '45.5.0'], ['dist/electron', '']]) fs.writeFileSync(name, text);";

function surroundings(context: TestContext, files: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = { DISPLAY: ':0' }) {
  const root = temporaryFolder(context);
  writeFiles(root, files);
  const printed: string[] = [];
  return { root, nodeBinary: process.execPath, environment: { PATH: process.env.PATH, GATEHOUSE_DATA: join(root, 'data'), ...environment }, platform: 'linux' as const, isRoot: false, print: (line: string) => void printed.push(line), printed };
}

test('Electron comes first wherever its binary is there', async (context) => {
  const given = surroundings(context, installed);
  assert.deepEqual(await chooseShell(given, { fetch: () => assert.fail('it was fetched') }), { kind: 'electron', binary: join(given.root, 'node_modules/electron/dist/electron') });
});

test('a binary of another version, or one that is half there, counts as none', (context) => {
  for (const broken of [{ 'node_modules/electron/dist/version': '44.0.0' }, { 'node_modules/electron/path.txt': 'elsewhere' }]) {
    assert.equal(findElectron(surroundings(context, { ...installed, ...broken }).root), undefined);
  }
  assert.equal(findElectron(surroundings(context, electronPackage).root), undefined);
  assert.equal(findElectron(surroundings(context, {}).root), undefined);
});

test('nothing is fetched without a display, for root, or when the other shell or no window is asked for', async (context) => {
  const fetch = (): never => assert.fail('it was fetched');
  const cases = [
    [{}, false, /no display/],
    [{ DISPLAY: ':0', GATEHOUSE_SHELL: 'browser' }, false, /GATEHOUSE_SHELL/],
    [{ DISPLAY: ':0', GATEHOUSE_NO_OPEN: '1' }, false, /GATEHOUSE_NO_OPEN/],
    [{ DISPLAY: ':0' }, true, /sandbox/],
  ] as const;
  for (const [environment, isRoot, reason] of cases) {
    const chosen = await chooseShell({ ...surroundings(context, installed, environment), isRoot }, { fetch });
    assert.match(chosen.kind === 'browser' ? chosen.reason : 'electron', reason);
  }
});

test('with a display and no binary, the installer of Electron’s own package is run once', async (context) => {
  const given = surroundings(context, installer(succeeds));
  assert.deepEqual(await chooseShell(given), { kind: 'electron', binary: join(given.root, 'node_modules/electron/dist/electron') });
  assert.deepEqual(given.printed, ['Fetching Electron, for 60 seconds at most.']);
});

test('an installer that fails is said with its reason, and not tried again for a day', async (context) => {
  const given = surroundings(context, installer("console.error('RequestError: getaddrinfo ENOTFOUND'); process.exit(1);"));
  const failed = await fetchElectron({ ...given, now: () => 1000 });
  assert.deepEqual(failed, { kind: 'missing', reason: 'Electron could not be fetched (RequestError: getaddrinfo ENOTFOUND)' });
  const again = await fetchElectron({ ...given, now: () => 2000 });
  assert.match(again.kind === 'missing' ? again.reason : '', /at the last try/);
  assert.equal(given.printed.length, 1);
  await fetchElectron({ ...given, now: () => 1000 + 24 * 3600 * 1000 });
  await fetchElectron({ ...given, now: () => 1000 + 24 * 3600 * 1000 }, { isRemembering: false });
  assert.equal(given.printed.length, 3);
});

test('an installer that hangs is ended when its time is over', async (context) => {
  const given = surroundings(context, installer('setInterval(() => {}, 1000);'));
  const { kind } = await fetchElectron({ ...given, timeoutMilliseconds: 300 });
  assert.equal(kind, 'missing');
  assert.equal(existsSync(join(given.root, 'installer-runs')), true);
});

const fakeVite = "const fs = require('fs'); const out = process.argv[process.argv.indexOf('--outDir') + 1]; fs.mkdirSync(out, { recursive: true }); fs.appendFileSync('vite-runs', process.argv.slice(2).join(' ') + '\\n');";
const checkout = (electron: string): Record<string, string> => ({
  ...installed,
  'node_modules/vite/bin/vite.js': fakeVite,
  'node_modules/vite/package.json': '{"type":"commonjs"}',
  'electron/serve.ts': "console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:4000/#token=abc' }));",
  'renderer/index.html': '',
  'bin/electron': `#!${process.execPath}\n${electron}`,
});

test('Electron is started on the project, not as plain Node, and its end is the command’s', async (context) => {
  const program = "console.log(JSON.stringify({ ready: true, url: 'app://gatehouse' })); console.log(['args', ...process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE, process.env.GATEHOUSE_DATA].join(' ')); process.exitCode = 4;";
  const given = surroundings(context, checkout(program), { DISPLAY: ':0', ELECTRON_RUN_AS_NODE: '1' });
  assert.equal(await tryElectron(given, join(given.root, 'bin', 'electron'), ['gatehouse://inbox']), 4);
  assert.match(given.printed.join('\n'), /^Building the desktop app\.\nGatehouse is ready in its own window \(Electron is here\)\. Ctrl\+C stops it\.\nargs \. gatehouse:\/\/inbox {2}\S+data$/);
});

test('a start that finds one running, or fails with words, says so', async (context) => {
  const running = surroundings(context, checkout("console.log(JSON.stringify({ handedOver: true, url: 'app://gatehouse' }));"));
  assert.equal(await tryElectron(running, join(running.root, 'bin', 'electron'), []), 0);
  assert.match(running.printed.at(-1) ?? '', /running already/);
  const failing = surroundings(context, checkout("console.log(JSON.stringify({ ready: false, message: 'The disk is full.' }));"));
  assert.equal(await tryElectron(failing, join(failing.root, 'bin', 'electron'), []), 1);
  assert.equal(failing.printed.at(-1), 'The disk is full.');
});

test('an Electron that can’t run leaves the browser shell, which says why', async (context) => {
  const given = surroundings(context, checkout(''));
  writeFiles(given.root, { 'node_modules/electron/path.txt': '../../../bin/electron', 'bin/electron': `#!${process.execPath}\nprocess.exit(127)` });
  assert.equal(await start({ ...given, environment: { ...given.environment, PATH: '' } }, []), 0);
  assert.match(given.printed.at(-1) ?? '', /ready in the browser shell: .*\(Electron ended before its window was there, with exit status 127\)/);
});
