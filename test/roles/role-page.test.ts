import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BUILT_IN_ROLES, COWORKER, SCHEDULED_JOB } from '../../electron/core/roles/built-in-roles.ts'
import type { Turns } from '../../electron/core/turn/turns.ts'
import type { Role } from '../../shared/role.ts'
import { newPlace } from '../store/store-place.ts'
import { startWithEndpoint } from '../core/model-places.ts'
import { say } from '../fakes/messages-endpoint-answer.ts'
import { probeTool } from './role-core.ts'

const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
/** With every ceiling that a stored role may have. */
const STORED: readonly Role[] = [
  { ...SCHEDULED_JOB, id: 'job:all', ceiling: 'everything' },
  { ...SCHEDULED_JOB, id: 'job:none', ceiling: [] },
  { ...COWORKER, id: 'coworker:all', ceiling: 'everything' },
  { ...COWORKER, id: 'coworker:drafts', ceiling: 'everything', drafts: { folder: null, tools: [probeTool('change')] } },
]

async function startPlace() {
  const found: { turns: Turns | null } = { turns: null }
  const answers = [...BUILT_IN_ROLES, ...STORED].map(({ name }) => say(name))
  const core = await startWithEndpoint({ answers }, {
    settings: { workspace: newPlace() },
    additions: { roles: [{ find: (id) => STORED.find((role) => role.id === id) ?? null, list: () => STORED }], onTurns: (turns) => { found.turns = turns } },
  }, { prices: FREE })
  const told = async (role: Role): Promise<readonly string[] | undefined> => {
    if (found.turns === null) throw new Error('the core handed out no turns')
    await core.ended(await found.turns.start({ chatId: await core.newChat(), parentTurnId: null, role, model: 'Local', message: [{ origin: 'typed', text: 'go', vouched: true }], check: () => undefined }))
    return core.endpoint.requests.at(-1)?.body?.tools?.map(({ name }) => name)
  }
  return { ...core, told }
}

describe('what the page of a role says', () => {
  test('is what the model receives, for every role, and no tools are no key on the wire', { timeout: 120_000 }, async () => {
    const core = await startPlace()
    const counts: Record<string, number> = {}
    for (const role of [...BUILT_IN_ROLES, ...STORED]) {
      const { tools, model } = await core.call('role.explain', { roleId: role.id })
      const shown = tools.flatMap(({ modelName }) => (modelName === null ? [] : [modelName]))
      const told = await core.told(role)
      assert.equal(model, 'Local')
      assert.deepEqual(told, shown.length === 0 ? undefined : shown, role.id)
      for (const { modelName, outcome } of tools) assert.equal(modelName !== null, outcome.filter === 'gate')
      counts[role.id] = shown.length
    }
    // Nobody vouched for this model beyond what a person is there for: it reads what is ours, and no more.
    assert.deepEqual([counts['webhook-summary'], counts['goal-reviewer'], counts['job:none'], counts['coworker']], [0, 0, 0, 0])
    assert.deepEqual([counts['job:all'], counts['coworker:all'], counts['coworker:drafts'], counts['goal-agent']], [5, 5, 5, 5])
    assert.ok((counts['person-chat'] ?? 0) > 20)
    await core.close()
  })

  test('names the filter and the reason of every tool that is absent', async () => {
    const core = await startPlace()
    const of = async (roleId: string, tool: string) => (await core.call('role.explain', { roleId })).tools.find((known) => known.tool === tool)?.outcome
    assert.deepEqual(await of('webhook-summary', 'list_tasks'), { filter: 'registration', sentence: 'Webhook summaries have no tools.' })
    assert.deepEqual(await of('coworker:all', 'delete_task'), { filter: 'registration', sentence: 'Destructive tools are not available without you.' })
    assert.deepEqual(await of('coworker:all', 'create_task'), { filter: 'registration', sentence: 'Writes ask in a run without you, and nobody can be asked in this role.' })
    assert.deepEqual(await of('job:none', 'list_tasks'), { filter: 'ceiling', sentence: 'The role “Scheduled job” does not include this tool.' })
    assert.match((await of('job:all', 'list_tasks'))?.sentence ?? '', /^The model “Local” is certified for tools that read/)
    assert.match((await of('goal-agent', 'fetch_page'))?.sentence ?? '', /Once outside text was read, it reaches hosts that you typed, and no other\.$/)
    await core.call('tool.switch', { connectorId: probeTool('x').connectorId, tool: 'look', on: false })
    assert.deepEqual(await of('person-chat', 'look'), { filter: 'registration', sentence: 'This tool is switched off.' })
    await core.close()
  })

  test('lists what our own connectors deliberately don’t do, each with its reason', async () => {
    const core = await startPlace()
    const { withheld } = await core.call('role.explain', { roleId: 'person-chat' })
    const item = await core.until('connectors.watch', {}, ({ kind }) => kind === 'snapshot')
    const builtIn = item.kind === 'snapshot' ? item.rows.filter(({ builtIn: ours, connectorId }) => ours && connectorId !== 'probe').map(({ connectorId }) => connectorId) : []
    assert.deepEqual(withheld.map(({ connectorId }) => connectorId), builtIn)
    for (const { items } of withheld) for (const { what, why } of items) assert.ok(what.length > 5 && why.length > 20, what)
    await core.close()
  })

  test('lists the roles there are, and refuses one that there isn’t', async () => {
    const core = await startPlace()
    const item = await core.until('roles.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.deepEqual(item.kind === 'snapshot' ? item.rows.map(({ role, builtIn }) => [role.id, builtIn]) : [], [...BUILT_IN_ROLES.map(({ id }) => [id, true]), ...STORED.map(({ id }) => [id, false])])
    await assert.rejects(core.call('role.explain', { roleId: 'coworker:gone' }), { code: 'input.not-found' })
    await core.close()
  })
})
