import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import type { CaptureLevel } from '../../shared/role.ts'
import { INLINE_LIMIT } from '../../shared/stored-text.ts'
import type { TurnEvent } from '../../shared/turn-event.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { createPruning } from '../../electron/core/store/prune-turn.ts'
import { createChatSearch } from '../../electron/core/store/search.ts'
import { answered, called, decided, PAGE, started, stepEnded, stepStarted, toolEnded, toolStarted, TURN, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, type OpenPlace } from './store-place.ts'

const WORDS = ['quasar-asked', 'quasar-said', 'quasar-wanted', 'quasar-result', 'quasar-because', 'quasar-page', 'quasar-whole'] as const
const NAMES = ['quasar-model', 'quasar-tool'] as const
const WHOLE = `${'w'.repeat(INLINE_LIMIT)} quasar-whole`

/** A turn in which each place that holds words holds a word of its own. */
function turnAt(capture: CaptureLevel, tainted: boolean, turnId: TurnId): readonly TurnEvent[] {
  const [a, b] = [`a${turnId.slice(5)}`, `b${turnId.slice(5)}`]
  const page = { ...PAGE, label: 'quasar-page' }
  return [
    started({ capture, tainted, meta: { model: 'quasar-model', limits: { steps: 1, seconds: 1, calls: 1, toolsOffered: 1, callSeconds: 1, resultLength: 1 } }, body: { message: [{ origin: 'typed', text: { text: 'quasar-asked' }, vouched: true }], taint: tainted ? [page] : [] } }),
    stepStarted(1, tainted),
    called(a, '1.1', { body: { arguments: { text: '{"q":"quasar-wanted"}' }, raw: null } }),
    withName(called(b, '1.2')),
    { ...step(stepEnded(1)), body: { blocks: [{ type: 'text', text: { text: 'quasar-said' } }], message: null } },
    decided(a, 'ask'),
    { ...answer(answered(a, 6, 'approved', 'person')), body: { reason: 'quasar-because' } },
    toolStarted(a),
    { ...end(toolEnded(a, 'ok', 'ran', tainted)), body: { content: { text: 'quasar-result' }, whole: { text: WHOLE }, taint: tainted ? [page] : [] } },
    decided(b, 'run'), toolStarted(b), toolEnded(b, 'ok', 'ran'),
  ]
}
const step = (event: TurnEvent) => { assert.ok(event.kind === 'step.ended'); return event }
const answer = (event: TurnEvent) => { assert.ok(event.kind === 'approval.answered'); return event }
const end = (event: TurnEvent) => { assert.ok(event.kind === 'tool.ended'); return event }
const withName = (event: TurnEvent): TurnEvent => {
  assert.ok(event.kind === 'tool.called' && event.meta !== null && event.meta.tool !== null)
  return { ...event, meta: { ...event.meta, tool: { ...event.meta.tool, title: 'quasar-tool', tool: 'quasar-tool' } } }
}

const contents = ({ database }: OpenPlace, turnId = TURN): string => JSON.stringify([
  database.prepare('SELECT meta, body FROM event_content WHERE position IN (SELECT position FROM events WHERE turn_id = ?)').all(turnId),
  database.prepare('SELECT * FROM turns WHERE turn_id = ?').all(turnId), database.prepare('SELECT * FROM audit_entries WHERE turn_id = ?').all(turnId),
  database.prepare('SELECT * FROM chats').all(), database.prepare('SELECT * FROM blobs').all(), database.prepare('SELECT * FROM message_search').all(),
])
const found = (text: string, words: readonly string[]): readonly string[] => words.filter((word) => text.includes(word))

function storeAt(place: OpenPlace, level: CaptureLevel, options: { readonly turnId?: TurnId; readonly tainted?: boolean } = {}): { readonly finish: () => void } {
  const { turnId = TURN, tainted = true } = options
  const open = place.journal.append(emptyTurn(turnId), turnAt(level, tainted, turnId), { durable: false })
  return { finish: () => { place.journal.append(open.state, [turnEnded()], { durable: false }) } }
}

describe('a turn that ends', () => {
  for (const [level, words, names] of [['none', [], []], ['metadata', [], NAMES], ['io', WORDS, NAMES], ['full', WORDS, NAMES]] as const) {
    test(`at ${level} keeps ${words.length === 0 ? 'none' : 'all'} of its texts and ${names.length === 0 ? 'none' : 'all'} of its names, and while it is open everything it needs`, () => {
      const place = openPlace()
      place.chats.create(CHAT, 1)
      const { finish } = storeAt(place, level)
      assert.deepEqual(found(contents(place), [...WORDS, ...NAMES]), [...WORDS, ...NAMES])
      finish()
      assert.deepEqual(found(contents(place), WORDS), words)
      assert.deepEqual(found(contents(place), NAMES), names)
      const state = foldTurn(TURN, place.journal.read(TURN).map(({ event }) => event))
      assert.deepEqual([state.ended?.outcome, state.calls.size, state.tainted, state.steps.length], ['completed', 2, true, 1])
      place.close()
    })
  }

  test('changes no header and no hash: the chain is what it was, and what is left is what was stored', () => {
    const place = openPlace()
    const { finish } = storeAt(place, 'metadata')
    finish()
    const Row = z.object({ position: z.int(), turn_id: z.string(), seq: z.int(), kind: z.string(), version: z.int(), at: z.int(), header: z.string(), meta_hash: z.string().nullable(), meta_size: z.int(), body_hash: z.string().nullable(), body_size: z.int(), chain: z.string(), meta: z.string().nullable(), meta_salt: z.string().nullable() })
    let chain = ''
    for (const row of z.array(Row).parse(place.database.prepare('SELECT * FROM events JOIN event_content USING (position) ORDER BY position').all())) {
      chain = sha(['gatehouse chain 2', chain, row.position, row.turn_id, row.seq, row.kind, row.version, row.at, row.header, row.meta_hash ?? '', row.meta_size, row.body_hash ?? '', row.body_size].join('\n'))
      assert.equal(row.chain, chain)
      assert.equal(row.meta_hash, sha(`${row.meta_salt ?? ''}${row.meta ?? ''}`))
      assert.notEqual(row.body_hash, null)
    }
    place.close()
  })

  test('is found by none of its words, lends the chat no title, and shows no preview, from its first moment on', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeAt(place, 'metadata').finish()
    assert.deepEqual(createChatSearch(place.database)('quasar', 10), [])
    assert.deepEqual([place.chats.find(CHAT)?.title, place.chats.turn(TURN)?.preview], ['', ''])
    const other = TurnId.parse('turn_2')
    storeAt(place, 'io', { turnId: other }).finish()
    assert.deepEqual(createChatSearch(place.database)('quasar', 10).map(({ turnId }) => turnId), [other, other])
    assert.equal(place.chats.find(CHAT)?.title, 'quasar-asked')
    place.close()
  })

  test('leaves a long text that another turn refers to, and takes one that nothing else does', () => {
    const place = openPlace()
    storeAt(place, 'io', { turnId: TurnId.parse('turn_2') })
    const { finish } = storeAt(place, 'none')
    const blobs = () => place.database.prepare('SELECT count(*) FROM blobs').pluck().get()
    finish()
    assert.equal(blobs(), 1)
    const alone = openPlace()
    storeAt(alone, 'none').finish()
    assert.equal(alone.database.prepare('SELECT count(*) FROM blobs').pluck().get(), 0)
    place.close()
    alone.close()
  })

  test('no longer taints its chat, which is as tainted as it was before', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeAt(place, 'none').finish()
    assert.deepEqual([place.chats.find(CHAT)?.tainted, place.chats.turn(TURN)?.tainted], [false, false])
    const tainted = openPlace()
    tainted.chats.create(CHAT, 1)
    storeAt(tainted, 'io').finish()
    assert.equal(tainted.chats.find(CHAT)?.tainted, true)
    place.close()
    tainted.close()
  })

  test('ends and is pruned in one: where it can’t be pruned it hasn’t ended either', () => {
    const place = openPlace()
    const { finish } = storeAt(place, 'none')
    place.database.exec(`CREATE TRIGGER refuse_for_test BEFORE UPDATE ON event_content BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    assert.throws(finish)
    assert.equal(place.journal.read(TURN).some(({ event }) => event.kind === 'turn.ended'), false)
    assert.deepEqual(found(contents(place), WORDS), WORDS)
    place.database.exec('DROP TRIGGER refuse_for_test')
    finish()
    assert.deepEqual(found(contents(place), WORDS), [])
    place.close()
  })

  test('can be pruned again without harm', () => {
    const place = openPlace()
    storeAt(place, 'metadata').finish()
    const before = contents(place)
    const state = foldTurn(TURN, place.journal.read(TURN).map(({ event }) => event))
    assert.equal(createPruning(place.database, place.blobs)(state), true)
    assert.equal(contents(place), before)
    place.close()
  })

  test('leaves none of its words in the files, neither in the database nor in its log', async () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    // As it was while it was being written.
    place.chats.change(CHAT, { draft: 'quasar-asked and quasar-drafted' })
    const { finish } = storeAt(place, 'none')
    assert.deepEqual(found(filesOf(place), ['quasar-drafted']), ['quasar-drafted'])
    assert.deepEqual(found(filesOf(place), [...WORDS, ...NAMES]), [...WORDS, ...NAMES])
    finish()
    // The log is emptied once the commit is through.
    await new Promise((resolve) => { setImmediate(() => setImmediate(resolve)) })
    assert.deepEqual(found(filesOf(place), [...WORDS, ...NAMES, 'quasar-drafted']), [])
    place.close()
    assert.deepEqual(found(filesOf(place), [...WORDS, ...NAMES]), [])
  })
})

const filesOf = ({ directory }: OpenPlace): string => ['gatehouse.db', 'gatehouse.db-wal'].map((name) => join(directory, name)).filter(existsSync).map((path) => readFileSync(path, 'latin1')).join('\n')
const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
