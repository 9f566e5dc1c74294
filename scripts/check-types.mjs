import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { oneCheck } from './totals.mjs';

const projectFile = /^tsconfig\.(?!(?:base|lint)\.)[a-z]+\.json$/;
const projectsAtOnce = 2;

/**
 * Compiles every layer on its own, so that a layer sees only what it may see. All layers together are one check.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @returns {Promise<import('./totals.mjs').Totals>}
 */
export async function checkTypes({ root, nodeBinary, environment, print }) {
  const waiting = readdirSync(root).filter((name) => projectFile.test(name)).sort();
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  let isPassed = waiting.length > 0;

  const compileWaiting = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const args = [compiler, '-p', project, '--pretty', 'false'];
      const { status, output } = await runChild(nodeBinary, args, { cwd: root, env: environment, output: 'capture' });
      if (status === 0) continue;
      isPassed = false;
      print(`${project}:\n${output.trimEnd()}`);
    }
  };
  await Promise.all(Array.from({ length: projectsAtOnce }, compileWaiting));
  print(isPassed ? 'types: passed' : 'types: FAILED');
  return oneCheck(isPassed);
}
