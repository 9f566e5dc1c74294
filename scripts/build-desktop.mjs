import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { withLock } from './setup-lock.mjs';
import { hashSources } from './source-hash.mjs';

const sources = ['electron', 'shared', 'vite.desktop.config.ts', 'package-lock.json'];

/**
 * Builds what runs inside Electron into out/desktop, unless it was built from these very sources. As with the window, a
 * build that fails or is killed leaves the former one usable.
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
export async function buildDesktop({ root, nodeBinary, environment, print, run = runChild }) {
  const built = join(root, 'out', 'desktop');
  const next = join(root, 'out', 'desktop.next');
  const stampFile = join(built, '.stamp');
  const wanted = hashSources(root, sources);
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;

  await withLock(
    join(root, 'out', '.desktop.lock'),
    async (lock) => {
      print('Building the desktop app.');
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      for (const part of ['main', 'preload']) {
        const args = [vite, 'build', '--config', 'vite.desktop.config.ts', '--mode', part, '--outDir', join(next, part), '--logLevel', 'warn'];
        const result = await run(nodeBinary, args, { cwd: root, env: environment, output: 'capture', onSpawn: lock.coverChild });
        if (result.status === 0) continue;
        throw new PlainFailure(
          [
            "The desktop app couldn't be built from its sources:",
            result.output.trim(),
            'Your chats and settings were not touched. If you changed the sources, correct the place named above; else get a fresh copy of them.',
          ].join('\n'),
        );
      }
      rmSync(built, { recursive: true, force: true });
      renameSync(next, built);
      writeFileSync(stampFile, wanted);
    },
    { isDone, onWait: () => print('Another Gatehouse command is building the desktop app already; waiting for it.') },
  );
}
