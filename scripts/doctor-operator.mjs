import { join } from 'node:path';
import { missing, ok, unknown, withoutHome } from './doctor-finding.mjs';
import { runChild } from './run-child.mjs';

const patienceMilliseconds = 10_000;

/**
 * What the owner of this machine switched, read the way Gatehouse reads it at its start.
 *
 * @param {{ root: string, environment: NodeJS.ProcessEnv, nodeBinary: string | undefined }} machine
 */
export async function lookAtOperator({ root, environment, nodeBinary }) {
  const name = 'operator switches';
  if (nodeBinary === undefined) return unknown(name, "can't be read before the first npm start");
  const { output } = await runChild(nodeBinary, [join('electron', 'core', 'operator', 'operator-probe.ts')], { cwd: root, env: environment, output: 'capture', timeoutMilliseconds: patienceMilliseconds });
  const said = /^\{.*\}$/m.exec(output)?.[0];
  /** @type {{ rows?: { name: string, value: string, usual: string, from: string }[], file?: string | null, error?: { message: string, advice?: string } }} */
  const answer = said === undefined ? {} : JSON.parse(said);
  if (answer.error !== undefined) return missing(name, answer.error.message, answer.error.advice ?? 'Put it right.', { isNeeded: true });
  if (answer.rows === undefined) return unknown(name, "they couldn't be read");
  const rows = answer.rows.map(({ name: of, value, usual, from }) => `${of} ${value}${from === 'default' ? '' : ` (${from === 'environment' ? 'set in the environment' : 'set in the policy file'}; usually ${usual})`}`);
  return ok(name, `${rows.join(', ')}${typeof answer.file === 'string' ? `; policy file ${withoutHome(answer.file)}` : ''}`);
}
