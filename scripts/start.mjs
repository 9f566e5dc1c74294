import { resolve } from 'node:path';
import { buildDesktop } from './build-desktop.mjs';
import { buildRenderer } from './build-renderer.mjs';
import { chooseShell } from './choose-shell.mjs';
import { dataDirectory } from './data-directory.mjs';
import { openAddress } from './open-address.mjs';
import { serveChild } from './serve-child.mjs';

const patienceMilliseconds = 10_000;

/**
 * @typedef {object} Surroundings
 * @property {string} root
 * @property {string} nodeBinary
 * @property {NodeJS.ProcessEnv} environment
 * @property {NodeJS.Platform} platform
 * @property {boolean} isRoot
 * @property {(line: string) => void} print
 */

/**
 * @param {Surroundings} surroundings
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status
 */
export async function start(surroundings, args) {
  await buildRenderer(surroundings);
  const shell = await chooseShell(surroundings);
  const reason = shell.kind === 'browser' ? shell.reason : await tryElectron(surroundings, shell.binary, args);
  return typeof reason === 'number' ? reason : runBrowserShell(surroundings, ['electron/serve.ts', ...args], reason);
}

/**
 * Runs Electron until it ends. One that ends before it has shown anything, as where a system library is missing, leaves
 * the browser shell to be tried.
 *
 * @param {Surroundings} surroundings
 * @param {string} binary
 * @param {readonly string[]} args
 * @returns {Promise<number | string>} the exit status, or why the other shell is needed
 */
export async function tryElectron(surroundings, binary, args) {
  const { root, environment, platform, print } = surroundings;
  await buildDesktop(surroundings);
  // The first is set in the terminals of some editors, which are Electron themselves; ours would run as plain Node then. The second is for
  // plain Node's own compiler.
  const { ELECTRON_RUN_AS_NODE: _unwanted, NODE_COMPILE_CACHE: _forNode, ...wanted } = environment;
  const result = await serveChild({
    nodeBinary: binary,
    args: ['.', ...args],
    root,
    environment: { ...wanted, GATEHOUSE_DATA: resolve(root, dataDirectory(environment, platform)) },
    onOtherLine: print,
    onOutcome: (outcome) => {
      if (outcome.kind === 'ready') print('Gatehouse is ready in its own window (Electron is here). Ctrl+C stops it.');
      if (outcome.kind === 'handedOver') print('Gatehouse is running already on this data: its window has come forward.');
      if (outcome.kind === 'failed') print(outcome.message);
    },
  });
  if (result.outcome === undefined && result.stoppedBy === undefined) return `Electron ended before its window was there, with exit status ${result.status}`;
  return result.outcome?.kind === 'failed' && result.status === 0 ? 1 : result.status;
}

/**
 * Runs the browser shell until it ends, and tells the person where it is and why it is this one.
 *
 * @param {Surroundings} surroundings
 * @param {readonly string[]} args
 * @param {string} reason
 * @returns {Promise<number>} the exit status
 */
export async function runBrowserShell(surroundings, args, reason) {
  const { root, nodeBinary, environment, platform, print } = surroundings;
  const data = resolve(root, dataDirectory(environment, platform));
  let opening = Promise.resolve();
  const impatience = setTimeout(() => print('Gatehouse is still starting.'), patienceMilliseconds);

  const result = await serveChild({
    nodeBinary,
    args,
    root,
    environment: { ...environment, GATEHOUSE_DATA: data },
    onOtherLine: print,
    onOutcome: (outcome) => {
      clearTimeout(impatience);
      if (outcome.kind !== 'failed') opening = show(outcome.kind, outcome.url, surroundings, reason);
    },
  });
  clearTimeout(impatience);
  await opening;

  if (result.outcome?.kind === 'failed') {
    print(result.outcome.message);
    return result.status === 0 ? 1 : result.status;
  }
  if (result.outcome === undefined && result.stoppedBy === undefined) {
    print(
      [
        `Gatehouse ended before it was ready (exit status ${result.status}); what it said is above.`,
        `Your chats and settings are still in ${data}.`,
        'Run npm start again. If it fails again, the lines above name the cause.',
      ].join('\n'),
    );
    return result.status === 0 ? 1 : result.status;
  }
  if (result.outcome?.kind === 'ready' && result.stoppedBy === undefined && result.status !== 0) {
    print(
      [
        `Gatehouse stopped unexpectedly (exit status ${result.status}).`,
        `What was stored up to then is in ${data}; open runs go on from there.`,
        'Run npm start again.',
      ].join('\n'),
    );
  }
  return result.status;
}

/**
 * @param {'ready' | 'handedOver'} kind
 * @param {string} url
 * @param {Surroundings} surroundings
 * @param {string} reason
 */
async function show(kind, url, surroundings, reason) {
  const { print } = surroundings;
  const isOpened = await openAddress(url, { ...surroundings, onFailure: () => print('The browser ended with an error; open the address above yourself.') });
  const place = isOpened ? `opening ${url}` : `open ${url} in a browser on this machine`;
  if (kind === 'handedOver') print(`Gatehouse is running already on this data: ${place}`);
  else print(`Gatehouse is ready in the browser shell: ${place} (${reason}). Ctrl+C stops it.`);
}
