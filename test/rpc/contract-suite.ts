import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { CoreHandlers, Item } from '../../shared/contract.ts'
import type { Connect } from '../../shared/connection.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import { AppError, type WireError } from '../../shared/errors.ts'
import { ChatId, Digest } from '../../shared/ids.ts'
import type { ClientFrame } from '../../shared/rpc.ts'
import { fakeHandlers, fakeSettings, fakeTurn, TURN } from './fake-handlers.ts'
import { happening } from './happening.ts'

/** Raw frames, as a program that isn't our client might send them. */
export interface RawClient {
  readonly send: (frame: unknown) => void
  readonly onFrame: (listener: (frame: unknown) => void) => void
  readonly closed: Promise<void>
}

export interface Served {
  /** Comes back by itself after a cut. */
  readonly connect: Connect
  readonly openRaw: () => Promise<RawClient>
  /** Breaks every connection made through `connect`, as a network does. */
  readonly cut: () => void
}

/** One way of carrying frames; everything is let go when the test ends. */
export type Wire = (context: TestContext, handlers: CoreHandlers) => Promise<Served>

const CHAT = ChatId.parse('chat_1')
const DIGEST = Digest.parse('0'.repeat(64))

/** What holds whatever carries the frames. */
export function testContract(name: string, wire: Wire): void {
  const start = async (context: TestContext, given: Parameters<typeof fakeHandlers>[0]): Promise<Served & { readonly client: ConnectedClient }> => {
    const served = await wire(context, fakeHandlers(given))
    return { ...served, client: openClient(context, served) }
  }

  describe(name, () => {
    test('a call reaches its handler with the parsed input and brings back the output', async (context) => {
      const inputs: unknown[] = []
      const { client } = await start(context, { calls: { 'chat.rename': async (input) => { inputs.push(input); return {} } } })
      assert.deepEqual(await client.call('chat.rename', { chatId: CHAT, title: '  Plans ' }), {})
      assert.deepEqual(inputs, [{ chatId: CHAT, title: 'Plans' }])
    })

    test('calls are answered in whatever order they finish, each to whom it belongs', async (context) => {
      const first = Promise.withResolvers<{ text: string }>()
      let count = 0
      const { client } = await start(context, { calls: { 'blob.read': async () => (++count === 1 ? first.promise : { text: 'second' }) } })
      const slow = client.call('blob.read', { digest: DIGEST })
      assert.deepEqual(await client.call('blob.read', { digest: DIGEST }), { text: 'second' })
      first.resolve({ text: 'first' })
      assert.deepEqual(await slow, { text: 'first' })
    })

    test('input that does not fit is refused with the place that is wrong, and reaches no handler', async (context) => {
      const { client } = await start(context, { calls: { 'turn.start': () => assert.fail('it was called') } })
      const message = [{ origin: 'typed' as const, text: 'x', vouched: true }, { origin: 'typed' as const, text: 'y'.repeat(2_000_001), vouched: true }]
      const error = await failureOf(client.call('turn.start', { chatId: CHAT, parentTurnId: null, message }))
      assert.equal(error.code, 'input.invalid')
      assert.match(error.message, /turn\.start: message\[1\]\.text /)
      assert.equal(error.kept, 'Nothing was changed.')
    })

    test('an error keeps its code and its three sentences', async (context) => {
      const { client } = await start(context, { calls: { 'turn.stop': async () => { throw new AppError('turn.ended', 'It ended.', { kept: 'All of it.', advice: 'Start another.' }) } } })
      const { code, message, kept, advice } = await failureOf(client.call('turn.stop', { turnId: TURN }))
      assert.deepEqual({ code, message, kept, advice }, { code: 'turn.ended', message: 'It ended.', kept: 'All of it.', advice: 'Start another.' })
    })

    test('an unexpected error says nothing of itself, thrown at once or later, and ends nothing else', async (context) => {
      const { client } = await start(context, { calls: {
        'turn.stop': () => { throw new Error('secret at /home') },
        'blob.read': async () => { throw new TypeError('secret too') },
        'chat.pin': async () => ({}),
      } })
      for (const asked of [client.call('turn.stop', { turnId: TURN }), client.call('blob.read', { digest: DIGEST })]) {
        const error = await failureOf(asked)
        assert.equal(error.code, 'internal.bug')
        assert.doesNotMatch(JSON.stringify(error), /secret|home/)
      }
      assert.deepEqual(await client.call('chat.pin', { chatId: CHAT, pinned: true }), {})
    })

    test('an output that cannot be written as JSON fails its own call only', async (context) => {
      const unwritable = { text: 'x', toJSON: () => { throw new Error('no') } }
      const { client } = await start(context, { calls: { 'blob.read': async () => unwritable, 'chat.pin': async () => ({}) } })
      assert.equal((await failureOf(client.call('blob.read', { digest: DIGEST }))).code, 'internal.bug')
      assert.deepEqual(await client.call('chat.pin', { chatId: CHAT, pinned: true }), {})
    })

    test('a watch gives a snapshot, then changes, and nothing after its end', async (context) => {
      const settings = fakeSettings()
      const { client } = await start(context, { watches: { 'settings.watch': settings.handler }, calls: { 'chat.pin': async () => ({}) } })
      const items = happening<Item<'settings.watch'>>()
      const end = client.watch('settings.watch', {}, items.take)
      await items.until(({ length }) => length === 1)
      settings.change({ theme: 'dark' })
      const seen = await items.until(({ length }) => length === 2)
      assert.deepEqual(seen.map(({ kind, version }) => [kind, version]), [['snapshot', 1], ['changed', 2]])
      end()
      await client.call('chat.pin', { chatId: CHAT, pinned: true })
      assert.equal(settings.watchers(), 0)
      settings.change({ theme: 'light' })
      await client.call('chat.pin', { chatId: CHAT, pinned: true })
      assert.equal(items.taken.length, 2)
    })

    test('a watch that cannot start tells its own error', async (context) => {
      const { client } = await start(context, {})
      const errors = happening<WireError>()
      client.watch('chat.watch', { chatId: CHAT }, () => assert.fail('there was an item'), errors.take)
      const [error] = await errors.until(({ length }) => length === 1)
      assert.deepEqual(error, { code: 'input.not-found', message: 'This core has no such thing.' })
    })

    test('a watch whose item cannot be sent ends alone, and whoever emits does not notice', async (context) => {
      let stopped = 0
      const settings = fakeSettings()
      const { client } = await start(context, { watches: {
        'settings.watch': settings.handler,
        'turn.watch': (_input, emit) => {
          emit({ kind: 'status', callId: null, text: 'x', ...{ toJSON: () => { throw new Error('no') } } })
          return () => { stopped += 1 }
        },
      } })
      const errors = happening<WireError>()
      const items = happening<Item<'settings.watch'>>()
      client.watch('settings.watch', {}, items.take)
      client.watch('turn.watch', { turnId: TURN, after: 0 }, () => assert.fail('there was an item'), errors.take)
      assert.equal((await errors.until(({ length }) => length === 1))[0]?.code, 'internal.bug')
      assert.equal(stopped, 1)
      settings.change({ theme: 'dark' })
      await items.until(({ length }) => length === 2)
    })

    test('operations are looked up by their own names: nothing else is one, however it is asked', async (context) => {
      const { openRaw } = await start(context, {})
      const raw = await openRaw()
      const replies = happening<unknown>()
      raw.onFrame(replies.take)
      const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'chat', 'chat.watch', 'chat.renamed']
      names.forEach((operation, index) => raw.send({ type: 'call', id: index + 1, operation, input: {} }))
      names.forEach((operation, index) => raw.send({ type: 'watch', id: index + 101, operation: operation === 'chat.watch' ? 'chat.rename' : operation, input: {} }))
      const failures = await replies.until(({ length }) => length === names.length * 2)
      assert.deepEqual(failures.map(codeOfFailure), failures.map(() => 'rpc.malformed'))
    })

    test('a frame that does not parse fails the request it names and no other', async (context) => {
      const { openRaw } = await start(context, { calls: { 'chat.pin': async () => ({}) } })
      const raw = await openRaw()
      const replies = happening<unknown>()
      raw.onFrame(replies.take)
      const wrong = [{ id: 1 }, { type: 'shout', id: 2 }, { type: 'call', id: 3 }, { type: 'call', id: 4, operation: 'x'.repeat(65), input: {} }, { type: 'watch', id: 5, operation: 7 }]
      for (const frame of wrong) raw.send(frame)
      raw.send({ type: 'call', id: 6, operation: 'chat.pin', input: { chatId: CHAT, pinned: true } })
      const answers = await replies.until(({ length }) => length === wrong.length + 1)
      assert.deepEqual(answers.slice(0, -1).map(codeOfFailure), wrong.map(() => 'rpc.malformed'))
      assert.deepEqual(answers.at(-1), { type: 'reply', id: 6, output: {} })
    })

    for (const frame of [null, 7, 'text', [], {}, { type: 'call', id: 0, operation: 'app.info', input: {} }, { type: 'call', id: 1.5, operation: 'app.info', input: {} }]) {
      test(`a frame that names no request ends its own connection: ${JSON.stringify(frame)}`, async (context) => {
        const { openRaw, client } = await start(context, { calls: { 'chat.pin': async () => ({}) } })
        const raw = await openRaw()
        raw.send(frame)
        await raw.closed
        assert.deepEqual(await client.call('chat.pin', { chatId: CHAT, pinned: true }), {})
      })
    }

    test('an id that is in use is refused, and the first request with it goes on', async (context) => {
      const answer = Promise.withResolvers<{ text: string }>()
      const { openRaw } = await start(context, { calls: { 'blob.read': async () => answer.promise } })
      const raw = await openRaw()
      const replies = happening<unknown>()
      raw.onFrame(replies.take)
      const frame: ClientFrame = { type: 'call', id: 9, operation: 'blob.read', input: { digest: DIGEST } }
      raw.send(frame)
      raw.send(frame)
      const [refused] = await replies.until(({ length }) => length === 1)
      assert.equal(codeOfFailure(refused), 'rpc.malformed')
      answer.resolve({ text: 'the first' })
      assert.deepEqual((await replies.until(({ length }) => length === 2))[1], { type: 'reply', id: 9, output: { text: 'the first' } })
    })

    test('a client has at most 200 open requests; more are refused for now, and taken again later', async (context) => {
      const answer = Promise.withResolvers<{ text: string }>()
      const settings = fakeSettings()
      const { client } = await start(context, { calls: { 'blob.read': async () => answer.promise, 'chat.pin': async () => ({}) }, watches: { 'settings.watch': settings.handler } })
      const end = client.watch('settings.watch', {}, () => undefined)
      const open = Array.from({ length: 199 }, () => client.call('blob.read', { digest: DIGEST }))
      assert.equal((await failureOf(client.call('chat.pin', { chatId: CHAT, pinned: true }))).code, 'rpc.busy')
      end()
      assert.deepEqual(await client.call('chat.pin', { chatId: CHAT, pinned: true }), {})
      answer.resolve({ text: 'now' })
      assert.equal((await Promise.all(open)).length, 199)
    })

    test('megabytes go through unharmed, both ways', async (context) => {
      const text = 'ß€😀\u0000"\\ '.repeat(150_000)
      const { client } = await start(context, { calls: {
        'turn.start': async ({ message }) => { assert.equal(message[0]?.text, text); return { turnId: TURN } },
        'blob.read': async () => ({ text: text.repeat(8) }),
      } })
      assert.deepEqual(await client.call('turn.start', { chatId: CHAT, parentTurnId: null, message: [{ origin: 'pasted', text, vouched: true }] }), { turnId: TURN })
      assert.equal((await client.call('blob.read', { digest: DIGEST })).text, text.repeat(8))
    })

    test('many clients watch side by side; one that leaves takes only its own watch along', async (context) => {
      const settings = fakeSettings()
      const served = await start(context, { watches: { 'settings.watch': settings.handler } })
      const watched = Array.from({ length: 30 }, () => {
        const client = openClient(context, served)
        const items = happening<Item<'settings.watch'>>()
        client.watch('settings.watch', {}, items.take)
        return { client, items }
      })
      await Promise.all(watched.map(({ items }) => items.until(({ length }) => length === 1)))
      assert.equal(settings.watchers(), 30)
      watched[0]?.client.close()
      settings.change({ theme: 'dark' })
      await Promise.all(watched.slice(1).map(({ items }) => items.until(({ length }) => length === 2)))
      assert.equal(watched[0]?.items.taken.length, 1)
    })

    test('a lost connection rejects what is open, says so, and calls work again afterwards', async (context) => {
      const called = Promise.withResolvers<undefined>()
      const { client, cut } = await start(context, { calls: {
        'blob.read': () => { called.resolve(undefined); return new Promise(() => undefined) },
        'chat.pin': async () => ({}),
      } })
      const open = failureOf(client.call('blob.read', { digest: DIGEST }))
      await called.promise
      const states = happening<string>()
      const unsent = Promise.withResolvers<AppError>()
      client.connection.subscribe(() => {
        states.take(client.connection.read())
        if (client.connection.read() === 'reconnecting') unsent.resolve(failureOf(client.call('chat.pin', { chatId: CHAT, pinned: true })))
      })
      cut()
      const lost = await open
      assert.equal(lost.code, 'rpc.disconnected')
      assert.match(lost.kept ?? '', /may or may not have been carried out/)
      const { code, kept } = await unsent.promise
      assert.deepEqual({ code, kept }, { code: 'rpc.disconnected', kept: 'Nothing was sent.' })
      assert.deepEqual(await states.until((taken) => taken.at(-1) === 'connected'), ['reconnecting', 'connected'])
      assert.deepEqual(await client.call('chat.pin', { chatId: CHAT, pinned: true }), {})
    })

    test('a turn’s watch goes on after a lost connection without a loss or a repeat', async (context) => {
      const turn = fakeTurn()
      const { client, cut } = await start(context, { watches: { 'turn.watch': turn.handler } })
      const items = happening<Item<'turn.watch'>>()
      turn.append()
      turn.append()
      client.watch('turn.watch', { turnId: TURN, after: 1 }, items.take)
      await items.until((taken) => taken.at(-1)?.kind === 'synced')
      turn.append()
      await items.until((taken) => taken.at(-1)?.kind === 'event')
      client.connection.subscribe(() => { if (client.connection.read() === 'reconnecting') turn.append() })
      cut()
      await items.until((taken) => taken.filter(({ kind }) => kind === 'synced').length === 2)
      turn.append()
      await items.until((taken) => taken.at(-1)?.kind === 'event')
      assert.deepEqual(items.taken.flatMap((item) => (item.kind === 'event' ? [item.seated.seq] : [])), [2, 3, 4, 5])
      assert.deepEqual(turn.asked, [1, 3])
      assert.equal(turn.watchers(), 1)
    })

    test('a projection’s watch starts with a fresh snapshot after a lost connection', async (context) => {
      const settings = fakeSettings()
      const { client, cut } = await start(context, { watches: { 'settings.watch': settings.handler } })
      const items = happening<Item<'settings.watch'>>()
      client.watch('settings.watch', {}, items.take)
      await items.until(({ length }) => length === 1)
      client.connection.subscribe(() => { if (client.connection.read() === 'reconnecting') settings.change({ theme: 'dark' }) })
      cut()
      await items.until(({ length }) => length === 2)
      const last = items.taken[1]
      assert.equal(last?.kind === 'snapshot' ? last.rows[0]?.theme : last?.kind, 'dark')
      assert.equal(settings.watchers(), 1)
    })

    test('when a client goes, whoever still works for it is told', async (context) => {
      const begun = Promise.withResolvers<void>()
      const told = Promise.withResolvers<void>()
      const { client } = await start(context, {
        calls: {
          'blob.read': async (_input, { signal }) => {
            assert.equal(signal?.aborted, false)
            signal?.addEventListener('abort', () => { told.resolve() })
            begun.resolve()
            await told.promise
            return { text: 'too late' }
          },
        },
      })
      const asked = failureOf(client.call('blob.read', { digest: DIGEST }))
      await begun.promise
      client.close()
      await told.promise
      assert.equal((await asked).code, 'rpc.disconnected')
    })

    test('when a client goes, what it watched is let go', async (context) => {
      const gone = Promise.withResolvers<undefined>()
      const { client } = await start(context, { watches: { 'turn.watch': (_input, emit) => {
        emit({ kind: 'synced', seq: 0 })
        return () => gone.resolve(undefined)
      } } })
      const items = happening<Item<'turn.watch'>>()
      client.watch('turn.watch', { turnId: TURN, after: 0 }, items.take)
      await items.until(({ length }) => length === 1)
      client.close()
      await gone.promise
    })
  })
}

function openClient(context: TestContext, { connect }: Served): ConnectedClient {
  const client = createCoreClient(connect)
  context.after(() => client.close())
  return client
}

export const failureOf = (asked: Promise<unknown>): Promise<AppError> => asked.then(
  () => assert.fail('it succeeded'),
  (error: unknown) => {
    assert.ok(error instanceof AppError)
    return error
  },
)

const codeOfFailure = (frame: unknown): unknown =>
  typeof frame === 'object' && frame !== null && 'error' in frame && typeof frame.error === 'object' && frame.error !== null && 'code' in frame.error ? frame.error.code : frame
