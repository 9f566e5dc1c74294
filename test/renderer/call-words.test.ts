import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callWords, gateSentence } from '../../renderer/parts/call-words.ts'
import { ConnectorId, StandingApprovalId } from '../../shared/ids.ts'
import type { GateReason } from '../../shared/policy.ts'
import type { CallStateOf } from '../../shared/turn-state.ts'
import type { CallCause } from '../../shared/turn-event.ts'
import { call, digest, toolCalled } from './turn-events.ts'

const done = (cause: CallCause, outcome: 'ok' | 'error' | 'unknown'): CallStateOf<'done'> => ({
  status: 'done', call: toolCalled(call('1'), 1, '1.1'), decision: null, answer: null, attempts: 1, settled: null, effects: new Map(), childTurnId: null,
  ended: { kind: 'tool.ended', version: 1, at: 1, callId: call('1'), outcome, cause, tainted: false, meta: null, body: null },
})

test('every way a call can end has its own words, and trouble is told apart', () => {
  const ends: [CallCause, 'ok' | 'error' | 'unknown'][] = [['ran', 'ok'], ['ran', 'error'], ['denied', 'error'], ['rejected', 'error'], ['expired', 'error'], ['superseded', 'error'], ['stopped', 'error'], ['interrupted', 'unknown'], ['told', 'ok']]
  const words = ends.map(([cause, outcome]) => callWords(done(cause, outcome)))
  assert.equal(new Set(words.map(({ text }) => text)).size, ends.length)
  assert.deepEqual(words.map(({ isTrouble }) => isTrouble), [false, true, true, false, false, false, false, true, false])
})

test('a call that may have run is never called failed', () => {
  assert.equal(callWords(done('interrupted', 'unknown')).text, 'may have run; outcome unknown')
})

test('each reason of the gate is one sentence of its own', () => {
  const reasons: GateReason[] = [
    { kind: 'matrix', column: 'tainted', toolClass: 'write', provenance: 'set' },
    { kind: 'requires-approval', by: 'person' },
    { kind: 'exfiltration-guard', destinations: ['evil.example'] },
    { kind: 'exfiltration-guard', destinations: [] },
    { kind: 'standing-approval', id: StandingApprovalId.parse('standing_1') },
    { kind: 'no-approval-channel', column: 'job', toolClass: 'write' },
    { kind: 'read-only-model', model: 'Local' },
    { kind: 'unknown-tool', name: 'gone', available: [ConnectorId.parse('tasks')] },
    { kind: 'ceiling', role: 'clerk' },
    { kind: 'arguments', path: 'items[2]', problem: 'is not a number' },
    { kind: 'changed', pinned: digest('a'), seen: digest('b') },
    { kind: 'switched-off', by: 'you' },
    { kind: 'limit', limit: 'calls' },
    { kind: 'not-ready', detail: 'The connector Notes is still starting.' },
    { kind: 'unfit', detail: 'the class could not be read' },
  ]
  const sentences = reasons.map((reason) => gateSentence('ask', reason))
  assert.equal(new Set(sentences).size, reasons.length)
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].*[.]$|could not be read$/)
  assert.match(gateSentence('ask', { kind: 'matrix', column: 'tainted', toolClass: 'write', provenance: 'set' }), /^Asked: it is a write in a chat that has read outside text\.$/)
})
