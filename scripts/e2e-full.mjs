import { resolve } from 'node:path';
import { buildRenderer } from './build-renderer.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Looks at every page and state in both themes and two window sizes, with axe on each. `--shots DIR` keeps a picture of
 * each; `--json` prints one JSON object on the last line.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status
 */
export async function e2eFull(surroundings, args) {
  const { shots, rest } = takeShots(args);
  await installSystemPackages(surroundings);
  await buildRenderer(surroundings);
  const { root, nodeBinary, environment } = surroundings;
  const env = { ...environment, GATEHOUSE_NO_OPEN: '1', ...(shots === undefined ? {} : { GATEHOUSE_SHOTS: resolve(root, shots) }) };
  const reporter = ['--test-reporter=./test/bench/failure-reporter.mjs', '--test-reporter-destination=stdout'];
  const { status } = await runChild(nodeBinary, [...reporter, 'test/e2e/every-look.ts', ...rest], { cwd: root, env });
  return status;
}

/**
 * @param {readonly string[]} args
 * @returns {{ shots: string | undefined, rest: readonly string[] }}
 */
export function takeShots(args) {
  const at = args.indexOf('--shots');
  if (at === -1) return { shots: undefined, rest: args };
  const shots = args[at + 1];
  if (shots === undefined || shots.startsWith('--')) throw new PlainFailure('--shots takes the folder that the pictures go to. Nothing was looked at.');
  return { shots, rest: args.toSpliced(at, 2) };
}
