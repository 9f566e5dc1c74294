import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyTurnItem, emptyLiveTurn, readTurn, type LiveTurn } from '../../renderer/features/chat/live-turn.ts'
import type { TurnItem } from '../../shared/contract.ts'
import { PREVIEW_LENGTH } from '../../shared/stored-text.ts'
import { call, digest, seatAll, stepEnded, stepStarted, textBlock, toolCalled, turn, turnEnded, turnStarted } from './turn-events.ts'

const id = turn('1')
const events = (...list: Parameters<typeof seatAll>[1][number][]): TurnItem[] => seatAll(id, list).map((seated) => ({ kind: 'event', seated }))
const feed = (items: readonly TurnItem[], from: LiveTurn = emptyLiveTurn(id)): LiveTurn => items.reduce(applyTurnItem, from)
const delta = (offset: number, text: string, step = 1): TurnItem => ({ kind: 'delta', step, offset, text })

const open = feed([...events(turnStarted('hi'), stepStarted(1)), { kind: 'synced', seq: 2 }])

test('deltas that fit make up the draft of the open step', () => {
  const live = feed([delta(0, 'Good '), delta(5, 'morning')], open)
  assert.deepEqual(live.draft, { step: 1, text: 'Good morning' })
  assert.equal(live.synced, true)
})

test('a delta from beyond a gap is left out, and one that was there before changes nothing', () => {
  const live = feed([delta(0, 'Good '), delta(9, 'ing'), delta(0, 'Good '), delta(3, 'XX')], open)
  assert.equal(live.draft?.text, 'Good ')
  assert.equal(feed([delta(5, 'morning'), delta(5, 'morning')], live).draft?.text, 'Good morning')
})

test('a draft snapshot replaces what was known, and deltas go on from its end', () => {
  const live = feed([delta(0, 'Goo'), { kind: 'draft', step: 1, text: 'Good mor' }, delta(8, 'ning')], open)
  assert.equal(live.draft?.text, 'Good morning')
})

test('after a reconnect the repeated events, snapshot and deltas lead to the same turn', () => {
  const before = feed([delta(0, 'Good ')], open)
  const again = feed([...events(turnStarted('hi'), stepStarted(1)), { kind: 'synced', seq: 2 }, { kind: 'draft', step: 1, text: 'Good ' }], before)
  assert.deepEqual(again, before)
})

test('the draft goes in the same moment in which the step\'s own text comes, and late pieces of it are ignored', () => {
  const streamed = feed([delta(0, 'Hello')], open)
  const ended = applyTurnItem(streamed, { kind: 'event', seated: { turnId: id, seq: 3, event: stepEnded(1, [textBlock({ text: 'Hello' })]) } })
  assert.equal(ended.draft, null)
  assert.equal(ended.state.steps[0]?.blocks.length, 1)
  assert.equal(feed([delta(5, '!'), delta(0, 'Hello'), { kind: 'draft', step: 1, text: 'Hello' }], ended), ended)
})

test('the first delta of a new step begins a new draft', () => {
  const live = feed([delta(0, 'one'), ...seatAll(id, [toolCalled(call('1'), 1, '1.1')], 3).map((seated): TurnItem => ({ kind: 'event', seated }))], open)
  assert.equal(live.draft?.text, 'one')
  const next = feed([delta(0, 'two', 2)], live)
  assert.deepEqual(next.draft, { step: 2, text: 'two' })
  assert.equal(feed([delta(0, 'late')], next), next, 'a late piece of the step before doesn\'t bring its draft back')
})

test('a long answer stays whole after its step is stored by reference', () => {
  const text = 'x'.repeat(5000)
  const stored = { blob: digest('c'), size: text.length, preview: text.slice(0, PREVIEW_LENGTH) }
  const live = applyTurnItem(feed([delta(0, text)], open), { kind: 'event', seated: { turnId: id, seq: 3, event: stepEnded(1, [textBlock(stored)]) } })
  assert.equal(live.seen.get(stored.blob), text)
  const other = { ...stored, size: text.length + 1 }
  const cut = applyTurnItem(feed([delta(0, text)], open), { kind: 'event', seated: { turnId: id, seq: 3, event: stepEnded(1, [textBlock(other)]) } })
  assert.equal(cut.seen.size, 0)
})

test('passing words about a call stay until it ends, those about the model until it speaks', () => {
  const live = feed([{ kind: 'status', callId: null, text: 'Waits 4 s' }, { kind: 'status', callId: call('1'), text: 'Reads page 2' }], open)
  assert.equal(live.statuses.get('turn'), 'Waits 4 s')
  const spoken = feed([delta(0, 'H')], live)
  assert.equal(spoken.statuses.has('turn'), false)
  assert.equal(spoken.statuses.get(call('1')), 'Reads page 2')
  assert.equal(feed([{ kind: 'status', callId: call('1'), text: '' }], spoken).statuses.size, 0)
})

test('the end of the turn leaves nothing passing behind', () => {
  const live = feed([delta(0, 'H'), ...seatAll(id, [stepEnded(1, []), turnEnded()], 3).map((seated): TurnItem => ({ kind: 'event', seated }))], open)
  assert.equal(live.state.ended?.outcome, 'completed')
  assert.equal(live.draft, null)
})

test('a missing or an illegal event stops the reading there and says so', () => {
  const gap = feed([{ kind: 'event', seated: { turnId: id, seq: 4, event: turnEnded() } }], open)
  assert.match(gap.problem ?? '', /Event 3/)
  const illegal = feed(seatAll(id, [stepStarted(2)], 3).map((seated): TurnItem => ({ kind: 'event', seated })), open)
  assert.match(illegal.problem ?? '', /step is open/)
  assert.equal(illegal.state.seq, 2)
})

test('history is read to its end, and what the core says about it is kept', () => {
  const whole = readTurn(id, seatAll(id, [turnStarted('hi'), stepStarted(1), stepEnded(1, []), turnEnded()]), null)
  assert.equal(whole.state.ended?.outcome, 'completed')
  assert.equal(readTurn(id, seatAll(id, [turnStarted('hi')]), 'checksum').problem, 'checksum')
})
