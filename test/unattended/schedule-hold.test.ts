import assert from 'node:assert/strict'
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SchedulesRow } from '../../shared/job.ts'
import { atDatabase } from '../review/custom-core.ts'
import { HOUR, startJobs, type JobCore } from './job-core.ts'

const schedules = async (core: JobCore): Promise<SchedulesRow> => {
  const item = await core.until('schedules.watch', {}, ({ kind }) => kind === 'snapshot')
  assert.ok(item.kind === 'snapshot' && item.rows[0] !== undefined)
  return item.rows[0]
}
const folder = (): string => mkdtempSync(join(tmpdir(), 'gatehouse-hold-'))

/** A job that is due each hour, in a folder whose core is closed. */
async function withJob(dataDirectory: string) {
  const core = await startJobs([{ text: 'hi' }], { dataDirectory })
  const jobId = await core.create()
  await core.close()
  return { jobId, clock: core.clock }
}

void test('after a start with a damaged database jobs wait until a person lets them go on, over restarts', async () => {
  const dataDirectory = folder()
  const { jobId, clock } = await withJob(dataDirectory)
  const path = join(dataDirectory, 'gatehouse.db')
  const backup = join(folder(), 'backup.db')
  copyFileSync(path, backup)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096 * 8, 7), 0, 4096 * 8, 4096)
  closeSync(file)
  await assert.rejects(startJobs([], { dataDirectory }), { code: 'store.corrupt' })
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  copyFileSync(backup, path)
  clock.set(clock.now() + 3.5 * HOUR)
  const core = await startJobs([{ text: 'hi' }], { dataDirectory, clock })
  assert.deepEqual(await schedules(core), { on: false, why: 'The database was damaged at an earlier start. Look at your jobs, then let schedules go on.', canResume: true })
  assert.deepEqual([(await core.job(jobId)).next, await core.history(jobId)], [[], []])
  await core.close()
  const later = await startJobs([{ text: 'hi' }], { dataDirectory, clock })
  assert.equal((await schedules(later)).on, false)
  await later.call('schedules.resume', {})
  assert.deepEqual(await schedules(later), { on: true, why: null, canResume: false })
  assert.deepEqual((await later.rested(jobId, 1)).map(({ kind }) => kind), ['catch-up'])
  await later.close()
})

void test('a newer database, and another one than the folder had, hold schedules as well', async () => {
  const dataDirectory = folder()
  const { clock } = await withJob(dataDirectory)
  atDatabase(dataDirectory, (database) => { database.pragma('user_version = 9999') })
  await assert.rejects(startJobs([], { dataDirectory, clock }), { code: 'store.newer' })
  assert.match(readFileSync(join(dataDirectory, 'schedules.json'), 'utf8'), /store\.newer/u)
  atDatabase(dataDirectory, (database) => { database.pragma('user_version = 1') })
  const core = await startJobs([], { dataDirectory, clock })
  assert.match((await schedules(core)).why ?? '', /^A newer Gatehouse/u)
  await core.call('schedules.resume', {})
  await core.close()
  const other = folder()
  await withJob(other)
  for (const suffix of ['-wal', '-shm']) rmSync(join(dataDirectory, `gatehouse.db${suffix}`), { force: true })
  copyFileSync(join(other, 'gatehouse.db'), join(dataDirectory, 'gatehouse.db'))
  const swapped = await startJobs([], { dataDirectory, clock })
  assert.match((await schedules(swapped)).why ?? '', /^This is another database than this folder had\./u)
  await swapped.close()
})

void test('a file that can’t be read holds schedules, and a first start holds nothing', async () => {
  const dataDirectory = folder()
  const { clock } = await withJob(dataDirectory)
  writeFileSync(join(dataDirectory, 'schedules.json'), '{')
  const core = await startJobs([], { dataDirectory, clock })
  assert.match((await schedules(core)).why ?? '', /can’t be read/u)
  await core.close()
  const fresh = await startJobs([])
  assert.deepEqual(await schedules(fresh), { on: true, why: null, canResume: false })
  await fresh.close()
})
