import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { withLock } from './setup-lock.mjs';
import { hashSources } from './source-hash.mjs';

const sources = ['renderer', 'shared', 'vite.config.ts', 'package-lock.json'];

/**
 * Builds the window into out/renderer unless it was built from these very sources. The build goes to a folder of its
 * own and is moved into place at the end, so a build that fails or is killed leaves the former one usable.
 *
 * @param {{
 *   root: string,
 *   nodeBinary: string,
 *   environment: NodeJS.ProcessEnv,
 *   print: (line: string) => void,
 *   run?: typeof runChild,
 * }} options
 * @returns {Promise<void>}
 */
export async function buildRenderer({ root, nodeBinary, environment, print, run = runChild }) {
  const built = join(root, 'out', 'renderer');
  const next = join(root, 'out', 'renderer.next');
  const stampFile = join(root, 'out', '.stamp');
  const wanted = hashSources(root, sources);
  const isDone = () => existsSync(built) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;

  await withLock(
    join(root, 'out', '.build.lock'),
    async (lock) => {
      print('Building the window.');
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
      const result = await run(nodeBinary, args, { cwd: root, env: environment, output: 'capture', onSpawn: lock.coverChild });
      if (result.status !== 0) {
        throw new PlainFailure(
          [
            "The window couldn't be built from its sources:",
            result.output.trim(),
            'Your chats and settings were not touched. If you changed the sources, correct the place named above; else get a fresh copy of them.',
          ].join('\n'),
        );
      }
      rmSync(stampFile, { force: true });
      rmSync(built, { recursive: true, force: true });
      renameSync(next, built);
      writeFileSync(stampFile, wanted);
    },
    { isDone, onWait: () => print('Another Gatehouse command is building the window already; waiting for it.') },
  );
}
