import { dirname, join } from 'node:path';
import { installDependencies, runNpm, runNpmCi } from './install-dependencies.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** @type {import('./system-packages.mjs').SystemNeed} */
const compilerNeed = {
  purpose: 'compiling the database library of a peer takes',
  consequence: 'The peer that needs it is not measured.',
  commands: ['make', 'g++', 'python3'],
  packages: ['make', 'g++', 'python3'],
};

/**
 * What Gatehouse is measured beside, in a package of its own: installed once, on demand. One of them brings an older
 * database library that has no binary for the pinned Node, so it is compiled against the headers that came with it,
 * which takes a minute or two. A failure is told and leaves the peers out; it doesn't keep Gatehouse from being measured.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @returns {Promise<void>}
 */
export async function installBenchPeers(surroundings) {
  const { root: project, nodeBinary, environment, print } = surroundings;
  const root = join(project, 'test', 'bench');
  const nodeFolder = dirname(dirname(nodeBinary));
  const npm = { root, execPath: nodeBinary, environment: { ...environment, npm_config_nodedir: nodeFolder, npm_config_build_from_source: 'true' } };
  try {
    await installDependencies({
      root,
      platform: process.platform,
      arch: process.arch,
      nodeBinary,
      runNpm: async (onSpawn) => {
        await installSystemPackages({ ...surroundings, need: compilerNeed });
        const installed = await runNpmCi(npm, onSpawn);
        return installed.status === 0 ? runNpm(npm, ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], onSpawn) : installed;
      },
      verify: () => {},
      print: (line) => print(line.replace('what Gatehouse needs. The first time takes about a minute.', 'what Gatehouse is measured beside. The first time takes a few minutes.')),
    });
    const opened = await runChild(nodeBinary, ['-e', "const Database = require('better-sqlite3'); new Database(':memory:').close();"], { cwd: root, env: environment, output: 'capture' });
    if (opened.status !== 0) print(`The database library of a peer doesn't load:\n${opened.output.trim()}`);
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    print(`The peers could not be installed, so they are not measured:\n${error.message}`);
  }
}
