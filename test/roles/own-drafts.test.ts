import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GOAL_AGENT, OWN_WRITES } from '../../electron/core/roles/built-in-roles.ts'
import { DEFAULT_LIMITS, type Role } from '../../shared/role.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { calls } from '../core/scripted-core.ts'
import { startRoleCore } from './role-core.ts'

const reasons = (state: TurnState) => [...state.calls.values()].map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : call.status))
/** Nobody knows what a scripted model costs, so it has no money of its own. */
const keeper = (change: Partial<Role> = {}): Role => ({ ...GOAL_AGENT, id: 'test:keeper', name: 'Note keeper', limits: DEFAULT_LIMITS, ...change })

describe('a role with drafts of its own', () => {
  test('writes and adds to notes there by the person’s word, marked, and to no other note', async () => {
    const role = keeper()
    const core = await startRoleCore([
      calls(['notes__write_note', { title: 'found', text: 'a' }]),
      calls(['notes__append_note', { id: 2, text: 'b' }], ['notes__append_note', { id: 1, text: 'c' }], ['notes__write_note', { id: 1, title: 'x', text: '' }], ['notes__write_note', { title: 'x', text: '', folder: 'elsewhere' }], ['notes__append_note', { id: 9, text: 'd' }]),
    ], [role], { on: ['notes'] })
    await core.call('note.add', { title: 'the person’s', text: 'mine', folder: '' })
    const state = await core.runIn(role)
    assert.deepEqual(reasons(state), ['standing-word', 'standing-word', 'no-approval-channel', 'no-approval-channel', 'no-approval-channel', 'no-approval-channel'])
    const { rows } = await core.call('note.list', { query: '', show: 'all', offset: 0, limit: 10 })
    assert.deepEqual(rows.map(({ excerpt, folder, role: by, taint }) => [excerpt, folder, by, taint.map(({ label }) => label)]), [
      ['a\n\nb', 'goals', 'test:keeper', ['a draft of the role “test:keeper”']], ['mine', '', null, []],
    ])
    await core.close()
  })

  test('can write no drafts where it has no folder, whatever tools it was given', async () => {
    const role = keeper({ drafts: { folder: null, tools: [...OWN_WRITES] } })
    const core = await startRoleCore([calls(['notes__write_note', { title: 'x', text: '' }])], [role], { on: ['notes'] })
    assert.deepEqual(reasons(await core.runIn(role)), ['no-approval-channel'])
    await core.close()
  })

  test('never changes what the person approved, not even in its own drafts, and deletes nothing', async () => {
    const role = keeper()
    const core = await startRoleCore([calls(['notes__append_note', { id: 1, text: 'more' }], ['notes__delete_note', { id: 1 }])], [role], { on: ['notes'] })
    const { id } = await core.call('note.add', { title: 'guide', text: 'brief', folder: 'goals' })
    const { row } = await core.call('note.read', { id })
    await core.call('note.approve', { id, seen: row.updatedAt })
    const state = await core.runIn(role)
    assert.deepEqual(reasons(state), ['standing-word', 'unknown-tool'])
    assert.equal((await core.call('note.read', { id })).text, 'brief')
    assert.equal(core.script.requests[0]?.tools.some(({ name }) => name === 'notes__delete_note'), false)
    await core.close()
  })
})
