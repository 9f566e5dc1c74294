import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { TurnId } from '../../shared/ids.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { called, decided, started, stepEnded, stepStarted, toolStarted, TURN, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn, type OpenPlace } from './store-place.ts'

const Stored = z.object({
  position: z.int(), turn_id: z.string(), seq: z.int(), kind: z.string(), version: z.int(), at: z.int(), header: z.string(),
  meta_hash: z.string().nullable(), meta_size: z.int(), body_hash: z.string().nullable(), body_size: z.int(), chain: z.string(), body: z.string().nullable(), body_salt: z.string().nullable(),
})
const rowsOf = ({ database }: OpenPlace) => z.array(Stored).parse(database.prepare('SELECT * FROM events JOIN event_content USING (position) ORDER BY position').all())
const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const linkOf = (before: string, row: z.infer<typeof Stored>): string => sha(['gatehouse chain 2', before, row.position, row.turn_id, row.seq, row.kind, row.version, row.at, row.header, row.meta_hash ?? '', row.meta_size, row.body_hash ?? '', row.body_size].join('\n'))
const LATER = [stepStarted(1), stepEnded(1, 'end_turn'), turnEnded()]

describe('the journal', () => {
  test('gives back what was stored, in its order, counted from one', () => {
    const place = openPlace()
    storeTurn(place, 'hello', LATER)
    const read = place.journal.read(TURN)
    assert.deepEqual(read.map(({ seq, event }) => [seq, event.kind]), [[1, 'turn.started'], [2, 'step.started'], [3, 'step.ended'], [4, 'turn.ended']])
    assert.deepEqual(place.journal.read(TurnId.parse('turn_nobody')), [])
    place.close()
  })

  test('can be neither changed nor shortened, not even by its own connection', () => {
    const place = openPlace()
    storeTurn(place, 'hello')
    assert.throws(() => place.database.exec(`UPDATE events SET header = '{}'`), /append-only/)
    assert.throws(() => place.database.exec('DELETE FROM events'), /append-only/)
    place.close()
  })

  test('is one chain over all turns, which goes on after a restart', () => {
    const place = openPlace()
    storeTurn(place, 'one')
    storeTurn(place, 'two', LATER, TurnId.parse('turn_2'))
    place.close()
    const again = openPlace(place.directory)
    storeTurn(again, 'three', [], TurnId.parse('turn_3'))
    let chain = ''
    for (const row of rowsOf(again)) {
      chain = linkOf(chain, row)
      assert.equal(row.chain, chain)
    }
    again.close()
  })

  test('hashes content with a salt: the same words twice leave two hashes, and none of them tells the words', () => {
    const place = openPlace()
    storeTurn(place, 'the same words')
    storeTurn(place, 'the same words', [], TurnId.parse('turn_2'))
    const [one, two] = rowsOf(place)
    assert.ok(one?.body !== undefined && one.body !== null)
    assert.equal(one.body, two?.body)
    assert.notEqual(one.body_hash, two?.body_hash)
    assert.notEqual(one.body_hash, sha(one.body))
    assert.equal(one.body_hash, sha((one.body_salt ?? '') + one.body))
    place.close()
  })

  test('stores all of an append or nothing: an illegal event leaves neither rows, projections nor a broken chain', () => {
    const place = openPlace()
    const state = storeTurn(place, 'hello')
    const before = [place.database.prepare('SELECT count(*) FROM events').pluck().get(), place.database.prepare('SELECT * FROM turns').all()]
    assert.throws(() => place.journal.append(state, [stepStarted(1), called('a', '1.1'), stepStarted(2)], { durable: true }), { code: 'store.corrupt' })
    assert.throws(() => place.journal.append(state, [stepStarted(1), called('a', '1.1'), stepEnded(1), toolStarted('a')], { durable: false }), { code: 'store.corrupt' })
    assert.deepEqual([place.database.prepare('SELECT count(*) FROM events').pluck().get(), place.database.prepare('SELECT * FROM turns').all()], before)
    assert.equal(place.database.prepare('SELECT count(*) FROM audit_entries').pluck().get(), 0)
    place.journal.append(state, LATER, { durable: false })
    let chain = ''
    for (const row of rowsOf(place)) {
      chain = linkOf(chain, row)
      assert.equal(row.chain, chain)
    }
    place.close()
  })

  test('takes no second event at one place: of two writers one is refused', () => {
    const place = openPlace()
    const state = storeTurn(place, 'hello')
    place.journal.append(state, [stepStarted(1)], { durable: false })
    assert.throws(() => place.journal.append(state, [turnEnded()], { durable: false }), { code: 'store.unavailable' })
    place.close()
  })

  test('waits for the disk only where it is told to, and not longer', () => {
    const place = openPlace()
    const state = storeTurn(place, 'hello')
    place.journal.append(state, LATER, { durable: true })
    assert.equal(place.database.pragma('synchronous', { simple: true }), 1)
    place.close()
  })

  for (const [what, spoil] of [
    ['whose content was changed', `UPDATE event_content SET body = replace(body, 'hello', 'hullo')`],
    ['whose names were changed', `UPDATE event_content SET meta = replace(meta, 'practice', 'somebody')`],
    ['whose salt is gone', 'UPDATE event_content SET body_salt = NULL'],
    ['that is no JSON any more', `UPDATE event_content SET body = '{'`],
  ] as const) test(`refuses to read an event ${what}`, () => {
    const place = openPlace()
    storeTurn(place, 'hello', LATER)
    place.database.exec(spoil)
    assert.throws(() => place.journal.read(TURN), { code: 'store.corrupt' })
    place.close()
  })

  test('refuses to read a turn with a gap, and one with an event from a newer version', () => {
    const place = openPlace()
    storeTurn(place, 'hello', LATER)
    place.database.exec(`DROP TRIGGER events_never_go; DROP TRIGGER events_never_change; PRAGMA foreign_keys = OFF`)
    place.database.exec(`UPDATE events SET header = replace(header, '"version":1', '"version":2') WHERE seq = 4`)
    assert.throws(() => place.journal.read(TURN), { code: 'store.newer' })
    place.database.exec('DELETE FROM events WHERE seq = 2')
    assert.throws(() => place.journal.read(TURN), { code: 'store.corrupt' })
    place.close()
  })

  test('keeps projections in step: a question is there while it is open and gone when it is answered', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    const state = storeTurn(place, 'hello', [stepStarted(1), called('a', '1.1'), stepEnded(1), decided('a', 'ask')])
    const questions = () => place.database.prepare('SELECT question FROM questions').pluck().all()
    assert.deepEqual([questions(), place.chats.find(CHAT)?.status], [[5], 'parked'])
    place.journal.append(state, [{ kind: 'approval.answered', version: 1, at: 9, callId: 'call_a', question: 5, answer: 'approved', by: 'person', meta: null, body: null }], { durable: true })
    assert.deepEqual([questions(), place.chats.find(CHAT)?.status], [[], 'running'])
    place.close()
  })

  test('a turn that was never started can’t be stored', () => {
    const place = openPlace()
    assert.throws(() => place.journal.append(emptyTurn(TURN), [stepStarted(1)], { durable: false }), { code: 'store.corrupt' })
    assert.doesNotThrow(() => place.journal.append(emptyTurn(TURN), [started()], { durable: false }))
    place.close()
  })
})
