import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../electron/core/host.ts'
import { MOST_AT_ONCE, sendTree } from '../../electron/core/rpc/tree-rows.ts'
import { TurnId } from '../../shared/ids.ts'
import { emptyTurn } from '../../shared/turn-state.ts'
import { started, stepEnded, stepStarted, turnEnded } from '../shared/turn-events.ts'
import { CHAT, openPlace, type OpenPlace } from './store-place.ts'

type Item = Parameters<Parameters<typeof sendTree>[2]>[0]

const turnOf = (number: number): TurnId => TurnId.parse(`turn_${String(number).padStart(5, '0')}`)

/** A chain of so many turns; the last one has two more beside it. */
function chain(place: OpenPlace, count: number): void {
  place.chats.create(CHAT, 1)
  const store = (number: number, parent: number | null): void => {
    const events = [started({ parentTurnId: parent === null ? null : turnOf(parent) }), stepStarted(1), stepEnded(1, 'end_turn'), turnEnded()]
    place.journal.append(emptyTurn(turnOf(number)), events.map((event) => ({ ...event, at: 1000 + Math.min(number, count) })), { durable: false })
  }
  place.database.transaction(() => {
    for (let number = 0; number < count; number += 1) store(number, number === 0 ? null : number - 1)
    store(count, count - 2)
    store(count + 1, count - 2)
  })()
}

/** Its time never comes by itself. */
function heldClock(): { readonly clock: Clock; readonly run: () => void } {
  const due: (() => void)[] = []
  return { clock: { now: () => 0, at: (_at, run) => { due.push(run); return () => { due.splice(due.indexOf(run), 1) } } }, run: () => { for (const run of due.splice(0)) run() } }
}

/** Resolves with everything once the last piece has come. */
function collect(place: OpenPlace): { readonly items: Item[]; readonly whole: Promise<void>; readonly run: () => void; readonly end: () => void } {
  const { clock, run } = heldClock()
  const items: Item[] = []
  let end = (): void => undefined
  const whole = new Promise<void>((resolve) => {
    const tree = sendTree({ chats: place.chats, clock }, CHAT, (item) => {
      items.push(item)
      if (item.kind === 'more' && item.isLast) resolve()
    })
    end = tree.end
  })
  return { items, whole, run, end }
}
const idsOf = (item: Item | undefined): readonly string[] => (item !== undefined && 'rows' in item ? item.rows.map(({ turnId }) => turnId) : [])

test('a chat that isn’t long comes whole', () => {
  const place = openPlace()
  chain(place, 20)
  const { items } = collect(place)
  assert.deepEqual(items.map(({ kind }) => kind), ['snapshot'])
  assert.equal(idsOf(items[0]).length, 22)
  place.close()
})

test('of a long chat the end of the shown branch and all beside it come first, then every turn, each once', async () => {
  const place = openPlace()
  const count = MOST_AT_ONCE * 4
  chain(place, count)
  const { items, whole, run } = collect(place)
  assert.deepEqual(items.map(({ kind }) => kind), ['first'])
  const first = idsOf(items[0])
  assert.ok(first.length < 100)
  for (const number of [count + 1, count, count - 1, count - 2, count - 20]) assert.ok(first.includes(turnOf(number)), `${number}`)
  run()
  await whole
  const rest = items.slice(1).flatMap(idsOf)
  assert.equal(rest.length, count + 2)
  assert.equal(new Set(rest).size, count + 2)
  assert.deepEqual(items.map(({ version }) => version), items.map((_, index) => index + 1))
  place.close()
})

test('a window that has gone is sent nothing more', async () => {
  const place = openPlace()
  chain(place, MOST_AT_ONCE * 2)
  const { items, run, end } = collect(place)
  end()
  run()
  await new Promise((resolve) => { setImmediate(resolve) })
  assert.equal(items.length, 1)
  place.close()
})
