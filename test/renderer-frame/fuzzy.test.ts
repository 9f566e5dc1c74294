import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankFuzzy, scoreFuzzy } from '../../renderer/features/palette/fuzzy.ts'

const rank = (query: string, items: readonly string[]) => rankFuzzy(query, items, (item) => item)

test('only texts that hold all characters in order fit', () => {
  assert.deepEqual(rank('wkr', ['Weekly report', 'Garden', 'rk w']), ['Weekly report'])
  assert.equal(scoreFuzzy('zz', 'a z'), null)
})

test('what begins with the query comes before what contains it, and that before scattered letters', () => {
  assert.deepEqual(rank('set', ['some extra tea', 'asset list', 'New settings', 'Settings']), ['Settings', 'New settings', 'asset list', 'some extra tea'])
})

test('an empty query keeps everything in its order', () => {
  assert.deepEqual(rank('  ', ['b', 'a']), ['b', 'a'])
})

test('upper and lower case are the same, in any script', () => {
  assert.deepEqual(rank('ÄPFEL', ['äpfel']), ['äpfel'])
  assert.deepEqual(rank('見直', ['見積もりを直す']), ['見積もりを直す'])
})

test('a query longer than the text doesn’t fit it', () => {
  assert.equal(scoreFuzzy('settings', 'set'), null)
})
