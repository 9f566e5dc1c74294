import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextStep } from '../../electron/core/turn/next-step.ts'
import { foldTurn } from '../../shared/fold-turn.ts'
import { TurnId } from '../../shared/ids.ts'
import { DEFAULT_LIMITS } from '../../shared/role.ts'
import type { TurnEvent } from '../../shared/turn-event.ts'
import { NO_USAGE } from '../../shared/usage.ts'
import { answered, blocked, BRANCH, called, callId, decided, interrupted, outcomeAsked, resumed, settled, started, stepEnded, stepStarted, toolEnded, toolStarted, TURN, turnEnded, voided } from '../shared/turn-events.ts'

const read = (name: string, position: string) => called(name, position, {}, 'read')
const paused = (): TurnEvent => ({ kind: 'turn.paused', version: 1, at: 5, cap: 'live-runs', meta: { liftsAt: null }, body: {} })
const unpaused = (): TurnEvent => ({ kind: 'turn.unpaused', version: 1, at: 6, meta: {}, body: {} })
const step = (...calls: readonly TurnEvent[]) => [started(), stepStarted(1), ...calls, stepEnded(1, calls.length === 0 ? 'end_turn' : 'tool_use')]
const closed = (name: string) => [decided(name, 'deny'), toolEnded(name, 'error', 'denied')]
const asked = [...step(called('a', '1.1'), called('b', '1.2'), read('c', '1.3')), decided('a', 'ask')]
const QUESTION = asked.length
const unknown = [...step(called('a', '1.1')), decided('a', 'run'), toolStarted('a'), interrupted('a')]
const askedOutcome = [...unknown, outcomeAsked('a')]
const UNKNOWN = askedOutcome.length

const noRoom = [started({ parentTurnId: TurnId.parse('turn_0') }), stepStarted(1), stepEnded(1, 'model_context_window_exceeded')]
const covered = { kind: 'turns', through: TurnId.parse('turn_0'), count: 1 } as const
const compacting: TurnEvent = { kind: 'compaction.started', version: 1, at: 4, compaction: 1, covered, meta: { model: 'm', reservedTokens: 1 }, body: {} }
const compacted: TurnEvent = { kind: 'context.compacted', version: 1, at: 5, compaction: 1, covered, tainted: false, meta: { usage: NO_USAGE }, body: { summary: { text: 's' }, taint: [] } }
const compactionFailed = (how: 'failed' | 'crashed'): TurnEvent => ({ kind: 'compaction.failed', version: 1, at: 5, compaction: 1, how, meta: { usage: NO_USAGE, detail: null }, body: { message: null } })
const tooLong: TurnEvent = { kind: 'step.ended', version: 1, at: 3, step: 1, how: 'failed', stopReason: null, meta: { usage: NO_USAGE, detail: 'model.too-long' }, body: { blocks: [], message: 'too long' } }

/** What is to be done, as a line. */
function plan(events: readonly TurnEvent[], activeMs = 0, deferred: readonly string[] = []): string {
  const next = nextStep(foldTurn(TURN, events), activeMs, new Set(deferred.map(callId)))
  switch (next.do) {
    case 'gate': case 'close': case 'ask-outcome': return `${next.do} ${next.call.call.callId}`
    case 'start': return `start ${next.calls.map(({ call }) => call.callId).join(' ')}`
    case 'call-model': return `step ${next.step}${next.withTools ? '' : ' without tools'}`
    case 'end': return `end ${next.outcome}${next.limit === null ? '' : ` ${next.limit}`}`
    case 'wait': case 'compact': case 'park': case 'pause': case 'stop-branch': case 'rest': return next.do
  }
}

const TABLE: readonly (readonly [what: string, events: readonly TurnEvent[], plan: string])[] = [
  ['nothing was stored', [], 'rest'],
  ['it started', [started()], 'step 1'],
  ['a step is open', [started(), stepStarted(1)], 'wait'],
  ['a branch begins where it comes from', [started({ branch: BRANCH })], 'step 3'],
  ['a branch was stopped', [started({ branch: BRANCH }), stepStarted(3), called('a', '3.1'), stepEnded(3), blocked('a')], 'stop-branch'],
  ['a branch was stopped and taken over', [started({ branch: BRANCH }), stepStarted(3), called('a', '3.1'), stepEnded(3), blocked('a'), resumed()], 'stop-branch'],
  ['a cap is in the way', [started(), paused()], 'pause'],
  ['there is room again', [started(), paused(), unpaused()], 'step 1'],
  ['a cap is in the way of what was answered', [...asked, answered('a', QUESTION, 'approved', 'person'), paused()], 'pause'],
  ['the model said its last word', step(), 'end completed'],
  ['the model calls', step(called('a', '1.1'), called('b', '1.2')), 'gate call_a'],
  ['the first is judged: the rest is judged before anything starts', [...step(called('a', '1.1'), called('b', '1.2')), decided('a', 'run')], 'gate call_b'],
  ['two writes are cleared: one by one, in the model’s order', [...step(called('a', '1.1'), called('b', '1.2')), decided('a', 'run'), decided('b', 'run')], 'start call_a'],
  ['a write runs and another is cleared', [...step(called('a', '1.1'), called('b', '1.2')), decided('a', 'run'), decided('b', 'run'), toolStarted('a')], 'wait'],
  ['reads start side by side, with one write', [...step(read('a', '1.1'), called('b', '1.2'), read('c', '1.3')), decided('a', 'run', 'read'), decided('b', 'run'), decided('c', 'run', 'read')], 'start call_a call_b call_c'],
  ['a read that is judged as a write goes one by one', [...step(read('a', '1.1'), called('b', '1.2')), decided('a', 'run', 'write'), decided('b', 'run')], 'start call_a'],
  ['one is refused', [...step(called('a', '1.1')), decided('a', 'deny')], 'close call_a'],
  ['a question is open: reads behind it are judged, others wait', asked, 'gate call_c'],
  ['… and nothing else is left', [...asked, decided('c', 'deny'), toolEnded('c', 'error', 'denied')], 'park'],
  ['… a read still runs', [...asked, decided('c', 'run', 'read'), toolStarted('c')], 'wait'],
  ['the answer was no', [...asked, answered('a', QUESTION, 'rejected', 'person')], 'close call_a'],
  ['the answer was voided: it is judged again', [...asked, answered('a', QUESTION, 'approved', 'person'), voided('a', QUESTION)], 'gate call_a'],
  ['a write is unknown: the person is asked, it is never started', [...unknown, resumed()], 'ask-outcome call_a'],
  ['… it was asked', askedOutcome, 'park'],
  ['… the person says that it happened', [...askedOutcome, settled('a', UNKNOWN, 'happened')], 'close call_a'],
  ['… or leaves it', [...askedOutcome, settled('a', UNKNOWN, 'skip')], 'close call_a'],
  ['… or lets the model look', [...askedOutcome, settled('a', UNKNOWN, 'check')], 'close call_a'],
  ['… or has it run again', [...askedOutcome, settled('a', UNKNOWN, 'run-again')], 'start call_a'],
  ['… which is interrupted too: it is asked again', [...askedOutcome, settled('a', UNKNOWN, 'run-again'), toolStarted('a', 2), interrupted('a')], 'ask-outcome call_a'],
  ['… and nobody is there to ask', [started({ turnKind: 'job' }), ...unknown.slice(1)], 'close call_a'],
  ['a write behind one that is asked about waits', [...step(called('a', '1.1'), called('b', '1.2')), decided('a', 'run'), decided('b', 'run'), toolStarted('a'), interrupted('a'), outcomeAsked('a')], 'park'],
  ['a read is unknown: it starts again', [...step(read('a', '1.1')), decided('a', 'run', 'read'), toolStarted('a'), interrupted('a'), resumed()], 'start call_a'],
  ['a read that was judged as a write is unknown', [...step(read('a', '1.1')), decided('a', 'run', 'write'), toolStarted('a'), interrupted('a'), resumed()], 'ask-outcome call_a'],
  ['every call is closed', [...step(called('a', '1.1')), ...closed('a')], 'step 2'],
  ['a crash cut the step', [started(), stepStarted(1), stepEnded(1, null, 'crashed'), resumed()], 'step 2'],
  ['it crashed three times', [started(), resumed(), resumed(), resumed()], 'end failed'],
  ['it crashed three times over a read: the read is not started again', [...step(read('a', '1.1')), decided('a', 'run', 'read'), toolStarted('a'), interrupted('a'), resumed(), resumed(), resumed()], 'end failed'],
  ['the step failed', [started(), stepStarted(1), stepEnded(1, null, 'failed')], 'end failed'],
  ['the step was stopped', [started(), stepStarted(1), stepEnded(1, null, 'stopped')], 'end stopped'],
  ['the model pauses', [started(), stepStarted(1), stepEnded(1, 'pause_turn')], 'step 2'],
  ['the model refuses', [started(), stepStarted(1), stepEnded(1, 'refusal')], 'end refused'],
  ['the tokens ran out', [started(), stepStarted(1), stepEnded(1, 'max_tokens')], 'end completed'],
  ['the context is full', noRoom, 'compact'],
  ['… something is being summarised', [...noRoom, compacting], 'wait'],
  ['… a summary took the place of older turns', [...noRoom, compacting, compacted], 'step 2'],
  ['… no summary came of it', [...noRoom, compacting, compactionFailed('failed')], 'end failed'],
  ['… a crash cut it', [...noRoom, compacting, compactionFailed('crashed'), resumed()], 'compact'],
  ['… and no step is left', [started({ parentTurnId: TurnId.parse('turn_0'), meta: { model: 'm', limits: { ...DEFAULT_LIMITS, steps: 1 } } }), stepStarted(1), stepEnded(1, 'model_context_window_exceeded')], 'end failed'],
  ['the service says that the request is too long', [started(), stepStarted(1), tooLong], 'compact'],
  ['the model stops for a reason nobody knows', [started(), stepStarted(1), stepEnded(1, null)], 'end failed'],
  ['the model says it calls and doesn’t', [started(), stepStarted(1), stepEnded(1, 'tool_use')], 'end completed'],
  ['it ended', [...step(), turnEnded()], 'rest'],
]

describe('what happens next', () => {
  for (const [what, events, expected] of TABLE) test(`${what}: ${expected}`, () => { assert.equal(plan(events), expected) })

  test('a read that was found to ask waits behind the open question', () => { assert.equal(plan(asked, 0, ['c']), 'park') })

  test('the last step goes out without tools, and after it the turn ends by that limit', () => {
    const limited = started({ meta: { model: 'm', limits: { ...DEFAULT_LIMITS, steps: 2 } } })
    const first = [limited, stepStarted(1), called('a', '1.1'), stepEnded(1), ...closed('a')]
    assert.equal(plan(first), 'step 2 without tools')
    assert.equal(plan([...first, stepStarted(2), stepEnded(2, 'end_turn')]), 'end out-of-limits steps')
  })

  test('working time ends a turn between steps, never while a call is open', () => {
    assert.equal(plan([...step(called('a', '1.1')), ...closed('a')], 120_000), 'end out-of-limits seconds')
    assert.equal(plan(step(called('a', '1.1')), 120_000), 'gate call_a')
  })

  test('the same state gives the same plan, and is left as it was', () => {
    const state = foldTurn(TURN, asked)
    const before = structuredClone(state)
    assert.deepEqual(nextStep(state, 5), nextStep(state, 5))
    assert.deepEqual(state, before)
  })
})
