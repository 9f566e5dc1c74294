import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { checkChain, createChainPieces } from '../../electron/core/runs/check-chain.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { resumed, started, stepEnded, stepStarted, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn } from '../store/store-place.ts'
import { check, placeWithRuns, tamper, turnOf } from './chain-place.ts'

const EACH = 11

describe('the chain over all records', () => {
  test('holds over all runs, and says how many records it read', async () => {
    const place = placeWithRuns()
    assert.deepEqual(await check(place), { checked: 3 * EACH, finding: null })
    assert.deepEqual(await check(openPlace()), { checked: 0, finding: null })
  })

  for (const [what, sql, position, problem] of [
    ['a header', `UPDATE events SET header = replace(header, '"verdict":"ask"', '"verdict":"run"') WHERE position = 5`, 5, 'changed'],
    ['the time of a record', 'UPDATE events SET at = at + 1 WHERE position = 7', 7, 'changed'],
    ['a size', 'UPDATE events SET body_size = body_size + 1 WHERE position = 3', 3, 'changed'],
    ['the run that a record belongs to', `UPDATE events SET turn_id = 'turn_other' WHERE position = 14`, 14, 'changed'],
    ['a link', 'UPDATE events SET chain = lower(hex(randomblob(32))) WHERE position = 9', 9, 'changed'],
    ['a text', `UPDATE event_content SET body = replace(body, 'say two', 'say ten') WHERE position = 12`, 12, 'content-changed'],
    ['a text and its salt', `UPDATE event_content SET body = '{}', body_salt = 'aa' WHERE position = 12`, 12, 'content-changed'],
    ['names', `UPDATE event_content SET meta = replace(meta, 'practice', 'another1') WHERE position = 12`, 12, 'content-changed'],
  ] as const) {
    test(`names the record in which ${what} was changed`, async () => {
      const report = await check(tamper(placeWithRuns(), sql))
      assert.deepEqual([report.finding?.position, report.finding?.problem, report.checked], [position, problem, position - 1])
      assert.match(report.finding?.sentence ?? '', new RegExp(`^Record ${position} \\([a-z.]+, event \\d+ of turn_[a-z]+\\) `, 'u'))
    })
  }

  test('names a record that is missing, and several', async () => {
    assert.equal((await check(tamper(placeWithRuns(), 'DELETE FROM events WHERE position = 6'))).finding?.sentence, 'Record 6 is missing.')
    assert.equal((await check(tamper(placeWithRuns(), `DELETE FROM events WHERE turn_id = 'turn_two'`))).finding?.sentence, 'Records 12 to 22 are missing.')
    assert.equal((await check(tamper(placeWithRuns(), 'DELETE FROM events WHERE position = 1'))).finding?.sentence, 'Record 1 is missing.')
  })

  test('misses a tail that was cut off, also when the note of the end was set back with it', async () => {
    const cut = await check(tamper(placeWithRuns(), 'DELETE FROM events WHERE position > 30'))
    assert.deepEqual([cut.finding?.problem, cut.finding?.sentence], ['end-missing', 'Records 31 to 33 are missing.'])
    const hidden = await check(tamper(placeWithRuns(), 'DELETE FROM events WHERE position > 30; UPDATE chain_head SET position = 30, chain = (SELECT chain FROM events WHERE position = 30)'))
    assert.deepEqual([hidden.finding?.problem, hidden.finding?.sentence], ['end-missing', 'Records 31 to 33 are missing.'])
    assert.equal((await check(tamper(placeWithRuns(), 'DELETE FROM chain_head'))).finding?.problem, 'end-missing')
  })

  test('a tail that was cut off stays found after new runs were stored behind it', async () => {
    const place = tamper(placeWithRuns(), 'DELETE FROM events WHERE position > 30')
    storeTurn(place, 'later', [], turnOf('later'))
    assert.equal((await check(place)).finding?.sentence, 'Records 31 to 33 are missing.')
  })

  test('names a record that was put in between, at the end, or before the beginning', async () => {
    const copy = (to: string, chain = 'chain'): string => `INSERT INTO events SELECT ${to}, turn_id, seq + 900, kind, version, at, header, meta_hash, meta_size, body_hash, body_size, ${chain} FROM events WHERE position = 10;`
    const between = await check(tamper(placeWithRuns(), `UPDATE events SET position = -position WHERE position > 20; UPDATE events SET position = 1 - position WHERE position < 0; ${copy('21')}`))
    assert.deepEqual([between.finding?.position, between.finding?.seq], [21, 910])
    const atEnd = await check(tamper(placeWithRuns(), copy('34')))
    assert.deepEqual([atEnd.finding?.position, atEnd.finding?.problem], [34, 'changed'])
    const before = await check(tamper(placeWithRuns(), copy('0')))
    assert.deepEqual([before.finding?.position, before.finding?.problem], [0, 'added'])
  })

  test('names a well linked record behind the end, also after new runs were stored behind it', async () => {
    const place = placeWithRuns()
    const last = z.object({ chain: z.string() }).parse(place.database.prepare('SELECT chain FROM events WHERE position = 33').get()).chain
    const header = JSON.stringify({ kind: 'turn.resumed', version: 1, at: 2, boot: 'b' })
    const chain = hash('sha256', ['gatehouse chain 2', last, 34, 'turn_three', 12, 'turn.resumed', 1, 2, header, '', 0, '', 0].join('\n'), 'hex')
    const forged = tamper(place, `INSERT INTO events VALUES (34, 'turn_three', 12, 'turn.resumed', 1, 2, '${header}', NULL, 0, NULL, 0, '${chain}')`)
    assert.equal((await check(forged)).finding?.problem, 'end-added')
    storeTurn(forged, 'later', [], turnOf('later'))
    assert.deepEqual([(await check(forged)).finding?.position, (await check(forged)).finding?.problem], [35, 'changed'])
  })

  test('names the first of two records that changed places', async () => {
    const report = await check(tamper(placeWithRuns(), 'UPDATE events SET position = -1 WHERE position = 8; UPDATE events SET position = 8 WHERE position = 19; UPDATE events SET position = 19 WHERE position = -1'))
    assert.deepEqual([report.finding?.position, report.finding?.turnId, report.checked], [8, 'turn_two', 7])
  })

  test('holds when content was let go of, by a deleted chat or by a capture level', async () => {
    const place = placeWithRuns()
    const head = place.database.prepare('SELECT chain FROM chain_head').pluck().get()
    for (const name of ['one', 'two', 'three']) place.journal.eraseContent(turnOf(name))
    place.chats.remove(CHAT)
    assert.equal(place.database.prepare('SELECT count(*) FROM event_content WHERE meta IS NOT NULL OR body IS NOT NULL').pluck().get(), 0)
    assert.equal(place.database.prepare('SELECT count(*) FROM audit_entries WHERE tool IS NOT NULL OR tool_class IS NOT NULL OR reason IS NOT NULL').pluck().get(), 0)
    assert.equal(place.database.prepare('SELECT count(*) FROM audit_entries WHERE verdict = ? AND outcome = ?').pluck().get('ask', 'ok'), 3)
    assert.deepEqual(await check(place), { checked: 3 * EACH, finding: null })
    assert.equal(place.database.prepare('SELECT chain FROM chain_head').pluck().get(), head)
    place.journal.append(emptyTurn(turnOf('bare')), [started({ capture: 'none' }), stepStarted(1), stepEnded(1, 'end_turn'), turnEnded()], { durable: false })
    assert.deepEqual(await check(place), { checked: 3 * EACH + 4, finding: null })
  })

  test('goes on over a rolled back append, which leaves neither a gap nor an end that isn’t there', async () => {
    const place = placeWithRuns(['one'])
    assert.throws(() => place.journal.append(emptyTurn(turnOf('bad')), [started(), stepEnded(1)], { durable: false }), { code: 'store.corrupt' })
    storeTurn(place, 'good', [], turnOf('good'))
    assert.deepEqual(await check(place), { checked: EACH + 1, finding: null })
  })

  test('records that were stored before links bound places and sizes are checked by what they were linked with', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-chain-'))
    const old = openStore(directory, coreMigrations.slice(0, coreMigrations.findIndex(({ name }) => name === 'audit chain')))
    const insert = old.database.prepare('INSERT INTO events (turn_id, seq, kind, version, at, header, meta_hash, meta_size, body_hash, body_size, chain) VALUES (?, ?, ?, ?, ?, ?, NULL, 0, NULL, 0, ?)')
    let chain = ''
    for (const [index, event] of [started(), resumed(2), resumed(3)].entries()) {
      const { meta: _meta, body: _body, ...header } = event
      const text = JSON.stringify(header)
      chain = hash('sha256', [chain, 'turn_old', index + 1, text, '', ''].join('\n'), 'hex')
      insert.run('turn_old', index + 1, event.kind, 1, event.at, text, chain)
    }
    old.close()
    const place = openPlace(directory)
    storeTurn(place, 'new', [], turnOf('new'))
    assert.deepEqual(await check(place), { checked: 4, finding: null })
    assert.deepEqual([(await check(tamper(place, 'UPDATE events SET at = 9 WHERE position = 2'))).finding?.position], [2])
  })

  test('a check lets other work in between its pieces, and ends when it is told to', async () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    for (let run = 0; run < 60; run += 1) storeTurn(place, 'words', [stepStarted(1), stepEnded(1), turnEnded()], turnOf(`n${run}`))
    let pieces = 0
    const whole = checkChain(createChainPieces(place.database, 100), () => { pieces += 1; if (pieces === 1) storeTurn(place, 'meanwhile', [], turnOf('meanwhile')); return true })
    assert.deepEqual([await whole, pieces], [{ checked: 241, finding: null }, 2])
    assert.equal(await checkChain(createChainPieces(place.database, 100), () => false), null)
  })
})
