import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshCheckout } from './checkout.ts';

const isReady = /^Gatehouse is ready/;
const npmArguments = 'ci --include=dev --include=optional\n';

test('npm start on a fresh clone installs, builds, and runs the shell under Node 24 with its arguments', async (context) => {
  const checkout = freshCheckout(context);
  const { status, output } = await checkout.run(['start', '--port', '0'], { stopAt: isReady });
  assert.match(output, /Installing what Gatehouse needs[\s\S]*Building the window[\s\S]*Gatehouse is ready in the browser shell: .*#token=v24\.\d+\.\d+--port,0/);
  assert.equal(status, 0);
});

test('a second start installs and builds nothing', async (context) => {
  const checkout = freshCheckout(context);
  await checkout.run(['start'], { stopAt: isReady });
  const { output } = await checkout.run(['start'], { stopAt: isReady });
  assert.match(output, /^Gatehouse is ready[^\n]*$/);
  assert.equal(readFileSync(join(checkout.folder, 'npm-runs'), 'utf8'), npmArguments);
});

test('settings for production do not keep development packages from being installed', async (context) => {
  const checkout = freshCheckout(context);
  await checkout.run(['start'], { stopAt: isReady, env: { NODE_ENV: 'production', npm_config_omit: 'dev', NPM_CONFIG_PRODUCTION: 'true' } });
  assert.equal(readFileSync(join(checkout.folder, 'npm-runs'), 'utf8'), npmArguments);
});

test('of two starts at once one installs and builds, and both get ready', async (context) => {
  const checkout = freshCheckout(context);
  const results = await Promise.all([checkout.run(['start'], { stopAt: isReady }), checkout.run(['start'], { stopAt: isReady })]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [0, 0],
  );
  assert.equal(readFileSync(join(checkout.folder, 'npm-runs'), 'utf8'), npmArguments);
  assert.equal(readFileSync(join(checkout.folder, 'vite-runs'), 'utf8'), 'built\n');
});

test('a start that was killed in the middle of installing is made good by the next', async (context) => {
  const checkout = freshCheckout(context);
  writeFileSync(join(checkout.folder, 'kill-once'), '');
  const killed = await checkout.run(['start']);
  assert.equal(killed.signal, 'SIGKILL');
  assert.equal(existsSync(join(checkout.folder, 'out', '.setup.lock')), true);
  assert.equal(existsSync(join(checkout.folder, 'node_modules', '.setup')), false);

  const { status } = await checkout.run(['start'], { stopAt: isReady });
  assert.equal(status, 0);
  assert.equal(existsSync(join(checkout.folder, 'out', '.setup.lock')), false);
});

test('a command that fails before any test ends with its totals all the same', async (context) => {
  const checkout = freshCheckout(context);
  writeFileSync(join(checkout.folder, 'npm', 'npm-cli.js'), "console.error('no network'); process.exit(1);");
  const { status, output } = await checkout.run(['test']);
  assert.equal(status, 1);
  assert.match(output, /npm failed twice[\s\S]*no network/);
  assert.match(output, /0 passed, 1 failed/);
});

test('a test file that is not there is said, not passed over', async (context) => {
  const checkout = freshCheckout(context);
  const { status, output } = await checkout.run(['test', 'test/nowhere.test.ts']);
  assert.equal(status, 1);
  assert.match(output, /There is no test file at test\/nowhere\.test\.ts/);
});

test('an unknown command names the two that are there and changes nothing', async (context) => {
  const checkout = freshCheckout(context);
  const { status, output } = await checkout.run(['launch']);
  assert.equal(status, 2);
  assert.match(output, /Use npm start or npm test/);
  assert.equal(existsSync(join(checkout.folder, 'node_modules')), false);
});

test('setup works from a stamp that belongs to another lockfile', async (context) => {
  const checkout = freshCheckout(context);
  await checkout.run(['start'], { stopAt: isReady });
  writeFileSync(join(checkout.folder, 'node_modules', '.setup'), 'another');
  rmSync(join(checkout.folder, 'npm-runs'));
  await checkout.run(['start'], { stopAt: isReady });
  assert.equal(readFileSync(join(checkout.folder, 'npm-runs'), 'utf8'), npmArguments);
});
