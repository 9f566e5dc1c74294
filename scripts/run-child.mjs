import { spawn } from 'node:child_process';
import { Interrupted } from './plain-failure.mjs';

const longestKeptOutput = 1024 * 1024;
const forwardedSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command to its end without a shell. Children never get our standard input: it isn't ours to read.
 * A signal to us goes to the child too, and is thrown as `Interrupted` once the child has ended, so that locks are
 * released on the way out. A command that can't be started has status 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd: string,
 *   env: NodeJS.ProcessEnv,
 *   output?: 'inherit' | 'capture',
 *   timeoutMilliseconds?: number,
 *   onSpawn?: (pid: number) => void,
 * }} options
 * @returns {Promise<{ status: number, output: string }>}
 */
export function runChild(command, args, { cwd, env, output = 'inherit', timeoutMilliseconds, onSpawn }) {
  return new Promise((resolve, reject) => {
    const stream = output === 'inherit' ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', stream, stream], timeout: timeoutMilliseconds });
    let kept = '';
    let stoppedBy = /** @type {NodeJS.Signals | undefined} */ (undefined);

    const keep = (/** @type {string} */ text) => {
      kept = (kept + text).slice(-longestKeptOutput);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);

    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy ??= signal;
      child.kill(signal);
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const finish = (/** @type {number} */ status) => {
      for (const signal of forwardedSignals) process.off(signal, forward);
      if (stoppedBy === undefined) resolve({ status, output: kept });
      else reject(new Interrupted(stoppedBy));
    };

    if (child.pid !== undefined) onSpawn?.(child.pid);
    child.on('error', (error) => {
      keep(`${error.message}\n`);
      if (child.pid === undefined) finish(127);
    });
    child.on('close', (status) => {
      if (child.pid !== undefined) finish(status ?? 1);
    });
  });
}
