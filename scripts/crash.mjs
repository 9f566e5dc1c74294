import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** @type {import('./system-packages.mjs').SystemNeed} */
const tracerNeed = { purpose: 'tracing system calls takes', consequence: 'System calls stay untraced.', commands: ['strace'], packages: ['strace'] };

/**
 * Kills the core at every boundary of its journal and at random, and fails where an answer was lost, an effect doubled or
 * a run stuck. `--kills N` for fewer, `--seed N` for the same again, `--trace` for the order of its system calls alone;
 * with `--json` one JSON object is on the last line.
 *
 * @param {import('./start.mjs').Surroundings} surroundings
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status
 */
export async function crash(surroundings, args) {
  await installSystemPackages({ ...surroundings, need: tracerNeed });
  const { root, nodeBinary, environment } = surroundings;
  const { status } = await runChild(nodeBinary, [join('test', 'crash', 'run.ts'), ...args], { cwd: root, env: { ...environment, GATEHOUSE_NO_OPEN: '1' } });
  return status;
}
