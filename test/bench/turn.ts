import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseBenchArguments } from './bench-arguments.ts'
import { conclude, drawTable, median, quantile, round, type Bounded } from './figures.ts'
import { startContender, type RunningContender, type TurnCost } from './turn/contender.ts'
import { countSyncs } from './turn/count-syncs.ts'
import { startTurnEndpoint, type TurnEndpoint } from './turn/endpoint.ts'

/*
 * A durable, gated turn as shipped, beside a bare loop of the two libraries and two frameworks: each in a process of its
 * own, with a real server over stdio of its own and the same model, turn by turn in an order that rotates. The first turn
 * of each is dropped.
 */

const OVERHEAD_P50_MS = 1
const OVERHEAD_P95_MS = 3
const RATIO_TO_BARE = 1.3
const COUNTED_TURNS = 5

const CONTENDERS = [
  { name: 'bare', file: 'bare.ts', label: 'bare loop of the two SDKs', isPeer: false },
  { name: 'gatehouse', file: 'gatehouse.ts', label: 'Gatehouse: gated, stored', isPeer: false },
  { name: 'vercel_ai', file: 'vercel-ai.mjs', label: 'Vercel AI SDK', isPeer: true },
  { name: 'langgraph_sqlite', file: 'langgraph-sqlite.mjs', label: 'LangGraph, SQLite checkpointer', isPeer: true },
] as const
type Name = (typeof CONTENDERS)[number]['name']

interface Started { readonly name: Name; readonly contender: RunningContender; readonly costs: TurnCost[] }

const { json, counts, flags } = parseBenchArguments(process.argv.slice(2), { turns: 20, calls: 10 }, ['no-peers'])
if (counts.turns < 2) throw new TypeError('--turns takes 2 or more: the first one is dropped.')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
try {
  await run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const endpoint = await startTurnEndpoint(counts.calls)
  try {
    const started = await startAll(endpoint)
    for (let turn = 0; turn < counts.turns; turn += 1) {
      const first = turn % started.length
      for (const each of [...started.slice(first), ...started.slice(0, first)]) each.costs.push(await runChecked(each.name, each.contender, endpoint))
    }
    for (const { contender } of started) await contender.close()
    report(started, await countWrites(endpoint))
  } finally {
    await endpoint.close()
  }
}

async function startAll(endpoint: TurnEndpoint): Promise<readonly Started[]> {
  const started: Started[] = []
  for (const { name, file, isPeer } of CONTENDERS) {
    if (isPeer && flags.has('no-peers')) continue
    try {
      started.push({ name, contender: await startContender(file, { url: endpoint.url, folder, calls: counts.calls, isCounted: false }), costs: [] })
    } catch (error) {
      if (!isPeer) throw error
      process.stdout.write(`${name} could not be started, so it is not measured: ${error instanceof Error ? error.message.split('\n')[0] ?? '' : 'unknown'}\n`)
    }
  }
  return started
}

/** The endpoint saw every request and every result: a turn that did other work than the others isn't counted as one. */
async function runChecked(name: string, contender: RunningContender, endpoint: TurnEndpoint): Promise<TurnCost> {
  endpoint.takeWork()
  const cost = await contender.runTurn()
  const { requests, echoes } = endpoint.takeWork()
  if (requests !== counts.calls + 1 || echoes !== counts.calls) throw new Error(`${name} did other work: ${requests} requests with ${echoes} results instead of ${counts.calls + 1} with ${counts.calls}`)
  return cost
}

/** In a process of its own, because watching costs time. */
async function countWrites(endpoint: TurnEndpoint): Promise<{ readonly commits: number; readonly syncs: number | null }> {
  const own = join(folder, 'counted')
  const contender = await startContender('gatehouse.ts', { url: endpoint.url, folder: own, calls: counts.calls, isCounted: true })
  await runChecked('gatehouse', contender, endpoint)
  const turns = Math.min(COUNTED_TURNS, counts.turns - 1)
  let commits = 0
  const work = async (): Promise<void> => { for (let turn = 0; turn < turns; turn += 1) commits += (await runChecked('gatehouse', contender, endpoint)).commits }
  const syncs = await countSyncs(contender.pid, folder, work)
  if (commits === 0) await work()
  await contender.close()
  const steps = turns * counts.calls
  return { commits: round(commits / steps), syncs: syncs === null ? null : round(syncs / steps) }
}

function report(started: readonly Started[], { commits, syncs }: { readonly commits: number; readonly syncs: number | null }): void {
  const perStep = (name: Name, of: 'ms' | 'processorMs'): readonly number[] | null => started.find((each) => each.name === name)?.costs.slice(1).map((cost) => cost[of] / counts.calls) ?? null
  const typical = (name: Name, of: 'ms' | 'processorMs' = 'ms'): number | null => { const values = perStep(name, of); return values === null ? null : round(median(values)) }
  const [bare, gatehouse] = [perStep('bare', 'ms') ?? [], perStep('gatehouse', 'ms') ?? []]
  const overhead = gatehouse.map((value, turn) => value - (bare[turn] ?? 0))
  const figures = {
    bench: 'turn', unit: 'ms/step', bare: typical('bare'), gatehouse: typical('gatehouse'), vercel_ai: typical('vercel_ai'), langgraph_sqlite: typical('langgraph_sqlite'),
    overhead_p50: round(median(overhead)), overhead_p95: round(quantile(overhead, 0.95)), ratio_to_bare: round(median(gatehouse) / median(bare)),
    commits_per_step: commits, fsyncs_per_step: syncs,
  }
  process.stdout.write(`\n${counts.turns} turns of ${counts.calls} calls each, the first turn dropped; milliseconds per step, median over turns\n\n`)
  process.stdout.write(`${drawTable(['', 'ms/step', 'p95', 'of its processor'], CONTENDERS.map(({ name, label }) => {
    const values = perStep(name, 'ms')
    return values === null ? [label, 'not measured'] : [label, median(values).toFixed(2), quantile(values, 0.95).toFixed(2), String(typical(name, 'processorMs'))]
  }))}\n\n`)
  process.stdout.write(`Gatehouse: ${commits} commits and ${syncs === null ? 'an unknown number of' : syncs} fsyncs per step${syncs === null ? ' (strace is not here or may not look)' : ''}\n`)
  const below = (name: Name): Bounded => ({ name: `ms/step, below ${name}`, value: figures.gatehouse, atMost: figures[name] ?? -1, unit: 'ms' })
  const peers: readonly Bounded[] = CONTENDERS.filter(({ isPeer }) => isPeer && !flags.has('no-peers')).map(({ name }) => (figures[name] === null ? { name: `${name} measured`, value: null, atMost: 0, unit: 'ms' } : below(name)))
  conclude(json, figures, [
    { name: 'overhead, p50', value: figures.overhead_p50, atMost: OVERHEAD_P50_MS, unit: 'ms/step' },
    { name: 'overhead, p95', value: figures.overhead_p95, atMost: OVERHEAD_P95_MS, unit: 'ms/step' },
    { name: 'ratio to bare', value: figures.ratio_to_bare, atMost: RATIO_TO_BARE, unit: '×' },
    ...peers,
  ])
}
