import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, neighbourOf, tidyQueue, updateQueue } from '../../renderer/features/inbox/question-queue.ts'
import { oddOnes } from '../../renderer/parts/approval-card/odd-ones.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { Question } from '../../shared/run-record.ts'
import { call, chat, digest, turn } from './turn-events.ts'

const question = (id: string, askedAt: number, more: Partial<Question> = {}): Question => ({
  turnId: turn(id), callId: call(id), question: 3, digest: digest('a'), chatId: chat, chatTitle: 'Chat', role: 'person', askedAt, expiresAt: null,
  connectorId: ConnectorId.parse('mail'), connectorLabel: 'Mail', tool: 'send', title: 'Send', toolClass: 'write', provenance: 'set', pin: digest('b'), arguments: { text: '{}' },
  view: { kind: 'json' }, reason: { kind: 'unfit', detail: '' }, sentence: '', taint: [], choices: [], asks: { kind: 'approval' }, following: [], ...more,
})
const [a, b, c] = [question('a', 1), question('b', 2), question('c', 3)]
const ids = (queue: readonly { readonly question: Question; readonly isOpen: boolean }[]) => queue.map((item) => `${item.question.callId}${item.isOpen ? '' : ' closed'}`)

test('questions stand oldest first, and later ones come after those that are there', () => {
  assert.deepEqual(ids(updateQueue([], [b, a])), ['call_a', 'call_b'])
  assert.deepEqual(ids(updateQueue(updateQueue([], [b]), [b, a, c])), ['call_b', 'call_a', 'call_c'])
})

test('an answered question keeps its place, closed, until the queue is tidied', () => {
  const queue = updateQueue(updateQueue([], [a, b, c]), [a, c])
  assert.deepEqual(ids(queue), ['call_a', 'call_b closed', 'call_c'])
  assert.deepEqual(ids(tidyQueue(queue)), ['call_a', 'call_c'])
  const calm = tidyQueue(queue)
  assert.equal(tidyQueue(calm), calm, 'nothing closed, nothing changes')
})

test('the same call asked again is another question', () => {
  const queue = updateQueue(updateQueue([], [a]), [{ ...a, question: 9 }])
  assert.deepEqual(ids(queue), ['call_a closed', 'call_a'])
})

test('going on skips what is closed and stops at the ends', () => {
  const queue = updateQueue(updateQueue([], [a, b, c]), [a, c])
  assert.equal(neighbourOf(queue, keyOf(a), 1)?.question.callId, 'call_c')
  assert.equal(neighbourOf(queue, keyOf(b), -1)?.question.callId, 'call_a')
  assert.equal(neighbourOf(queue, keyOf(c), 1), undefined)
  assert.equal(neighbourOf(queue, null, 1)?.question.callId, 'call_a')
})

test('among look-alikes the one of another kind is marked, and nothing where there is no usual kind', () => {
  const next = (id: string, title: string, connectorLabel = 'Mail') => ({ callId: call(id), title, connectorLabel, toolClass: 'write' as const, summary: '' })
  assert.deepEqual([...oddOnes(question('q', 1, { following: [next('1', 'Send'), next('2', 'Send'), next('3', 'Empty the mailbox')] }))], ['call_3'])
  assert.deepEqual([...oddOnes(question('q', 1, { following: [next('1', 'Send', 'Other mail'), next('2', 'Send')] }))], ['call_1'])
  assert.equal(oddOnes(question('q', 1, { following: [next('1', 'List'), next('2', 'Add')] })).size, 0)
  assert.equal(oddOnes(question('q', 1, { following: [next('1', 'Send'), next('2', 'List'), next('3', 'Add')] })).size, 0)
})
