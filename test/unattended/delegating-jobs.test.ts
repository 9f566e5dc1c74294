import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CoworkerId } from '../../shared/coworker.ts'
import { LEAST_JOB_TOKENS, type JobText } from '../../shared/job.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { statusOf } from '../../shared/turn-state.ts'
import { totalTokens } from '../../shared/usage.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import { callAt, childOf, hand, joined, resultOf, saveCoworker, startTeam, TEAM, tool } from '../coworkers/team-core.ts'
import { hourly, HOUR, jobRow, NOON, told } from './job-core.ts'
import { manualClock } from './manual-clock.ts'

/** A job done by a coworker that hands all of it to another one. */
async function place(scripts: Readonly<Record<string, readonly ScriptedStep[]>>, change: Partial<JobText> = {}) {
  const clock = manualClock(NOON)
  const core = await startTeam(scripts, { clock, settings: { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } } })
  const reader = await saveCoworker(core)
  const lead = await saveCoworker(core, { name: 'Lead', tools: TEAM, maxDelegationDepth: 1, delegatesTo: [reader] })
  const { jobId } = await core.call('job.create', { text: { ...hourly, prompt: 'lead it', coworker: lead, tools: [], ...change } })
  return { core, clock, jobId }
}

void describe('a job whose run hands work on', () => {
  test('is told of it before it is saved: what runs, what runs by the person’s word, and what isn’t there', async () => {
    const { core } = await place({}, {})
    await core.call('connector.switch', { connectorId: ConnectorId.parse('notes'), on: true })
    const id = await saveCoworker(core, { name: 'Writer', tools: [...TEAM, tool('notes', 'write_note'), tool('notes', 'read_note'), tool('recall', 'add_memory')], maxDelegationDepth: 1, delegatesTo: [CoworkerId.parse('reader')] })
    const { tools } = await core.call('job.preflight', { jobId: null, text: { ...hourly, coworker: id, tools: [] } })
    assert.deepEqual(tools.map(({ tool: name, what, sentence }) => `${name} ${what}: ${sentence}`), [
      'list_coworkers runs: Runs without you.', 'delegate by-word: Hands work without asking to those that its profile names, and to nobody else.',
      'write_note by-word: Writes without asking, in its own drafts only.', 'read_note runs: Runs without you.', 'add_memory absent: Writes ask in a run without you, and nobody can be asked in this role.',
    ])
    const { tools: shown } = await core.call('role.explain', { roleId: 'coworker:writer' })
    assert.deepEqual(shown.flatMap(({ connectorId, tool: name, outcome }) => (connectorId === 'team' && name === 'delegate' && outcome.filter === 'gate' ? [outcome.verdict] : [])), ['run'])
    await core.close()
  })

  test('counts what that used for its own tokens of the day, and for no other job’s', async () => {
    const { core, jobId } = await place({ 'lead it': [hand('count roses'), { text: 'Seven.' }], 'count roses': [{ text: 'Seven.' }] })
    const other = await core.call('job.create', { text: { ...hourly, name: 'Another', prompt: 'lead it', tools: [] } })
    const { turnId } = await core.call('job.run', { jobId })
    const state = await core.ended(turnId)
    const child = await core.state(childOf(state) ?? assert.fail())
    assert.deepEqual([state.ended?.outcome, child.ended?.outcome, child.started?.role], ['completed', 'completed', 'coworker:reader'])
    assert.ok(totalTokens(child.usage) > 0)
    assert.equal((await jobRow(core, jobId)).tokensToday, totalTokens(state.usage) + totalTokens(child.usage))
    assert.equal((await jobRow(core, other.jobId)).tokensToday, 0)
    assert.deepEqual((await core.call('job.history', { jobId, offset: 0, limit: 5 })).rows.map(({ run }) => run?.tokens), [(await jobRow(core, jobId)).tokensToday])
    await core.close()
  })

  test('never goes over them by it: what the run below sets aside is cut to what is left, and once nothing is, the next run waits', async () => {
    const { core, jobId } = await place({ 'lead it': [hand('count roses'), { text: 'It was stopped.' }], 'count roses': [{ text: 'One, two', hold: true }] }, { tokensPerDay: LEAST_JOB_TOKENS })
    const { turnId } = await core.call('job.run', { jobId })
    const { childTurnId } = await joined(core, turnId)
    await core.tasks.heard('count roses')
    const atWork = (await jobRow(core, jobId)).tokensToday
    const { reservedTokens } = (await core.state(childTurnId)).steps[0]?.started.meta ?? assert.fail()
    assert.ok(atWork <= LEAST_JOB_TOKENS && reservedTokens > 0 && atWork === totalTokens((await core.state(turnId)).usage) + reservedTokens, `${atWork} with ${reservedTokens} set aside`)
    await core.call('turn.stop', { turnId: childTurnId })
    // The step that was cut counts whole, so its parent has no room to go on in.
    const waiting = await core.rest(turnId)
    assert.deepEqual([waiting.paused?.cap, callAt(waiting, 0).status], ['tokens-per-day-and-job', 'done'])
    assert.ok((await jobRow(core, jobId)).tokensToday <= LEAST_JOB_TOKENS)
    const row = await jobRow(core, jobId)
    assert.equal(row.state.state, 'capped')
    await core.call('job.update', { jobId, seen: row.updatedAt, text: { ...row, tokensPerDay: 100_000 } })
    assert.equal((await core.ended(turnId)).ended?.outcome, 'completed')
    await core.close()
  })

  test('waits in the run below where that needs more than is left, says so of the job, and goes on there when its cap is raised', async () => {
    const { core, clock, jobId } = await place({ 'lead it': [hand('count roses', 'reader', 'look '.repeat(3900)), { text: 'Seven.' }], 'count roses': [{ text: 'Seven.' }] }, { tokensPerDay: LEAST_JOB_TOKENS })
    const { turnId } = await core.call('job.run', { jobId })
    const { childTurnId } = await joined(core, turnId)
    const child = await core.rest(childTurnId)
    assert.deepEqual([statusOf(child), child.paused?.cap, child.usage.outputTokens], ['paused', 'tokens-per-day-and-job', 0])
    assert.match(core.notices.at(-1)?.text ?? '', /^The cap on tokens a day of this job is 5,000/)
    clock.advance(HOUR)
    assert.deepEqual(told((await core.call('job.history', { jobId, offset: 0, limit: 5 })).rows)[0], 'overlap 13:00', 'its next time is skipped')
    const row = await jobRow(core, jobId)
    assert.deepEqual(row.state, { state: 'capped', turnId: childTurnId })
    await core.call('job.update', { jobId, seen: row.updatedAt, text: { ...row, tokensPerDay: 100_000 } })
    assert.match(resultOf(await core.ended(turnId)), /^Seven\./)
    await core.close()
  })
})
