import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Digest, TurnId } from '../../shared/ids.ts'
import type { StoredText } from '../../shared/stored-text.ts'
import { TURN } from '../shared/turn-events.ts'
import { openPlace, storeTurn, type OpenPlace } from './store-place.ts'

const OTHER = TurnId.parse('turn_2')
function messageOf({ journal }: OpenPlace, turnId = TURN): StoredText | undefined {
  const event = journal.read(turnId)[0]?.event
  return event?.kind === 'turn.started' ? event.body?.message[0]?.text : undefined
}
const count = ({ database }: OpenPlace): unknown => database.prepare('SELECT count(*) FROM blobs').pluck().get()

describe('long texts', () => {
  for (const [what, text, aside] of [['of 4,096 units', 'x'.repeat(4096), false], ['of one more', 'x'.repeat(4097), true], ['of ten million', 'y'.repeat(10_000_000), true]] as const) {
    test(`one ${what} is ${aside ? 'put aside and read back whole' : 'kept with its event'}`, () => {
      const place = openPlace()
      storeTurn(place, text)
      const stored = messageOf(place)
      assert.ok(stored !== undefined)
      assert.equal('blob' in stored, aside)
      assert.equal(place.journal.readText(stored), text)
      if ('blob' in stored) assert.deepEqual([stored.size, stored.preview], [text.length, text.slice(0, 2048)])
      place.close()
    })
  }

  test('with half a character in them are stored as what can be stored, and still read back', () => {
    const place = openPlace()
    storeTurn(place, `${'z'.repeat(5000)}\uD800`)
    const stored = messageOf(place)
    assert.ok(stored !== undefined)
    assert.equal(place.journal.readText(stored), `${'z'.repeat(5000)}\uFFFD`)
    place.close()
  })

  test('that two turns share are kept once, and go with the last of them', () => {
    const place = openPlace()
    const text = 's'.repeat(5000)
    storeTurn(place, text)
    storeTurn(place, text, [], OTHER)
    assert.equal(count(place), 1)
    place.journal.eraseContent(TURN)
    assert.equal(count(place), 1)
    const kept = messageOf(place, OTHER)
    assert.ok(kept !== undefined)
    assert.equal(place.journal.readText(kept), text)
    place.journal.eraseContent(OTHER)
    assert.equal(count(place), 0)
    assert.throws(() => place.journal.readText(kept), { code: 'input.not-found' })
    place.close()
  })

  test('that were changed on the disk are refused: what runs is what was shown', () => {
    const place = openPlace()
    storeTurn(place, 's'.repeat(5000))
    const stored = messageOf(place)
    place.database.exec(`UPDATE blobs SET content = replace(content, 's', 't')`)
    assert.ok(stored !== undefined)
    assert.throws(() => place.journal.readText(stored), { code: 'store.corrupt' })
    place.close()
  })

  test('that never were are said to be gone', () => {
    const place = openPlace()
    assert.throws(() => place.blobs.read(Digest.parse('f'.repeat(64))), { code: 'input.not-found' })
    place.close()
  })
})
