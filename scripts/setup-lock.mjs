import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const heartbeatMilliseconds = 1000;

/**
 * @typedef {object} LockOptions
 * @property {() => boolean} [isDone] somebody else did the work meanwhile: return without the lock
 * @property {() => void} [onWait] called once, when there is somebody to wait for
 * @property {number} [pollMilliseconds]
 * @property {number} [silentPolls] how many polls a live holder may go without a heartbeat. After that its process id
 *   belongs to somebody else, as it may after a restart of the machine.
 * @property {number} [orphanPolls] the same for a child that outlived its holder
 */

/**
 * Does `work` while holding the lock file. A lock whose holder is dead is removed; one whose holder was killed while
 * its child still works counts as held, since two installations at once would break each other.
 *
 * @param {string} path
 * @param {(lock: { coverChild: (pid: number) => void }) => Promise<void>} work
 * @param {LockOptions} [options]
 * @returns {Promise<void>}
 */
export async function withLock(path, work, options = {}) {
  const { isDone = () => false, onWait, pollMilliseconds = 200, silentPolls = 75, orphanPolls = 600 } = options;
  mkdirSync(dirname(path), { recursive: true });
  let lastSeen = '';
  let unchangedPolls = 0;
  let hasWaited = false;

  while (!isDone()) {
    const lock = tryTake(path);
    if (lock !== undefined) {
      try {
        if (!isDone()) await work(lock);
        return;
      } finally {
        lock.release();
      }
    }
    const holder = readHolder(path);
    if (holder === undefined) continue;
    unchangedPolls = holder.state === lastSeen ? unchangedPolls + 1 : 0;
    lastSeen = holder.state;
    const patience = isAlive(holder.pid) || holder.pid === undefined ? silentPolls : isAlive(holder.child) ? orphanPolls : 0;
    if (unchangedPolls >= patience) {
      removeStale(path, holder.content);
      continue;
    }
    if (!hasWaited) onWait?.();
    hasWaited = true;
    await delay(pollMilliseconds);
  }
}

/** @param {string} path */
function tryTake(path) {
  const own = { pid: process.pid, token: randomUUID() };
  if (!unless('EEXIST', () => writeFileSync(path, JSON.stringify(own), { flag: 'wx' }))) return undefined;
  const isStillOurs = () => readHolder(path)?.content.includes(own.token) === true;
  const heartbeat = setInterval(() => {
    if (isStillOurs()) unless('ENOENT', () => utimesSync(path, new Date(), new Date()));
  }, heartbeatMilliseconds);
  heartbeat.unref();
  return {
    /** @param {number} child */
    coverChild(child) {
      if (isStillOurs()) writeFileSync(path, JSON.stringify({ ...own, child }));
    },
    release() {
      clearInterval(heartbeat);
      if (isStillOurs()) rmSync(path, { force: true });
    },
  };
}

/**
 * @param {string} path
 * @returns {{ content: string, state: string, pid: number | undefined, child: number | undefined } | undefined}
 *   undefined when the lock is gone; without `pid` when the holder was killed while writing it
 */
function readHolder(path) {
  let content = '';
  let state = '';
  const isThere = unless('ENOENT', () => {
    content = readFileSync(path, 'utf8');
    state = `${statSync(path).mtimeMs} ${content}`;
  });
  if (!isThere) return undefined;
  const pid = /"pid":(\d+)/.exec(content)?.[1];
  const child = /"child":(\d+)/.exec(content)?.[1];
  return { content, state, pid: pid === undefined ? undefined : Number(pid), child: child === undefined ? undefined : Number(child) };
}

/**
 * Of several waiters that see the same dead holder, one removes its lock and takes a new one; the others must not
 * remove that one. Hence the move aside and the second look.
 *
 * @param {string} path
 * @param {string} content
 */
function removeStale(path, content) {
  const aside = `${path}.${randomUUID()}`;
  if (!unless('ENOENT', () => renameSync(path, aside))) return;
  const moved = readFileSync(aside, 'utf8');
  if (moved !== content) unless('EEXIST', () => writeFileSync(path, moved, { flag: 'wx' }));
  rmSync(aside, { force: true });
}

/** @param {number | undefined} pid */
function isAlive(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  return !hasEnded(pid);
}

/**
 * In containers nobody may collect an orphan that has ended; it keeps its process id, but it does nothing any more.
 *
 * @param {number} pid
 */
function hasEnded(pid) {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/**
 * @param {string} code the one failure that is expected here
 * @param {() => void} action
 * @returns {boolean} false when it failed that way
 */
function unless(code, action) {
  try {
    action();
    return true;
  } catch (error) {
    if (hasCode(error, code)) return false;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
