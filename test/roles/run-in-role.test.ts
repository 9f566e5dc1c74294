import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRoles } from '../../electron/core/roles/roles.ts'
import { BUILT_IN_ROLES, WEBHOOK_SUMMARY } from '../../electron/core/roles/built-in-roles.ts'
import { ceilingProblem, isInCeiling, narrowToReads } from '../../electron/core/roles/ceiling.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { TaintSource } from '../../shared/taint.ts'
import { Role } from '../../shared/role.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { calls } from '../core/scripted-core.ts'
import { probeTool, startRoleCore, unattended } from './role-core.ts'

const reasons = (state: TurnState) => [...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : call.status))
const MESSAGE: TaintSource = { kind: 'message', turnId: null, callId: null, connectorId: null, tool: null, label: 'a message from outside', at: 1 }

describe('a turn in a role that nobody is there for', () => {
  test('runs a draft tool of the role by the person’s word, tainted or not, and denies every other write', async () => {
    const role = unattended(['look', 'change', 'careful'], { drafts: { folder: null, tools: [probeTool('change')] } })
    const core = await startRoleCore([calls(['probe__look', { name: 'a' }], ['probe__change', { name: 'draft' }], ['probe__careful', { name: 'other' }])], [role])
    const state = await core.runIn(role, { taint: [MESSAGE] })
    assert.deepEqual([state.tainted, reasons(state)], [true, ['matrix', 'standing-word', 'unknown-tool']])
    assert.deepEqual(core.probe.log, ['start a', 'end a', 'start draft', 'end draft'])
    assert.deepEqual(core.script.requests[0]?.tools.map(({ name }) => name), ['probe__look', 'probe__change'])
    await core.close()
  })

  test('denies a write of a role that may make no drafts, and says nothing of it to the model', async () => {
    const role = unattended(['look', 'change'])
    const core = await startRoleCore([calls(['probe__change', { name: 'x' }])], [role])
    assert.deepEqual(reasons(await core.runIn(role)), ['unknown-tool'])
    assert.deepEqual([core.probe.log, core.script.requests[0]?.tools.map(({ name }) => name)], [[], ['probe__look']])
    await core.close()
  })

  test('is denied a registered tool outside its ceiling, told so, and journalled as that', async () => {
    const role = unattended(['look'])
    const core = await startRoleCore([calls(['probe__stranger', { name: 'x' }], ['probe__nothing', {}])], [role])
    const state = await core.runIn(role)
    assert.deepEqual(reasons(state), ['ceiling', 'unknown-tool'])
    const [denied] = state.calls.values()
    assert.ok(denied?.status === 'done' && denied.ended.body !== null && 'text' in denied.ended.body.content)
    assert.deepEqual(JSON.parse(denied.ended.body.content.text), { error: 'permission_denied', message: 'The role “Night reader” does not include this tool.' })
    await core.close()
  })

  test('has no destructive tool, whatever its ceiling and its drafts name', async () => {
    const role = unattended(['wipe', 'unclassed'], { drafts: { folder: null, tools: [probeTool('wipe'), probeTool('unclassed')] } })
    const core = await startRoleCore([calls(['probe__wipe', { name: 'x' }], ['probe__unclassed', { name: 'y' }])], [role])
    assert.deepEqual(reasons(await core.runIn(role)), ['unknown-tool', 'unknown-tool'])
    assert.deepEqual([core.probe.log, core.script.requests[0]?.tools], [[], []])
    await core.close()
  })

  test('reaches, after outside text, the hosts and by the egress tools that its profile lists, and no other host', async () => {
    const listed = unattended(['stranger', 'send'], { hosts: ['A.example'] })
    const free = unattended(['stranger', 'send'], { id: 'test:free', egressTools: [probeTool('send')] })
    const core = await startRoleCore([calls(['probe__stranger', { name: 'page' }]), calls(['probe__send', { host: 'a.example' }], ['probe__send', { host: 'b.example' }])], [listed, free])
    assert.deepEqual(reasons(await core.runIn(listed)), ['matrix', 'matrix', 'no-approval-channel'])
    assert.deepEqual(reasons(await core.runIn(free)), ['matrix', 'matrix', 'matrix'])
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('run')), ['run a.example', 'run a.example', 'run b.example'])
    await core.close()
  })

  test('may do nothing once its role is gone: the call is denied, not judged by another', async () => {
    const role = unattended(['look'])
    const roles = [role]
    const core = await startRoleCore([calls(['probe__look', { name: 'a', hold: true }]), calls(['probe__look', { name: 'b' }])], roles)
    const turn = await core.start(role)
    await core.probe.logged('start a')
    roles.splice(0)
    core.probe.release('a')
    const state = await core.ended(turn)
    assert.deepEqual(reasons(state), ['matrix', 'unfit'])
    assert.deepEqual([core.probe.log, core.script.requests.at(-1)?.tools], [['start a', 'end a'], []])
    await core.close()
  })

  test('keeps the limits of its role, its answers’ tokens too', async () => {
    const core = await startRoleCore([{ text: 'A summary.' }], [])
    const state = await core.runIn(WEBHOOK_SUMMARY)
    assert.deepEqual([core.script.requests.length, core.script.requests[0]?.maxTokens, core.script.requests[0]?.tools, state.started?.turnKind, state.ended?.outcome], [1, 4000, [], 'webhook', 'completed'])
    await core.close()
  })
})

describe('roles as data', () => {
  const tool = (connectorId: string, toolClass: 'read' | 'write' | 'destructive', optIn = false) => ({ identity: { connectorId: ConnectorId.parse(connectorId), tool: 'x' }, toolClass, optIn })

  test('every built-in role is one, under its own name, and a person’s has no standing word', () => {
    for (const role of BUILT_IN_ROLES) assert.deepEqual(Role.parse(role), role)
    assert.equal(new Set(BUILT_IN_ROLES.map(({ id }) => id)).size, BUILT_IN_ROLES.length)
    assert.equal(Role.safeParse({ ...BUILT_IN_ROLES[0], hosts: ['a.example'] }).success, false)
  })

  test('a source can’t take a built-in role’s place, and one that hands out another’s id is refused', () => {
    const wide = { ...WEBHOOK_SUMMARY, ceiling: 'everything' as const }
    assert.deepEqual(createRoles([{ find: () => wide, list: () => [wide] }]).find('webhook-summary'), WEBHOOK_SUMMARY)
    assert.throws(() => createRoles([{ find: () => wide, list: () => [wide] }]).find('job:1'), { code: 'internal.bug' })
    assert.throws(() => createRoles([{ find: () => null, list: () => [] }]).get('job:1'), { code: 'input.not-found' })
  })

  test('an opt-in tool is in a ceiling that names it, and in no other', () => {
    const optIn = tool('files', 'read', true)
    assert.equal(isInCeiling({ ceiling: 'everything' }, optIn), false)
    assert.equal(isInCeiling({ ceiling: { connectors: [optIn.identity.connectorId], classes: ['read'], named: [] } }, optIn), false)
    assert.equal(isInCeiling({ ceiling: { connectors: [], classes: [], named: [optIn.identity] } }, optIn), true)
    assert.equal(isInCeiling({ ceiling: [optIn.identity] }, optIn), true)
    assert.equal(isInCeiling({ ceiling: { all: [{ of: 'a', set: [optIn.identity] }, { of: 'b', set: 'everything' }] } }, optIn), false)
  })

  test('an intersection says whose list leaves a tool out', () => {
    const role = { name: 'Reader', ceiling: { all: [{ of: 'your choice', set: 'everything' as const }, { of: 'what coworkers may have', set: [] }] } }
    assert.equal(ceilingProblem(role, tool('files', 'read')), 'The role “Reader” does not include this tool: it is not in what coworkers may have.')
  })

  test('no role that is narrowed to reads has anything else, and where nobody is there only what is ours', () => {
    for (const role of BUILT_IN_ROLES) {
      const narrow = narrowToReads({ ...role, ceiling: 'everything' })
      for (const toolClass of ['write', 'destructive'] as const) assert.equal(isInCeiling(narrow, tool('files', toolClass)), false)
      assert.equal(isInCeiling(narrow, tool('mcp-mail', 'read')), role.kind === 'person')
      assert.equal(isInCeiling(narrowToReads({ ...role, ceiling: [] }), tool('files', 'read')), false)
    }
  })
})
