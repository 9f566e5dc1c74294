import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ kind: 'ready', url: string } | { kind: 'handedOver', url: string } | { kind: 'failed', message: string }} ServeOutcome
 */

const forwardedSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const repeatedSignalMilliseconds = 1000;

/**
 * Runs the browser shell's process and reports the one line in which it says how its start went. Anything else it
 * prints is passed on.
 *
 * @param {{
 *   nodeBinary: string,
 *   args: readonly string[],
 *   root: string,
 *   environment: NodeJS.ProcessEnv,
 *   onOutcome: (outcome: ServeOutcome) => void,
 *   onOtherLine: (line: string) => void,
 * }} options
 * @returns {Promise<{ status: number, outcome: ServeOutcome | undefined, stoppedBy: NodeJS.Signals | undefined }>}
 */
export function serveChild({ nodeBinary, args, root, environment, onOutcome, onOtherLine }) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodeBinary, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    let outcome = /** @type {ServeOutcome | undefined} */ (undefined);
    let stoppedBy = /** @type {NodeJS.Signals | undefined} */ (undefined);
    let lastForwarded = -Infinity;

    createInterface({ input: child.stdout }).on('line', (line) => {
      const parsed = outcome === undefined ? parseOutcome(line) : undefined;
      if (parsed === undefined) return onOtherLine(line);
      outcome = parsed;
      onOutcome(parsed);
    });

    // One Ctrl+C reaches us from the terminal and once more from npm; the child must not take that for impatience.
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      const now = performance.now();
      if (signal === stoppedBy && now - lastForwarded < repeatedSignalMilliseconds) return;
      lastForwarded = now;
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const stopForwarding = () => {
      for (const signal of forwardedSignals) process.off(signal, forward);
    };

    child.on('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.on('close', (status, signal) => {
      stopForwarding();
      const signalStatus = signal === null ? 1 : 128 + constants.signals[signal];
      resolve({ status: status ?? signalStatus, outcome, stoppedBy });
    });
  });
}

/**
 * @param {string} line
 * @returns {ServeOutcome | undefined} undefined for a line that isn't about the start
 */
export function parseOutcome(line) {
  if (!line.startsWith('{')) return undefined;
  const said = parseObject(line);
  if (said.ready === true && typeof said.url === 'string') return { kind: 'ready', url: said.url };
  if (said.handedOver === true && typeof said.url === 'string') return { kind: 'handedOver', url: said.url };
  if (said.ready === false && typeof said.message === 'string') return { kind: 'failed', message: said.message };
  return undefined;
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function parseObject(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
