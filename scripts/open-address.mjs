import { spawn } from 'node:child_process';
import { findCommand } from './find-command.mjs';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/**
 * @typedef {object} OpenOptions
 * @property {NodeJS.ProcessEnv} environment
 * @property {NodeJS.Platform} platform
 * @property {boolean} isRoot
 * @property {() => void} [onFailure] called when the browser was started and then ended with an error
 */

/**
 * @param {NodeJS.ProcessEnv} environment
 * @param {NodeJS.Platform} platform
 * @returns {boolean}
 */
export function hasDisplay(environment, platform) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return [environment.DISPLAY, environment.WAYLAND_DISPLAY].some((value) => value !== undefined && value !== '');
}

/**
 * The command that shows an address in a window of its own, or else in the system's browser.
 *
 * @param {string} address
 * @param {OpenOptions} options
 * @returns {{ command: string, args: string[] } | undefined}
 */
export function openerFor(address, { environment, platform, isRoot }) {
  if (platform === 'darwin') return { command: 'open', args: [address] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  const chromium = chromiumNames.map((name) => findCommand(name, environment)).find((found) => found !== undefined);
  // Chromium refuses to start its sandbox as root.
  if (chromium !== undefined) return { command: chromium, args: [...(isRoot ? ['--no-sandbox'] : []), `--app=${address}`] };
  const opener = findCommand('xdg-open', environment);
  return opener === undefined ? undefined : { command: opener, args: [address] };
}

/**
 * Opens the address and doesn't wait for the browser to end: it outlives us.
 *
 * @param {string} address
 * @param {OpenOptions} options
 * @returns {Promise<boolean>} whether something was started that shows it
 */
export function openAddress(address, options) {
  const { environment, platform } = options;
  if (environment.GATEHOUSE_NO_OPEN === '1' || !hasDisplay(environment, platform)) return Promise.resolve(false);
  const opener = openerFor(address, options);
  if (opener === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const browser = spawn(opener.command, opener.args, { env: environment, stdio: 'ignore', detached: true });
    browser.on('error', () => resolve(false));
    browser.on('spawn', () => resolve(true));
    browser.on('exit', (status) => {
      if (status !== 0 && status !== null) options.onFailure?.();
    });
    browser.unref();
  });
}
