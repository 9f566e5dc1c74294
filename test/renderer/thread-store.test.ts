import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_PAGE, PAGE } from '../../renderer/features/chat/read-range.ts'
import { createThreadStore } from '../../renderer/features/chat/thread-store.ts'
import type { CoreClient, TurnItem } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { TurnId } from '../../shared/ids.ts'
import type { TurnNode } from '../../shared/run-record.ts'
import { node, seatAll, stepEnded, stepStarted, textBlock, turn, turnEnded, turnStarted } from './turn-events.ts'

const chain = (count: number): readonly TurnNode[] =>
  Array.from({ length: count }, (_, index) => node(String(index), index === 0 ? null : String(index - 1), index))
const lastIds = (path: readonly TurnNode[], count: number) => path.slice(-count).map(({ turnId }) => turnId)

/** Answers reads from literal turns and hands out watches to feed; every read must be let through by hand when `held`. */
function makeCore({ held = false } = {}) {
  const reads: TurnId[][] = []
  const watches = new Map<TurnId, { emit: (item: TurnItem) => void; ended: boolean }>()
  const gates: (() => void)[] = []
  let failing = false
  const answer = (turnIds: readonly TurnId[]) =>
    turnIds.map((turnId) => ({ turnId, problem: null, events: [...seatAll(turnId, [turnStarted('hi'), stepStarted(1), stepEnded(1, [textBlock({ text: 'yo' })]), turnEnded()])] }))
  const core: CoreClient = {
    call: async (operation, input) => {
      if (operation !== 'turn.read' || !('turnIds' in input)) throw new Error(`unexpected ${operation}`)
      reads.push(input.turnIds)
      if (held) await new Promise<void>((open) => gates.push(open))
      if (failing) throw new AppError('rpc.disconnected', 'The connection is gone.')
      return Object.assign(answer(input.turnIds))
    },
    watch: (operation, input, onItem) => {
      if (operation !== 'turn.watch' || !('turnId' in input)) throw new Error(`unexpected ${operation}`)
      const watch = { emit: (item: TurnItem) => onItem(Object.assign(item)), ended: false }
      watches.set(input.turnId, watch)
      return () => { watch.ended = true }
    },
  }
  return { core, reads, watches, open: () => gates.shift()?.(), fail: (yes: boolean) => { failing = yes } }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const idsOf = (path: readonly TurnNode[], from: number, to: number) => path.slice(from, to).map(({ turnId }) => turnId)
const lookAt = (index: number) => ({ first: turn(String(index)), last: turn(String(index + 5)) })

test('a chat opens once its end is read, with a place for all of it, and reads the rest where one looks', async () => {
  const { core, reads } = makeCore()
  const path = chain(100)
  const store = createThreadStore(core)
  store.show(path)
  assert.deepEqual([store.readView().isLoading, store.readView().turnIds], [true, []])
  await settled()
  assert.deepEqual(store.readView(), { turnIds: idsOf(path, 0, 100), isLoading: false, keepsEnd: false, error: null })
  assert.deepEqual(reads, [lastIds(path, FIRST_PAGE)])
  assert.equal(store.readTurn(turn('50')), undefined)
  store.look(lookAt(85))
  await settled()
  assert.notEqual(store.readTurn(turn('56')), undefined, 'what will be in sight soon is there before')
  store.look(lookAt(10))
  await settled()
  assert.ok(path.every(({ turnId }) => store.readTurn(turnId) !== undefined))
  assert.ok(reads.every((page) => page.length <= PAGE))
  assert.equal(new Set(reads.flat()).size, reads.flat().length, 'nothing is read twice')
})

test('reading through five thousand turns holds some pages of them, and reads again what one comes back to', async () => {
  const { core, reads } = makeCore()
  const path = chain(5000)
  const store = createThreadStore(core)
  store.show(path)
  await settled()
  for (let at = 4980; at >= 0; at -= 20) {
    store.look(lookAt(at))
    await settled()
    assert.notEqual(store.readTurn(turn(String(at))), undefined)
  }
  assert.equal(reads.flat().length, 5000)
  const held = path.filter(({ turnId }) => store.readTurn(turnId) !== undefined)
  assert.ok(held.length <= 440, `${held.length} are held`)
  assert.equal(store.readTurn(turn('2500')), undefined)
  assert.ok(lastIds(path, FIRST_PAGE).every((turnId) => store.readTurn(turnId) !== undefined), 'the end is always there')
  store.look(lookAt(2500))
  await settled()
  assert.notEqual(store.readTurn(turn('2500')), undefined)
})

test('a turn far away is read without all that lies between, wherever one looks meanwhile', async () => {
  const { core, reads } = makeCore()
  const path = chain(5000)
  const store = createThreadStore(core)
  store.show(path)
  await settled()
  store.seek(turn('7'))
  store.look(lookAt(4990))
  await settled()
  assert.notEqual(store.readTurn(turn('7')), undefined)
  assert.ok(reads.flat().length < 4 * PAGE)
})

test('a path whose beginning comes later keeps its place from the end', async () => {
  const { core } = makeCore()
  const path = chain(500)
  const store = createThreadStore(core)
  store.show(path.slice(-60))
  await settled()
  store.scroll(true)
  store.show(path)
  assert.equal(store.readView().turnIds.length, 60, 'not while the list scrolls')
  store.scroll(false)
  assert.deepEqual([store.readView().turnIds.length, store.readView().keepsEnd], [500, true])
  store.drawn()
  assert.equal(store.readView().keepsEnd, false)
  store.show([...path, { ...node('new', '499', 600), status: 'running', endedAt: null }])
  assert.deepEqual([store.readView().turnIds.length, store.readView().keepsEnd], [501, false])
})

test('a turn that runs is followed, each of its items tells its own listeners only, and its end ends the watch', async () => {
  const { core, watches } = makeCore()
  const live: TurnNode = { ...node('1', '0', 5), status: 'running', endedAt: null }
  const store = createThreadStore(core)
  store.show([node('0', null, 1), live])
  await settled()
  const heard = { live: 0, old: 0, view: 0 }
  store.subscribeTurn(turn('1'), () => { heard.live += 1 })
  store.subscribeTurn(turn('0'), () => { heard.old += 1 })
  store.subscribeView(() => { heard.view += 1 })
  const watch = watches.get(turn('1'))
  const events = seatAll(turn('1'), [turnStarted('go'), stepStarted(1), stepEnded(1, []), turnEnded()])
  for (const seated of events.slice(0, 2)) watch?.emit({ kind: 'event', seated })
  watch?.emit({ kind: 'delta', step: 1, offset: 0, text: 'Hel' })
  assert.equal(store.readTurn(turn('1'))?.draft?.text, 'Hel')
  assert.deepEqual(heard, { live: 3, old: 0, view: 0 })
  for (const seated of events.slice(2)) watch?.emit({ kind: 'event', seated })
  await settled()
  assert.equal(watch?.ended, true)
  store.show([node('0', null, 1), { ...live, status: 'completed', endedAt: 6 }])
  await settled()
  assert.deepEqual(store.readView().turnIds, [turn('0'), turn('1')])
})

test('switching branches keeps the old one in sight until the new one\'s end is there', async () => {
  const { core, open } = makeCore({ held: true })
  const store = createThreadStore(core)
  store.show([node('0', null, 1), node('a', '0', 2)])
  open()
  await settled()
  store.show([node('0', null, 1), node('b', '0', 3)])
  assert.deepEqual(store.readView().turnIds, [turn('0'), turn('a')])
  open()
  await settled()
  assert.deepEqual(store.readView().turnIds, [turn('0'), turn('b')])
})

test('a failed reading is told, and can be tried again', async () => {
  const { core, fail } = makeCore()
  const store = createThreadStore(core)
  fail(true)
  store.show(chain(3))
  await settled()
  assert.equal(store.readView().error?.code, 'rpc.disconnected')
  fail(false)
  store.retry()
  await settled()
  assert.equal(store.readView().error, null)
  assert.equal(store.readView().turnIds.length, 3)
})

test('closing ends every watch', async () => {
  const { core, watches } = makeCore()
  const store = createThreadStore(core)
  store.show([{ ...node('0', null, 1), status: 'parked', endedAt: null }])
  await settled()
  store.close()
  assert.deepEqual([...watches.values()].map(({ ended }) => ended), [true])
})
