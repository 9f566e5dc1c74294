import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { AppError } from '../../shared/errors.ts'
import { TurnId } from '../../shared/ids.ts'
import { createReading, type Reading } from '../../electron/core/reading/reading.ts'
import { createLogTruncation } from '../../electron/core/store/log-truncation.ts'
import { startCore } from '../core/live-core.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { started, stepEnded, stepStarted, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn, type OpenPlace } from '../store/store-place.ts'

const START = { last: { position: 0, chain: '' }, after: 0 }

describe('long reads', () => {
  const opened: (() => Promise<void> | void)[] = []
  after(async () => { for (const close of opened.reverse()) await close() })
  const readingOf = (path: string, options: Partial<Parameters<typeof createReading>[0]> = {}): Reading => {
    const reading = createReading({ path, ...options })
    opened.push(reading.close)
    return reading
  }
  const placeOf = (turns: number, words = 'words'): OpenPlace => {
    const place = openPlace()
    opened.push(place.close)
    place.chats.create(CHAT, 1)
    let parentTurnId: TurnId | null = null
    for (let turn = 0; turn < turns; turn += 1) {
      const turnId = TurnId.parse(`turn_n${turn}`)
      const message = started({ parentTurnId, body: { message: [{ origin: 'typed', text: { text: words }, vouched: true }], taint: [] } })
      place.journal.append(emptyTurn(turnId), [message, stepStarted(1), stepEnded(1), turnEnded()], { durable: false })
      parentTurnId = turnId
    }
    return place
  }
  const chatOf = (place: OpenPlace) => place.chats.find(CHAT) ?? assert.fail('no chat')

  test('hold up nothing: what the core is asked meanwhile is answered before', async () => {
    const place = placeOf(80, 'x'.repeat(200_000))
    place.close()
    const core = await startCore({ dataDirectory: place.directory })
    await core.call('chat.search', { query: 'nothing', limit: 5 })
    let isExported = false
    const exported = core.call('chat.export', { chatId: CHAT, format: 'markdown' }).finally(() => { isExported = true })
    // From one answer to the next, for as long as one read goes on.
    let answered = 0
    for (; !isExported && answered < 20; answered += 1) await core.call('chat.rename', { chatId: CHAT, title: `title ${answered}` })
    assert.equal(answered, 20)
    assert.equal(isExported, false)
    assert.ok((await exported).content.length > 15_000_000)
    await core.close()
  })

  test('see what was stored right before, and are over when the core has closed', async () => {
    const core = await startCore({ dataDirectory: mkdtempSync(join(tmpdir(), 'gatehouse-reads-')) })
    opened.push(() => { rmSync(core.dataDirectory, { recursive: true, force: true }) })
    const chatId = await core.newChat()
    for (const word of ['apricot', 'bergamot', 'cardamom']) {
      await core.ended(await core.say(chatId, `say ${word}`))
      assert.equal((await core.call('chat.search', { query: word, limit: 5 }))[0]?.chatId, chatId)
    }
    const unanswered = core.call('chat.search', { query: 'apricot', limit: 5 }).catch((error: unknown) => error)
    await core.close()
    const last = await unanswered
    assert.ok(Array.isArray(last) || (last instanceof AppError && last.code === 'rpc.disconnected'))
    // Whoever closes a database last empties its log: nobody else had it open.
    assert.equal(existsSync(join(core.dataDirectory, 'gatehouse.db-wal')), false)
  })

  test('are each of one moment, whatever is stored beside them', async () => {
    const place = placeOf(30)
    const reading = readingOf(place.database.name)
    for (let round = 0; round < 25; round += 1) {
      const piece = reading.ask('chain.piece', START)
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => { setImmediate(resolve) })
        storeTurn(place, 'beside', [], TurnId.parse(`turn_r${round}x${turn}`))
      }
      assert.equal((await piece).finding, null)
      if ((await piece).checked > 450) break
    }
  })

  test('end with words when their thread can’t go on, and the next one gets a new thread', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reads-'))
    opened.push(() => { rmSync(folder, { recursive: true, force: true }) })
    const path = join(folder, 'gatehouse.db')
    const missing = readingOf(path)
    await assert.rejects(missing.ask('runs.choices', {}), (error: unknown) => error instanceof AppError && error.code === 'store.unavailable' && /Nothing was changed/u.test(error.kept ?? '') && /again/u.test(error.advice ?? ''))
    await placeOf(2, 'plum').database.backup(path)
    assert.equal((await missing.ask('chat.search', { query: 'plum', limit: 5 })).length, 2)

    const place = placeOf(60, 'x'.repeat(200_000))
    const small = readingOf(place.database.name, { memoryMb: 24 })
    await assert.rejects(small.ask('chat.export', { chat: chatOf(place), format: 'markdown' }), { code: 'store.unavailable' })
    assert.deepEqual(await small.ask('runs.choices', {}), { roles: ['person-chat'], connectors: [] })
  })

  test('refuse as the part that reads does, and say so of rows that aren’t what they were', async () => {
    const place = placeOf(2)
    const reading = readingOf(place.database.name)
    place.database.exec(`DROP TRIGGER events_never_change; UPDATE events SET header = '{}' WHERE seq = 2`)
    await assert.rejects(reading.ask('chat.export', { chat: chatOf(place), format: 'json' }), { code: 'store.corrupt' })
    place.database.exec(`UPDATE turns SET status = 'odd'`)
    await assert.rejects(reading.ask('runs.page', { filter: { query: '', status: null, role: null, connectorId: null, toolClass: null, decision: null, from: null, to: null, tainted: false }, offset: 0, limit: 5 }), (error: unknown) => error instanceof Error && !(error instanceof AppError))
  })

  test('of a window that is gone aren’t begun, and too many at once are refused', async () => {
    const place = placeOf(200)
    const reading = readingOf(place.database.name)
    const order: string[] = []
    const first = reading.ask('chat.export', { chat: chatOf(place), format: 'json' }).then(() => { order.push('first') })
    const window = new AbortController()
    const second = reading.ask('chat.export', { chat: chatOf(place), format: 'json' }, window.signal).catch((error: unknown) => { order.push(error instanceof AppError ? error.code : 'other') })
    window.abort()
    await Promise.all([first, second])
    assert.deepEqual(order, ['rpc.disconnected', 'first'])
    await reading.ask('runs.choices', {})
    const many = Array.from({ length: 101 }, () => reading.ask('runs.choices', {}).then(() => 'read', (error: unknown) => (error instanceof AppError ? error.code : 'other')))
    assert.deepEqual((await Promise.all(many)).filter((outcome) => outcome !== 'read'), ['rpc.busy'])
  })

  test('tell when they have let go, and what could not be emptied beside them is emptied then', async () => {
    const place = placeOf(3)
    let rests = 0
    const reading = readingOf(place.database.name, { onRest: () => { rests += 1 } })
    await reading.ask('runs.choices', {})
    await reading.ask('runs.choices', {})
    assert.equal(rests, 2)

    const logSize = (): number => statSync(`${place.database.name}-wal`).size
    const beside = new Database(place.database.name, { readonly: true })
    opened.push(() => { beside.close() })
    const truncation = createLogTruncation(place.database)
    place.database.exec(`UPDATE chats SET title = 'first'`)
    beside.exec('BEGIN')
    beside.prepare('SELECT count(*) FROM events').get()
    place.database.exec(`UPDATE chats SET title = 'second'`)
    truncation.wish()
    await new Promise((resolve) => { setImmediate(resolve) })
    assert.ok(logSize() > 0)
    beside.exec('COMMIT')
    truncation.retry()
    assert.equal(logSize(), 0)
  })
})
