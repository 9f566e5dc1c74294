import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '../../electron/core/tools/define-tool.ts'
import { calls } from '../core/scripted-core.ts'
import { startCustom } from './custom-core.ts'

const ran: string[] = []
const shy = defineTool({
  name: 'shy', description: 'A read that sometimes asks.', class: 'read', input: z.object({ name: z.string() }), requiresApproval: ({ name }) => name.startsWith('risky'),
  run: (_context, { name }) => { ran.push(name); return Promise.resolve(name) },
})

describe('a read that asks while another question is open', () => {
  test('waits behind it, is listed as following, and asks when it was answered', async () => {
    ran.length = 0
    const core = await startCustom([calls(['probe__wipe', { name: 'a' }], ['extra__shy', { name: 'risky one' }], ['extra__shy', { name: 'plain' }], ['extra__shy', { name: 'risky two' }])], { tools: [shy] })
    const turn = await core.say(await core.newChat(), 'go')
    const first = await core.question(turn)
    assert.deepEqual((await core.rest(turn)).parked, first.callId)
    assert.deepEqual(first.following.map(({ title }) => title), ['shy', 'shy'])
    assert.deepEqual(ran, ['plain'], 'a read that need not ask runs meanwhile')
    await core.answer(first, 'approve')
    const second = await core.question(turn)
    assert.equal(second.title, 'shy')
    await core.answer(second, 'approve')
    const third = await core.question(turn)
    await core.answer(third, 'reject')
    const state = await core.ended(turn)
    assert.equal(state.ended?.outcome, 'completed')
    assert.deepEqual(ran, ['plain', 'risky one'])
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.cause : call.status), ['ran', 'ran', 'ran', 'rejected'])
    await core.close()
  })

  test('is rejected with the others when the person rejects all that follow', async () => {
    ran.length = 0
    const core = await startCustom([calls(['probe__wipe', { name: 'a' }], ['extra__shy', { name: 'risky' }])], { tools: [shy] })
    const turn = await core.say(await core.newChat(), 'go')
    await core.answer(await core.question(turn), 'reject-following')
    const state = await core.ended(turn)
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' ? call.ended.cause : call.status), ['rejected', 'rejected'])
    assert.deepEqual(ran, [])
    await core.close()
  })
})
