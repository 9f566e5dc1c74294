import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGoalsConnector } from '../../electron/core/connectors/goals/create-goals-connector.ts'
import { openGoalStore } from '../../electron/core/goals/goal-store.ts'
import { BUILT_IN_ROLES } from '../../electron/core/roles/built-in-roles.ts'
import { ConnectorId, TurnId } from '../../shared/ids.ts'
import { callTool, failTool, PAGE_TAINT, toolOf } from '../connectors/call-tool.ts'
import { FREE, scriptProfile } from '../core/script-profile.ts'
import { calls } from '../core/scripted-core.ts'
import { startRoleCore, unattended } from '../roles/role-core.ts'
import { openPlace } from '../store/store-place.ts'

function open() {
  const goals = openGoalStore(openPlace().database)
  const goal = goals.create({ title: 'Learn the rules', purpose: 'To explain them' }, ['Read them', 'Try them'], 1)
  const [step] = goals.plan.steps(goal.id)
  assert.ok(step !== undefined)
  const turnId = TurnId.parse('turn_9')
  goals.plan.begin({ goalId: goal.id, stepId: step.id, number: 1, turnId, startedAt: 2 })
  goals.plan.end(turnId, { outcome: 'completed', answer: 'x'.repeat(5000), why: null, ranWith: [], taint: [PAGE_TAINT], endedAt: 3 })
  return { goals, goal, connector: createGoalsConnector({ goals, now: () => 10 }) }
}

describe('the connector of goals', () => {
  test('is off until it is switched on, and says what it doesn’t do', () => {
    const { connector } = open()
    assert.deepEqual([connector.startsOff, connector.tools.map(({ identity, toolClass }) => `${identity.tool} ${toolClass}`)], [true, ['list_goals read', 'read_goal read', 'add_progress_note write']])
    assert.ok((connector.withheld ?? []).length >= 5)
  })

  test('lists goals clean, and reads one with the taint of what runs wrote', async () => {
    const { goals, goal, connector } = open()
    goals.create({ title: 'Rest', purpose: '' }, [], 1)
    goals.setState(goal.id, 'done', 4)
    const list = await callTool(connector, 'list_goals', {})
    assert.deepEqual([list.value, list.noted], [{ goals: [{ id: 2, title: 'Rest', state: 'open', steps: 0, done: 0 }] }, []])
    const all = await callTool(connector, 'list_goals', { state: 'all', limit: 1 })
    assert.deepEqual(all.value, { goals: [{ id: 2, title: 'Rest', state: 'open', steps: 0, done: 0 }], note: 'There are more than these 1. Ask with offset 1 to go on.' })
    const { value, noted } = await callTool(connector, 'read_goal', { id: goal.id })
    assert.match(JSON.stringify(value), /^\{"id":1,"title":"Learn the rules","state":"done","purpose":"To explain them","plan":\[\{"step":1,"text":"Read them","state":"done","result":"x{4000} … \(1000 more characters are on the Goals page\)"\},\{"step":2,"text":"Try them","state":"planned"\}\],"notes":\[\],"reviews":\[\]\}$/)
    assert.deepEqual(noted.map(({ label, kind }) => [kind, label]), [['stored', 'the result of step 1 of the goal Learn the rules (written after reading example.org/page)']])
    assert.deepEqual((await callTool(connector, 'read_goal', { id: 2 })).noted, [])
    assert.equal((await failTool(connector, 'read_goal', { id: 99 })).error.code, 'input.not-found')
  })

  test('adds a note with who wrote it and what they had read, bounded, and changes nothing else', async () => {
    const { goals, goal, connector } = open()
    await callTool(connector, 'add_progress_note', { id: goal.id, text: ' Half of it. ' }, { taint: [PAGE_TAINT] })
    assert.deepEqual(goals.progress.notes(goal.id).map(({ text, origin, taint }) => [text, origin, taint]), [['Half of it.', { turnId: 'turn_2', callId: 'call_2' }, [PAGE_TAINT]]])
    assert.deepEqual(goals.plan.steps(goal.id).map(({ state }) => state), ['done', 'planned'])
    const { noted } = await callTool(connector, 'read_goal', { id: goal.id })
    assert.equal(noted.length, 2)
    assert.equal((await failTool(connector, 'add_progress_note', { id: 99, text: 'x' })).error.code, 'input.not-found')
    for (let count = 1; count < 200; count += 1) goals.progress.addNote(goal.id, `note ${count}`, { at: 5, origin: null, taint: [] })
    assert.match((await failTool(connector, 'add_progress_note', { id: goal.id, text: 'x' })).error.message, /at most 200 notes/)
    const view = await toolOf(connector, 'add_progress_note').view({ id: goal.id, text: 'what it says' })
    assert.match(JSON.stringify(view), /Learn the rules.*what it says/)
  })
})

test('no tool of any role writes a goal, a plan or a grant, starts a step, or asks for a review: only a person does', async () => {
  const attempts = ['create_goal', 'update_goal', 'set_state', 'delete_goal', 'add_step', 'update_step', 'move_step', 'mark_step', 'remove_step', 'start_step', 'stop_step', 'save', 'grant', 'review', 'set_reviews', 'delete_review', 'delete_note', 'update_note']
    .map((name): [string, unknown] => [`goals__${name}`, { goalId: 1, stepId: 1, text: 'x', title: 'x', state: 'done' }])
  const more = ['goal.create', 'goal.start-step', 'goal-agent.save', 'goal-reviewer.save', 'goal_agent__save', 'team__grant'].map((name): [string, unknown] => [name, { profile: { model: null, hosts: [], grant: { connectors: ['mcp-mail'], skills: [], allowance: null } } }])
  const widest = unattended([], { ceiling: 'everything', mayAsk: true })
  const core = await startRoleCore([calls(...attempts, ...more)], [widest])
  // Roles with money of their own run no model whose price nobody said.
  await core.call('model.save', { profile: scriptProfile(FREE), isNew: true })
  await core.call('connector.switch', { connectorId: ConnectorId.parse('goals'), on: true })
  const { goalId } = await core.call('goal.create', { title: 'Mine', purpose: '', plan: ['One'] })
  const read = async () => {
    const [goal, workers] = await Promise.all([core.until('goal.watch', { goalId }, ({ kind }) => kind === 'snapshot'), core.until('goal-workers.watch', {}, ({ kind }) => kind === 'snapshot')])
    return JSON.stringify([goal, workers])
  }
  const before = await read()
  for (const role of [...BUILT_IN_ROLES, widest]) {
    const state = await core.runIn(role)
    for (const call of state.calls.values()) assert.equal(call.status === 'done' ? call.decision?.body?.reason.kind : null, 'unknown-tool', role.id)
    const told = core.script.requests.at(-1)?.tools.flatMap(({ name }) => (name.startsWith('goals__') ? [name] : [])) ?? []
    assert.deepEqual(told.filter((name) => !['goals__list_goals', 'goals__read_goal', 'goals__add_progress_note'].includes(name)), [])
    // The widest has more than a step has room for.
    if (role !== widest) assert.equal(told.length > 0, role.id === 'person-chat', role.id)
  }
  assert.equal(await read(), before)
  await core.close()
})
