import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canBeMeant, FORWARD_MS, meaningOf, SETTLE_MS, type CardKey } from '../../renderer/parts/approval-card/answer-guard.ts'
import { destinationNote } from '../../renderer/parts/approval-card/destination-notes.ts'
import { foldsLeft, foldsOf, isLocked } from '../../renderer/parts/approval-card/question-folds.ts'

const long = 'x'.repeat(50_000)
const pressed = (key: string, more: Partial<CardKey> = {}): CardKey =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, composing: false, inTextField: false, onControl: 'none', ...more })

test('what is short is read by looking at it, what is folded has to be opened', () => {
  assert.equal(foldsLeft(foldsOf({ kind: 'facts', facts: [{ name: 'to', value: 'ann@example.org', destination: true }] }, '{}'), new Map()), 0)
  const folds = foldsOf({ kind: 'facts', facts: [{ name: 'body', value: long, destination: false }, { name: 'note', value: long, destination: false }] }, '{}')
  assert.equal(foldsLeft(folds, new Map()), 2)
  assert.equal(foldsLeft(folds, new Map([['fact-0', 0]])), 1)
  assert.equal(foldsLeft(folds, new Map([['fact-0', 0], ['fact-1', 0]])), 0)
})

test('a destination is never folded', () => {
  assert.equal(foldsLeft(foldsOf({ kind: 'facts', facts: [{ name: 'to', value: long, destination: true }] }, '{}'), new Map()), 0)
})

test('arguments that have not arrived count as unread', () => {
  assert.equal(foldsLeft(foldsOf({ kind: 'json' }, null), new Map()), 1)
  assert.equal(foldsLeft(foldsOf({ kind: 'json' }, '{"a":1}'), new Map()), 0)
  assert.equal(foldsLeft(foldsOf({ kind: 'json' }, JSON.stringify({ code: long })), new Map()), 1)
  assert.equal(foldsLeft(foldsOf({ kind: 'file', path: '/a', content: long }, null), new Map()), 1)
  const far = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n')
  assert.ok(foldsLeft(foldsOf({ kind: 'diff', path: '/a', before: far, after: `${far}\nlast` }, null), new Map()) > 0)
})

test('the lock opens when all was opened, or when the person says that it was not read', () => {
  assert.deepEqual([isLocked(2, false), isLocked(0, false), isLocked(2, true)], [true, false, false])
})

test('a number from outside never makes less of a value unread than was folded to begin with', () => {
  assert.equal(foldsLeft(new Map([['json', 2]]), new Map([['json', 5], ['other', 9]])), 2)
})

test('a press that began before the card was there, or that brought the window forward, is not an answer', () => {
  const times = { shownAt: 1000, windowFocusedAt: -Infinity }
  assert.equal(canBeMeant(990, times), false)
  assert.equal(canBeMeant(1000 + SETTLE_MS - 1, times), false)
  assert.equal(canBeMeant(1000 + SETTLE_MS, times), true)
  assert.equal(canBeMeant(5000, { shownAt: 1000, windowFocusedAt: 4900 }), false)
  assert.equal(canBeMeant(4900 + FORWARD_MS, { shownAt: 1000, windowFocusedAt: 4900 }), true)
  assert.equal(canBeMeant(5000, { shownAt: 1000, windowFocusedAt: Infinity }), false)
})

test('only Ctrl or ⌘ with Enter approves by key', () => {
  assert.equal(meaningOf(pressed('Enter', { ctrlKey: true })), 'approve')
  assert.equal(meaningOf(pressed('Enter', { metaKey: true })), 'approve')
  assert.equal(meaningOf(pressed('Enter', { onControl: 'approve' })), 'blocked')
  assert.equal(meaningOf(pressed('Enter')), 'none')
  assert.equal(meaningOf(pressed('Enter', { ctrlKey: true, repeat: true })), 'blocked')
})

test('nothing that is typed into a field or chosen in an input method answers', () => {
  for (const key of ['Enter', 'Backspace', 'r']) {
    assert.equal(meaningOf(pressed(key, { inTextField: true, ctrlKey: true })), 'none')
    assert.notEqual(meaningOf(pressed(key, { composing: true, ctrlKey: true })), 'approve')
    assert.notEqual(meaningOf(pressed(key, { composing: true })), 'reject')
  }
})

test('however the keys are combined, approving takes an uncomposed Enter with Ctrl or ⌘', () => {
  const key = fc.record({
    key: fc.constantFrom('Enter', 'Backspace', ' ', 'r', 'y', 'Process'), ctrlKey: fc.boolean(), metaKey: fc.boolean(), altKey: fc.boolean(), shiftKey: fc.boolean(),
    repeat: fc.boolean(), composing: fc.boolean(), inTextField: fc.boolean(), onControl: fc.constantFrom<CardKey['onControl'][]>('approve', 'other', 'none'),
  })
  fc.assert(fc.property(key, (press) => {
    if (meaningOf(press) !== 'approve') return
    assert.ok(press.key === 'Enter' && (press.ctrlKey || press.metaKey) && !press.composing && !press.inTextField && !press.repeat)
  }))
})

test('Backspace rejects and R shows the bytes, without other keys', () => {
  assert.equal(meaningOf(pressed('Backspace')), 'reject')
  assert.equal(meaningOf(pressed('Backspace', { ctrlKey: true })), 'none')
  assert.equal(meaningOf(pressed('Backspace', { repeat: true })), 'none')
  assert.equal(meaningOf(pressed('r')), 'bytes')
  assert.equal(meaningOf(pressed('r', { metaKey: true })), 'none')
})

test('a host with foreign letters is spelled out', () => {
  assert.deepEqual(destinationNote('https://pаypal.com/x'), { kind: 'encoded', name: 'xn--pypal-4ve.com' })
  assert.deepEqual(destinationNote('ann@bücher.example'), { kind: 'encoded', name: 'xn--bcher-kva.example' })
  assert.deepEqual(destinationNote('http://xn--pypal-4ve.com'), { kind: 'already-encoded' })
  for (const plain of ['https://example.org/ä', 'ann@example.org', 'not a host', '', 'https://']) assert.deepEqual(destinationNote(plain), { kind: 'none' }, plain)
})
