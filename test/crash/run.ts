import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { drawTable } from '../bench/figures.ts'
import { AT_RANDOM, BOUNDARIES } from './boundaries.ts'
import { createRandom } from './random.ts'
import { killsOf, planJobs, runJobs, type Finding, type Job, type Report } from './run-jobs.ts'
import type { Fault } from './check-case.ts'
import { traceOrder } from './trace-order.ts'

/* Kills the core at every boundary of its journal, many times, and looks at what is left: see docs/evidence.md for what is counted. */

const Count = z.coerce.number().int().nonnegative()
const { values } = parseArgs({
  strict: true, allowPositionals: false,
  options: { json: { type: 'boolean' }, trace: { type: 'boolean' }, kills: { type: 'string' }, seed: { type: 'string' }, lanes: { type: 'string' }, turn: { type: 'string' }, boundary: { type: 'string' } },
})
const wanted = Count.parse(values.kills ?? 1000)
const seed = Count.parse(values.seed ?? Math.floor(Math.random() * 1_000_000))
const lanes = Math.max(1, Count.parse(values.lanes ?? Math.max(2, availableParallelism())))

const EACH = 20
/** From so many kills on each boundary has its share. */
const LEAST_WHOLE = 1000
const AT_RANDOM_SHARE = 0.1
const print = (text: string): void => { process.stdout.write(`${text}\n`) }

/** Rounds over all boundaries, and turns that are killed at any time. Fewer kills than boundaries: the first of them. */
function plan(): readonly Job[] {
  const random = createRandom(seed)
  const perRound = BOUNDARIES.reduce((sum, boundary) => sum + boundary.makeCase(random).points.length, 0)
  const rounds = wanted >= LEAST_WHOLE ? EACH : Math.min(EACH, Math.floor(wanted / perRound))
  if (rounds === 0) return planJobs(1, 0).slice(0, wanted)
  return planJobs(rounds, Math.max(Math.ceil(wanted * AT_RANDOM_SHARE), wanted - rounds * perRound))
}

/** One turn of an earlier run, as it was. */
function planAgain(number: string, name: string): readonly Job[] {
  const boundary = [...BOUNDARIES, AT_RANDOM].find((candidate) => candidate.name === name)
  if (boundary === undefined) throw new TypeError(`There is no boundary “${name}”. They are: ${[...BOUNDARIES, AT_RANDOM].map((candidate) => candidate.name).join('; ')}.`)
  return [{ number: Count.parse(number), boundary }]
}

const describe = ({ job, fault, text }: Finding, jobs: readonly Job[]): string => {
  const boundary = jobs.find(({ number }) => number === job)?.boundary.name
  return `${fault}: ${text}${job === null ? '' : `\n  again: npm run crash -- --seed ${seed} --turn ${job} --boundary "${boundary ?? ''}"`}`
}

async function killAll(jobs: readonly Job[], codeFolder: string): Promise<Report> {
  const startedAt = performance.now()
  const every = Math.max(1, Math.floor(jobs.length / 20))
  const report = await runJobs(jobs, {
    seed, lanes, codeFolder,
    onFinding: (finding) => { print(describe(finding, jobs)) },
    onTurn: (so) => { if (so.turns % every === 0) print(`${so.turns} of ${jobs.length} turns, ${killsOf(so)} kills, ${so.findings.length} findings, ${Math.round((performance.now() - startedAt) / 1000)} s`) },
  })
  const names = [...new Set([...jobs.map(({ boundary }) => boundary.name), ...report.kills.keys()])]
  const perTurn = Map.groupBy(report.findings, ({ job }) => jobs.find(({ number }) => number === job)?.boundary.name ?? '')
  print(`\n${drawTable(['boundary', 'kills', 'findings'], names.map((name) => [name, String(report.kills.get(name) ?? 0), String(perTurn.get(name)?.length ?? 0)]))}\n`)
  return report
}

interface Order { /** Null: this system can't tell. */ readonly traced: number | null; readonly unsynced: number }

async function trace(codeFolder: string): Promise<Order> {
  const traced = await traceOrder(codeFolder)
  if (!traced.done) {
    print(`System calls were not traced: ${traced.why}.`)
    return { traced: null, unsynced: 0 }
  }
  for (const { tool, isSyncedFirst, evidence } of traced.calls) print(`${tool}: ${isSyncedFirst ? 'announced and synced before it was sent' : 'NOT synced before it was sent'}\n  ${evidence.join('\n  ')}`)
  return { traced: traced.calls.length, unsynced: traced.calls.filter(({ isSyncedFirst }) => !isSyncedFirst).length }
}

const FAULTS: readonly Fault[] = ['lost_answers', 'double_effects', 'stuck_runs', 'illegal_events', 'orphans', 'unasked_effects', 'invented_effects', 'broken_requests', 'lost_tools', 'harness']

const codeFolder = mkdtempSync(join(tmpdir(), 'gatehouse-code-'))
try {
  const order = await trace(codeFolder)
  // Asked for alone it has to be shown; in a whole run a system without a tracer says so.
  if (order.unsynced > 0 || (order.traced ?? Number(values.trace !== true)) === 0) process.exitCode = 1
  const synced = { traced_calls: order.traced, unsynced_calls: order.unsynced }
  if (values.trace === true) {
    if (values.json === true) print(JSON.stringify({ crash: synced }))
  } else {
    const { turn } = values
    const jobs = turn !== undefined ? planAgain(turn, values.boundary ?? '') : plan()
    print(`Seed ${seed}; ${jobs.length} turns on ${lanes} data directories at a time.`)
    const report = await killAll(jobs, codeFolder)
    const least = Math.min(...BOUNDARIES.map(({ name }) => report.kills.get(name) ?? 0))
    const kills = killsOf(report)
    const tooFew = turn === undefined && (kills < wanted || (wanted >= LEAST_WHOLE && least < EACH))
    if (tooFew) print(`Too few kills: ${kills} of ${wanted}, ${least} at the boundary with the fewest.`)
    if (tooFew || report.findings.length > 0) process.exitCode = 1
    const faults = Object.fromEntries(FAULTS.map((fault) => [fault, report.findings.filter((finding) => finding.fault === fault).length]))
    print(values.json === true ? JSON.stringify({ crash: { kills, per_boundary_min: least, ...faults, ...synced, seed } }) : `${kills} kills, ${report.findings.length} findings.`)
  }
} finally {
  rmSync(codeFolder, { recursive: true, force: true })
}
