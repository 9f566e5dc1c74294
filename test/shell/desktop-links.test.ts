import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from '../../shared/contract.ts'
import { happening } from '../rpc/happening.ts'
import type { DesktopPage } from '../fakes/desktop.ts'
import { startDesktop } from './desktop-fixture.ts'

/* What comes from outside the window leads to a place, and does nothing there. */

const movedTo = (page: DesktopPage): Promise<string> => new Promise((resolve) => {
  const { location } = page
  let { hash } = location
  Object.defineProperty(location, 'hash', { get: () => hash, set: (value: string) => { hash = value; resolve(value) } })
})

test('a second start hands its links to the first, and ends without a core or a window', async (context) => {
  const desktop = await startDesktop(context, {
    args: ['--original-process-start-time=1', 'gatehouse://inbox', '/home/ann/notes.mcpb', 'other.txt'],
    prepare: ({ fake }) => { fake.isSecond = true },
    createCore: () => assert.fail('a second core was made'),
  })
  assert.deepEqual(desktop.electron.fake.exits, [0])
  assert.deepEqual(desktop.electron.fake.handedToFirst, { links: ['gatehouse://inbox'], bundles: ['/home/ann/notes.mcpb'] })
  assert.deepEqual(desktop.electron.fake.windows, [])
})

test('the first comes forward for whatever a second start hands over, and follows what it understands', async (context) => {
  const desktop = await startDesktop(context)
  const { page, client } = await desktop.openPage()
  await client.call('app.info', {})
  const window = desktop.window()
  for (const garbage of [undefined, null, 'gatehouse://inbox', { links: 'x' }, { links: ['x'.repeat(30_000)], bundles: [] }, { links: Array(50).fill('gatehouse://inbox'), bundles: [] }]) {
    window.hide()
    desktop.electron.app.emit('second-instance', {}, [], '/', garbage)
    assert.equal(window.state.visible, true)
  }
  assert.equal(page.location.hash, '')
  const moved = movedTo(page)
  desktop.electron.app.emit('second-instance', {}, [], '/', { links: ['gatehouse://inbox'], bundles: [] })
  assert.equal(await moved, '#/inbox')
})

test('a link’s text waits in a new chat, where it counts as not typed; nothing is sent', async (context) => {
  const desktop = await startDesktop(context)
  const { page, client } = await desktop.openPage()
  const moved = movedTo(page)
  const event = new desktop.electron.FakeEvent()
  desktop.electron.app.emit('open-url', event, 'gatehouse://new?text=Delete%20all%20my%20mail')
  const hash = await moved
  const chats = happening<Item<'chats.watch'>>()
  client.watch('chats.watch', {}, chats.take)
  const [first] = await chats.until(({ length }) => length > 0)
  const rows = first?.kind === 'snapshot' ? first.rows : []
  assert.equal(event.defaultPrevented, true)
  assert.deepEqual(rows.map(({ chatId, draft, leafTurnId }) => [`#/chat/${chatId}`, draft, leafTurnId]), [[hash, 'Delete all my mail', null]])
})

test('a link that was there before the window is followed when the page has come', async (context) => {
  const desktop = await startDesktop(context, { args: ['gatehouse://connectors'] })
  const { page } = await desktop.openPage()
  assert.equal(await movedTo(page), '#/connectors')
})

test('a link that asks for more than a place is said and ignored', async (context) => {
  const desktop = await startDesktop(context)
  const { client } = await desktop.openPage()
  const wishes = ['gatehouse://new?text=x&send=1', 'gatehouse://connect?command=sh', 'gatehouse://approve/call_1', 'gatehouse://chat/../inbox', 'gatehouse:inbox?x', 'gatehouse://chat/chat_1?send']
  for (const wish of wishes) desktop.electron.app.emit('open-url', new desktop.electron.FakeEvent(), wish)
  assert.equal(desktop.electron.fake.boxes.length, wishes.length)
  assert.match(desktop.electron.fake.boxes[0]?.detail ?? '', /Nothing was done/)
  const chats = happening<Item<'chats.watch'>>()
  client.watch('chats.watch', {}, chats.take)
  assert.deepEqual((await chats.until(({ length }) => length > 0)).flatMap((item) => (item.kind === 'snapshot' ? item.rows : [])), [])
})

test('a connector bundle that is opened leads to the connectors, and starts nothing', async (context) => {
  const desktop = await startDesktop(context)
  const { page, client } = await desktop.openPage()
  await client.call('app.info', {})
  const moved = movedTo(page)
  const event = new desktop.electron.FakeEvent()
  desktop.electron.app.emit('open-file', event, '/home/ann/notes\u202Egnp.mcpb')
  assert.equal(await moved, '#/connectors')
  assert.match(desktop.electron.fake.boxes[0]?.detail ?? '', /Nothing was installed or started[\s\S]*⟨U\+202E⟩/)
})

test('the system is told of the link scheme by a packaged build only', async (context) => {
  const packaged = await startDesktop(context)
  assert.ok(packaged.electron.fake.order.includes('setAsDefaultProtocolClient gatehouse'))
  const development = await startDesktop(context, { prepare: ({ fake }) => { fake.isPackaged = false } })
  assert.equal(development.electron.fake.order.includes('setAsDefaultProtocolClient gatehouse'), false)
})

test('a notification comes while the window is behind, in plain text, and a click leads to the chat', async (context) => {
  const { run, electron } = await startDesktop(context)
  const { createNotify } = await run.updates()
  let isInFront = true
  const opened: string[] = []
  const notify = createNotify(() => ({ isInFront: () => isInFront, goTo: (hash) => { opened.push(hash) } }), () => undefined)
  const question = { title: 'Gatehouse asks', text: 'mcp-mail: <b>send</b>\n\u202Eit', chatId: 'chat_1' }
  notify(question)
  assert.equal(electron.fake.notifications.length, 0)
  isInFront = false
  notify(question)
  notify({ ...question, text: 'again' })
  assert.deepEqual(electron.fake.notifications.map(({ options, isShown }) => [options.body, isShown]), [['mcp-mail: ‹b›send‹/b› ⟨U+202E⟩it', false], ['again', true]])
  electron.fake.notifications[1]?.emit('click')
  assert.deepEqual(opened, ['#/chat/chat_1'])
})
