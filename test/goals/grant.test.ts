import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GoalAgentProfile } from '../../shared/goal.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { previewOf } from '../../shared/stored-text.ts'
import { calls } from '../core/scripted-core.ts'
import { addPasted, pastedInstalled, toolIn, whenReady } from '../core/server-core.ts'
import { newPlace } from '../store/store-place.ts'
import { startGoals } from './goal-core.ts'

const FILES = ConnectorId.parse('mcp-filesystem')
const READ = 'mcp-filesystem__list_allowed_directories'
const PLAIN: GoalAgentProfile = { model: null, hosts: [], grant: null }

test('a person gives the goal agent reads of a connector whose class they set, refused as a specialist’s grant is, counted against its allowance', async () => {
  const core = await startGoals([calls([READ, {}]), { text: 'Listed.' }])
  const save = async (change: Partial<GoalAgentProfile>) => (await core.call('goal-agent.save', { profile: { ...PLAIN, ...change } })).problems.map(({ field, sentence }) => `${field}: ${sentence}`)
  const grant = (change: Partial<NonNullable<GoalAgentProfile['grant']>> = {}) => ({ connectors: [FILES], skills: [], allowance: null, ...change })

  assert.deepEqual(await save({ grant: grant() }), ['grant: The grant names the connector “mcp-filesystem”, which is not there any more.'])
  assert.deepEqual(await save({ grant: grant({ connectors: [ConnectorId.parse('tasks')] }) }), ['grant: Tasks is our own; a grant is for connectors of others.'])
  assert.match((await save({ grant: grant({ connectors: [], skills: ['none'] }) }))[0] ?? '', /^grant: The grant names the skill “none”, which doesn’t exist/)
  assert.deepEqual(await save({ hosts: ['http://a.example/'] }), ['hosts: “http://a.example/” is not the name of a host: give it without http:// and without a path.'])
  assert.deepEqual(await save({ model: 'nobody' }), ['model: There is no model named “nobody”.'])

  await addPasted(core, pastedInstalled('filesystem', [newPlace()]))
  const row = await whenReady(core, FILES)
  assert.deepEqual(await save({ grant: grant() }), ['grant: No tool of filesystem can be granted: a grant covers reads whose class you set yourself, on its page.'], 'a hint alone is not enough')
  const pin = { tool: 'list_allowed_directories', pin: toolIn(row, 'list_allowed_directories').pin }
  await core.call('tool.set-class', { connectorId: FILES, tools: [pin], toolClass: 'read' })
  await core.call('tool.switch', { connectorId: FILES, on: true, ...pin })
  await core.call('connector.set-price', { connectorId: FILES, tool: null, price: 10 })
  assert.deepEqual(await save({ grant: grant() }), ['grant: filesystem bills, so the grant needs an allowance.'])
  assert.deepEqual(await save({ grant: grant({ allowance: { perRun: 30, perDay: 20 } }) }), ['grant: The allowance of a run is above that of a day.'])
  assert.deepEqual((await core.workers()).agent.profile, PLAIN, 'what is refused is not stored')

  const profile = { ...PLAIN, hosts: ['a.example'], grant: grant({ allowance: { perRun: 20, perDay: 25 } }) }
  assert.deepEqual((await core.call('goal-agent.check', { profile })).granted, [{ connectorLabel: 'filesystem', title: toolIn(row, 'list_allowed_directories').title }])
  assert.deepEqual(await save(profile), [])
  const { role, tools } = await core.call('role.explain', { roleId: 'goal-agent' })
  assert.deepEqual([role.hosts, role.allowance, tools.filter(({ connectorId, modelName }) => connectorId === FILES && modelName !== null).map(({ tool }) => tool)], [['a.example'], { perRun: 20, perDay: 25 }, ['list_allowed_directories']])

  const { goalId, steps: [one, two, three] } = await core.make(['One', 'Two', 'Three'])
  assert.ok(one !== undefined && two !== undefined && three !== undefined)
  const after = await core.run(goalId, one)
  assert.ok(core.script.requests[0]?.tools.some(({ name }) => name === READ))
  const state = await core.state(after.plan[0]?.attempts[0]?.turnId ?? assert.fail())
  assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? [call.decision?.verdict, call.attempts] : null)), [['run', 1]])
  await assert.rejects(core.call('goal.start-step', { goalId, stepId: two }), { code: 'goal.refused', message: /^“Goal agent” has .* left today for connectors that bill/ })

  // What was granted and is gone keeps the next step from starting, with the sentence.
  await core.call('connector.remove', { connectorId: FILES })
  assert.match((await core.view(goalId)).agentProblem ?? '', /names the connector “mcp-filesystem”, which is not there any more/)
  await assert.rejects(core.call('goal.start-step', { goalId, stepId: three }), { code: 'goal.refused', message: /not there any more/ })
  await core.close()
})

test('a person gives the goal agent a skill that they approved: it reads that one and no other, and none once the grant is taken back', async () => {
  const names = ['research-note', 'working-with-gatehouse']
  const core = await startGoals([calls(['skills__list_skills', {}], ['skills__read_skill', { name: 'working-with-gatehouse' }]), { text: 'Read.' }], { on: ['notes', 'skills'] })
  const grant = { connectors: [], skills: ['research-note'], allowance: null }
  const save = async (profile: GoalAgentProfile) => (await core.call('goal-agent.save', { profile })).problems.map(({ sentence }) => sentence)
  assert.deepEqual(await save({ ...PLAIN, grant }), ['The grant names the skill “research-note”, which doesn’t exist, or isn’t approved.'])
  for (const skill of (await core.call('skill.list', {})).skills) if (names.includes(skill.name)) await core.call('skill.approve', { source: skill.source, name: skill.name, digest: skill.digest })
  assert.deepEqual(await save({ ...PLAIN, grant }), [])
  assert.deepEqual((await core.workers()).agent.granted.map(({ title }) => title), ['List skills', 'Read a skill'])
  const given = async () => (await core.call('role.explain', { roleId: 'goal-agent' })).tools.flatMap(({ connectorId, modelName }) => (connectorId === 'skills' && modelName !== null ? [modelName] : []))
  assert.deepEqual(await given(), ['skills__list_skills', 'skills__read_skill'])

  const { goalId, steps: [one] } = await core.make(['One'])
  const after = await core.run(goalId, one ?? assert.fail())
  assert.deepEqual(core.script.requests[0]?.tools.map(({ name }) => name).filter((name) => name.startsWith('skills__')), ['skills__list_skills', 'skills__read_skill'])
  const state = await core.state(after.plan[0]?.attempts[0]?.turnId ?? assert.fail())
  const results = [...state.calls.values()].map((call) => (call.status === 'done' && call.ended.body !== null ? `${call.ended.outcome} ${previewOf(call.ended.body.content)}` : ''))
  assert.match(results[0] ?? '', /^ok .*research-note/)
  assert.doesNotMatch(results[0] ?? '', /working-with-gatehouse/)
  assert.match(results[1] ?? '', /^error .*There is no approved skill “working-with-gatehouse”/)
  assert.deepEqual(await save(PLAIN), [])
  assert.deepEqual(await given(), [])
  await core.close()
})
