import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatId } from '../../shared/ids.ts'
import { unusedChat } from '../../renderer/features/chats/unused-chat.ts'

const unused = { leafTurnId: null, draft: '', named: false, pinned: false, archived: false }
const chat = (chatId: ChatId, createdAt: number) => ({ ...unused, chatId, createdAt })

test('a new chat goes on to the newest chat in which nothing was said', () => {
  assert.equal(unusedChat([chat('chat_a', 1), chat('chat_c', 3), chat('chat_b', 2)])?.chatId, 'chat_c')
})

test('a chat that anything was done to is not a new one', () => {
  const touched = [{ leafTurnId: 'turn_1' as const }, { draft: 'a' }, { named: true }, { pinned: true }, { archived: true }]
  assert.equal(unusedChat(touched.map((touch, index) => ({ ...chat(`chat_${index}`, index), ...touch }))), null)
})
