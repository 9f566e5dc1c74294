import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createCore } from '../../electron/core/core.ts'
import { calls } from '../core/scripted-core.ts'
import { startCore } from '../core/live-core.ts'
import { startRoleCore, unattended } from '../roles/role-core.ts'
import { fakeHost } from '../shell/fake-host.ts'
import { newPlace } from '../store/store-place.ts'
import type { TurnState } from '../../shared/turn-state.ts'

const environment = (switches: Readonly<Record<string, string>>) => ({ host: { environment: switches } })
const reasons = (state: TurnState) => [...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : call.status))
const policyFile = (value: unknown): string => {
  const path = join(newPlace(), 'policy.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

describe('a capability that the owner of the machine switched off', () => {
  test('is never registered: the web, and destructive tools of every connector', async () => {
    const role = unattended(['look'])
    const core = await startRoleCore([calls(['probe__wipe', { name: 'x' }], ['web__fetch_page', { url: 'https://a.example' }], ['probe__browse', { address: 'https://a.example' }])], [role], environment({ GATEHOUSE_ALLOW_WEB: '0', GATEHOUSE_ALLOW_DESTRUCTIVE: 'false' }))
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual(reasons(state), ['switched-off', 'unknown-tool', 'matrix'])
    const told = core.script.requests[0]?.tools.map(({ name }) => name) ?? []
    assert.ok(told.includes('probe__change') && !told.some((name) => /wipe|unclassed|hasty|delete|forget|move|^web/.test(name)), told.join(' '))
    const [wiped, , browsed] = [...state.calls.values()].map((call) => (call.status === 'done' ? JSON.stringify(call.ended.body?.content) : ''))
    assert.match(wiped ?? '', /Switched off for this machine by ALLOW_DESTRUCTIVE/)
    assert.match(browsed ?? '', /The web is switched off for this machine/)
    assert.deepEqual(core.probe.log.filter((entry) => entry.includes('x')), [])
    await core.close()
  })

  test('has no role: nothing unattended is found, listed or gone on with', async () => {
    const role = unattended(['look'])
    const core = await startRoleCore([calls(['probe__look', { name: 'a' }])], [role], environment({ GATEHOUSE_ALLOW_UNATTENDED: '0' }))
    const item = await core.until('roles.watch', {}, ({ kind }) => kind === 'snapshot')
    assert.deepEqual(item.kind === 'snapshot' ? item.rows.map(({ role: { id } }) => id) : [], ['person-chat'])
    assert.deepEqual([reasons(await core.runIn(role)), core.probe.log, core.script.requests[0]?.tools], [['unfit'], [], []])
    await core.close()
  })

  test('is kept by the policy file from every role, tool by tool', async () => {
    const core = await startCore(environment({ GATEHOUSE_POLICY: policyFile({ BUILT_IN_TOOLS: ['tasks list_tasks', 'files read'] }) }))
    const known = await core.call('tool.explain', { chatId: null })
    assert.deepEqual(known.map(({ connectorId, tool }) => `${connectorId} ${tool}`), ['tasks list_tasks', 'files read'])
    const { rows, file } = await core.call('operator.list', {})
    assert.deepEqual([rows.find(({ name }) => name === 'BUILT_IN_TOOLS')?.value, file?.endsWith('policy.json')], ['tasks list_tasks, files read', true])
    await core.close()
  })
})

test('where every call asks, a read asks as well, and whoever can’t ask has no tools', async () => {
  const role = unattended(['look'])
  const core = await startRoleCore([calls(['probe__look', { name: 'a' }])], [role], environment({ GATEHOUSE_APPROVE_ALWAYS: '1' }))
  const turn = await core.say(await core.newChat(), 'go')
  const question = await core.question(turn)
  assert.deepEqual(question.choices.map(({ kind }) => kind), ['approve', 'edit', 'reject'])
  await core.answer(question, 'approve')
  await core.ended(turn)
  assert.deepEqual(core.probe.log, ['start a', 'end a'])
  assert.deepEqual([reasons(await core.runIn(role)), core.script.requests.at(-1)?.tools], [['unknown-tool'], []])
  await core.close()
})

test('no more is kept of a run than the machine allows, whatever the person chose', async () => {
  const core = await startCore({ ...environment({ GATEHOUSE_MAX_CAPTURE: 'metadata' }), settings: { capture: 'full' } })
  const state = await core.ended(await core.say(await core.newChat(), 'hello'))
  assert.equal(state.started?.capture, 'metadata')
  await core.close()
})

test('a server whose command isn’t allowed is not started, and says why', async () => {
  const core = await startCore(environment({ GATEHOUSE_CONNECTOR_COMMANDS: 'npx, /opt/tools/server' }))
  await core.call('connector.add', { label: 'Notes', reach: { kind: 'command', command: process.execPath, args: ['-e', ''], cwd: null }, values: [] })
  const item = await core.until('connectors.watch', {}, (candidate) => candidate.kind === 'changed' && candidate.row.state === 'failed')
  assert.match(item.kind === 'changed' ? item.row.detail ?? '' : '', /this machine doesn’t allow the command .*CONNECTOR_COMMANDS/)
  await core.close()
})

test('a bad value keeps Gatehouse from starting, before anything is opened', async () => {
  const dataDirectory = join(newPlace(), 'data')
  const start = (switches: Readonly<Record<string, string>>) => createCore({ ...fakeHost(dataDirectory), environment: switches })
  await assert.rejects(start({ GATEHOUSE_ALLOW_WEB: 'maybe' }), { code: 'operator.invalid' })
  await assert.rejects(start({ GATEHOUSE_POLICY: '/nowhere/policy.json' }), { code: 'operator.invalid' })
  await assert.rejects(start({ GATEHOUSE_POLICY: policyFile({ BUILT_IN_TOOLS: ['files shred'] }) }), { code: 'operator.invalid' })
})
