import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from '../../shared/contract.ts'
import type { ConnectionListener } from '../../shared/connection.ts'
import { createCoreClient } from '../../shared/core-client.ts'
import type { WireError } from '../../shared/errors.ts'
import { ChatId, Digest } from '../../shared/ids.ts'
import { linkTransports } from '../../shared/memory-transport.ts'
import { ClientFrame, type CoreFrame, type Transport } from '../../shared/rpc.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { failureOf } from './contract-suite.ts'
import { TURN } from './fake-handlers.ts'
import { happening } from './happening.ts'

const DIGEST = Digest.parse('0'.repeat(64))
const REFUSAL: WireError = { code: 'rpc.unauthorized', message: 'The key is old.' }
const SNAPSHOT: Item<'settings.watch'> = { kind: 'snapshot', version: 1, rows: [DEFAULT_SETTINGS] }

/** A client whose connection and core are played by the test, frame by frame. */
function play(onListenerError?: (error: unknown) => void) {
  const listeners: ConnectionListener[] = []
  const client = createCoreClient((listener) => { listeners.push(listener); return () => undefined }, onListenerError)
  const [listener] = listeners
  assert.ok(listener)
  const connect = () => {
    const { client: mine, core } = linkTransports()
    const asked = happening<ClientFrame>()
    core.onFrame((frame) => asked.take(ClientFrame.parse(frame)))
    listener.opened(mine)
    return { asked, core, answer: (frame: CoreFrame) => core.send(frame) }
  }
  return { client, connect, listener }
}

/** Sends what no core of ours would. */
const sendRaw = (transport: Transport, frame: unknown): void => { Reflect.apply(transport.send, transport, [frame]) }

const closing = (transport: Transport): Promise<void> => new Promise((resolve) => { transport.onClose(resolve) })

test('what is asked before the first connection waits for it', async () => {
  const { client, connect } = play()
  assert.equal(client.connection.read(), 'connecting')
  const asked = client.call('blob.read', { digest: DIGEST })
  client.watch('settings.watch', {}, () => undefined)
  const core = connect()
  const frames = await core.asked.until(({ length }) => length === 2)
  assert.deepEqual(frames.map(({ type }) => type), ['watch', 'call'])
  core.answer({ type: 'reply', id: frames[1]?.id ?? 0, output: { text: 'x' } })
  assert.deepEqual(await asked, { text: 'x' })
})

test('when the first connection fails, calls stop waiting for it', async () => {
  const { client, listener } = play()
  const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
  listener.retrying()
  assert.equal((await asked).kept, 'Nothing was sent.')
  assert.equal(client.connection.read(), 'reconnecting')
})

test('a refusal rejects what waits with its own words, and everything until a connection opens after all', async () => {
  const { client, connect, listener } = play()
  const items = happening<unknown>()
  client.watch('settings.watch', {}, items.take)
  const waiting = failureOf(client.call('blob.read', { digest: DIGEST }))
  listener.refused(REFUSAL)
  assert.deepEqual([client.connection.read(), client.connection.refusal()], ['refused', REFUSAL])
  assert.equal((await waiting).message, 'The key is old.')
  assert.equal((await failureOf(client.call('blob.read', { digest: DIGEST }))).code, 'rpc.unauthorized')
  const core = connect()
  assert.deepEqual([client.connection.read(), client.connection.refusal()], ['connected', null])
  const [watch] = await core.asked.until(({ length }) => length === 1)
  core.answer({ type: 'item', id: watch?.id ?? 0, item: SNAPSHOT })
  await items.until(({ length }) => length === 1)
})

test('an output that does not fit the contract fails its call', async () => {
  const { client, connect } = play()
  const core = connect()
  const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
  const [call] = await core.asked.until(({ length }) => length === 1)
  core.answer({ type: 'reply', id: call?.id ?? 0, output: { text: 7 } })
  assert.equal((await asked).code, 'rpc.malformed')
})

test('an item that does not fit the contract ends its watch, at both ends, and no other', async () => {
  const { client, connect } = play()
  const core = connect()
  const errors = happening<WireError>()
  const items = happening<unknown>()
  client.watch('turn.watch', { turnId: TURN, after: 0 }, () => assert.fail('it was passed on'), errors.take)
  client.watch('settings.watch', {}, items.take)
  const [first, second] = await core.asked.until(({ length }) => length === 2)
  core.answer({ type: 'item', id: first?.id ?? 0, item: { kind: 'synced', seq: 'seven' } })
  core.answer({ type: 'item', id: second?.id ?? 0, item: SNAPSHOT })
  assert.equal((await errors.until(({ length }) => length === 1))[0]?.code, 'rpc.malformed')
  await items.until(({ length }) => length === 1)
  assert.deepEqual((await core.asked.until(({ length }) => length === 3))[2], { type: 'end', id: first?.id })
})

test('a frame that is none fails the request it names', async () => {
  const { client, connect } = play()
  const core = connect()
  const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
  const [call] = await core.asked.until(({ length }) => length === 1)
  sendRaw(core.core, { type: 'failure', id: call?.id, error: { code: 'no.such-code', message: 'x' } })
  assert.equal((await asked).code, 'rpc.malformed')
})

test('a frame that names no request gives up the connection, so that nobody waits for ever', async () => {
  const { client, connect } = play()
  const core = connect()
  const closed = closing(core.core)
  const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
  sendRaw(core.core, 'nonsense')
  await closed
  assert.equal((await asked).code, 'rpc.disconnected')
})

test('frames for nobody and frames of an earlier connection change nothing', async () => {
  const { client, connect } = play()
  const old = connect()
  const items = happening<Item<'settings.watch'>>()
  client.watch('settings.watch', {}, items.take)
  const [before] = await old.asked.until(({ length }) => length === 1)
  const core = connect()
  const [watch] = await core.asked.until(({ length }) => length === 1)
  assert.notEqual(watch?.id, before?.id)
  old.answer({ type: 'item', id: watch?.id ?? 0, item: { kind: 'changed', version: 7, row: DEFAULT_SETTINGS } })
  core.answer({ type: 'item', id: before?.id ?? 0, item: { kind: 'changed', version: 8, row: DEFAULT_SETTINGS } })
  core.answer({ type: 'reply', id: 4000, output: {} })
  core.answer({ type: 'item', id: watch?.id ?? 0, item: SNAPSHOT })
  assert.deepEqual((await items.until(({ length }) => length >= 1)).map(({ version }) => version), [1])
})

test('a listener that throws is reported, and the others are served', async () => {
  const reported: unknown[] = []
  const { client, connect } = play((error) => reported.push(error))
  const core = connect()
  const thrown = new Error('mine')
  const items = happening<unknown>()
  client.watch('settings.watch', {}, () => { throw thrown })
  client.watch('settings.watch', {}, items.take)
  client.connection.subscribe(() => { throw thrown })
  const states = happening<string>()
  client.connection.subscribe(() => states.take(client.connection.read()))
  for (const { id } of await core.asked.until(({ length }) => length === 2)) core.answer({ type: 'item', id, item: SNAPSHOT })
  await items.until(({ length }) => length === 1)
  core.core.close()
  await states.until(({ length }) => length === 1)
  assert.deepEqual(reported, [thrown, thrown])
})

test('what cannot be sent fails at once and does not touch the connection', async () => {
  const { client, connect } = play()
  const core = connect()
  const title = { toString: () => 'x', toJSON: () => { throw new TypeError('no JSON') } }
  const input = { chatId: ChatId.parse('chat_1'), title: 'x', ...title }
  assert.equal((await failureOf(client.call('chat.rename', input))).code, 'internal.bug')
  assert.equal(client.connection.read(), 'connected')
  assert.deepEqual(core.asked.taken, [])
})

test('after close nothing is open and nothing can be asked', async () => {
  const { client, connect } = play()
  const core = connect()
  const closed = closing(core.core)
  client.watch('settings.watch', {}, () => undefined, () => assert.fail('an end was told as an error'))
  const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
  client.close()
  await closed
  assert.equal((await asked).code, 'rpc.disconnected')
  assert.equal((await failureOf(client.call('blob.read', { digest: DIGEST }))).code, 'rpc.disconnected')
})
