import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { userInfo } from 'node:os';
import { missing, ok, unknown } from './doctor-finding.mjs';
import { findCommand } from './find-command.mjs';
import { hasDisplay, openerFor } from './open-address.mjs';
import { runChild } from './run-child.mjs';

const patienceMilliseconds = 12_000;
const shellMilliseconds = 5000;
const firstPort = 7420;
const lastPort = 7439;

/**
 * @typedef {{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, isRoot: boolean, nodeBinary: string | undefined }} Machine
 *   `nodeBinary` is undefined until dependencies are installed.
 */

/** @param {Machine} machine */
export function lookAtElectron({ root, environment, platform }) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (existsSync(pathFile) && existsSync(join(folder, 'dist', readFileSync(pathFile, 'utf8')))) return ok('Electron', `${readFileSync(join(folder, 'dist', 'version'), 'utf8').trim()} is there`);
  const advice = hasDisplay(environment, platform) ? 'npm start fetches it where the network lets it; else the browser shell is used.' : 'Nothing to do: without a display the browser shell is used.';
  return missing('Electron', existsSync(folder) ? 'its binary is not there' : 'is not installed yet', advice);
}

/** @param {Machine} machine */
export function lookAtDisplay({ environment, platform }) {
  return hasDisplay(environment, platform) ? ok('display', 'there is one') : missing('display', 'neither DISPLAY nor WAYLAND_DISPLAY is set', 'npm start prints an address to open in a browser on this machine.');
}

/** @param {Machine} machine */
export function lookAtBrowser({ environment, platform, isRoot }) {
  const opener = openerFor('http://127.0.0.1', { environment, platform, isRoot });
  if (opener !== undefined) return ok('browser', platform === 'linux' ? `opened with ${opener.command}` : 'opened by the system');
  return missing('browser', 'neither a Chromium nor xdg-open is on PATH', 'Install one (Debian: apt-get install chromium), or open the printed address yourself.');
}

/**
 * Asks the keychain the way Gatehouse does: through its own port.
 *
 * @param {Machine} machine
 */
export async function lookAtKeychain({ root, environment, nodeBinary }) {
  if (nodeBinary === undefined) return unknown('keychain', "can't be asked before the first npm start");
  const probe = join('electron', 'core', 'secrets', 'keychain-probe.ts');
  const { output } = await runChild(nodeBinary, [probe], { cwd: root, env: environment, output: 'capture', timeoutMilliseconds: patienceMilliseconds });
  const said = /^\{.*\}$/m.exec(output)?.[0];
  /** @type {{ state?: string, message?: string, advice?: string }} */
  const answer = said === undefined ? {} : JSON.parse(said);
  if (answer.state === 'ready') return ok('keychain', 'a secret can be stored');
  if (answer.message === undefined) return unknown('keychain', "it didn't answer");
  return missing('keychain', answer.message, answer.advice ?? '');
}

/** @param {Machine} machine */
export async function lookAtNotifications({ root, environment, platform }) {
  if (platform !== 'linux') return ok('notifications', 'shown by the system, once it lets Gatehouse');
  if (environment.DBUS_SESSION_BUS_ADDRESS === undefined && !existsSync(`/run/user/${userInfo().uid}/bus`)) return missing('notifications', 'there is no session bus', 'The window shows every question all the same.');
  if (findCommand('dbus-send', environment) === undefined) return unknown('notifications', 'dbus-send is not here to ask with');
  const question = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.Notifications'];
  const { output } = await runChild('dbus-send', question, { cwd: root, env: environment, output: 'capture', timeoutMilliseconds: shellMilliseconds });
  return /boolean true/.test(output) ? ok('notifications', 'something on this desktop shows them') : missing('notifications', 'nothing on this desktop shows them', 'The window shows every question all the same.');
}

/** @param {Machine} machine */
export async function lookAtPorts({ environment }) {
  const set = environment.GATEHOUSE_PORT;
  if (set !== undefined && set !== '') {
    if (!/^\d{1,5}$/.test(set) || Number(set) < 1 || Number(set) > 65_535) return missing('port', 'GATEHOUSE_PORT is no port', 'Set it to a number from 1 to 65535, or unset it.', { isNeeded: true });
    if (await isFree(Number(set))) return ok('port', `${set}, as GATEHOUSE_PORT says, is free`);
    return missing('port', `${set}, as GATEHOUSE_PORT says, is taken`, 'If it is not Gatehouse itself that has it, set another one.');
  }
  for (let port = firstPort; port <= lastPort; port += 1) if (await isFree(port)) return ok('port', `${port} on 127.0.0.1 is free`);
  return missing('port', `${firstPort} to ${lastPort} on 127.0.0.1 are all taken`, 'Any free one is used then; set GATEHOUSE_PORT to always have the same.');
}

/**
 * Programs that servers need are looked up as in a terminal. How many folders it is says enough; which ones is nobody's business.
 *
 * @param {Machine} machine
 */
export async function lookAtLoginPath({ root, environment, platform }) {
  if (platform === 'win32') return ok('login PATH', 'the same everywhere on this system');
  const shell = environment.SHELL ?? userInfo().shell ?? '/bin/sh';
  const mark = '__path__';
  const { output } = await runChild(shell, ['-l', '-i', '-c', `printf '%s%s%s' ${mark} "$PATH" ${mark}`], { cwd: root, env: { ...environment, TERM: 'dumb' }, output: 'capture', timeoutMilliseconds: shellMilliseconds });
  const said = output.split(mark)[1];
  if (said === undefined) return missing('login PATH', "the login shell didn't say its PATH within five seconds", 'Servers are then looked up in the PATH that Gatehouse was started with.');
  const own = new Set((environment.PATH ?? '').split(delimiter));
  const more = said.split(delimiter).filter((folder) => folder !== '' && !own.has(folder)).length;
  return ok('login PATH', more === 0 ? 'the login shell adds no folder to PATH' : `the login shell has ${more} more ${more === 1 ? 'folder' : 'folders'} than this PATH`);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
