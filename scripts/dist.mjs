import { join } from 'node:path';
import { buildDesktop } from './build-desktop.mjs';
import { buildRenderer } from './build-renderer.mjs';
import { fetchElectron, findElectron } from './find-electron.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';

const longestFetchMilliseconds = 10 * 60 * 1000;

/**
 * Packs the desktop app for this system into out/dist, as electron-builder.yml says. Further arguments go to the packager,
 * as in `npm run dist -- --linux deb`. Nothing is ever uploaded from here.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly string[]} args
 * @param {{ run?: typeof runChild, fetch?: typeof fetchElectron }} [parts]
 * @returns {Promise<number>} the exit status
 */
export async function dist(surroundings, args, { run = runChild, fetch = fetchElectron } = {}) {
  const { root, nodeBinary, environment, print } = surroundings;
  await requireElectron(surroundings, fetch);
  await buildRenderer(surroundings);
  await buildDesktop(surroundings);

  const feed = feedArguments(environment);
  if (feed.length === 0) print('GATEHOUSE_UPDATE_FEED is not set: this build will look for no updates.');
  const packager = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = await run(nodeBinary, [packager, ...feed, '--publish', 'never', ...args], { cwd: root, env: environment });
  if (status === 0) print(`Packed into ${join(root, 'out', 'dist')}.`);
  return status;
}

/**
 * Where builds look for newer ones: a folder on a web server, with the files that the packager writes beside its packages.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string[]}
 */
export function feedArguments({ GATEHOUSE_UPDATE_FEED: feed = '' }) {
  if (feed === '') return [];
  if (!feed.startsWith('https://')) throw new PlainFailure(`GATEHOUSE_UPDATE_FEED has to be an https address, and is ${feed}.\nNothing was packed.`);
  return ['-c.publish.provider=generic', `-c.publish.url=${feed}`];
}

/**
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {typeof fetchElectron} fetch
 */
async function requireElectron(surroundings, fetch) {
  if (findElectron(surroundings.root) !== undefined) return;
  const fetched = await fetch({ ...surroundings, timeoutMilliseconds: longestFetchMilliseconds }, { isRemembering: false });
  if (fetched.kind === 'found') return;
  throw new PlainFailure(
    [
      `The desktop app can't be packed here: ${fetched.reason}.`,
      'Nothing was built or changed.',
      'Packing needs the release of Electron that node_modules/electron names. Run this where it can be fetched, or set ELECTRON_MIRROR to a place that has it.',
    ].join('\n'),
  );
}
