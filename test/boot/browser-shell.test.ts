import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { parseOutcome } from '../../scripts/serve-child.mjs';
import { runBrowserShell } from '../../scripts/start.mjs';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const url = 'http://127.0.0.1:4000/#token=abc';
const ready = JSON.stringify({ ready: true, url });

/** Runs the shell with the given program in the place of electron/serve.ts. */
async function run(context: TestContext, program: string, onPrint: (line: string) => void = () => undefined): Promise<{ status: number; printed: string }> {
  const root = temporaryFolder(context);
  writeFiles(root, { 'serve.mjs': program });
  const printed: string[] = [];
  const print = (line: string): void => {
    printed.push(line);
    onPrint(line);
  };
  const environment = { GATEHOUSE_DATA: join(root, 'data'), GATEHOUSE_NO_OPEN: '1' };
  const surroundings = { root, nodeBinary: process.execPath, environment, platform: 'linux', isRoot: false, print } as const;
  const status = await runBrowserShell(surroundings, ['serve.mjs'], 'Electron is not here');
  return { status, printed: printed.join('\n') };
}

test('when it is ready one line names the shell, the address and the reason', async (context) => {
  const { status, printed } = await run(context, `console.log(${JSON.stringify(ready)});`);
  assert.equal(status, 0);
  assert.match(printed, /^Gatehouse is ready in the browser shell: .*http:\/\/127\.0\.0\.1:4000\/#token=abc.*\(Electron is not here\).*$/);
  assert.doesNotMatch(printed, /[{}\n]/);
});

test('another Gatehouse on the same data is opened instead, and that is no failure', async (context) => {
  const { status, printed } = await run(context, `console.log(JSON.stringify({ handedOver: true, url: '${url}' }));`);
  assert.equal(status, 0);
  assert.match(printed, /running already.*http:\/\/127\.0\.0\.1:4000/);
});

test('a start that failed prints its message as it stands and keeps the exit status', async (context) => {
  const program = "console.log(JSON.stringify({ ready: false, message: 'The disk is full. Nothing was lost.' })); process.exitCode = 3;";
  assert.deepEqual(await run(context, program), { status: 3, printed: 'The disk is full. Nothing was lost.' });
});

test('a failed start is never a success, whatever the child says', async (context) => {
  assert.equal((await run(context, "console.log(JSON.stringify({ ready: false, message: 'No.' }));")).status, 1);
  assert.equal((await run(context, '')).status, 1);
});

test('a child that ends before it is ready leads to words about where the data is and what to do', async (context) => {
  const { status, printed } = await run(context, 'process.exit(7);');
  assert.equal(status, 7);
  assert.match(printed, /ended before it was ready \(exit status 7\).*still in .*data\.\nRun npm start again/s);
});

test('a child that is killed later is reported, with the status of its signal', async (context) => {
  const { status, printed } = await run(context, `process.stdout.write(${JSON.stringify(`${ready}\n`)}, () => process.kill(process.pid, 'SIGKILL'));`);
  assert.equal(status, 137);
  assert.match(printed, /stopped unexpectedly \(exit status 137\)/);
});

test('a signal is passed on once, and the exit status is what the child made of it', async (context) => {
  const program = `
    let signals = 0;
    process.on('SIGINT', () => { signals += 1; });
    process.on('SIGTERM', () => { console.log('interrupts: ' + signals); process.exit(5); });
    setInterval(() => {}, 1000);
    console.log(${JSON.stringify(ready)});`;
  const result = await run(context, program, (line) => {
    if (!line.startsWith('Gatehouse is ready')) return;
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) process.emit(signal, signal);
  });
  assert.equal(result.status, 5);
  assert.match(result.printed, /interrupts: [01]$/);
});

test('other lines of the child are passed on, before and after it is ready', async (context) => {
  const { printed } = await run(context, `console.log('Recovering 3 runs.'); console.log(${JSON.stringify(ready)}); console.log('{"ready":true}');`);
  assert.match(printed, /^Recovering 3 runs\.\nGatehouse is ready|^Recovering 3 runs\.\n\{"ready":true\}\nGatehouse is ready/);
  assert.match(printed, /\{"ready":true\}/);
});

test('only the agreed shapes count as word about the start', () => {
  for (const line of ['', 'ready', '{"ready":', '{"ready":true}', '{"ready":false}', '{"url":"x"}', '[1]', '{"handedOver":true,"url":1}']) {
    assert.equal(parseOutcome(line), undefined, line);
  }
});
