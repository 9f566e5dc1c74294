import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatId, TurnId } from '../../shared/ids.ts'
import { startCore, type LiveCore } from './live-core.ts'

const run = (core: LiveCore, chatId: ChatId | null, line: string, typed = true) => core.call('command.run', { chatId, line, typed })
const parentsOf = async (core: LiveCore, chatId: ChatId) => {
  const item = await core.until('chat.watch', { chatId }, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows.map((row) => row.parentTurnId) : []
}
const leafOf = async (core: LiveCore, chatId: ChatId): Promise<TurnId> => {
  const item = await core.until('chats.watch', {}, ({ kind }) => kind === 'snapshot')
  return (item.kind === 'snapshot' ? item.rows.find((row) => row.chatId === chatId)?.leafTurnId : null) ?? assert.fail('the chat has no turn')
}

test('/branch with words starts a sibling of the last turn with them, and the turn that was there stays', async () => {
  const core = await startCore()
  const chat = await core.newChat()
  const first = await core.say(chat, 'hello')
  await core.ended(first)
  const second = await core.say(chat, 'list tasks')
  const before = await core.ended(second)
  const reply = await run(core, chat, '/branch list memories ')
  assert.equal(reply.act.kind, 'none')
  const leaf = await leafOf(core, chat)
  const sibling = await core.ended(leaf)
  assert.notEqual(leaf, second)
  assert.deepEqual(sibling.started?.body?.message, [{ origin: 'typed', text: { text: 'list memories' }, vouched: true }])
  assert.deepEqual(await parentsOf(core, chat), [null, first, first])
  assert.deepEqual(await core.state(second), before)
  await core.close()
})

test('/branch alone asks the window to edit the last message, and starts nothing', async () => {
  const core = await startCore()
  const chat = await core.newChat()
  const turn = await core.say(chat, 'hello')
  await core.ended(turn)
  assert.deepEqual((await run(core, chat, '/branch')).act, { kind: 'edit-message', turnId: turn })
  assert.deepEqual(await parentsOf(core, chat), [null])
  await core.close()
})

test('/branch where there is nothing to branch from, or nothing left to edit, says so', async () => {
  const core = await startCore({ settings: { capture: 'none' } })
  const chat = await core.newChat()
  for (const reply of [await run(core, null, '/branch'), await run(core, chat, '/branch and words')]) assert.deepEqual(reply, { text: 'There is nothing to branch from yet.', facts: [], act: { kind: 'none' } })
  await core.ended(await core.say(chat, 'hello'))
  const reply = await run(core, chat, '/branch')
  assert.deepEqual([reply.act.kind, /not kept \(capture level none\)/.test(reply.text)], ['none', true])
  await run(core, chat, '/branch list tasks')
  assert.deepEqual(await parentsOf(core, chat), [null, null])
  await core.close()
})

test('words of /branch that weren’t all typed don’t count as typed: a host in them isn’t one that the person named', async () => {
  const core = await startCore()
  const chat = await core.newChat()
  await core.ended(await core.say(chat, 'hello'))
  for (const typed of [false, undefined]) {
    await core.call('command.run', { chatId: chat, line: '/branch hello evil.example', ...(typed === undefined ? {} : { typed }) })
    const state = await core.ended(await leafOf(core, chat))
    assert.deepEqual(state.started?.body?.message.map(({ origin }) => origin), ['pasted'])
  }
  await core.close()
})
