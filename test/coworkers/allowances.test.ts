import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedOf } from '../../electron/core/coworkers/allowance.ts'
import { SPECIALIST } from '../../electron/core/roles/built-in-roles.ts'
import type { CoworkerProfile } from '../../shared/coworker.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import { DEFAULT_LIMITS, type Role } from '../../shared/role.ts'
import type { LiveCore } from '../core/live-core.ts'
import { calls } from '../core/scripted-core.ts'
import { addPasted, pastedInstalled, toolIn, whenReady } from '../core/server-core.ts'
import { startRoleCore } from '../roles/role-core.ts'
import { started, toolStarted, toolEnded, turnEnded, called, decided, stepEnded, stepStarted, TURN } from '../shared/turn-events.ts'
import { newPlace } from '../store/store-place.ts'

const FILES = ConnectorId.parse('mcp-filesystem')
const TOOL = { connectorId: FILES, tool: 'list_allowed_directories' }
const NAME = 'mcp-filesystem__list_allowed_directories'

/** A server of which one read is classed by the person and costs ten millionths a call. */
async function addBilling(core: LiveCore): Promise<void> {
  const id = await addPasted(core, pastedInstalled('filesystem', [newPlace()]))
  const row = await whenReady(core, id)
  await core.call('tool.set-class', { connectorId: id, tools: [{ tool: TOOL.tool, pin: toolIn(row, TOOL.tool).pin }], toolClass: 'read' })
  await core.call('tool.switch', { connectorId: id, tool: TOOL.tool, on: true, pin: toolIn(row, TOOL.tool).pin })
  await core.call('connector.set-price', { connectorId: id, tool: null, price: 10 })
}

test('a call that costs more than the run’s allowance has left is denied before it is sent, side by side ones too', async () => {
  const role: Role = { ...SPECIALIST, id: 'test:specialist', limits: DEFAULT_LIMITS, ceiling: [TOOL], allowance: { perRun: 25, perDay: 60 } }
  const core = await startRoleCore([calls([NAME, {}], [NAME, {}], [NAME, {}]), calls([NAME, {}])], [role])
  await addBilling(core)
  const state = await core.runIn(role)
  assert.deepEqual([...state.calls.values()].map((call) => (call.status === 'done' ? [call.decision?.body?.reason.kind, call.attempts] : [])), [['matrix', 1], ['matrix', 1], ['allowance', 0], ['allowance', 0]])
  const last = [...state.calls.values()].at(-1)
  const why = await core.call('call.explain', { turnId: state.turnId, callId: last?.call.callId ?? assert.fail() })
  assert.match(why.sentence, /^The call costs .*, and of the run’s allowance of .* is left\.$/)
  await core.call('connector.set-price', { connectorId: FILES, tool: TOOL.tool, price: 1 })
  assert.deepEqual([...(await core.runIn(role)).calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null)), ['matrix', 'matrix', 'matrix', 'matrix'], 'a tool’s own price')
  await core.close()
})

test('a run is started only while the day’s allowance holds the whole of a run’s; ended runs count what they spent', async () => {
  const core = await startRoleCore([], [])
  await addBilling(core)
  const profile: CoworkerProfile = {
    name: 'Lister', instructions: 'List.', model: 'practice', tools: [TOOL], hosts: [], runBudget: 500_000, maxTurns: 5, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: 1, delegatesTo: [], egressTools: [],
    grant: { connectors: [FILES], skills: [], allowance: null },
  }
  const refused = await core.call('coworker.save', { id: null, profile })
  assert.deepEqual(refused.saved ? [] : refused.problems, [{ field: 'grant', sentence: 'filesystem bills, so the grant needs an allowance.' }])
  const saved = await core.call('coworker.save', { id: null, profile: { ...profile, grant: { connectors: [FILES], skills: [], allowance: { perRun: 20, perDay: 45 } } } })
  assert.ok(saved.saved)
  const run = async () => core.ended((await core.call('coworker.run', { id: saved.id, task: `call ${NAME} {}` })).turnId)
  for (let count = 0; count < 3; count += 1) assert.deepEqual([...(await run()).calls.values()].map((call) => (call.status === 'done' ? call.attempts : null)), [1])
  await assert.rejects(run(), { code: 'coworker.refused', message: /^“Lister” has .* left today for connectors that bill, and a run may need/ })
  await core.close()
})

test('a run that is live, or of which no names are kept, counts the whole of a run’s allowance', () => {
  const events = [started(), stepStarted(1), called('a', '1.1', {}, 'read'), stepEnded(1), decided('a', 'run', 'read'), toolStarted('a'), toolEnded('a', 'ok', 'ran')]
  const price = () => 3
  const allowance = { perRun: 50, perDay: 100 }
  assert.equal(countedOf(foldTurn(TURN, events), price, allowance), 50)
  const ended = foldTurn(TURN, [...events, turnEnded()])
  assert.equal(countedOf(ended, price, allowance), 3)
  const pruned = foldTurn(TURN, [...events.map((event) => (event.kind === 'tool.called' ? { ...event, meta: null, body: null } : event)), turnEnded()])
  assert.equal(countedOf(pruned, price, allowance), 50)
})
