import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { BOUNDARIES } from './boundaries.ts'
import { EVENT_KINDS } from './kill-point.ts'
import { planJobs, runJobs, type Report } from './run-jobs.ts'

/** After each kind of event, and where something could be half done: inside the commits that matter, and between them. */
const CHOSEN: readonly string[] = [
  ...EVENT_KINDS.map((kind) => `${kind} after`),
  'turn.started inside', 'approval.answered inside', 'tool.started inside', 'tool.ended inside', 'compaction.failed inside', 'outcome.settled inside',
  'call sent, no effect yet', 'effect done, no result yet', 'mid stream', 'question open', 'outcome question open', 'run again, not started', 'end with pruning, inside', 'third crash',
]
const SEED = 7

describe('kill -9 of a real core, with a real tool server and a model’s service that outlive it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-code-'))
  const jobs = planJobs(1, 0, BOUNDARIES.filter(({ name }) => CHOSEN.includes(name)))
  let report: Report = { kills: new Map(), findings: [], turns: 0 }
  before(async () => { report = await runJobs(jobs, { seed: SEED, codeFolder: folder, lanes: 2 }) })
  after(() => { rmSync(folder, { recursive: true, force: true }) })

  for (const { number, boundary: { name } } of jobs) test(`${name}: no answer is lost, no effect doubled, each call has one result and the turn ends`, () => {
    assert.deepEqual(report.findings.filter(({ job }) => job === number).map(({ fault, text }) => `${fault}: ${text}`), [])
    assert.ok((report.kills.get(name) ?? 0) >= 1)
  })

  test('every kind of event that there is has its two boundaries, in its commit and after it', () => {
    const names = new Set(BOUNDARIES.map(({ name }) => name))
    assert.deepEqual(EVENT_KINDS.flatMap((kind) => [`${kind} inside`, `${kind} after`]).filter((name) => !names.has(name)), [])
  })

  test('every journal folds, every chain holds, and nothing outlives its core', () => {
    assert.deepEqual(report.findings.filter(({ job }) => job === null).map(({ fault, text }) => `${fault}: ${text}`), [])
    assert.deepEqual([report.turns, jobs.length], [CHOSEN.length, CHOSEN.length])
  })
})
