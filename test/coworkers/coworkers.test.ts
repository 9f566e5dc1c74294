import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { BUILT_IN_ROLES } from '../../electron/core/roles/built-in-roles.ts'
import type { CoworkerId, CoworkerProfile, CoworkerRow } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { startCore, type LiveCore } from '../core/live-core.ts'
import { FREE, scriptProfile } from '../core/script-profile.ts'
import { calls } from '../core/scripted-core.ts'
import { startRoleCore, unattended } from '../roles/role-core.ts'
import { newPlace } from '../store/store-place.ts'

const tool = (connectorId: string, name: string) => ({ connectorId: ConnectorId.parse(connectorId), tool: name })
const PROFILE: CoworkerProfile = {
  name: 'Memory reader', instructions: 'Answer from the memories alone.', model: 'practice', tools: [tool('recall', 'search_memories'), tool('recall', 'list_memories')], hosts: [],
  runBudget: 500_000, maxTurns: 10, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: 1, delegatesTo: [], egressTools: [], grant: null,
}
const save = async (core: LiveCore, change: Partial<CoworkerProfile> = {}, id: CoworkerId | null = null): Promise<CoworkerId> => {
  const saved = await core.call('coworker.save', { id, profile: { ...PROFILE, ...change } })
  assert.ok(saved.saved, JSON.stringify(saved))
  return saved.id
}
const rows = async (core: LiveCore): Promise<readonly CoworkerRow[]> => {
  const item = await core.until('coworkers.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows : []
}

describe('a coworker', () => {
  test('runs in a chat of its own, with its instructions, its tools and its limits, and asks nobody', async () => {
    const core = await startCore()
    const id = await save(core, { maxTurns: 3, runBudget: 250_000 })
    assert.equal(id, 'memory-reader')
    const { chatId, turnId } = await core.call('coworker.run', { id, task: 'what do you know about roses' })
    const state = await core.ended(turnId)
    assert.deepEqual([state.started?.chatId, state.started?.role, state.started?.turnKind, state.started?.meta?.limits.steps, state.started?.meta?.limits.money], [chatId, 'coworker:memory-reader', 'job', 3, 250_000])
    const { tools } = await core.call('role.explain', { roleId: 'coworker:memory-reader' })
    assert.deepEqual(state.steps[0]?.started.meta?.offered.map(({ name }) => name), tools.flatMap(({ modelName }) => (modelName === null ? [] : [modelName])))
    assert.deepEqual([...state.calls.values()].map((call) => call.call.meta?.name), ['recall__search_memories'])
    const chats = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.equal(chats.kind === 'snapshot' ? chats.rows.find((row) => row.chatId === chatId)?.title : null, 'Memory reader: what do you know about roses')
    await core.close()
  })

  test('keeps what it lists beyond its ceiling and loses it, visibly', async () => {
    const core = await startCore()
    const id = await save(core, { tools: [...PROFILE.tools, tool('tasks', 'list_tasks'), tool('recall', 'forget_memory'), tool('recall', 'add_memory')] })
    const { tools, role } = await core.call('role.explain', { roleId: `coworker:${id}` })
    assert.deepEqual(tools.filter(({ modelName }) => modelName !== null).map(({ tool: name }) => name), ['search_memories', 'list_memories'])
    assert.equal(tools.find(({ tool: name }) => name === 'list_tasks')?.outcome.sentence, 'The role “Memory reader” does not include this tool: it is not in what a coworker may have.')
    assert.equal(tools.find(({ tool: name }) => name === 'fetch_page')?.outcome.sentence, 'The role “Memory reader” does not include this tool: it is not in what you chose for it.')
    assert.ok(typeof role.ceiling === 'object' && 'all' in role.ceiling)
    assert.equal((await rows(core))[0]?.profile?.tools.length, 5)
    await core.close()
  })

  test('is refused when it is saved, and then nothing is stored', async () => {
    const core = await startCore()
    const saved = await core.call('coworker.save', { id: null, profile: { ...PROFILE, runBudget: 0, tools: [tool('tasks', 'list_tasks')] } })
    assert.deepEqual(saved.saved ? [] : saved.problems.map(({ field }) => field), ['runBudget', 'tools'])
    assert.deepEqual(await rows(core), [])
    const { problems, tools } = await core.call('coworker.check', { profile: { ...PROFILE, name: '' } })
    assert.deepEqual(problems.map(({ field }) => field), ['name'])
    assert.equal(tools.find(({ tool: of }) => of.tool === 'list_tasks')?.lost, 'It is not among what a coworker may have.')
    await core.close()
  })

  test('is not started while as many of its runs are at work as may be, nor once what it needs is gone', async () => {
    const core = await startCore({ settings: { practiceRate: 1 } })
    const id = await save(core)
    const { turnId } = await core.call('coworker.run', { id, task: 'what do you know about roses' })
    await assert.rejects(core.call('coworker.run', { id, task: 'again' }), { code: 'coworker.refused', message: '“Memory reader” is at work already (1 of 1).' })
    assert.equal((await rows(core))[0]?.live, 1)
    await core.call('turn.stop', { turnId })
    assert.equal((await rows(core))[0]?.live, 0)
    await core.call('coworker.remove', { id })
    await assert.rejects(core.call('coworker.run', { id, task: 'again' }), { code: 'input.not-found' })
    await assert.rejects(core.call('role.explain', { roleId: `coworker:${id}` }), { code: 'input.not-found' })
    assert.notEqual(await save(core), id, 'an id is never used again')
    await core.close()
  })

  test('whose grant names a connector that is gone is shown with that, and doesn’t run', async () => {
    const dataDirectory = newPlace()
    const core = await startCore({ dataDirectory })
    const { connectorId } = await core.call('connector.add', { label: 'Mail', reach: { kind: 'command', command: process.execPath, args: ['-e', ''], cwd: null }, values: [] })
    const id = await save(core, { grant: { connectors: [connectorId], skills: [], allowance: null } })
    await core.call('connector.remove', { connectorId })
    const [row] = await rows(core)
    assert.match(row?.problems[0]?.sentence ?? '', /names the connector “mcp-mail”, which is not there any more/)
    await assert.rejects(core.call('coworker.run', { id, task: 'x' }), { code: 'coworker.refused' })
    await core.close()
  })

  test('that a later Gatehouse saved is listed, left as it is, and no role', async () => {
    const dataDirectory = newPlace()
    const first = await startCore({ dataDirectory })
    const id = await save(first)
    await first.close()
    const database = new Database(join(dataDirectory, 'gatehouse.db'))
    const later = JSON.stringify({ version: 2, profile: { ...PROFILE, mood: 'good' } })
    database.prepare('UPDATE coworkers SET profile = ?').run(later)
    database.close()
    const core = await startCore({ dataDirectory })
    const [row] = await rows(core)
    assert.deepEqual([row?.name, row?.profile], ['Memory reader', null])
    assert.match(row?.problems[0]?.sentence ?? '', /saved by a later Gatehouse/)
    await assert.rejects(core.call('coworker.run', { id, task: 'x' }), { code: 'coworker.refused' })
    await assert.rejects(core.call('role.explain', { roleId: `coworker:${id}` }), { code: 'input.not-found' })
    await core.close()
    const after = new Database(join(dataDirectory, 'gatehouse.db'), { readonly: true })
    assert.equal(after.prepare('SELECT profile FROM coworkers').pluck().get(), later)
    after.close()
  })

  test('can be started from each preset, once it has a model and the connectors it names', async () => {
    const core = await startCore()
    const { presets } = await core.call('coworker.presets', {})
    assert.deepEqual(presets.map(({ title }) => title), ['Researcher', 'Inbox reader', 'Note keeper', 'Release watcher'])
    for (const { profile } of presets) {
      assert.deepEqual([profile.runBudget, profile.maxConcurrentRuns, profile.maxTurns, profile.maxDelegationDepth], [500_000, 1, 10, profile.name === 'Release watcher' ? 1 : 0])
      assert.deepEqual((await core.call('coworker.check', { profile })).problems, [])
    }
    await save(core, { name: 'Note keeper' })
    const again = (await core.call('coworker.presets', {})).presets
    assert.deepEqual(again.flatMap(({ profile }) => profile.delegatesTo), ['note-keeper'], 'once there is one')
    await core.close()
  })
})

test('what a profile tells its model goes beside what every turn is told, and to nobody else', async () => {
  const role = unattended(['look'], { instructions: 'Look and say.' })
  const core = await startRoleCore([], [role])
  await core.runIn(role)
  await core.ended(await core.say(await core.newChat(), 'go'))
  const [own, persons] = core.script.requests.map(({ system }) => system)
  assert.equal(own, `${persons ?? ''}\n\nLook and say.`)
  await core.close()
})

test('no tool of any role writes a grant: only a person does, through the window', async () => {
  const wanted = JSON.stringify({ ...PROFILE, grant: { connectors: ['mcp-mail'], skills: [], allowance: null } })
  const attempts = ['coworker__save', 'coworkers__save', 'coworker.save', 'roles__grant', 'team__grant', 'settings__update'].map((name): [string, unknown] => [name, { id: 'memory-reader', profile: wanted }])
  const widest = unattended([], { ceiling: 'everything', mayAsk: true })
  const core = await startRoleCore([calls(...attempts)], [widest])
  // Roles with money of their own run no model whose price nobody said.
  await core.call('model.save', { profile: scriptProfile(FREE), isNew: true })
  const id = await save(core)
  const before = await rows(core)
  const free = BUILT_IN_ROLES.map((role) => ({ ...role, limits: { ...role.limits, money: null } }))
  for (const role of [...free, widest]) {
    const state = await core.runIn(role)
    for (const call of state.calls.values()) assert.equal(call.status === 'done' ? call.decision?.body?.reason.kind : null, 'unknown-tool')
    for (const { tools } of core.script.requests) assert.deepEqual(tools.filter(({ name, description }) => /grant|coworker|role/i.test(`${name} ${description}`)).map(({ name }) => name), [])
  }
  assert.deepEqual([await rows(core), id], [before, 'memory-reader'])
  await core.close()
})
