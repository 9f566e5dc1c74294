import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editText, EMPTY_TEXT, joinTracked, partsOf, restoreText, trackedText, type Origin, type TrackedText } from '../../renderer/features/chat/message-ranges.ts'

const shape = (tracked: TrackedText): string[] => {
  let at = 0
  return tracked.spans.map(({ origin, length }) => `${origin}:${tracked.text.slice(at, (at += length))}`)
}
/** Puts `added` in place of [from, to), as a field does, with the caret after it. */
const put = (tracked: TrackedText, from: number, to: number, added: string, origin: Origin): TrackedText =>
  editText(tracked, tracked.text.slice(0, from) + added + tracked.text.slice(to), from + added.length, origin)

const mixed = joinTracked([trackedText('mail ', 'typed'), trackedText('ann@example.org', 'pasted'), trackedText(' now', 'typed')])

test('what is typed around pasted text is the person\'s own, what is pasted is not', () => {
  assert.deepEqual(shape(put(put(EMPTY_TEXT, 0, 0, 'see ', 'typed'), 4, 4, 'evil.example', 'pasted')), ['typed:see ', 'pasted:evil.example'])
  assert.deepEqual(shape(put(mixed, mixed.text.length, mixed.text.length, '!', 'typed')), ['typed:mail ', 'pasted:ann@example.org', 'typed: now!'])
  assert.deepEqual(shape(put(mixed, 5, 5, 'to ', 'typed')), ['typed:mail to ', 'pasted:ann@example.org', 'typed: now'])
})

test('typing inside a pasted range keeps it pasted', () => {
  assert.deepEqual(shape(put(mixed, 8, 8, 'ette', 'typed')), ['typed:mail ', 'pasted:annette@example.org', 'typed: now'])
  assert.deepEqual(shape(put(mixed, 5, 8, 'bob', 'typed')), ['typed:mail ', 'pasted:bob@example.org', 'typed: now'])
  assert.deepEqual(shape(put(mixed, 17, 20, 'com', 'typed')), ['typed:mail ', 'pasted:ann@example.com', 'typed: now'])
})

test('replacing all of a pasted range by hand makes it the person\'s own', () => {
  assert.deepEqual(shape(put(mixed, 5, 20, 'bob', 'typed')), ['typed:mail bob now'])
  assert.deepEqual(shape(put(mixed, 0, mixed.text.length, 'x', 'typed')), ['typed:x'])
})

test('deleting across a boundary leaves both sides what they were', () => {
  assert.deepEqual(shape(put(mixed, 2, 9, '', 'typed')), ['typed:ma', 'pasted:example.org', 'typed: now'])
})

test('the caret tells where a repeated letter went in', () => {
  const tracked = joinTracked([trackedText('a', 'typed'), trackedText('aa', 'pasted')])
  assert.deepEqual(shape(editText(tracked, 'aaaa', 1, 'typed')), ['typed:aa', 'pasted:aa'])
  assert.deepEqual(shape(editText(tracked, 'aaaa', 4, 'typed')), ['typed:a', 'pasted:aa', 'typed:a'])
})

test('undo brings back what was pasted as pasted', () => {
  const emptied = put(mixed, 5, 20, '', 'typed')
  assert.deepEqual(restoreText(emptied, [mixed, emptied], mixed.text, 20), mixed)
  assert.deepEqual(shape(restoreText(emptied, [], mixed.text, 20)), ['typed:mail ', 'pasted:ann@example.org', 'typed: now'])
})

test('more alternations than a message can hold are merged, and merged text is not typed', () => {
  const tracked = joinTracked(Array.from({ length: 20 }, (_, index) => trackedText('x', index % 2 === 0 ? 'typed' : 'pasted')))
  const parts = partsOf(tracked, 5)
  assert.equal(parts.length, 5)
  assert.deepEqual(parts.map(({ origin }) => origin), ['typed', 'pasted', 'typed', 'pasted', 'pasted'])
})

const origin = fc.constantFrom<Origin>('typed', 'pasted', 'dropped', 'linked')
const edits = fc.array(fc.record({ from: fc.nat(60), size: fc.nat(12), added: fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', ' ', 'é', '😀', '\n') }), origin }), { maxLength: 25 })

test('however a text came about, its spans cover it exactly and its parts join to it', () => {
  fc.assert(fc.property(edits, fc.integer({ min: 1, max: 6 }), (list, limit) => {
    const tracked = list.reduce((text, edit) => {
      const from = Math.min(edit.from, text.text.length)
      return put(text, from, Math.min(from + edit.size, text.text.length), edit.added, edit.origin)
    }, EMPTY_TEXT)
    assert.equal(tracked.spans.reduce((sum, { length }) => sum + length, 0), tracked.text.length)
    assert.ok(tracked.spans.every(({ length }) => length > 0))
    assert.ok(tracked.spans.every((span, index) => span.origin !== tracked.spans[index + 1]?.origin))
    const parts = partsOf(tracked, limit)
    assert.ok(parts.length <= limit)
    assert.equal(parts.map(({ text }) => text).join(''), tracked.text)
  }))
})

test('no foreign letter ever becomes typed by editing elsewhere', () => {
  const foreign = 'XYZ'
  fc.assert(fc.property(edits, (list) => {
    let tracked = trackedText(foreign, 'pasted')
    for (const edit of list) {
      const from = Math.min(edit.from, tracked.text.length)
      tracked = put(tracked, from, Math.min(from + edit.size, tracked.text.length), edit.added, 'typed')
    }
    for (const { origin: from, text } of partsOf(tracked, 50)) if (from === 'typed') assert.doesNotMatch(text, /[XYZ]/)
  }))
})
