import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CoworkerId, CoworkerProfile } from '../../shared/coworker.ts'
import { ConnectorId, type JobId } from '../../shared/ids.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { hourly, HOUR, jobRow, NOON, told } from './job-core.ts'
import { manualClock } from './manual-clock.ts'

const tool = (connectorId: string, name: string) => ({ connectorId: ConnectorId.parse(connectorId), tool: name })
const PROFILE: CoworkerProfile = {
  name: 'Memory reader', instructions: 'Answer from the memories alone.', model: 'practice', tools: [tool('recall', 'search_memories')], hosts: [],
  runBudget: 500_000, maxTurns: 10, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: 1, delegatesTo: [], egressTools: [], grant: null,
}

interface Place { readonly core: LiveCore; readonly clock: ReturnType<typeof manualClock>; readonly coworker: CoworkerId; readonly create: (change?: object) => Promise<JobId> }

async function place(settings: { readonly practiceRate?: number } = {}): Promise<Place> {
  const clock = manualClock(NOON)
  const core = await startCore({ clock, settings })
  const saved = await core.call('coworker.save', { id: null, profile: PROFILE })
  assert.ok(saved.saved)
  const create: Place['create'] = async (change = {}) => (await core.call('job.create', { text: { ...hourly, prompt: 'what do you know about roses', coworker: saved.id, ...change } })).jobId
  return { core, clock, coworker: saved.id, create }
}
const history = async (core: LiveCore, jobId: JobId) => (await core.call('job.history', { jobId, offset: 0, limit: 20 })).rows
const live = async (core: LiveCore) => {
  const item = await core.until('coworkers.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows[0]?.live : undefined
}

void describe('a job that a coworker does', () => {
  test('runs as the coworker does, with its words, tools and limits, and asks nobody; the job’s own are put aside', async () => {
    const { core, coworker, create } = await place()
    const jobId = await create({ tools: [tool('tasks', 'create_task')], hosts: ['news.example'], model: 'nobody' })
    const kept = await jobRow(core, jobId)
    assert.deepEqual([kept.coworker, kept.tools, kept.hosts, kept.model], [coworker, [], [], null])
    const { turnId } = await core.call('job.run', { jobId })
    const state = await core.ended(turnId)
    assert.deepEqual([state.started?.role, state.started?.turnKind, state.started?.meta?.limits.steps, state.started?.meta?.limits.money], [`job:${jobId}:memory-reader`, 'job', 10, 500_000])
    const { role, tools } = await core.call('role.explain', { roleId: `job:${jobId}:${coworker}` })
    assert.deepEqual([role.name, role.mayAsk, role.instructions, role.tokensPerDay], ['Job: Look around (Memory reader)', false, PROFILE.instructions, 200_000])
    assert.deepEqual(state.steps[0]?.started.meta?.offered.map(({ name }) => name), ['recall__search_memories'])
    assert.deepEqual(tools.flatMap(({ modelName }) => (modelName === null ? [] : [modelName])), ['recall__search_memories'])
    assert.deepEqual(told(await history(core, jobId)), ['by-hand 12:00 completed'])
    assert.ok((await jobRow(core, jobId)).tokensToday > 0)
    await assert.rejects(core.call('role.explain', { roleId: `job:${jobId}` }), { code: 'input.not-found' })
    await core.close()
  })

  test('is told before it is saved, with what the coworker would have and what it wouldn’t', async () => {
    const { core, coworker, create } = await place()
    await core.call('coworker.save', { id: coworker, profile: { ...PROFILE, tools: [...PROFILE.tools, tool('recall', 'add_memory'), tool('web', 'fetch_page')], hosts: ['news.example'] } })
    const preflight = async (change: object = {}) => core.call('job.preflight', { jobId: null, text: { ...hourly, coworker, ...change } })
    const before = await preflight()
    assert.deepEqual(before.tools.map(({ tool: name, what }) => `${name} ${what}`), ['search_memories runs', 'add_memory absent', 'fetch_page guarded'])
    assert.equal(before.tools[2]?.sentence, 'Runs without you. Once the run has read outside text, it reaches news.example and no other.')
    assert.deepEqual([before.problems, before.warnings], [[], []])
    await core.call('coworker.save', { id: coworker, profile: { ...PROFILE, tools: [...PROFILE.tools, tool('web', 'fetch_page')], egressTools: [tool('web', 'fetch_page')] } })
    assert.deepEqual((await preflight()).tools.map(({ what, sentence }) => `${what}: ${sentence}`), ['runs: Runs without you.', 'runs: Runs without you, whatever host it names: its profile lists it among those that may.'])
    const jobId = await create()
    await core.call('coworker.remove', { id: coworker })
    assert.deepEqual((await preflight()).problems, [{ field: 'coworker', sentence: 'There is no such coworker any more.' }])
    await assert.rejects(core.call('job.create', { text: { ...hourly, coworker } }), { code: 'input.invalid', message: 'There is no such coworker any more.' })
    assert.deepEqual((await jobRow(core, jobId)).state, { state: 'broken', why: 'There is no such coworker any more.' })
    await core.close()
  })

  test('counts among the coworker’s runs, and a time at which it is at work elsewhere is refused and recorded', async () => {
    const { core, clock, coworker, create } = await place({ practiceRate: 1 })
    const [first, second] = [await create(), await create({ name: 'Look again' })]
    const { turnId } = await core.call('job.run', { jobId: first })
    assert.equal(await live(core), 1)
    await assert.rejects(core.call('coworker.run', { id: coworker, task: 'x' }), { code: 'coworker.refused' })
    await assert.rejects(core.call('job.run', { jobId: second }), { code: 'coworker.refused', message: '“Memory reader” is at work already (1 of 1).' })
    assert.deepEqual(await history(core, second), [])
    clock.advance(HOUR)
    const [refused] = await history(core, second)
    assert.deepEqual([refused?.kind, refused?.run, refused?.why], ['refused', null, '“Memory reader” is at work already (1 of 1).'])
    assert.deepEqual((await jobRow(core, second)).state, { state: 'scheduled' })
    await core.call('turn.stop', { turnId })
    assert.equal(await live(core), 0)
    await core.close()
  })

  test('a time that was refused doesn’t come again when the clock is set back', async () => {
    const { core, clock, coworker, create } = await place()
    const jobId = await create()
    await core.call('coworker.remove', { id: coworker })
    clock.advance(HOUR)
    assert.deepEqual(told(await history(core, jobId)), ['refused 13:00'])
    clock.set(NOON)
    clock.advance(HOUR)
    assert.deepEqual(told(await history(core, jobId)), ['refused 13:00'])
    await core.close()
  })

  test('shares the job’s tokens of a day with what the job did by itself', async () => {
    const { core, coworker, create } = await place()
    const jobId = await create({ coworker: null, tools: [], prompt: 'look '.repeat(3900) })
    for (let run = 0; run < 2; run += 1) await core.ended((await core.call('job.run', { jobId })).turnId)
    const job = await jobRow(core, jobId)
    assert.ok(job.tokensToday > 5000, String(job.tokensToday))
    await core.call('job.update', { jobId, seen: job.updatedAt, text: { ...job, coworker, tokensPerDay: 5000, prompt: 'what do you know about roses' } })
    const { turnId } = await core.call('job.run', { jobId })
    assert.deepEqual((await core.rest(turnId)).paused?.cap, 'tokens-per-day-and-job')
    assert.equal((await jobRow(core, jobId)).state.state, 'capped')
    await core.close()
  })
})
