import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { oneCheck } from './totals.mjs';

/** All types are in memory at once; with the usual room for what is new a fifth of the time goes into clearing it. */
const roomForTypes = ['--max-semi-space-size=64'];

/**
 * @param {import('./start.mjs').Surroundings} surroundings
 * @returns {Promise<import('./totals.mjs').Totals>}
 */
export async function checkLint({ root, nodeBinary, environment, print }) {
  const linter = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const { status } = await runChild(nodeBinary, [...roomForTypes, linter, '.', '--max-warnings', '0'], { cwd: root, env: environment });
  print(status === 0 ? 'lint: passed' : 'lint: FAILED');
  return oneCheck(status === 0);
}
