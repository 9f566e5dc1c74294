import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { connectCoreSocket } from '../../renderer/core-socket.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import { ChatId } from '../../shared/ids.ts'
import { failureOf } from '../rpc/contract-suite.ts'
import { fakeHandlers } from '../rpc/fake-handlers.ts'
import { happening, type Happening } from '../rpc/happening.ts'
import { openNodePage, type NodePage } from './node-page.ts'
import { coreOf, findFreePort, startShell } from './start-shell.ts'

const PIN = { chatId: ChatId.parse('chat_1'), pinned: true }
const createCore = async () => coreOf(fakeHandlers({ calls: { 'chat.pin': async () => ({}) } }))

function openWindow(context: TestContext, page: NodePage): { readonly client: ConnectedClient; readonly states: Happening<string> } {
  const client = createCoreClient(connectCoreSocket(page.page))
  context.after(() => client.close())
  const states = happening<string>()
  client.connection.subscribe(() => states.take(client.connection.read()))
  return { client, states }
}

test('the token in the address is used once and taken out of it at once', async (context) => {
  const { url } = await startShell(context, { createCore })
  const page = openNodePage(url)
  const { client } = openWindow(context, page)
  assert.equal(page.hash(), '')
  assert.deepEqual(await client.call('chat.pin', PIN), {})
  assert.equal(page.exchanges(), 1)
})

test('an address that says something else stays as it is', async (context) => {
  const { port } = await startShell(context)
  const page = openNodePage(`http://127.0.0.1:${port}/#/settings/token=x`)
  openWindow(context, page)
  assert.equal(page.hash(), '#/settings/token=x')
})

test('a window without a key is told so, and told once', async (context) => {
  const { port } = await startShell(context, { createCore })
  const page = openNodePage(`http://127.0.0.1:${port}/`)
  const { client, states } = openWindow(context, page)
  const refused = await failureOf(client.call('chat.pin', PIN))
  assert.deepEqual([refused.code, refused.message, refused.advice], ['rpc.unauthorized', 'This window’s key is no longer valid.', 'Start Gatehouse again: it opens a new window.'])
  assert.deepEqual(states.taken, ['refused'])
  page.comeOnline()
  assert.equal(page.attempts(), 1)
})

test('a used token is no harm to a browser that has a session', async (context) => {
  const { url } = await startShell(context, { createCore })
  const page = openNodePage(url)
  const { client } = openWindow(context, page)
  await client.call('chat.pin', PIN)
  client.close()
  page.goTo(new URL(url).hash)
  assert.deepEqual(await openWindow(context, page).client.call('chat.pin', PIN), {})
  assert.equal(page.exchanges(), 2)
})

test('a new token that arrives in the address of a refused window lets it in', async (context) => {
  const { port, url } = await startShell(context, { createCore })
  const page = openNodePage(`http://127.0.0.1:${port}/`)
  const { client, states } = openWindow(context, page)
  await states.until((taken) => taken.includes('refused'))
  page.goTo(new URL(url).hash)
  assert.equal(page.hash(), '')
  await states.until((taken) => taken.at(-1) === 'connected')
  assert.deepEqual(await client.call('chat.pin', PIN), {})
})

test('a window comes back by itself after a restart on the same data', async (context) => {
  const first = await startShell(context, { createCore })
  const { client, states } = openWindow(context, openNodePage(first.url))
  await client.call('chat.pin', PIN)
  await first.close()
  await states.until((taken) => taken.at(-1) === 'reconnecting')
  await startShell(context, { createCore, dataDirectory: first.dataDirectory, setPort: undefined })
  await states.until((taken) => taken.at(-1) === 'connected')
  assert.deepEqual(await client.call('chat.pin', PIN), {})
})

test('nobody there is no refusal: it goes on trying, and keeps the token for when there is', async (context) => {
  const shell = await startShell(context, { createCore })
  const page = openNodePage(shell.url)
  const { fetch } = page.page
  let isDown = true
  const { client, states } = openWindow(context, { ...page, page: { ...page.page, fetch: async (path, init) => {
    if (isDown) throw new TypeError('nobody there')
    return fetch(path, init)
  } } })
  assert.equal((await failureOf(client.call('chat.pin', PIN))).kept, 'Nothing was sent.')
  await states.until((taken) => taken.includes('reconnecting'))
  isDown = false
  page.comeOnline()
  await states.until((taken) => taken.at(-1) === 'connected')
  assert.equal(page.exchanges(), 1)
})

test('while waiting, coming online or into sight tries at once', async (context) => {
  const port = await findFreePort()
  const page = openNodePage(`http://127.0.0.1:${port}/`)
  const waiting = happening<undefined>()
  const end = connectCoreSocket(page.page)({ opened: () => assert.fail('somebody answered'), retrying: () => waiting.take(undefined), refused: () => assert.fail('somebody refused') })
  context.after(end)
  // The waits grow past what a test may last: without the events these would not follow each other.
  for (let count = 1; count <= 20; count += 1) {
    await waiting.until(({ length }) => length >= count)
    if (count % 2 === 0) page.comeOnline()
    else page.comeIntoSight()
  }
  assert.ok(page.attempts() >= 20)
})

test('more than the shell would take is refused before it is sent, and the connection stays', async (context) => {
  const { url } = await startShell(context, { createCore })
  const { client } = openWindow(context, openNodePage(url))
  await client.call('chat.pin', PIN)
  const message = Array.from({ length: 6 }, () => ({ origin: 'typed' as const, text: 'x'.repeat(2_000_000), vouched: true }))
  const error = await failureOf(client.call('turn.start', { chatId: PIN.chatId, parentTurnId: null, message }))
  assert.deepEqual([error.code, error.kept], ['input.invalid', 'Nothing was sent.'])
  assert.deepEqual(await client.call('chat.pin', PIN), {})
})

test('a closed window leaves nothing behind that tries again', async (context) => {
  const shell = await startShell(context, { createCore })
  const page = openNodePage(shell.url)
  const { client } = openWindow(context, page)
  await client.call('chat.pin', PIN)
  client.close()
  await shell.close()
  page.comeOnline()
  page.goTo(`#token=${'A'.repeat(43)}`)
  assert.equal(page.attempts(), 1)
  assert.equal(page.exchanges(), 1)
})
