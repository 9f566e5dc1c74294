import { join } from 'node:path';
import { installBenchPeers } from './bench-peers.mjs';
import { buildRenderer } from './build-renderer.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** @typedef {import('./start.mjs').Surroundings} Surroundings */

/** @type {import('./system-packages.mjs').SystemNeed} */
const tracerNeed = { purpose: 'counting fsyncs takes', consequence: 'fsyncs stay uncounted.', commands: ['strace'], packages: ['strace'] };

/**
 * Every bench: its program, and what has to be there before it starts.
 *
 * @type {ReadonlyMap<string, { file: string, nodeOptions: readonly string[], prepare: (surroundings: Surroundings, args: readonly string[]) => Promise<void> }>}
 */
const benches = new Map([
  ['turn', { file: 'turn.ts', nodeOptions: [], prepare: prepareTurn }],
  ['gate', { file: 'gate.ts', nodeOptions: [], prepare: async () => {} }],
  ['journal', { file: 'journal.ts', nodeOptions: [], prepare: async () => {} }],
  ['start', { file: 'start.ts', nodeOptions: [], prepare: prepareStart }],
  ['stream', { file: 'stream.ts', nodeOptions: ['--test-reporter=./test/bench/failure-reporter.mjs', '--test-reporter-destination=stdout'], prepare: prepareWindow }],
]);

/**
 * Measures one thing: prints a short table, with `--json` one JSON object on the last line, and fails where a bound is missed.
 *
 * @param {Surroundings} surroundings
 * @param {readonly string[]} args the bench's name, then what it is told
 * @returns {Promise<number>} the exit status
 */
export async function bench(surroundings, args) {
  const [name = '', ...rest] = args;
  const chosen = benches.get(name);
  if (chosen === undefined) throw new PlainFailure(`${name === '' ? 'A bench has a name' : `There is no bench "${name}"`}. Nothing was measured.\nUse npm run bench -- NAME, where NAME is one of: ${[...benches.keys()].join(', ')}.`);
  const { root, nodeBinary, environment } = surroundings;
  await chosen.prepare(surroundings, rest);
  const { status } = await runChild(nodeBinary, [...chosen.nodeOptions, join('test', 'bench', chosen.file), ...rest], { cwd: root, env: { ...environment, GATEHOUSE_NO_OPEN: '1' } });
  return status;
}

/**
 * @param {Surroundings} surroundings
 * @param {readonly string[]} args
 */
async function prepareTurn(surroundings, args) {
  await installSystemPackages({ ...surroundings, need: tracerNeed });
  if (!args.includes('--no-peers')) await installBenchPeers(surroundings);
}

/** @param {Surroundings} surroundings */
async function prepareStart(surroundings) {
  await buildRenderer(surroundings);
}

/** @param {Surroundings} surroundings */
async function prepareWindow(surroundings) {
  await installSystemPackages(surroundings);
  await buildRenderer(surroundings);
}
