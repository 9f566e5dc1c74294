import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { connectorMigrations } from '../../electron/core/connectors/built-in.ts'
import { createServerStore } from '../../electron/core/mcp/server-store.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { parseBenchArguments } from './bench-arguments.ts'
import { conclude, drawTable, median, quantile, round } from './figures.ts'

/*
 * From the start of the browser shell's process until it says that its window can be opened, with so many servers set up and
 * switched on, beside a Node that does nothing: one after another in an order that rotates, the first round dropped. The servers are
 * real processes, and start once the window can be opened. `--connectors` sets up no more of them than that.
 */

const CONNECTORS = [0, 10, 30] as const
const SERVER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
const root = join(import.meta.dirname, '..', '..')

const Ready = z.object({ ready: z.literal(true) })

interface Run { readonly name: string; readonly start: () => Promise<number>; readonly times: number[] }

const { json, counts } = parseBenchArguments(process.argv.slice(2), { rounds: 11, connectors: Math.max(...CONNECTORS) }, [])
if (counts.rounds < 2) throw new TypeError('--rounds takes 2 or more: the first one is dropped.')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
try {
  const runs: readonly Run[] = [
    { name: 'node -e 0', start: startNothing, times: [] },
    ...CONNECTORS.map((count): Run => ({ name: `ready, ${count} connectors`, start: seedConnectors(count, Math.min(count, counts.connectors)), times: [] })),
  ]
  for (let turn = 0; turn < counts.rounds; turn += 1) {
    const first = turn % runs.length
    for (const run of [...runs.slice(first), ...runs.slice(0, first)]) {
      const ms = await run.start()
      if (turn > 0) run.times.push(ms)
    }
  }
  const [nothing = 0, ...ready] = runs.map(({ times }) => round(median(times), 1))
  process.stdout.write(`\n${drawTable(['', 'p50', 'p95'], runs.map(({ name, times }) => [`${name}, ms`, median(times).toFixed(1), quantile(times, 0.95).toFixed(1)]))}\n`)
  conclude(json, { bench: 'start', unit: 'ms', node: nothing, ready: Object.fromEntries(CONNECTORS.map((count, index) => [count, ready[index] ?? null])) }, [])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function startNothing(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

function seedConnectors(name: number, count: number): () => Promise<number> {
  const data = join(folder, `with-${name}`)
  const { database, close } = openStore(data, [...coreMigrations, ...connectorMigrations])
  const servers = createServerStore(database)
  for (let number = 0; number < count; number += 1) {
    servers.add({ kind: 'command', label: `Server ${number}`, command: process.execPath, args: [SERVER], env: {}, cwd: null, on: true, startSeconds: null, callSeconds: null, totalSeconds: null })
  }
  close()
  return () => startShell(data)
}

async function startShell(data: string): Promise<number> {
  const began = performance.now()
  const shell = spawn(process.execPath, [join(root, 'electron', 'serve.ts')], { cwd: root, env: { ...process.env, GATEHOUSE_DATA: data, GATEHOUSE_NO_OPEN: '1' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(shell, 'exit')
  const lines = createInterface({ input: shell.stdout })
  const [line]: unknown[] = await Promise.race([once(lines, 'line'), exited.then(() => { throw new Error('the shell ended before it was ready') })])
  const ms = performance.now() - began
  Ready.parse(JSON.parse(String(line)))
  shell.kill('SIGTERM')
  await exited
  return ms
}
