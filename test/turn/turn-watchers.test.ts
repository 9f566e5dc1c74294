import assert from 'node:assert/strict'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { test } from 'node:test'
import { createLastLook } from '../../electron/core/rpc/last-look.ts'
import type { CoreParts } from '../../electron/core/rpc/core-parts.ts'
import { createTurnTimers } from '../../electron/core/turn/turn-timers.ts'
import { createTurnWatchers } from '../../electron/core/turn/turn-watchers.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import type { TurnItem } from '../../shared/contract.ts'
import type { SeatedEvent, TurnEvent } from '../../shared/turn-event.ts'
import { started, stepEnded, stepStarted, TURN, turnEnded } from '../shared/turn-events.ts'

const seat = (events: readonly TurnEvent[], from = 1): readonly SeatedEvent[] => events.map((event, index) => ({ turnId: TURN, seq: from + index, event }))
const lineOf = (item: TurnItem): string => (item.kind === 'event' ? `${item.seated.seq} ${item.seated.event.kind}` : item.kind === 'delta' ? `delta ${item.text}` : item.kind)

function watching() {
  const watchers = createTurnWatchers((text) => text)
  const told: string[] = []
  watchers.watch(TURN, { after: [], seq: 0 }, (item) => { told.push(lineOf(item)) })
  told.length = 0
  return { watchers, told }
}

test('stored events are told after what was started with them, and before whatever else is told', async () => {
  const { watchers, told } = watching()
  watchers.events(TURN, seat([started(), stepStarted(1)]))
  assert.deepEqual(told, [])
  await turnOfTheLoop()
  assert.deepEqual(told, ['1 turn.started', '2 step.started'])
  watchers.text(TURN, 1, 'Well')
  watchers.events(TURN, seat([stepEnded(1)], 3))
  watchers.status(TURN, null, 'Waiting')
  assert.deepEqual(told.slice(2), ['delta Well', '3 step.ended', 'status'])
})

test('whoever begins to watch is told nothing twice', async () => {
  const { watchers, told } = watching()
  watchers.events(TURN, seat([started(), stepStarted(1)]))
  const late: string[] = []
  watchers.watch(TURN, { after: seat([started(), stepStarted(1)]), seq: 2 }, (item) => { late.push(lineOf(item)) })
  await turnOfTheLoop()
  assert.deepEqual([told, late], [['1 turn.started', '2 step.started'], ['1 turn.started', '2 step.started', 'synced']])
})

test('what a turn let go of isn’t held once its follower has seen the end, also where that is told a moment later', () => {
  const heard: Parameters<CoreParts['onAppended']>[0][] = []
  const timers = new Set<() => void>()
  const clock = { now: () => 0, at: (_at: number, then: () => void) => { timers.add(then); return () => { timers.delete(then) } } }
  const look = createLastLook({ onAppended: (listener) => { heard.push(listener) }, host: { dataDirectory: '', shell: '', version: '', clock, newId: () => '', notify: () => undefined } })
  const events = seat([started({ capture: 'none' }), stepStarted(1), stepEnded(1, 'end_turn'), turnEnded()])
  const emit = look.followed(TURN, () => undefined)
  for (const listener of heard) listener(foldTurn(TURN, events.map(({ event }) => event)), events)
  assert.equal(timers.size, 1)
  for (const seated of events) emit({ kind: 'event', seated })
  assert.deepEqual([timers.size, look.take(TURN)], [0, null])
})

test('the end of a turn’s working time is set once while it works, and anew after it has waited', () => {
  const set: number[] = []
  let now = 10
  const timers = createTurnTimers({ now: () => now, at: (at) => { set.push(at); return () => undefined } }, { outOfTime: () => undefined, expired: () => undefined })
  const state = foldTurn(TURN, [started(), stepStarted(1)])
  timers.scheduleDeadline(state)
  now = 20
  timers.scheduleDeadline(state)
  assert.equal(set.length, 1)
  timers.scheduleDeadline({ ...state, activeSince: 15 })
  assert.equal((set[1] ?? 0) - (set[0] ?? 0), 15 - (state.activeSince ?? 0))
})
