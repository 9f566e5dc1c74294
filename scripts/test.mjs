import { buildRenderer } from './build-renderer.mjs';
import { checkLint } from './check-lint.mjs';
import { checkTypes } from './check-types.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { findTestFiles, runTestFiles } from './run-test-files.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { describeTotals, oneCheck, sumTotals } from './totals.mjs';

/**
 * Everything, or only the named test files and folders.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly string[]} paths
 * @returns {Promise<number>} the exit status
 */
export async function test(surroundings, paths) {
  const files = findTestFiles(surroundings.root, paths.length > 0 ? paths : ['test']);
  await installSystemPackages(surroundings);
  const isWhole = paths.length === 0;
  // Side by side: none of them keeps two cores busy by itself.
  const [build, ...parts] = await Promise.all([checkBuild(surroundings), ...(isWhole ? [checkTypes(surroundings), checkLint(surroundings)] : [])]);
  if (isWhole || build.failed > 0) parts.push(build);
  parts.push(await runTestFiles(surroundings, files));
  return conclude(surroundings, parts);
}

/**
 * Types, lint and the architecture's rules: what can be known without running the product.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @returns {Promise<number>} the exit status
 */
export async function check(surroundings) {
  const files = findTestFiles(surroundings.root, ['test/architecture']);
  return conclude(surroundings, [await checkTypes(surroundings), await checkLint(surroundings), await runTestFiles(surroundings, files)]);
}

/**
 * The browser tests need the built window; a build that fails doesn't keep the other tests from running.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 */
async function checkBuild(surroundings) {
  try {
    await buildRenderer(surroundings);
    surroundings.print('build: passed');
    return oneCheck(true);
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    surroundings.print(`${error.message}\nbuild: FAILED`);
    return oneCheck(false);
  }
}

/**
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly import('./totals.mjs').Totals[]} parts
 */
function conclude(surroundings, parts) {
  const totals = sumTotals(parts);
  surroundings.print(describeTotals(totals));
  return totals.failed > 0 ? 1 : 0;
}
