import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markFirst, plainExcerpt, readExcerpt } from '../../renderer/excerpt.ts'

test('what the core marked is told apart from the rest', () => {
  assert.deepEqual(readExcerpt('…the ‹letters› of ‹May›'), [
    { text: '…the ', hit: false }, { text: 'letters', hit: true }, { text: ' of ', hit: false }, { text: 'May', hit: true },
  ])
})

test('a lone mark that was in the message itself stays text', () => {
  assert.deepEqual(readExcerpt('back ‹ and on'), [{ text: 'back ‹ and on', hit: false }])
})

test('an excerpt as plain text is one line without marks', () => {
  assert.equal(plainExcerpt(' a\n‹b›  c '), 'a b c')
})

test('the first occurrence is marked, whatever its case', () => {
  assert.deepEqual(markFirst('Tax letters', 'TAX'), [{ text: 'Tax', hit: true }, { text: ' letters', hit: false }])
  assert.deepEqual(markFirst('Tax', '.*'), [{ text: 'Tax', hit: false }])
  assert.deepEqual(markFirst('Tax', ''), [{ text: 'Tax', hit: false }])
})
