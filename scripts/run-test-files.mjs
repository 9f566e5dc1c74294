import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { listFiles } from './source-hash.mjs';

/** A test that hangs fails after this long, and so does a file as a whole. */
const longestFileMilliseconds = 180_000;
const leastConcurrency = 2;

/**
 * @param {string} root
 * @param {readonly string[]} paths files or folders; a path that names no test file is an error, not an empty success
 * @returns {string[]} relative to the root
 */
export function findTestFiles(root, paths) {
  return paths.flatMap((path) => {
    const found = listFiles(resolve(root, path)).filter((file) => file.endsWith('.test.ts'));
    if (found.length === 0) throw new PlainFailure(`There is no test file at ${path}. Nothing was run.`);
    return found.map((file) => relative(root, file).split(sep).join('/'));
  });
}

/**
 * Runs test files under the pinned Node. The reporter leaves the totals in a file; without it the runner itself
 * crashed, which counts as a failure.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly string[]} files
 * @returns {Promise<import('./totals.mjs').Totals>}
 */
export async function runTestFiles({ root, nodeBinary, environment, print }, files) {
  const totalsFile = join(root, 'out', `.test-totals-${process.pid}.json`);
  mkdirSync(join(root, 'out'), { recursive: true });
  const concurrency = Math.max(leastConcurrency, availableParallelism() - 1);
  const args = [
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${longestFileMilliseconds}`,
    '--test-reporter=./test/reporter.mjs',
    '--test-reporter-destination=stdout',
    ...files,
  ];
  const env = { ...environment, GATEHOUSE_NO_OPEN: '1', GATEHOUSE_TEST_TOTALS: totalsFile };
  try {
    const { status } = await runChild(nodeBinary, args, { cwd: root, env });
    const totals = readTotals(totalsFile);
    if (totals === undefined || (status !== 0 && totals.failed === 0)) {
      print(`The test runner itself ended with exit status ${status}.`);
      return { passed: totals?.passed ?? 0, failed: 1 };
    }
    return totals;
  } finally {
    rmSync(totalsFile, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {import('./totals.mjs').Totals | undefined}
 */
function readTotals(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
