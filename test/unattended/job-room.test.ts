import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEAST_JOB_TOKENS } from '../../shared/job.ts'
import { calls } from '../core/scripted-core.ts'
import { startTeam, tool } from '../coworkers/team-core.ts'
import { hourly, jobRow, NOON } from './job-core.ts'
import { manualClock } from './manual-clock.ts'

void test('a job’s question that is answered when its tokens of the day are set aside waits for room: the call has not run, and runs once the cap is raised', async () => {
  const core = await startTeam(
    { 'ask it': [calls(['probe__change', { name: 'approved' }]), { text: 'Done.' }], 'fill it': [{ text: 'Thinking', hold: true }] },
    { clock: manualClock(NOON), settings: { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } } },
  )
  const text = { ...hourly, prompt: 'ask it', tools: [tool('probe', 'change')] }
  const { jobId } = await core.call('job.create', { text })
  const { turnId } = await core.call('job.run', { jobId })
  const question = await core.question(turnId)
  const change = async (prompt: string, tokensPerDay: number): Promise<void> => {
    await core.call('job.update', { jobId, seen: (await jobRow(core, jobId)).updatedAt, text: { ...text, prompt, tokensPerDay } })
  }
  // Another run of it sets aside all that is left of the day.
  await change('fill it', LEAST_JOB_TOKENS)
  const other = await core.call('job.run', { jobId })
  await core.tasks.heard('fill it')
  await core.answer(question, 'approve')
  const item = await core.until('turn.watch', { turnId, after: 0 }, (one) => one.kind === 'event' && one.seated.event.kind === 'turn.paused')
  assert.ok(item.kind === 'event' && item.seated.event.kind === 'turn.paused')
  assert.equal(item.seated.event.cap, 'tokens-per-day-and-job')
  assert.deepEqual(core.probe.log, [], 'answered, and waiting for room')
  await core.call('turn.stop', { turnId: other.turnId })
  assert.deepEqual(core.probe.log, [], 'a step that was cut counts whole')
  await change('ask it', 100_000)
  assert.equal((await core.ended(turnId)).ended?.outcome, 'completed')
  assert.deepEqual(core.probe.log, ['start approved', 'end approved'])
  await core.close()
})
