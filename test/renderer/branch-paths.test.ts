import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastBeforeTaint, leafToShow, newestLeafBelow, pathTo, siblingsByTurn } from '../../renderer/features/chat/branch-paths.ts'
import type { TurnNode } from '../../shared/run-record.ts'
import { node, turn } from './turn-events.ts'

/*
 * a ─ b ─ d        c is an edit of b; e and f are retries of each other below c
 *   └ c ─ e
 *       └ f ─ g
 */
const tree = [node('a', null, 1), node('b', 'a', 2), node('c', 'a', 3), node('d', 'b', 9), node('e', 'c', 5), node('f', 'c', 6), node('g', 'f', 7)]
const ids = (nodes: readonly { readonly turnId: string }[]) => nodes.map(({ turnId }) => turnId)
const siblings = (nodes: readonly TurnNode[], id: string) => ids(siblingsByTurn(nodes).get(turn(id)) ?? [])

test('the path runs from the first turn to the leaf', () => {
  assert.deepEqual(ids(pathTo(tree, turn('g'))), ['turn_a', 'turn_c', 'turn_f', 'turn_g'])
  assert.deepEqual(pathTo(tree, null), [])
  assert.deepEqual(pathTo(tree, turn('zz')), [])
})

test('a new leaf is shown once its turn is known; until then what was shown stays', () => {
  assert.equal(leafToShow(tree, turn('new'), turn('g')), 'turn_g')
  assert.equal(leafToShow([...tree, node('new', 'g', 10)], turn('new'), turn('g')), 'turn_new')
  assert.equal(leafToShow(tree, turn('d'), turn('g')), 'turn_d')
  assert.equal(leafToShow(tree, turn('new'), null), 'turn_new')
  assert.equal(leafToShow(tree, null, turn('g')), null)
})

test('siblings are those with the same parent, oldest first', () => {
  assert.deepEqual(siblings([...tree].reverse(), 'f'), ['turn_e', 'turn_f'])
  assert.deepEqual(siblings(tree, 'a'), ['turn_a'])
  assert.deepEqual(siblings([...tree, node('h', null, 8)], 'a'), ['turn_a', 'turn_h'])
})

test('switching to a sibling shows the newest end below it', () => {
  assert.equal(newestLeafBelow(tree, turn('c')), 'turn_g')
  assert.equal(newestLeafBelow(tree, turn('b')), 'turn_d')
  assert.equal(newestLeafBelow(tree, turn('a')), 'turn_d')
  assert.equal(newestLeafBelow(tree, turn('e')), 'turn_e')
})

test('a loop in damaged rows ends the walk', () => {
  const loop = [node('x', 'y', 1), node('y', 'x', 2)]
  assert.deepEqual(ids(pathTo(loop, turn('x'))), ['turn_y', 'turn_x'])
  assert.equal(newestLeafBelow(loop, turn('x')), 'turn_x')
})

test('going on from before the taint means the parent of the first tainted turn', () => {
  const path = [node('a', null, 1), node('b', 'a', 2), node('c', 'b', 3, true), node('d', 'c', 4, true)]
  assert.deepEqual(lastBeforeTaint(path), { kind: 'turn', turnId: 'turn_b' })
  assert.deepEqual(lastBeforeTaint(path.slice(2)), { kind: 'root' })
  assert.deepEqual(lastBeforeTaint(path.slice(0, 2)), { kind: 'none' })
})
