import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { oneCheck } from './totals.mjs';

/**
 * @param {import('./start.mjs').Surroundings} surroundings
 * @returns {Promise<import('./totals.mjs').Totals>}
 */
export async function checkLint({ root, nodeBinary, environment, print }) {
  const linter = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const { status } = await runChild(nodeBinary, [linter, '.', '--max-warnings', '0'], { cwd: root, env: environment });
  print(status === 0 ? 'lint: passed' : 'lint: FAILED');
  return oneCheck(status === 0);
}
