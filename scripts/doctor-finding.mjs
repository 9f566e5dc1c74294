import { homedir } from 'node:os';

/**
 * What one look found. `ok`: it is there. `missing`: it isn't; what then works differently, or not, is in the text.
 * `unknown`: it couldn't be found out here.
 *
 * @typedef {object} Finding
 * @property {string} name
 * @property {'ok' | 'missing' | 'unknown'} state
 * @property {boolean} isNeeded without it Gatehouse doesn't start
 * @property {string} text
 * @property {string} [advice]
 */

/**
 * @param {string} name
 * @param {string} text
 * @returns {Finding}
 */
export const ok = (name, text) => ({ name, state: 'ok', isNeeded: false, text });

/**
 * @param {string} name
 * @param {string} text
 * @param {string} advice
 * @param {{ isNeeded?: boolean }} [options]
 * @returns {Finding}
 */
export const missing = (name, text, advice, { isNeeded = false } = {}) => ({ name, state: 'missing', isNeeded, text, advice });

/**
 * @param {string} name
 * @param {string} text
 * @returns {Finding}
 */
export const unknown = (name, text) => ({ name, state: 'unknown', isNeeded: false, text });

/**
 * One line each: state, name, what is so, and what to do about it.
 *
 * @param {readonly Finding[]} findings
 * @returns {string}
 */
export function drawFindings(findings) {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ state, name, isNeeded, text, advice }) => `${state.padEnd(8)} ${name.padEnd(width)}  ${text}${advice === undefined ? '' : ` → ${advice}`}${isNeeded ? ' (needed)' : ''}`)
    .join('\n');
}

/**
 * Reports get passed around: the person's own folder is written as ~.
 *
 * @param {string} path
 * @param {string} [home]
 */
export function withoutHome(path, home = homedir()) {
  return home.length > 1 && (path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)) ? `~${path.slice(home.length)}` : path;
}
