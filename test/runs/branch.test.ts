import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blockedSentence, classIn, findOriginal, prefixOf, ruleFor, withResults, type BranchCall } from '../../electron/core/runs/branch.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import { ConnectorId } from '../../shared/ids.ts'
import type { CallCause, TurnEvent } from '../../shared/turn-event.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { called, callId, decided, DIGEST, started, stepEnded, stepStarted, toolEnded, toolStarted, TURN, turnEnded } from '../shared/turn-events.ts'

const FIRST = [started(), stepStarted(1), called('a', '1.1'), stepEnded(1), decided('a', 'run'), toolStarted('a'), toolEnded('a', 'ok', 'ran')]
const WHOLE = [...FIRST, stepStarted(2), stepEnded(2, 'end_turn'), turnEnded()]
const X = { connectorId: ConnectorId.parse('probe'), tool: 'x' }
const fold = (events: readonly TurnEvent[]): TurnState => foldTurn(TURN, events)
const ended = (cause: CallCause, content = 'x'): BranchCall['original'] => {
  const call = fold(FIRST).calls.get(callId('a'))
  assert.ok(call?.status === 'done')
  return { kind: 'same', call: { ...call, ended: { ...call.ended, cause, body: content === '' ? null : { content: { text: content }, whole: null, taint: [] } } } }
}
const rule = (change: Partial<BranchCall>): string => {
  const decision = ruleFor({ mode: 'guarded', isTakenOver: true, toolClass: 'write', provenance: 'set', original: null, ...change })
  return decision.do === 'block' ? `block ${decision.reason}` : decision.do
}

describe('what a branch does with a call', () => {
  const TABLE: readonly (readonly [what: string, change: Partial<BranchCall>, does: string])[] = [
    ['a read', { toolClass: 'read' }, 'judge'],
    ['a read that the original made', { toolClass: 'read', original: ended('ran') }, 'judge'],
    ['a write that the original made', { original: ended('ran') }, 'take'],
    ['… and the gate denied', { original: ended('denied') }, 'take'],
    ['… and was itself taken', { original: ended('recorded') }, 'take'],
    ['… and the turn was stopped before it', { original: ended('stopped') }, 'block write'],
    ['… and the branch before stopped at', { original: ended('blocked') }, 'block write'],
    ['… and what it gave isn’t kept', { original: ended('ran', '') }, 'block effect'],
    ['… perhaps', { original: { kind: 'not-kept' } }, 'block effect'],
    ['a write that it didn’t make', {}, 'block write'],
    ['a destructive one', { toolClass: 'destructive' }, 'block write'],
    ['one that nobody classed', { toolClass: 'destructive', provenance: 'unset' }, 'block unmarked'],
    ['live, in the step that was let go on: what is recorded', { mode: 'live', original: ended('recorded') }, 'take'],
    ['live: what isn’t', { mode: 'live' }, 'judge'],
    ['live, in a later step', { mode: 'live', isTakenOver: false, original: ended('ran') }, 'judge'],
  ]
  for (const [what, change, does] of TABLE) test(`${what}: ${does}`, () => { assert.equal(rule(change), does) })
})

test('the same call is the same tool at the same place with the same arguments', () => {
  const origin = fold(FIRST)
  const find = (position: string, identity = X, digest: string | null = DIGEST) => findOriginal(origin, { position, identity, digestAs: () => digest })?.kind ?? null
  assert.deepEqual([find('1.1'), find('1.2'), find('1.1', { ...X, tool: 'y' }), find('1.1', X, 'b'.repeat(64)), find('1.1', X, null)], ['same', null, null, null, 'not-kept'])
})

test('a branch takes over what came before its step, with results in the place of others', () => {
  assert.deepEqual([1, 2, 3].map((step) => prefixOf(TURN, WHOLE, step).steps.length), [0, 1, 2])
  const changed = withResults(prefixOf(TURN, WHOLE, 2), [{ callId: callId('a'), content: { text: 'else' } }]).calls.get(callId('a'))
  assert.deepEqual(changed?.status === 'done' && changed.ended.body?.content, { text: 'else' })
})

test('a class only becomes stricter', () => {
  const state = (toolClass: 'read' | 'destructive') => fold([started({ meta: { model: 'm', limits: { steps: 1, seconds: 1, calls: 1, toolsOffered: 1, callSeconds: 1, resultLength: 1 }, branch: { changed: ['classes'], letThrough: null, classes: [{ ...X, toolClass }] } } })])
  assert.deepEqual([classIn(state('destructive'), X, 'write'), classIn(state('read'), X, 'write'), classIn(state('destructive'), { ...X, tool: 'y' }, 'write')], ['destructive', 'write', 'write'])
})

test('why it stopped is a sentence that names the call', () => {
  assert.match(blockedSentence('ctx.step:pay', 'step'), /^The branch stopped before ctx\.step:pay: /)
})
