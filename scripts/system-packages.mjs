import { findCommand } from './find-command.mjs';
import { runChild } from './run-child.mjs';

/** @typedef {{ purpose: string, consequence: string, commands: readonly string[], packages: readonly string[], lighter?: readonly string[] }} SystemNeed */

/** @type {SystemNeed} */
const testNeed = {
  purpose: 'the tests need',
  consequence: 'The tests that need them will fail.',
  commands: ['chromium', 'dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'],
  packages: ['chromium', 'fonts-liberation', 'dbus', 'gnome-keyring', 'libsecret-tools'],
  // The same browser without a desktop's parts around the page. Not every system has it.
  lighter: ['chromium-headless-shell'],
};
const longestStepMilliseconds = 5 * 60 * 1000;

/**
 * What the system itself has to have, such as a real browser and a real keyring for the tests. Where this user may
 * install it, it is installed; where not, the line to run is printed and what needs it fails.
 *
 * @param {{
 *   root: string,
 *   environment: NodeJS.ProcessEnv,
 *   platform: NodeJS.Platform,
 *   isRoot: boolean,
 *   print: (line: string) => void,
 *   run?: typeof runChild,
 *   need?: SystemNeed,
 * }} options
 * @returns {Promise<void>}
 */
export async function installSystemPackages({ root, environment, platform, isRoot, print, run = runChild, need = testNeed }) {
  if (platform !== 'linux') return;
  const { purpose, consequence, packages, lighter = [] } = need;
  const missing = () => need.commands.filter((name) => findCommand(name, environment) === undefined);
  if (missing().length === 0) return;

  const options = /** @type {const} */ ({
    cwd: root,
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    output: 'capture',
    timeoutMilliseconds: longestStepMilliseconds,
  });
  const prefix = findCommand('apt-get', environment) === undefined ? undefined : await findPrefix(isRoot, environment, run, options);
  if (prefix !== undefined) {
    print(`Installing what ${purpose} from the system's packages: ${packages.join(' ')}.`);
    // By itself, because a name that a system doesn't know would keep it from installing the others.
    for (const args of [['update'], ['install', '-y', ...packages], ...lighter.map((name) => ['install', '-y', name])]) {
      const [command = 'apt-get', ...leading] = [...prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
      await run(command, [...leading, ...args], options);
    }
  }
  const stillMissing = missing();
  if (stillMissing.length > 0) {
    print(`Not installed: ${stillMissing.join(', ')}. ${consequence} On Debian or Ubuntu, run:`);
    print(`  sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`);
  }
}

/**
 * @param {boolean} isRoot
 * @param {NodeJS.ProcessEnv} environment
 * @param {typeof runChild} run
 * @param {Parameters<typeof runChild>[2]} options
 * @returns {Promise<string[] | undefined>} undefined: this user may not install packages without a password
 */
async function findPrefix(isRoot, environment, run, options) {
  if (isRoot) return [];
  if (findCommand('sudo', environment) === undefined) return undefined;
  const { status } = await run('sudo', ['-n', 'true'], options);
  return status === 0 ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
