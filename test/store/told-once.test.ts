import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { createRunReader } from '../../electron/core/runs/read-run.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { OfferedTool, TurnEvent } from '../../shared/turn-event.ts'
import { stepEnded, TURN, turnEnded } from '../shared/turn-events.ts'
import { openPlace, storeTurn, type OpenPlace } from './store-place.ts'

const tool = (name: string): OfferedTool => ({ name: `probe__${name}`, connectorId: ConnectorId.parse('probe'), tool: name })
const step = (number: number, offered: OfferedTool[]): readonly TurnEvent[] => [
  { kind: 'step.started', version: 1, at: 2, step: number, tainted: false, meta: { model: 'practice', offered, reservedTokens: 7 }, body: { taint: [] } },
  stepEnded(number, 'end_turn'),
]
const MANY = [tool('look'), tool('find')]
const FEW = [tool('look')]

/** What each step has stored of its list. */
const storedLists = ({ database }: OpenPlace): unknown[] =>
  z.array(z.string()).parse(database.prepare(`SELECT c.meta FROM events JOIN event_content c USING (position) WHERE kind = 'step.started' ORDER BY position`).pluck().all()).map((meta) => z.object({ offered: z.unknown() }).parse(JSON.parse(meta)).offered)

const readLists = (place: OpenPlace): unknown[] => place.journal.read(TURN).flatMap(({ event }) => (event.kind === 'step.started' ? [event.meta?.offered] : []))

void describe('the list of tools that a step is offered', () => {
  test('is stored once where the steps after it are offered the very same, and is there again for all of them when they are read', () => {
    const place = openPlace()
    const told = storeTurn(place, 'hello', [...step(1, MANY), ...step(2, MANY), ...step(3, FEW), ...step(4, FEW), ...step(5, []), ...step(6, []), ...step(7, MANY)])
    const after = place.journal.append(told, [...step(8, MANY), turnEnded()], { durable: false })
    assert.deepEqual(storedLists(place), [MANY, 'as-before', FEW, 'as-before', [], [], MANY, 'as-before'])
    const lists = [MANY, MANY, FEW, FEW, [], [], MANY, MANY]
    assert.deepEqual(after.state.steps.map(({ started }) => started.meta?.offered), lists)
    assert.deepEqual(readLists(place), lists)
    const { events, problem } = createRunReader(place.database)(TURN)
    assert.deepEqual([problem, events.flatMap(({ event }) => (event.kind === 'step.started' ? [event.meta?.offered] : []))], [null, lists])
    place.close()
  })

  test('is known to a process that takes the turn over', () => {
    const place = openPlace()
    storeTurn(place, 'hello', step(1, MANY))
    place.close()
    const again = openPlace(place.directory)
    const state = foldTurn(TURN, again.journal.read(TURN).map(({ event }) => event))
    again.journal.append(state, step(2, state.steps[0]?.started.meta?.offered ?? []), { durable: false })
    assert.deepEqual(storedLists(again), [MANY, 'as-before'])
    assert.deepEqual(readLists(again), [MANY, MANY])
    again.close()
  })

  test('is stored whole beside a step that nothing is known of any more', () => {
    const place = openPlace()
    const [first, end] = step(1, MANY)
    assert.ok(first?.kind === 'step.started' && end !== undefined)
    storeTurn(place, 'hello', [{ ...first, meta: null }, end, ...step(2, MANY), ...step(3, MANY)])
    assert.deepEqual(readLists(place), [undefined, MANY, MANY])
    place.close()
  })

  test('is never made up: a word whose list is gone can’t be read', () => {
    const place = openPlace()
    storeTurn(place, 'hello', [...step(1, MANY), ...step(2, MANY)])
    place.database.exec('UPDATE event_content SET meta = NULL, meta_salt = NULL WHERE position = 2')
    assert.throws(() => place.journal.read(TURN), { code: 'store.corrupt' })
    assert.match(createRunReader(place.database)(TURN).problem ?? '', /^Event 4: A stored event \(step\.started\)/)
    place.close()
  })

  test('goes with all that is known of a turn', () => {
    const place = openPlace()
    storeTurn(place, 'hello', [...step(1, MANY), ...step(2, MANY)])
    place.journal.eraseContent(TURN)
    assert.deepEqual(readLists(place), [undefined, undefined])
    place.close()
  })
})
