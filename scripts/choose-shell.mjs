import { fetchElectron, findElectron } from './find-electron.mjs';
import { hasDisplay } from './open-address.mjs';

/**
 * @typedef {{ kind: 'electron', binary: string } | { kind: 'browser', reason: string }} ChosenShell
 *   `reason` completes the sentence "… because …" of the line that a person reads at start.
 */

/**
 * The one place that decides between the shells. Electron comes first: its binary is there, or there is a display and its
 * installer succeeds within 60 seconds. `GATEHOUSE_SHELL=browser` asks for the other.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {{ fetch?: typeof fetchElectron }} [parts]
 * @returns {Promise<ChosenShell>}
 */
export async function chooseShell(surroundings, { fetch = fetchElectron } = {}) {
  const { root, environment, platform, isRoot } = surroundings;
  const browser = (/** @type {string} */ reason) => /** @type {const} */ ({ kind: 'browser', reason });
  if (environment.GATEHOUSE_SHELL === 'browser') return browser('GATEHOUSE_SHELL asks for it');
  if (environment.GATEHOUSE_NO_OPEN === '1') return browser('GATEHOUSE_NO_OPEN asks for no window');
  if (!hasDisplay(environment, platform)) return browser('there is no display for Electron');
  if (platform === 'linux' && isRoot) return browser('Electron keeps its sandbox, which root can’t have');
  const binary = findElectron(root);
  if (binary !== undefined) return { kind: 'electron', binary };
  const fetched = await fetch(surroundings);
  return fetched.kind === 'found' ? { kind: 'electron', binary: fetched.binary } : browser(fetched.reason);
}
