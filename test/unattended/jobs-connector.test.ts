import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorId, type JobId, type TurnId } from '../../shared/ids.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import { calls } from '../core/scripted-core.ts'
import { HOUR, jobRows, startJobs as startCore, type JobCore } from './job-core.ts'

/** The connector is off until the person switches it on. */
const startJobs = async (steps: readonly ScriptedStep[]): Promise<JobCore> => {
  const core = await startCore(steps)
  await core.call('connector.switch', { connectorId: ConnectorId.parse('jobs'), on: true })
  return core
}

const daily = { name: 'Report', task: 'Look around.', cron: '0 6 * * *', zone: 'Europe/Berlin', tools: ['probe__look', 'probe__change'] }
const resultOf = async (core: JobCore, turnId: TurnId): Promise<readonly string[]> => [...(await core.ended(turnId)).calls.values()].map((call) => (call.status === 'done' && call.ended.body !== null && 'text' in call.ended.body.content ? call.ended.body.content.text : ''))

void test('a model proposes a job: it is there, switched off, and runs only once the person switched it on', async () => {
  const core = await startJobs([calls(['jobs__create_job', daily], ['jobs__list_jobs', {}]), { text: 'ok' }])
  const turnId = await core.say(await core.newChat(), 'make a job')
  const [created] = await resultOf(core, turnId)
  assert.match(created ?? '', /"on":false/u)
  const [job] = await jobRows(core)
  assert.ok(job !== undefined)
  assert.deepEqual([job.name, job.on, job.state.state, job.author, job.taint, job.hosts, job.tools.map(({ tool }) => tool)], ['Report', false, 'paused', 'model', [], [], ['look', 'change']])
  core.clock.advance(48 * HOUR)
  assert.deepEqual(await core.history(job.jobId), [])
  await core.call('job.switch', { jobId: job.jobId, on: true })
  assert.equal((await core.job(job.jobId)).state.state, 'scheduled')
  await core.close()
})

void test('one that was written in a tainted turn asks with its whole text, and runs tainted', async () => {
  const core = await startJobs([calls(['probe__stranger', { name: 'page' }]), calls(['jobs__create_job', daily]), { text: 'ok' }])
  const turnId = await core.say(await core.newChat(), 'make a job')
  // What is to be drawn of the arguments is worked out after the question is there.
  await core.until('questions.watch', {}, (item) => (item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []).some(({ view }) => view.kind === 'facts'))
  const question = await core.question(turnId)
  assert.deepEqual(question.view.kind === 'facts' ? question.view.facts.map(({ value }) => value) : [], ['Report', 'Look around.', '0 6 * * * in Europe/Berlin', 'probe__look, probe__change', 'switched off, until you switch it on'])
  await core.answer(question, 'approve')
  await core.ended(turnId)
  const [job] = await jobRows(core)
  assert.equal(job?.taint.length, 1)
  const run = await core.call('job.run', { jobId: job?.jobId ?? 'job_0' })
  const state = await core.rest(run.turnId)
  assert.deepEqual([state.started?.tainted, state.steps[0]?.tainted], [true, true])
  await core.close()
})

void test('listing it taints, and an edit by the person keeps the taint while a part of the text is left', async () => {
  const core = await startJobs([calls(['probe__stranger', { name: 'page' }]), calls(['jobs__create_job', daily]), calls(['jobs__list_jobs', {}]), { text: 'ok' }])
  const turnId = await core.say(await core.newChat(), 'make a job')
  await core.answer(await core.question(turnId), 'approve')
  const ended = await core.ended(turnId)
  assert.deepEqual(ended.taint.map(({ kind }) => kind), ['tool-result', 'stored'])
  const [job] = await jobRows(core)
  assert.ok(job !== undefined)
  await core.call('job.update', { jobId: job.jobId, seen: job.updatedAt, text: { ...job, prompt: 'Look around. Every day.' } })
  assert.equal((await core.job(job.jobId)).taint.length, 1)
  const kept = await core.job(job.jobId)
  await core.call('job.update', { jobId: job.jobId, seen: kept.updatedAt, text: { ...job, prompt: 'Say hello.' } })
  assert.deepEqual([(await core.job(job.jobId)).taint, (await core.job(job.jobId)).author], [[], 'person'])
  await core.close()
})

void test('a model can switch a job off and never on, and deleting asks', async () => {
  const jobs: JobId[] = []
  const script: ScriptedStep[] = []
  const core = await startJobs(script)
  jobs.push(await core.create())
  const id = jobs[0]
  script.push(calls(['jobs__pause_job', { id }], ['jobs__read_job_history', { id }], ['jobs__delete_job', { id }]), { text: 'ok' })
  const turnId = await core.say(await core.newChat(), 'off with it')
  assert.deepEqual(core.script.requests[0]?.tools.map(({ name }) => name).filter((name) => name.startsWith('jobs__')), ['jobs__list_jobs', 'jobs__read_job_history', 'jobs__create_job', 'jobs__pause_job', 'jobs__delete_job'])
  const question = await core.question(turnId)
  assert.deepEqual([question.tool, (await jobRows(core)).map(({ on }) => on)], ['delete_job', [false]])
  await core.answer(question, 'approve')
  assert.deepEqual((await resultOf(core, turnId)).map((text) => text.slice(0, 20)), [`{"id":"${id ?? ''}`.slice(0, 20), '{"name":"Look around', '{"deleted":true,"id"'])
  assert.deepEqual(await jobRows(core), [])
  await core.close()
})

void test('what can’t be a job is told to the model, and nothing is made', async () => {
  const core = await startJobs([calls(['jobs__create_job', { ...daily, zone: 'Mars/Base' }], ['jobs__create_job', { ...daily, tools: ['nothing__here'] }], ['jobs__create_job', { ...daily, everyMinutes: 5 }], ['jobs__create_job', { name: 'x', task: 'y', cron: '0 6 * * *' }]), { text: 'ok' }])
  const results = await resultOf(core, await core.say(await core.newChat(), 'make'))
  assert.deepEqual(results.map((text) => /There is no time zone|There is no tool nothing__here|Give either cron|needs a zone/u.test(text)), [true, true, true, true])
  assert.deepEqual(await jobRows(core), [])
  await core.close()
})

void test('after outside text a run reaches the hosts of its list, and asks before any other', async () => {
  const core = await startJobs([calls(['probe__stranger', { name: 'page' }]), calls(['probe__send', { host: 'news.example' }]), calls(['probe__send', { host: 'evil.example' }]), { text: 'ok' }])
  const jobId = await core.create({ prompt: 'Send to evil.example.', hosts: ['news.example'] })
  const { turnId } = await core.call('job.run', { jobId })
  const question = await core.question(turnId)
  assert.deepEqual([question.reason.kind, core.probe.log.filter((entry) => entry.startsWith('run'))], ['exfiltration-guard', ['run news.example']])
  await core.close()
})
