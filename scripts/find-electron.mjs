import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from './run-child.mjs';

const longestFetchMilliseconds = 60_000;
const retryAfterMilliseconds = 24 * 60 * 60 * 1000;

/**
 * @typedef {{ kind: 'found', binary: string } | { kind: 'missing', reason: string }} FoundElectron
 *   `reason` completes the sentence "… because …".
 */

/**
 * The binary, as Electron's own package names it; undefined when it was never fetched, or is of another version.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function findElectron(root) {
  const folder = join(root, 'node_modules', 'electron');
  const name = read(join(folder, 'path.txt'));
  const fetched = read(join(folder, 'dist', 'version'))?.replace(/^v/, '');
  if (name === undefined || fetched !== versionOf(folder)) return undefined;
  const binary = join(folder, 'dist', name);
  return existsSync(binary) ? binary : undefined;
}

/**
 * Runs the installer of Electron's package, which fetches the binary and checks it against a list of digests. A try that
 * failed is remembered for a day: on a network that lets nothing through, each would take its full minute.
 *
 * @param {{
 *   root: string,
 *   nodeBinary: string,
 *   environment: NodeJS.ProcessEnv,
 *   print: (line: string) => void,
 *   now?: () => number,
 *   timeoutMilliseconds?: number,
 * }} options
 * @param {{ isRemembering?: boolean }} [manner] false: tries again whatever happened before
 * @returns {Promise<FoundElectron>}
 */
export async function fetchElectron({ root, nodeBinary, environment, print, now = Date.now, timeoutMilliseconds = longestFetchMilliseconds }, { isRemembering = true } = {}) {
  const folder = join(root, 'node_modules', 'electron');
  const installer = join(folder, 'install.js');
  if (!existsSync(installer)) return { kind: 'missing', reason: 'Electron is not installed' };
  const version = versionOf(folder) ?? '';
  const attemptFile = join(root, 'out', '.electron-attempt');
  const [failedVersion, failedAt] = (read(attemptFile) ?? '').split(' ');
  if (isRemembering && failedVersion === version && now() - Number(failedAt) < retryAfterMilliseconds) {
    return { kind: 'missing', reason: `Electron could not be fetched at the last try; it is tried again a day after that, or when you remove ${join('out', '.electron-attempt')}` };
  }

  print(`Fetching Electron, for ${timeoutMilliseconds / 1000} seconds at most.`);
  const { status, output } = await runChild(nodeBinary, [installer], { cwd: root, env: environment, output: 'capture', timeoutMilliseconds });
  const binary = status === 0 ? findElectron(root) : undefined;
  if (binary !== undefined) {
    rmSync(attemptFile, { force: true });
    return { kind: 'found', binary };
  }
  mkdirSync(dirname(attemptFile), { recursive: true });
  writeFileSync(attemptFile, `${version} ${now()}`);
  const why = output.split('\n').find((line) => /\bE[A-Z]{4,}\b|Error:/.test(line))?.trim();
  return { kind: 'missing', reason: `Electron could not be fetched${why === undefined ? '' : ` (${why.slice(0, 160)})`}` };
}

/** @param {string} folder */
function versionOf(folder) {
  const text = read(join(folder, 'package.json'));
  /** @type {{ version?: string }} */
  const manifest = text === undefined ? {} : JSON.parse(text);
  return manifest.version;
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
