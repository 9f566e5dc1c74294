import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import type { ChatRow, TurnNode } from '../../shared/run-record.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import { createRowsStores } from '../../renderer/rows-store.ts'
import { watchedClient } from './watched-client.ts'

type Chat = ReturnType<typeof ChatRow.parse>
const chat = (id: number, title = `chat ${id}`): Chat => ({
  chatId: `chat_${id}`, title, named: false, pinned: false, archived: false, createdAt: 1, updatedAt: 1, draft: '', leafTurnId: null, status: null, tainted: false, openQuestions: 0,
})
const settled = () => new Promise<void>((resolve) => { queueMicrotask(resolve) })
const nothing = () => undefined

test('a list loads until its snapshot, then follows what changes, comes and goes', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  store.subscribe(nothing)
  assert.deepEqual(store.read(), { status: 'loading' })

  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(1), chat(2)] })
  core.send('chats.watch', { kind: 'changed', version: 2, row: chat(1, 'renamed') })
  core.send('chats.watch', { kind: 'changed', version: 3, row: chat(3) })
  core.send('chats.watch', { kind: 'removed', version: 4, id: 'chat_2' })
  assert.deepEqual(store.read(), { status: 'ready', rows: [chat(1, 'renamed'), chat(3)] })
})

test('a fresh snapshot after a reconnect replaces everything', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  store.subscribe(nothing)
  core.send('chats.watch', { kind: 'snapshot', version: 9, rows: [chat(1), chat(2)] })
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(2)] })
  assert.deepEqual(store.read(), { status: 'ready', rows: [chat(2)] })
})

test('a row before the snapshot doesn’t pass for the whole list', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  store.subscribe(nothing)
  core.send('chats.watch', { kind: 'changed', version: 1, row: chat(1) })
  assert.deepEqual(store.read(), { status: 'loading' })
})

test('what is read stays the same object until something changed', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  store.subscribe(nothing)
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(1)] })
  assert.equal(store.read(), store.read())
})

test('however many read the same, there is one watch, and it ends with the last of them', async () => {
  const core = watchedClient()
  const stores = createRowsStores(core.client)
  const store = stores.of('chat.watch', { chatId: 'chat_1' })
  assert.equal(stores.of('chat.watch', { chatId: 'chat_1' }), store)
  const leaveFirst = store.subscribe(nothing)
  const leaveSecond = store.subscribe(nothing)
  assert.equal(core.opened(), 1)
  leaveFirst()
  await settled()
  assert.equal(core.open(), 1)
  leaveSecond()
  await settled()
  assert.equal(core.open(), 0)
})

test('another input is another watch', () => {
  const core = watchedClient()
  const stores = createRowsStores(core.client)
  stores.of('chat.watch', { chatId: 'chat_1' }).subscribe(nothing)
  stores.of('chat.watch', { chatId: 'chat_2' }).subscribe(nothing)
  assert.equal(core.open(), 2)
})

test('a page that takes over from another keeps the watch open', async () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  const leave = store.subscribe(nothing)
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(1)] })
  leave()
  store.subscribe(nothing)
  await settled()
  assert.equal(core.opened(), 1)
  assert.deepEqual(store.read(), { status: 'ready', rows: [chat(1)] })
})

test('after its end a list starts over with a new watch', async () => {
  const core = watchedClient()
  const stores = createRowsStores(core.client)
  const leave = stores.of('chats.watch', {}).subscribe(nothing)
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(1)] })
  leave()
  await settled()
  const again = stores.of('chats.watch', {})
  again.subscribe(nothing)
  assert.deepEqual(again.read(), { status: 'loading' })
  assert.equal(core.opened(), 2)
})

test('a watch that fails before its snapshot is told; afterwards the rows stay', () => {
  const core = watchedClient()
  const stores = createRowsStores(core.client)
  const chats = stores.of('chats.watch', {})
  chats.subscribe(nothing)
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [chat(1)] })
  const settings = stores.of('settings.watch', {})
  settings.subscribe(nothing)
  core.fail({ code: 'store.corrupt', message: 'The store is damaged.', kept: 'A copy.' })

  assert.deepEqual(chats.read(), { status: 'ready', rows: [chat(1)] })
  const state = settings.read()
  assert.equal(state.status, 'failed')
  assert.equal(state.status === 'failed' && state.error.message, 'The store is damaged.')
  assert.equal(state.status === 'failed' && state.error.kept, 'A copy.')
})

test('settings are one row, whatever they change to', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('settings.watch', {})
  store.subscribe(nothing)
  core.send('settings.watch', { kind: 'snapshot', version: 1, rows: [DEFAULT_SETTINGS] })
  core.send('settings.watch', { kind: 'changed', version: 2, row: { ...DEFAULT_SETTINGS, theme: 'dark' } })
  assert.deepEqual(store.read(), { status: 'ready', rows: [{ ...DEFAULT_SETTINGS, theme: 'dark' }] })
})

test('every subscriber hears of a change, also when one of them leaves while being told', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chats.watch', {})
  const heard: string[] = []
  const leave = store.subscribe(() => { heard.push('first'); leave() })
  store.subscribe(() => { heard.push('second') })
  core.send('chats.watch', { kind: 'snapshot', version: 1, rows: [] })
  assert.deepEqual(heard, ['first', 'second'])
})

const node = (id: number): ReturnType<typeof TurnNode.parse> => ({
  turnId: `turn_${id}`, chatId: 'chat_1', parentTurnId: null, startedAt: id, endedAt: null, status: 'running', tainted: false, model: 'm', steps: 0, calls: 0, preview: '', usage: NO_USAGE,
})

test('of a long list the first part is shown at once and the others together; what changed meanwhile stays changed', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chat.watch', { chatId: 'chat_1' })
  store.subscribe(nothing)
  const changed = { ...node(3), preview: 'newer' }
  core.send('chat.watch', { kind: 'first', version: 1, rows: [node(4)] })
  assert.deepEqual(store.read(), { status: 'ready', rows: [node(4)] })
  core.send('chat.watch', { kind: 'changed', version: 2, row: changed })
  core.send('chat.watch', { kind: 'more', version: 3, rows: [node(4), node(3)], isLast: false })
  assert.deepEqual(store.read(), { status: 'ready', rows: [node(4), changed] })
  core.send('chat.watch', { kind: 'more', version: 4, rows: [node(2)], isLast: true })
  assert.deepEqual(store.read(), { status: 'ready', rows: [node(4), changed, node(2)] })
})

test('a long list that comes anew after a reconnect takes the place of the old one only when it is whole', () => {
  const core = watchedClient()
  const store = createRowsStores(core.client).of('chat.watch', { chatId: 'chat_1' })
  store.subscribe(nothing)
  core.send('chat.watch', { kind: 'snapshot', version: 1, rows: [node(1), node(2)] })
  core.send('chat.watch', { kind: 'first', version: 1, rows: [node(2)] })
  core.send('chat.watch', { kind: 'more', version: 2, rows: [node(1)], isLast: false })
  assert.deepEqual(store.read(), { status: 'ready', rows: [node(1), node(2)] })
  core.send('chat.watch', { kind: 'more', version: 3, rows: [node(0)], isLast: true })
  assert.deepEqual(store.read(), { status: 'ready', rows: [node(2), node(1), node(0)] })
})
