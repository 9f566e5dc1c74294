import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dataDirectory } from './data-directory.mjs';
import { missing, ok, unknown, withoutHome } from './doctor-finding.mjs';
import { runChild } from './run-child.mjs';

const leastFreeBytes = 500 * 1024 * 1024;
const patienceMilliseconds = 10_000;

/** Holding it is an exclusive transaction on a file of its own, which the system frees however the holder ends. */
const tryLock = `
  process.removeAllListeners('warning');
  const { DatabaseSync } = require('node:sqlite');
  const lock = new DatabaseSync(process.argv[1]);
  try { lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; ROLLBACK'); console.log('free'); } catch (error) { console.log(error.errcode === 5 ? 'held' : 'unknown'); }
`;

/**
 * Where chats and settings live: whether it can be written, how much room there is, and whether a Gatehouse holds it.
 * Nothing is made or changed.
 *
 * @param {{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, nodeBinary: string | undefined }} options
 * @returns {Promise<import('./doctor-finding.mjs').Finding[]>}
 */
export async function lookAtData({ root, environment, platform, nodeBinary }) {
  const folder = resolve(root, dataDirectory(environment, platform));
  const there = nearestPath(folder);
  const place = `${withoutHome(folder)}${existsSync(folder) ? '' : ' (made at the first start)'}`;
  return [
    isWritable(there)
      ? ok('data directory', `${place} can be written`)
      : missing('data directory', `${place} can't be written by this user`, 'Change what is there, its owner or its rights, or name another folder in GATEHOUSE_DATA.', { isNeeded: true }),
    lookAtSpace(there),
    await lookAtLock(join(folder, 'core.lock'), { root, environment, nodeBinary }),
  ];
}

/** @param {string} folder */
function lookAtSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free`;
  return bavail * bsize >= leastFreeBytes ? ok('free space', free) : missing('free space', free, 'Free some space on that disk.', { isNeeded: bavail === 0 });
}

/**
 * @param {string} file
 * @param {{ root: string, environment: NodeJS.ProcessEnv, nodeBinary: string | undefined }} options
 */
async function lookAtLock(file, { root, environment, nodeBinary }) {
  if (!existsSync(file)) return ok('data in use', 'no Gatehouse holds it');
  if (nodeBinary === undefined) return unknown('data in use', "can't be looked at before the first npm start");
  const { output } = await runChild(nodeBinary, ['-e', tryLock, file], { cwd: root, env: environment, output: 'capture', timeoutMilliseconds: patienceMilliseconds });
  if (output.includes('free')) return ok('data in use', 'no Gatehouse holds it');
  if (output.includes('held')) return ok('data in use', 'a Gatehouse is running on it; npm start opens a window of that one');
  return unknown('data in use', "its lock can't be read by this user");
}

/** @param {string} path */
function nearestPath(path) {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

/** @param {string} path the folder itself, or what it would be made in */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
