import { constants } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bench } from './bench.mjs';
import { cleanEnvironment, withCompiledSources, withNodeFirst } from './clean-environment.mjs';
import { crash } from './crash.mjs';
import { dist } from './dist.mjs';
import { doctor } from './doctor.mjs';
import { e2eFull } from './e2e-full.mjs';
import { installDependencies, runNpmCi } from './install-dependencies.mjs';
import { chooseNode, verifyNode } from './pinned-node.mjs';
import { Interrupted, describeFailure } from './plain-failure.mjs';
import { start } from './start.mjs';
import { check, test } from './test.mjs';
import { describeTotals, oneCheck } from './totals.mjs';
import { verify } from './verify.mjs';

/** Commands whose last line of output is their totals, whatever happens. */
const counted = new Set(['test', 'check']);

/** @type {ReadonlyMap<string, (surroundings: import('./start.mjs').Surroundings, args: readonly string[]) => Promise<number>>} */
const verbs = new Map([
  ['start', start],
  ['test', test],
  ['dist', dist],
  ['check', check],
  ['bench', bench],
  ['crash', crash],
  ['e2e:full', e2eFull],
]);

/** Named after the two that everybody needs. */
const others = [...verbs.keys(), 'doctor', 'verify'].filter((verb) => verb !== 'start' && verb !== 'test');

const root = resolve(fileURLToPath(import.meta.url), '..', '..');
/** npm starts its scripts in the project's folder and tells where it was called. */
const startedIn = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);

try {
  process.exitCode = await run(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  process.stderr.write(`${describeFailure(error, root)}\n`);
  if (counted.has(process.argv[2] ?? '')) process.stdout.write(`${describeTotals(oneCheck(false))}\n`);
  process.exitCode = error instanceof Interrupted ? 128 + constants.signals[error.signal] : 1;
}

/**
 * @param {string} verb
 * @param {readonly string[]} args
 */
async function run(verb, args) {
  const { platform, arch, execPath } = process;
  const environment = cleanEnvironment(process.env);
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  const isRoot = process.getuid?.() === 0;
  if (verb === 'doctor') return doctor({ root, environment, platform, arch, execPath, isRoot, print }, args);
  if (verb === 'verify') return verify({ print, startedIn }, args);
  const action = verbs.get(verb);
  if (action === undefined) {
    process.stderr.write(`There is no command "${verb}". Use npm start or npm test; the others are ${others.join(', ')}.\n`);
    return 2;
  }

  const node = chooseNode({ root, platform, arch, execPath, environment });
  await installDependencies({
    root,
    platform,
    arch,
    nodeBinary: node.binary,
    runNpm: (onSpawn) => runNpmCi({ root, execPath, environment }, onSpawn),
    verify: () => verifyNode(node, root, environment),
    print,
  });

  return action({ root, nodeBinary: node.binary, environment: withCompiledSources(withNodeFirst(environment, node.binary), root), platform, isRoot, print }, args);
}
