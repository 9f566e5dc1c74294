import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraftFiles } from '../../electron/core/store/draft-files.ts'
import { createChatSearch, toFullTextQuery } from '../../electron/core/store/search.ts'
import { ChatId, TurnId } from '../../shared/ids.ts'
import type { TurnEvent } from '../../shared/turn-event.ts'
import { answered, called, decided, stepEnded, stepStarted, toolEnded, TURN, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, storeTurn } from './store-place.ts'

const END = [stepStarted(1), stepEnded(1, 'end_turn'), turnEnded()]

describe('chats', () => {
  test('take their title from the first message, and keep the one a person gave them', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, '  Plan   the\ntrip ', END)
    assert.deepEqual([place.chats.find(CHAT)?.title, place.chats.find(CHAT)?.leafTurnId], ['Plan the trip', TURN])
    place.chats.change(CHAT, { title: 'Mine' })
    assert.deepEqual([place.chats.find(CHAT)?.title, place.chats.find(CHAT)?.named], ['Mine', true])
    place.close()
  })

  test('have rows of their turns that count a step with what it used, and a call as soon as it is made', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    let state = storeTurn(place, 'apricot')
    const rowAfter = (...events: readonly TurnEvent[]) => {
      state = place.journal.append(state, events, { durable: false }).state
      const [row] = place.chats.tree(CHAT)
      return [row?.steps, row?.calls, row?.tainted]
    }
    assert.deepEqual(rowAfter(stepStarted(1)), [0, 0, false])
    assert.deepEqual(rowAfter(called('a', '1.1', {}, 'read'), stepEnded(1), decided('a', 'deny', 'read')), [1, 1, false])
    assert.deepEqual(rowAfter(toolEnded('a', 'error', 'denied', true), stepStarted(2, true)), [2, 1, true])
    assert.deepEqual(rowAfter(stepEnded(2, 'end_turn'), turnEnded()), [2, 1, true])
    place.close()
  })

  test('that are deleted are in no list until they are restored, and expire at their time', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, 'apricot', END)
    const search = createChatSearch(place.database)
    place.chats.change(CHAT, { deletedAt: 500 })
    assert.deepEqual([place.chats.list(), place.chats.find(CHAT), search('apricot', 5), place.chats.expired(499), place.chats.nextExpiry()], [[], null, [], [], 500])
    assert.deepEqual(place.chats.expired(500), [CHAT])
    place.chats.change(CHAT, { deletedAt: null })
    assert.deepEqual([place.chats.list().length, search('apricot', 5).length, place.chats.nextExpiry()], [1, 1, null])
    place.close()
  })

  test('that are removed leave headers and counts, and nothing that says what was in them', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, 'apricot', [stepStarted(1), called('a', '1.1'), stepEnded(1)])
    const files = createDraftFiles(place.database)
    files.save(CHAT, [{ id: 'f', fileName: 'fruit.txt', text: 'apricot', vouched: false }])
    place.journal.eraseContent(TURN)
    place.chats.remove(CHAT)
    assert.deepEqual([place.chats.find(CHAT), createChatSearch(place.database)('apricot', 5)], [null, []])
    assert.deepEqual(place.journal.read(TURN).map(({ event }) => [event.kind, event.meta, event.body]), [['turn.started', null, null], ['step.started', null, null], ['tool.called', null, null], ['step.ended', null, null]])
    assert.deepEqual(place.database.prepare('SELECT connector_id, tool FROM audit_entries').all(), [{ connector_id: null, tool: null }])
    assert.deepEqual(place.database.prepare('SELECT preview FROM turns').pluck().all(), [''])
    assert.deepEqual(files.read(CHAT), [])
    assert.throws(() => place.chats.change(CHAT, { title: 'x' }), { code: 'input.not-found' })
    place.close()
  })

  test('keep the files of a draft in their order, with the word given for each, until others take their place', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    const files = createDraftFiles(place.database)
    const two = [{ id: 'b', fileName: 'b.txt', text: 'second', vouched: true }, { id: 'a', fileName: 'a.txt', text: '', vouched: false }]
    files.save(CHAT, two)
    assert.deepEqual(files.read(CHAT), two)
    files.save(CHAT, two.slice(1))
    assert.deepEqual(files.read(CHAT), two.slice(1))
    assert.deepEqual(files.read(ChatId.parse('chat_other')), [])
    place.close()
  })

  test('open turns are those of chats that are there', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, 'hello', [stepStarted(1)])
    assert.deepEqual(place.chats.openTurns().map(({ turnId }) => turnId), [TURN])
    place.chats.markUnreadable(TURN)
    assert.deepEqual([place.chats.openTurns(), place.chats.turn(TURN)?.status, place.chats.tree(CHAT)[0]?.status, place.chats.find(CHAT)?.status], [[], 'failed', 'failed', 'failed'])
    assert.deepEqual([place.chats.countUnreadable('running'), place.chats.countUnreadable('paused')], [1, 0])
    place.chats.markReadable(TURN)
    assert.deepEqual([place.chats.openTurns().length, place.chats.turn(TURN)?.status, place.chats.list()[0]?.status], [1, 'running', 'running'])
    assert.equal(place.chats.find(ChatId.parse('chat_nobody')), null)
    place.close()
  })
})

describe('search', () => {
  test('finds every word in any order, the last one by its beginning, without accents or case', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, 'Zwei Brötchen für Müller', END)
    const search = createChatSearch(place.database)
    for (const query of ['brotchen', 'MÜLLER zwei', 'zwei bro', 'muller']) assert.equal(search(query, 5).length, 1, query)
    for (const query of ['drei', 'zwei drei', 'bro zwei', '']) assert.equal(search(query, 5).length, 0, query)
    place.close()
  })

  test('finds what was said in a turn’s steps once it rests, each of them once', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    const says = (step: number, text: string): TurnEvent => {
      const event = stepEnded(step)
      assert.ok(event.kind === 'step.ended')
      return { ...event, body: { blocks: [{ type: 'text', text: { text } }], message: null } }
    }
    const search = createChatSearch(place.database)
    const count = (query: string): number => search(query, 9).length
    const asked = storeTurn(place, 'hello', [stepStarted(1), called('a', '1.1'), says(1, 'quince'), decided('a', 'ask')])
    assert.equal(count('quince'), 1)
    const going = place.journal.append(asked, [answered('a', 5, 'rejected', 'person'), toolEnded('a', 'error', 'rejected'), stepStarted(2), says(2, 'medlar'), stepStarted(3)], { durable: false })
    assert.deepEqual([count('quince'), count('medlar')], [1, 0])
    place.journal.append(going.state, [says(3, 'sorb'), turnEnded()], { durable: false })
    assert.deepEqual(['quince', 'medlar', 'sorb'].map(count), [1, 1, 1])
    place.close()
  })

  test('ranks what few messages say, and where very many do, the newest come first', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    const search = createChatSearch(place.database)
    for (let number = 0; number < 301; number += 1) {
      storeTurn(place, `${number < 300 ? 'plum' : 'pear'} ${number === 7 ? 'plum fig' : 'and other fruit that grows'}${number === 290 ? ' fig' : ''}`, [], TurnId.parse(`turn_n${String(number).padStart(3, '0')}`))
    }
    assert.deepEqual([search('plum', 1)[0]?.turnId, search('fig', 2).map(({ turnId }) => turnId)], ['turn_n007', ['turn_n007', 'turn_n290']])
    storeTurn(place, 'plum once more', [], TurnId.parse('turn_n301'))
    assert.deepEqual(search('plum', 2).map(({ turnId }) => turnId), ['turn_n301', 'turn_n299'])
    place.close()
  })

  test('reads nothing of what is typed as a query of its own', () => {
    const place = openPlace()
    place.chats.create(CHAT, 1)
    storeTurn(place, 'plain text', END)
    const search = createChatSearch(place.database)
    for (const query of ['"', 'text OR x', 'text:', 'NEAR(', '*', '-plain', '^plain', 'text\0', "'; DROP TABLE chats; --", 'chat_id: chat_1', 'x'.repeat(100_000)]) assert.doesNotThrow(() => search(query, 5), query.slice(0, 20))
    assert.equal(toFullTextQuery('a "b" OR ce*'), '"a" "b" "OR" "ce"*')
    assert.deepEqual([toFullTextQuery('to c'), toFullTextQuery('茶')], ['"to" "c"', '"茶"*'])
    place.close()
  })
})
