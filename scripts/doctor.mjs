import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookAtData } from './doctor-data.mjs';
import { drawFindings, missing, ok } from './doctor-finding.mjs';
import { lookAtOperator } from './doctor-operator.mjs';
import { lookAtBrowser, lookAtDisplay, lookAtElectron, lookAtKeychain, lookAtLoginPath, lookAtNotifications, lookAtPorts } from './doctor-system.mjs';
import { wantedStamp } from './install-dependencies.mjs';
import { chooseNode, neededMajor } from './pinned-node.mjs';
import { PlainFailure } from './plain-failure.mjs';
import { runChild } from './run-child.mjs';

/**
 * What this machine has and lacks, one line each, with what to do about it. Installs and changes nothing, and says what it
 * can before anything is installed. Fails where something is missing that Gatehouse doesn't start without.
 *
 * @param {{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, arch: string, execPath: string, isRoot: boolean, print: (line: string) => void }} surroundings
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status
 */
export async function doctor(surroundings, args) {
  const wrong = args.find((argument) => argument !== '--json');
  if (wrong !== undefined) throw new PlainFailure(`The doctor doesn't know ${wrong}. Use npm run doctor, or npm run doctor -- --json.`);
  const { root, environment, platform, isRoot, print } = surroundings;
  const { finding: node, binary: nodeBinary } = await lookAtNode(surroundings);
  const machine = { root, environment, platform, isRoot, nodeBinary };
  const findings = [
    node,
    lookAtDependencies(surroundings),
    lookAtElectron(machine),
    lookAtDisplay(machine),
    lookAtBrowser(machine),
    await lookAtKeychain(machine),
    await lookAtNotifications(machine),
    ...(await lookAtData(machine)),
    await lookAtPorts(machine),
    await lookAtOperator(machine),
    await lookAtLoginPath(machine),
  ];
  const isFit = !findings.some(({ state, isNeeded }) => state === 'missing' && isNeeded);
  print(drawFindings(findings));
  print(isFit ? '\nGatehouse can start here.' : '\nGatehouse can\'t start here until what is marked "needed" is there.');
  if (args.includes('--json')) print(JSON.stringify({ check: 'doctor', can_start: isFit, findings: findings.map(({ isNeeded, ...finding }) => ({ ...finding, needed: isNeeded })) }));
  return isFit ? 0 : 1;
}

/**
 * @param {Parameters<typeof doctor>[0]} surroundings
 * @returns {Promise<{ finding: import('./doctor-finding.mjs').Finding, binary: string | undefined }>} no binary: it isn't installed yet, or doesn't run
 */
async function lookAtNode({ root, environment, platform, arch, execPath }) {
  try {
    const { binary, pinnedVersion } = chooseNode({ root, platform, arch, execPath, environment });
    const wanted = pinnedVersion ?? `${neededMajor}`;
    if (!existsSync(binary)) return { finding: missing('Node', `started with ${process.version}; its own ${wanted} is not installed yet`, 'The first npm start installs it.'), binary: undefined };
    const { status, output } = await runChild(binary, ['-v'], { cwd: root, env: environment, output: 'capture' });
    if (status !== 0) return { finding: missing('Node', `its own ${wanted} doesn't run here`, 'Remove the folder node_modules and run npm start again.', { isNeeded: true }), binary: undefined };
    return { finding: ok('Node', `${output.trim()}, started with ${process.version}`), binary };
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    return { finding: missing('Node', `started with ${process.version}`, `Install Node ${neededMajor}: for this system Gatehouse doesn't bring its own.`, { isNeeded: true }), binary: undefined };
  }
}

/** @param {Parameters<typeof doctor>[0]} surroundings */
function lookAtDependencies({ root, platform, arch }) {
  const stamp = join(root, 'node_modules', '.setup');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedStamp(root, platform, arch)) return ok('packages', 'installed as the lockfile says');
  return missing('packages', existsSync(stamp) ? 'other ones than the lockfile says' : 'not installed yet', 'The next npm start brings them in order.');
}
