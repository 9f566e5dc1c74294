import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { withLock } from './setup-lock.mjs';

const linesOfNpmShown = 15;

/**
 * @typedef {object} Installation
 * @property {string} root
 * @property {string} platform
 * @property {string} arch
 * @property {string} nodeBinary the file that must exist afterwards
 * @property {(onSpawn: (pid: number) => void) => Promise<{ status: number, output: string }>} runNpm
 * @property {() => void} verify throws when what was installed doesn't work
 * @property {(line: string) => void} print
 * @property {import('./setup-lock.mjs').LockOptions} [lockOptions]
 */

/**
 * Brings node_modules to what the lockfile says, once, however many commands start at the same time. The stamp is
 * written last: whatever is killed before it leaves a state that the next command repairs.
 *
 * @param {Installation} installation
 * @returns {Promise<void>}
 */
export async function installDependencies(installation) {
  const { root, platform, arch, nodeBinary, runNpm, verify, print, lockOptions } = installation;
  const stampFile = join(root, 'node_modules', '.setup');
  const wanted = wantedStamp(root, platform, arch);
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted && existsSync(nodeBinary);

  await withLock(
    join(root, 'out', '.setup.lock'),
    async (lock) => {
      refuseLink(join(root, 'node_modules'));
      rmSync(stampFile, { force: true });
      print('Installing what Gatehouse needs. The first time takes about a minute.');
      let result = await runNpm(lock.coverChild);
      if (result.status !== 0) {
        print("npm didn't finish; trying once more.");
        result = await runNpm(lock.coverChild);
      }
      if (result.status !== 0) throw new PlainFailure(describeNpmFailure(result.output));
      verify();
      writeFileSync(stampFile, wanted);
    },
    { isDone, onWait: () => print('Another Gatehouse command is installing already; waiting for it.'), ...lockOptions },
  );
}

/**
 * npm empties what it installs into, and through a link that is somebody else's folder.
 *
 * @param {string} folder
 */
function refuseLink(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new PlainFailure([
    'node_modules is a link to another folder, and installing would empty that folder.',
    'Nothing was changed.',
    'Remove the link (not what it leads to), then run the same command again.',
  ].join('\n'));
}

/**
 * Changes whenever the installed packages would.
 *
 * @param {string} root
 * @param {string} platform
 * @param {string} arch
 * @returns {string}
 */
export function wantedStamp(root, platform, arch) {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', '.npmrc']) hash.update(readFileSync(join(root, name))).update('\0');
  return hash.update(`${platform}\0${arch}`).digest('hex');
}

/**
 * Runs npm without a shell: the npm that started us, else the one beside the running Node.
 *
 * @param {{ root: string, execPath: string, environment: NodeJS.ProcessEnv }} options
 * @param {(pid: number) => void} onSpawn
 */
export function runNpmCi(options, onSpawn) {
  return runNpm(options, ['ci', '--include=dev', '--include=optional'], onSpawn);
}

/**
 * @param {{ root: string, execPath: string, environment: NodeJS.ProcessEnv }} options
 * @param {readonly string[]} args
 * @param {(pid: number) => void} onSpawn
 */
export function runNpm({ root, execPath, environment }, args, onSpawn) {
  const script = findNpmScript(execPath, environment);
  const [command, ...leading] = script === undefined ? ['npm'] : [execPath, script];
  return runChild(command ?? 'npm', [...leading, ...args], { cwd: root, env: environment, output: 'capture', onSpawn });
}

/**
 * @param {string} execPath
 * @param {NodeJS.ProcessEnv} environment
 */
function findNpmScript(execPath, environment) {
  const folder = dirname(execPath);
  return [
    environment.npm_execpath ?? '',
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((script) => script.endsWith('npm-cli.js') && existsSync(script));
}

/** @param {string} output */
function describeNpmFailure(output) {
  const lines = output.trim().split('\n').slice(-linesOfNpmShown);
  return [
    "Gatehouse couldn't install the packages it needs: npm failed twice. Its last words:",
    ...lines.map((line) => `  ${line}`),
    'Your chats and settings were not touched.',
    'Check the network connection and the free disk space, then run the same command again.',
  ].join('\n');
}
