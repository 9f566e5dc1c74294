import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatId } from '../../shared/ids.ts'
import { groupChats, linesOf } from '../../renderer/features/chats/group-chats.ts'
import { neighbourOf, nextChat } from '../../renderer/features/chats/list-keys.ts'

interface Row { readonly chatId: ChatId; readonly pinned: boolean; readonly archived: boolean; readonly updatedAt: number }
const row = (chatId: ChatId, updatedAt: Date, more: Partial<Row> = {}): Row => ({ chatId, pinned: false, archived: false, updatedAt: updatedAt.getTime(), ...more })
const now = new Date(2026, 10, 30, 9, 30)
const groupsOf = (rows: readonly Row[]) => groupChats(rows, now.getTime()).map((group) => [group.id, group.rows.map((each) => each.chatId)])

test('chats are grouped by the person’s own days, newest first', () => {
  assert.deepEqual(groupsOf([
    row('chat_old', new Date(2026, 10, 23, 23, 59)),
    row('chat_week', new Date(2026, 10, 24, 0, 0)),
    row('chat_yesterday', new Date(2026, 10, 29, 23, 59)),
    row('chat_early', new Date(2026, 10, 30, 0, 0)),
    row('chat_late', new Date(2026, 10, 30, 9, 29)),
  ]), [['today', ['chat_late', 'chat_early']], ['yesterday', ['chat_yesterday']], ['week', ['chat_week']], ['older', ['chat_old']]])
})

test('a pinned chat stands on top whatever its age, an archived one at the end whether pinned or not', () => {
  assert.deepEqual(groupsOf([
    row('chat_a', new Date(2020, 0, 1), { pinned: true }),
    row('chat_b', now, { archived: true, pinned: true }),
    row('chat_c', now),
  ]), [['pinned', ['chat_a']], ['today', ['chat_c']], ['archived', ['chat_b']]])
})

test('the archive’s heading is there while it is closed, its chats aren’t', () => {
  const groups = groupChats([row('chat_a', now), row('chat_b', now, { archived: true })], now.getTime())
  const kinds = (open: boolean) => linesOf(groups, open).map((line) => (line.kind === 'heading' ? `${line.id} ${line.count}` : line.row.chatId))
  assert.deepEqual(kinds(false), ['today 1', 'chat_a', 'archived 1'])
  assert.deepEqual(kinds(true), ['today 1', 'chat_a', 'archived 1', 'chat_b'])
})

test('keys move within the list and stop at its ends', () => {
  const rows = [row('chat_a', now), row('chat_b', now), row('chat_c', now)]
  const from = (chatId: ChatId, key: string) => nextChat(rows, chatId, key)?.chatId ?? null
  assert.equal(from('chat_b', 'ArrowDown'), 'chat_c')
  assert.equal(from('chat_b', 'ArrowUp'), 'chat_a')
  assert.equal(from('chat_c', 'ArrowDown'), null)
  assert.equal(from('chat_a', 'ArrowUp'), null)
  assert.equal(from('chat_c', 'Home'), 'chat_a')
  assert.equal(from('chat_a', 'End'), 'chat_c')
  assert.equal(from('chat_a', 'x'), null)
})

test('when a line goes the focus goes to the next, at the end to the one before', () => {
  const rows = [row('chat_a', now), row('chat_b', now)]
  assert.equal(neighbourOf(rows, 'chat_a')?.chatId, 'chat_b')
  assert.equal(neighbourOf(rows, 'chat_b')?.chatId, 'chat_a')
  assert.equal(neighbourOf(rows.slice(0, 1), 'chat_a'), null)
})
