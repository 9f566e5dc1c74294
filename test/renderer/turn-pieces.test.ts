import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyTurnItem, emptyLiveTurn, readTurn } from '../../renderer/features/chat/live-turn.ts'
import { piecesOf } from '../../renderer/features/chat/turn-pieces.ts'
import type { TurnEvent } from '../../shared/turn-event.ts'
import { askedAndRejected, call, seatAll, stepEnded, stepStarted, textBlock, toolCalled, turn, turnStarted } from './turn-events.ts'

const id = turn('1')
const folded = (...events: TurnEvent[]) => readTurn(id, seatAll(id, [turnStarted('hi'), stepStarted(1), ...events]), null)
const outline = (...events: TurnEvent[]) => piecesOf(folded(...events)).map(({ kind, key }) => `${kind} ${key}`)

test('a draft keeps its key when the step\'s own text takes its place', () => {
  const streaming = applyTurnItem(folded(), { kind: 'delta', step: 1, offset: 0, text: 'Hel' })
  const before = piecesOf(streaming)
  assert.deepEqual(before, [{ kind: 'text', key: '1-text-0', text: { text: 'Hel' }, isDone: false }])
  const after = piecesOf(folded(stepEnded(1, [textBlock({ text: 'Hello' })])))
  assert.deepEqual(after, [{ kind: 'text', key: '1-text-0', text: { text: 'Hello' }, isDone: true }])
})

test('words that come before their step\'s event are shown', () => {
  const early = applyTurnItem(emptyLiveTurn(id), { kind: 'draft', step: 1, text: 'Hi' })
  assert.deepEqual(piecesOf(early).map(({ key }) => key), ['1-text-0'])
})

test('calls stand where the model put them, and a person\'s own after the step', () => {
  assert.deepEqual(
    outline(
      toolCalled(call('a'), 1, '1.1'),
      stepEnded(1, [textBlock({ text: 'x' }), { type: 'call', callId: call('a') }, textBlock({ text: 'y' })]),
      ...askedAndRejected(call('a'), 5),
      { ...toolCalled(call('b'), 1, '1.2', 'person'), replaces: call('a') },
    ),
    ['text 1-text-0', 'call call_a', 'text 1-text-1', 'call call_b'])
})

test('a call whose step isn\'t written yet is there already', () => {
  assert.deepEqual(outline(toolCalled(call('a'), 1, '1.1')), ['call call_a'])
})

test('a step whose content is gone says so and keeps its calls', () => {
  assert.deepEqual(outline(toolCalled(call('a'), 1, '1.1'), { ...stepEnded(1, []), body: null }), ['not-kept 1-not-kept', 'call call_a'])
})

test('a cut answer says by what it was cut', () => {
  assert.deepEqual(outline(stepEnded(1, [textBlock({ text: 'x' })], 'stopped')), ['text 1-text-0', 'cut 1-cut'])
  assert.deepEqual(outline({ ...stepEnded(1, [textBlock({ text: 'x' })]), stopReason: 'max_tokens' }), ['text 1-text-0', 'cut 1-cut'])
  assert.deepEqual(outline(stepEnded(1, [], 'failed')), [], 'where there is no text nothing was cut')
})

test('a summary stands where it began to count, and an answer without room says so', () => {
  const covered = { kind: 'turns', through: turn('0'), count: 2 } as const
  const compaction: readonly TurnEvent[] = [
    { kind: 'compaction.started', version: 1, at: 3000, compaction: 1, covered, meta: null, body: null },
    { kind: 'context.compacted', version: 1, at: 3001, compaction: 1, covered, tainted: false, meta: null, body: { summary: { text: 's' }, taint: [] } },
  ]
  const first = { ...turnStarted('hi'), parentTurnId: turn('0') }
  const before = piecesOf(readTurn(id, seatAll(id, [first, ...compaction, stepStarted(1), stepEnded(1, [textBlock({ text: 'x' })])]), null))
  assert.deepEqual(before.map(({ kind }) => kind), ['compaction', 'text'])
  const between = piecesOf(readTurn(id, seatAll(id, [first, stepStarted(1), { ...stepEnded(1, [textBlock({ text: 'x' })]), stopReason: 'model_context_window_exceeded' }, ...compaction, stepStarted(2), stepEnded(2, [textBlock({ text: 'y' })])]), null))
  assert.deepEqual(between.map(({ kind }) => kind), ['text', 'cut', 'compaction', 'text'])
})
