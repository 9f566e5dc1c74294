import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThreadStore, FIRST_PAGE, PAGE } from '../../renderer/features/chat/thread-store.ts'
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

test('a chat opens with the last page of its branch, and older turns are put before it', async () => {
  const { core, reads } = makeCore()
  const path = chain(100)
  const store = createThreadStore(core)
  store.show(path)
  assert.deepEqual([store.readView().isLoading, store.readView().turnIds], [true, []])
  await settled()
  assert.deepEqual(store.readView(), { turnIds: lastIds(path, FIRST_PAGE), hasOlder: true, isLoading: false, isPrepend: false, error: null })
  store.loadOlder()
  await settled()
  assert.equal(store.readView().isPrepend, true)
  store.prependSeen()
  assert.equal(store.readView().isPrepend, false)
  assert.deepEqual(store.readView().turnIds, lastIds(path, FIRST_PAGE + PAGE))
  store.loadOlder()
  store.loadOlder()
  await settled()
  assert.equal(store.readView().turnIds.length, FIRST_PAGE + 2 * PAGE, 'asking twice reads one page')
  store.loadOlder()
  await settled()
  assert.equal(store.readView().turnIds.length, 100)
  assert.equal(store.readView().hasOlder, false)
  assert.ok(reads.every((page) => page.length <= PAGE))
  assert.equal(new Set(reads.flat()).size, reads.flat().length, 'nothing is read twice')
})

test('a branch that shares nothing with the one before is read in pages too', async () => {
  const { core, reads } = makeCore()
  const store = createThreadStore(core)
  store.show(chain(100))
  await settled()
  store.loadOlder()
  await settled()
  reads.length = 0
  const other = Array.from({ length: 100 }, (_, index) => node(`other${index}`, null, index))
  store.show(other)
  await settled()
  assert.deepEqual(reads.map((page) => page.length), [PAGE, FIRST_PAGE])
  assert.deepEqual(store.readView().turnIds, lastIds(other, FIRST_PAGE + PAGE))
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
