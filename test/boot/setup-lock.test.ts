import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withLock } from '../../scripts/setup-lock.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const impatient = { pollMilliseconds: 5, silentPolls: 4, orphanPolls: 4 };

test('a lock is there during the work and gone after it, also when the work fails', async (context) => {
  const lock = join(temporaryFolder(context), 'out', '.lock');
  await withLock(lock, async () => assert.equal(JSON.parse(readFileSync(lock, 'utf8')).pid, process.pid));
  assert.equal(existsSync(lock), false);
  await assert.rejects(withLock(lock, () => Promise.reject(new Error('the disk is full'))), /the disk is full/);
  assert.equal(existsSync(lock), false);
});

test('a lock left by a dead process is removed at once', async (context) => {
  const folder = temporaryFolder(context);
  const lock = join(folder, '.lock');
  writeFileSync(lock, JSON.stringify({ pid: pidOfEndedProcess(), token: 'old' }));
  let hasWorked = false;
  const failOnWait = (): void => assert.fail('It waited for a dead process.');
  await withLock(lock, async () => void (hasWorked = true), { onWait: failOnWait });
  assert.equal(hasWorked, true);
  assert.deepEqual(readdirSync(folder), []);
});

test('a lock without a heartbeat is removed even when its process id is in use again', async (context) => {
  const lock = join(temporaryFolder(context), '.lock');
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, token: 'old' }));
  let hasWaited = false;
  let hasWorked = false;
  await withLock(lock, async () => void (hasWorked = true), { ...impatient, onWait: () => void (hasWaited = true) });
  assert.deepEqual({ hasWaited, hasWorked }, { hasWaited: true, hasWorked: true });
});

test('a lock that was cut off while being written is removed after a while', async (context) => {
  const lock = join(temporaryFolder(context), '.lock');
  writeFileSync(lock, '');
  let hasWorked = false;
  await withLock(lock, async () => void (hasWorked = true), impatient);
  assert.equal(hasWorked, true);
});

test('a child that outlived its killed parent is waited for', async (context) => {
  const lock = join(temporaryFolder(context), '.lock');
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  context.after(() => child.kill('SIGKILL'));
  writeFileSync(lock, JSON.stringify({ pid: pidOfEndedProcess(), token: 'old', child: child.pid }));
  let isAskedToEnd = false;
  const askToEnd = (): void => {
    isAskedToEnd = true;
    child.stdin.end();
  };
  await withLock(lock, async () => assert.equal(isAskedToEnd, true), { pollMilliseconds: 5, onWait: askToEnd });
});

test('of several that want the lock one works at a time, and who comes late finds the work done', async (context) => {
  const lock = join(temporaryFolder(context), '.lock');
  writeFileSync(lock, JSON.stringify({ pid: pidOfEndedProcess(), token: 'old' }));
  let atWork = 0;
  let timesDone = 0;
  const work = async (): Promise<void> => {
    atWork += 1;
    assert.equal(atWork, 1);
    await once(spawn(process.execPath, ['-v'], { stdio: 'ignore' }), 'exit');
    timesDone += 1;
    atWork -= 1;
  };
  const isDone = (): boolean => timesDone > 0;
  await Promise.all(Array.from({ length: 5 }, () => withLock(lock, work, { pollMilliseconds: 5, isDone })));
  assert.equal(timesDone, 1);
});

function pidOfEndedProcess(): number {
  return spawnSync(process.execPath, ['-v']).pid;
}
