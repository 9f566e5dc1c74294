import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { BOUNDARIES } from './boundaries.ts'
import { planJobs, runJobs, type Report } from './run-jobs.ts'

const SEED = 7

/** One kill at each of these boundaries, and what is left of each is looked at. */
export function testBoundaries(which: string, names: readonly string[]): void {
  describe(`kill -9 of a real core, with a real tool server and a model’s service that outlive it: ${which}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-code-'))
    const jobs = planJobs(1, 0, BOUNDARIES.filter(({ name }) => names.includes(name)))
    let report: Report = { kills: new Map(), findings: [], turns: 0 }
    before(async () => { report = await runJobs(jobs, { seed: SEED, codeFolder: folder, lanes: 2 }) })
    after(() => { rmSync(folder, { recursive: true, force: true }) })

    for (const { number, boundary: { name } } of jobs) test(`${name}: no answer is lost, no effect doubled, each call has one result and the turn ends`, () => {
      assert.deepEqual(report.findings.filter(({ job }) => job === number).map(({ fault, text }) => `${fault}: ${text}`), [])
      assert.ok((report.kills.get(name) ?? 0) >= 1)
    })

    test('every journal folds, every chain holds, and nothing outlives its core', () => {
      assert.deepEqual(report.findings.filter(({ job }) => job === null).map(({ fault, text }) => `${fault}: ${text}`), [])
      assert.deepEqual([report.turns, jobs.length], [names.length, names.length])
    })
  })
}
