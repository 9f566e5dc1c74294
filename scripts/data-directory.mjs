import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where chats and settings live. The shell is told, so that messages here and the shell there mean the same folder.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {NodeJS.Platform} platform
 * @param {string} [home]
 * @returns {string}
 */
export function dataDirectory(environment, platform, home = homedir()) {
  const isSet = (/** @type {string | undefined} */ value) => value !== undefined && value !== '';
  if (isSet(environment.GATEHOUSE_DATA)) return /** @type {string} */ (environment.GATEHOUSE_DATA);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Gatehouse');
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Gatehouse');
  return join(isSet(environment.XDG_DATA_HOME) ? /** @type {string} */ (environment.XDG_DATA_HOME) : join(home, '.local', 'share'), 'gatehouse');
}
