import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectorId } from '../../shared/ids.ts'
import { hourly, HOUR, jobRows, NOON, startJobs } from './job-core.ts'

const of = (tools: readonly { readonly tool: string; readonly what: string }[]) => Object.fromEntries(tools.map(({ tool, what }) => [tool, what]))

void test('a preflight says what runs, what parks, what is held to its hosts and what isn’t there, and when it comes', async () => {
  const core = await startJobs([])
  const gone = { connectorId: ConnectorId.parse('gone'), tool: 'look' }
  const text = { ...hourly, tools: [...hourly.tools, gone], hosts: ['news.example'] }
  const told = await core.call('job.preflight', { jobId: null, text })
  assert.deepEqual(of(told.tools.filter(({ connectorId }) => connectorId !== 'gone')), { look: 'runs', change: 'asks', wipe: 'absent', stranger: 'runs', send: 'guarded' })
  assert.deepEqual(told.tools.at(-1), { ...gone, connectorLabel: 'gone', title: 'look', toolClass: 'destructive', provenance: 'unset', what: 'absent', sentence: 'There is no such tool now.' })
  assert.equal(told.tools.find(({ tool }) => tool === 'send')?.sentence, 'Runs without you. Once the run has read outside text, it reaches news.example and asks before any other host.')
  assert.deepEqual([told.problems, told.warnings, told.zone, told.next.map((time) => (time - NOON) / HOUR)], [[], [], 'UTC', [1, 2, 3, 4, 5]])
  await core.close()
})

void test('what can’t be saved is told field by field, and isn’t saved', async () => {
  const core = await startJobs([])
  const text = { ...hourly, name: ' ', prompt: '\n', model: 'nobody', tokensPerDay: 10, schedule: { kind: 'cron' as const, expression: '0 0 30 2 *', zone: 'UTC' } }
  const told = await core.call('job.preflight', { jobId: null, text })
  assert.deepEqual(told.problems.map(({ field }) => field), ['name', 'prompt', 'model', 'tokensPerDay', 'schedule'])
  assert.deepEqual(told.next, [])
  await assert.rejects(core.call('job.create', { text }), { code: 'input.invalid', message: 'A job needs a name.' })
  assert.deepEqual(await jobRows(core), [])
  await core.close()
})
