import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { createLogKeeping } from '../../electron/core/store/log-keeping.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import type { SeatedEvent, TurnEvent } from '../../shared/turn-event.ts'
import { started, stepEnded, stepStarted, TURN, turnEnded } from '../shared/turn-events.ts'
import { openPlace } from './store-place.ts'

const seat = (events: readonly TurnEvent[]): readonly SeatedEvent[] => events.map((event, index) => ({ turnId: TURN, seq: index + 1, event }))
const WORKS = [started(), stepStarted(1)]
const RESTS = [...WORKS, stepEnded(1, 'end_turn'), turnEnded()]
const many = (events: readonly TurnEvent[]): readonly SeatedEvent[] => Array.from({ length: 100 }, () => seat(events)).flat()

test('what is in the log is written back once no turn works and much was stored, and never while one does', () => {
  const { database } = openPlace()
  const logSize = (): number => statSync(`${database.name}-wal`).size
  const write = (rows: number): void => { for (let row = 0; row < rows; row += 1) database.exec(`INSERT INTO settings (name, value) VALUES ('s' || hex(randomblob(8)), '"${'x'.repeat(2000)}"')`) }
  const waiting = new Set<() => void>()
  const keeping = createLogKeeping(database, (then) => {
    waiting.add(then)
    return () => { waiting.delete(then) }
  })
  write(50)
  const size = logSize()
  keeping.appended(foldTurn(TURN, WORKS), many(WORKS))
  assert.equal(waiting.size, 0, 'it works')
  keeping.appended(foldTurn(TURN, RESTS), seat(RESTS.slice(2)))
  assert.equal(waiting.size, 1)
  keeping.appended(foldTurn(TURN, WORKS), seat(WORKS))
  assert.equal(waiting.size, 0, 'it went on at once')
  keeping.appended(foldTurn(TURN, RESTS), seat(RESTS.slice(2)))
  for (const then of waiting) then()
  write(10)
  assert.ok(logSize() <= size, 'the log begins anew')
  keeping.appended(foldTurn(TURN, RESTS), seat(RESTS.slice(2)))
  keeping.close()
})
