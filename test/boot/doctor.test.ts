import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { withoutHome } from '../../scripts/doctor-finding.mjs';
import { root } from '../architecture/source-tree.ts';
import { freshCheckout, type Checkout } from './checkout.ts';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

const Said = z.object({
  check: z.literal('doctor'),
  can_start: z.boolean(),
  findings: z.array(z.object({ name: z.string(), state: z.enum(['ok', 'missing', 'unknown']), needed: z.boolean(), text: z.string(), advice: z.string().optional() })),
});
type Finding = z.infer<typeof Said>['findings'][number];

async function ask(checkout: Checkout, env: Record<string, string> = {}): Promise<{ status: number | null; output: string; find: (name: string) => Finding }> {
  const { status, output } = await checkout.run(['doctor', '--json'], { env: { SHELL: '/bin/sh', ...env } });
  const { findings, can_start: canStart } = Said.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
  assert.equal(canStart, status === 0);
  const find = (name: string): Finding => {
    const found = findings.find((finding) => finding.name === name);
    assert.ok(found !== undefined, output);
    return found;
  };
  return { status, output, find };
}

/** A checkout in which what is installed here is installed. */
function installedCheckout(context: TestContext): Checkout {
  const checkout = freshCheckout(context);
  symlinkSync(join(root, 'node_modules'), join(checkout.folder, 'node_modules'));
  return checkout;
}

test('before anything is installed the doctor says what it can, installs nothing and changes nothing', async (context) => {
  const checkout = freshCheckout(context);
  const data = join(temporaryFolder(context), 'data');
  const { status, output, find } = await ask(checkout, { GATEHOUSE_DATA: data });
  assert.equal(status, 0);
  assert.equal(existsSync(join(checkout.folder, 'npm-runs')), false);
  assert.equal(existsSync(join(checkout.folder, 'node_modules')), false);
  assert.equal(existsSync(data), false);
  assert.deepEqual(['Node', 'packages', 'Electron', 'keychain'].map((name) => find(name).state), ['missing', 'missing', 'missing', 'unknown']);
  assert.match(find('Node').advice ?? '', /npm start installs it/);
  assert.equal(find('data directory').state, 'ok');
  assert.equal(find('operator switches').state, 'unknown');
  assert.ok(output.split('\n').filter((line) => /^(?:ok|missing|unknown) /.test(line)).length >= 12, 'one line each');
});

test('a data directory that can’t be made keeps Gatehouse from starting, and so does a port that is none', async (context) => {
  const folder = temporaryFolder(context);
  writeFiles(folder, { file: 'in the way' });
  const checkout = freshCheckout(context);
  const blocked = await ask(checkout, { GATEHOUSE_DATA: join(folder, 'file', 'data') });
  assert.equal(blocked.status, 1);
  assert.deepEqual([blocked.find('data directory').state, blocked.find('data directory').needed], ['missing', true]);
  assert.match(blocked.find('data directory').advice ?? '', /GATEHOUSE_DATA/);
  const noPort = await ask(checkout, { GATEHOUSE_DATA: join(folder, 'data'), GATEHOUSE_PORT: 'seven' });
  assert.equal(noPort.status, 1);
  assert.equal(noPort.find('port').needed, true);
});

test('with everything installed it asks the real keychain, and sees who holds the data', async (context) => {
  const checkout = installedCheckout(context);
  symlinkSync(join(root, 'electron', 'core'), join(checkout.folder, 'electron', 'core'));
  const data = temporaryFolder(context);
  const lock = new Database(join(data, 'core.lock'));
  context.after(() => { lock.close(); });
  const free = await ask(checkout, { GATEHOUSE_DATA: data });
  assert.match(free.find('data in use').text, /no Gatehouse/);
  assert.equal(free.find('Node').state, 'ok');
  assert.deepEqual([free.find('keychain').state, free.find('keychain').text], ['missing', 'This system has no keychain that Gatehouse can use.']);
  assert.match(free.find('operator switches').text, /^ALLOW_SHELL off, ALLOW_WEB on, /);
  lock.exec('BEGIN EXCLUSIVE');
  const held = await ask(checkout, { GATEHOUSE_DATA: data });
  assert.deepEqual([held.status, held.find('data in use').state], [0, 'ok']);
  assert.match(held.find('data in use').text, /a Gatehouse is running on it/);
});

test('it lists the operator’s switches, and a value that can’t be meant keeps Gatehouse from starting', async (context) => {
  const checkout = installedCheckout(context);
  symlinkSync(join(root, 'electron', 'core'), join(checkout.folder, 'electron', 'core'));
  symlinkSync(join(root, 'shared'), join(checkout.folder, 'shared'));
  const data = join(temporaryFolder(context), 'data');
  const set = await ask(checkout, { GATEHOUSE_DATA: data, GATEHOUSE_ALLOW_WEB: '0' });
  assert.match(set.find('operator switches').text, /ALLOW_WEB off \(set in the environment; usually on\)/);
  const wrong = await ask(checkout, { GATEHOUSE_DATA: data, GATEHOUSE_ALLOW_WEB: 'no' });
  assert.deepEqual([wrong.status, wrong.find('operator switches').needed], [1, true]);
  assert.match(wrong.find('operator switches').text, /GATEHOUSE_ALLOW_WEB is "no"/);
});

test('it knows one option, and names no folder of the person', async (context) => {
  const checkout = freshCheckout(context);
  const wrong = await checkout.run(['doctor', '--jsonn']);
  assert.equal(wrong.status, 1);
  assert.match(wrong.output, /doesn't know --jsonn/);
  assert.equal(withoutHome(join(homedir(), 'gatehouse')), join('~', 'gatehouse'));
  assert.equal(withoutHome('/srv/gatehouse', '/home/ann'), '/srv/gatehouse');
  assert.equal(withoutHome('/home/anna/x', '/home/ann'), '/home/anna/x');
});
