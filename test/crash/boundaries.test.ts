import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOUNDARIES } from './boundaries.ts'
import { EVENT_KINDS } from './kill-point.ts'
import { testBoundaries } from './test-boundaries.ts'

test('every kind of event that there is has its two boundaries, in its commit and after it', () => {
  const names = new Set(BOUNDARIES.map(({ name }) => name))
  assert.deepEqual(EVENT_KINDS.flatMap((kind) => [`${kind} inside`, `${kind} after`]).filter((name) => !names.has(name)), [])
})

testBoundaries('right after each kind of event', EVENT_KINDS.map((kind) => `${kind} after`))
