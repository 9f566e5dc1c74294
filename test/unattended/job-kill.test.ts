import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NO_FILTER } from '../../shared/run-log.ts'
import { hourly, NOON, startJobs, told } from './job-core.ts'
import { manualClock } from './manual-clock.ts'

const CHILD = fileURLToPath(new URL('./job-kill-child.ts', import.meta.url))

/** Runs a core of its own on the data until it is killed, or its job's run has ended. @returns the signal that ended it */
async function play(dataDirectory: string, start: number, moment: string): Promise<string | null> {
  const child = spawn(process.execPath, [CHILD, dataDirectory, String(start), moment], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  await once(child, 'exit')
  return child.signalCode
}

for (const moment of ['before', 'after'] as const) {
  test(`a core that is killed ${moment === 'before' ? 'when a job’s time has come and nothing is stored of it' : 'right after the run’s start was stored'} starts it once, and it stands in the history once`, async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-job-kill-'))
    const core = await startJobs([], { dataDirectory, clock: manualClock(NOON), settings: { model: 'practice' } })
    const jobId = await core.create({ ...hourly, prompt: 'help', tools: [] })
    await core.close()
    // A moment before one o'clock; then, a while later, it is started again.
    assert.equal(await play(dataDirectory, NOON + 3_600_000 - 500, moment), 'SIGKILL')
    assert.equal(await play(dataDirectory, NOON + 3_600_000 + 20_000, 'never'), null)
    assert.equal(await play(dataDirectory, NOON + 3_600_000 + 40_000, 'never'), null)
    const later = await startJobs([], { dataDirectory, clock: manualClock(NOON + 3_600_000 + 60_000), settings: { model: 'practice' } })
    assert.deepEqual(told(await later.history(jobId)), ['on-time 13:00 completed'])
    // Nor is there a run that the history doesn't know.
    assert.equal((await later.call('runs.list', { filter: NO_FILTER, offset: 0, limit: 10 })).total, 1)
    await later.close()
  })
}
