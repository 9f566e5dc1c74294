import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { applyEvent, foldTurn } from '../../shared/fold-turn.ts'
import { openCalls, openStep, statusOf, type TurnState } from '../../shared/turn-state.ts'
import { TurnEvent } from '../../shared/turn-event.ts'
import { answered, blocked, BRANCH, called, callId, decided, effectEnded, effectStarted, interrupted, outcomeAsked, PAGE, resumed, settled, started, stepEnded, stepStarted, toolEnded, toolStarted, TURN, turnEnded, voided } from './turn-events.ts'

const OPEN_STEP = [started(), stepStarted(1)]
const CALLED = [...OPEN_STEP, called('a', '1.1'), called('b', '1.2'), stepEnded(1)]
const PARKED = [...CALLED, decided('a', 'ask')]
/** The seq of the event that asked. */
const QUESTION = PARKED.length
const APPROVED = [...PARKED, answered('a', QUESTION, 'approved', 'person')]
const REJECTED = [...PARKED, answered('a', QUESTION, 'rejected', 'person')]
const CLEARED = [...CALLED, decided('a', 'run')]
const DENIED = [...CALLED, decided('a', 'deny')]
const RUNNING = [...CLEARED, toolStarted('a')]
const IN_STEP = [...RUNNING, effectStarted('a')]
const STEP_DONE = [...IN_STEP, effectEnded('a')]
const STEP_LOST = [...IN_STEP, interrupted('a'), toolStarted('a', 2)]
const IN_BRANCH = [started({ branch: BRANCH }), stepStarted(3), called('a', '3.1'), called('b', '3.2'), stepEnded(3)]
const BLOCKED = [...IN_BRANCH, blocked('a')]
const UNKNOWN = [...RUNNING, interrupted('a')]
const ASKED_OUTCOME = [...UNKNOWN, outcomeAsked('a')]
const DONE = [...RUNNING, toolEnded('a', 'ok', 'ran')]
const CLOSED = [...DONE, decided('b', 'deny'), toolEnded('b', 'error', 'denied')]
const ENDED = [...CLOSED, turnEnded()]

const LEGAL: Readonly<Record<string, readonly [readonly TurnEvent[], readonly TurnEvent[]]>> = {
  'nothing yet': [[], [started()]],
  'an open step': [OPEN_STEP, [called('z', '1.9'), stepEnded(1, 'end_turn'), stepEnded(1, null, 'crashed')]],
  'a called call': [CALLED, [decided('a', 'run'), decided('a', 'ask'), decided('a', 'deny'), toolEnded('a', 'error', 'stopped'), toolEnded('a', 'error', 'rejected'), resumed()]],
  'a parked call': [PARKED, [answered('a', QUESTION, 'approved', 'person'), answered('a', QUESTION, 'expired', 'clock'), answered('a', QUESTION, 'superseded', 'turn'), decided('b', 'run')]],
  'an approved call': [APPROVED, [toolStarted('a'), voided('a', QUESTION), decided('a', 'deny'), toolEnded('a', 'error', 'stopped')]],
  'a rejected call': [REJECTED, [toolEnded('a', 'error', 'rejected'), called('c', '1.3', { author: 'person', replaces: callId('a') })]],
  'a cleared call': [CLEARED, [toolStarted('a'), decided('a', 'ask'), decided('a', 'deny'), decided('a', 'run')]],
  'a denied call': [DENIED, [toolEnded('a', 'error', 'denied')]],
  'a running call': [RUNNING, [toolEnded('a', 'ok', 'ran'), toolEnded('a', 'error', 'ran'), interrupted('a'), toolEnded('a', 'error', 'stopped')]],
  'a branch': [[started({ branch: BRANCH })], [stepStarted(3)]],
  'a branch’s call': [IN_BRANCH, [toolEnded('a', 'ok', 'recorded'), toolEnded('a', 'error', 'recorded'), blocked('a'), decided('a', 'run')]],
  'a branch’s running call': [[...IN_BRANCH, decided('a', 'run'), toolStarted('a')], [blocked('a', 'step'), effectEnded('a', 'ok', { from: 'origin', attempt: 0 })]],
  'a branch that was stopped': [BLOCKED, [toolEnded('a', 'error', 'blocked'), toolEnded('b', 'error', 'stopped'), resumed()]],
  'a step under way': [IN_STEP, [effectEnded('a'), effectEnded('a', 'error'), effectStarted('a', 'read', 1, 'other'), interrupted('a')]],
  'a step that was done': [STEP_DONE, [toolEnded('a', 'ok', 'ran'), effectStarted('a', 'write', 1, 'other')]],
  'a step that reads and failed': [[...RUNNING, effectStarted('a', 'read'), effectEnded('a', 'error', { effect: 'read' })], [effectStarted('a', 'read', 2)]],
  'a step that reads under way': [[...RUNNING, effectStarted('a', 'read')], [toolEnded('a', 'ok', 'ran'), toolEnded('a', 'error', 'stopped')]],
  'a step that an attempt before began': [STEP_LOST, [effectStarted('a', 'write', 2), toolEnded('a', 'ok', 'ran')]],
  'an unknown call': [UNKNOWN, [toolStarted('a', 2), toolEnded('a', 'unknown', 'interrupted'), resumed(), outcomeAsked('a')]],
  'a call that is asked about': [ASKED_OUTCOME, [settled('a', ASKED_OUTCOME.length, 'check'), settled('a', ASKED_OUTCOME.length, 'happened'), settled('a', ASKED_OUTCOME.length, 'run-again'), settled('a', ASKED_OUTCOME.length, 'skip', 'turn'), resumed()]],
  'a call that happened': [[...ASKED_OUTCOME, settled('a', ASKED_OUTCOME.length, 'happened')], [toolEnded('a', 'ok', 'told'), toolEnded('a', 'unknown', 'interrupted')]],
  'a call that is to run again': [[...ASKED_OUTCOME, settled('a', ASKED_OUTCOME.length, 'run-again')], [toolStarted('a', 2), toolEnded('a', 'unknown', 'interrupted'), outcomeAsked('a')]],
  'all closed': [CLOSED, [stepStarted(2), turnEnded(), resumed()]],
}

const ILLEGAL: Readonly<Record<string, readonly [readonly TurnEvent[], Readonly<Record<string, TurnEvent>>]>> = {
  'a branch': [[started({ branch: BRANCH })], { 'a step that isn’t its own': stepStarted(1), 'a later one': stepStarted(4) }],
  'a turn that is no branch': [CALLED, { 'a recorded result': toolEnded('a', 'ok', 'recorded'), 'a stop': blocked('a') }],
  'a live branch': [[started({ branch: { ...BRANCH, mode: 'live' } }), stepStarted(3), called('a', '3.1'), stepEnded(3)], { 'a stop': blocked('a') }],
  'a branch’s call': [IN_BRANCH, { 'an end as stopped before it was': toolEnded('a', 'error', 'blocked'), 'a stop within it': blocked('a', 'step') }],
  'a branch that was stopped': [BLOCKED, { 'another stop': blocked('b'), 'another end of what it stopped at': toolEnded('a', 'error', 'stopped'), 'an end by it of another call': toolEnded('b', 'error', 'blocked'), 'a record after all': toolEnded('a', 'ok', 'recorded'), 'another call': called('c', '3.3', { author: 'code' }), 'a pause': { kind: 'turn.paused', version: 1, at: 5, cap: 'tokens-per-day', meta: { liftsAt: null }, body: {} } }],
  'a call that waits to start': [CLEARED, { 'a step': effectStarted('a'), 'what came of one': effectEnded('a') }],
  'a running call without steps': [RUNNING, { 'the end of a step that never began': effectEnded('a'), 'a step’s second attempt': effectStarted('a', 'write', 2) }],
  'a step under way': [IN_STEP, { 'its beginning again': effectStarted('a', 'write', 2), 'the end of another attempt': effectEnded('a', 'ok', { attempt: 2 }), 'the end of another kind': effectEnded('a', 'ok', { effect: 'read' }), 'a record of another run': effectEnded('a', 'ok', { from: 'origin', attempt: 0 }), 'success of the call': toolEnded('a', 'ok', 'ran'), 'a stop that says nothing of it': toolEnded('a', 'error', 'stopped') }],
  'a step that was done': [STEP_DONE, { 'doing it again': effectStarted('a', 'write', 2), 'another end': effectEnded('a') }],
  'a write that failed': [[...IN_STEP, effectEnded('a', 'error')], { 'doing it again': effectStarted('a', 'write', 2) }],
  'a step that an attempt before began': [STEP_LOST, { 'its late end': effectEnded('a') }],
  'nothing yet': [[], { 'a step': stepStarted(1), 'an end': turnEnded(), 'a call': called('a', '1.1'), 'a takeover': resumed() }],
  'an open step': [OPEN_STEP, {
    'another start': started(), 'another step': stepStarted(2), 'the end of another step': stepEnded(2), 'the turn’s end': turnEnded(), 'a takeover': resumed(),
    'a call in another step': called('z', '2.1', { step: 2 }), 'a call whose position is in another step': called('z', '2.1', { step: 1 }), 'a person’s call': called('z', '1.1', { author: 'person' }),
    'a model’s call that replaces one': called('z', '1.1', { replaces: callId('a') }),
  }],
  'an open step with a call': [[...OPEN_STEP, called('a', '1.1')], {
    'a decision': decided('a', 'run'), 'a result': toolEnded('a', 'error', 'stopped'), 'the same call again': called('a', '1.2'), 'its position again': called('z', '1.1'),
    'a cut': stepEnded(1, null, 'crashed'), 'a stop': stepEnded(1, null, 'stopped'),
  }],
  'a called call': [CALLED, {
    'a start before a decision': toolStarted('a'), 'an answer': answered('a', QUESTION, 'approved', 'person'), 'success': toolEnded('a', 'ok', 'ran'), 'a failure': toolEnded('a', 'error', 'ran'), 'a denial nobody decided': toolEnded('a', 'error', 'denied'),
    'an unknown outcome': toolEnded('a', 'unknown', 'interrupted'), 'an interruption': interrupted('a'), 'a void': voided('a', 1), 'a late call of the model': called('z', '1.3'), 'the next step': stepStarted(2), 'the turn’s end': turnEnded(),
    'a call nobody made': decided('nobody', 'run'), 'a person’s call that replaces nothing': called('z', '1.3', { author: 'person' }), 'a person’s call in place of one that waits': called('z', '1.3', { author: 'person', replaces: callId('a') }),
  }],
  'a parked call': [PARKED, {
    'a second question': decided('b', 'ask'), 'a decision over its head': decided('a', 'run'), 'a start': toolStarted('a'), 'an end without an answer': toolEnded('a', 'error', 'stopped'), 'another question’s answer': answered('a', QUESTION - 1, 'approved', 'person'),
    'a yes by the clock': answered('a', QUESTION, 'approved', 'clock'), 'a yes by the turn': answered('a', QUESTION, 'approved', 'turn'), 'an expiry by a person': answered('a', QUESTION, 'expired', 'person'), 'a rejection by the clock': answered('a', QUESTION, 'rejected', 'clock'),
    'the turn’s end': turnEnded(), 'the next step': stepStarted(2),
  }],
  'an approved call': [APPROVED, {
    'a second answer': answered('a', QUESTION, 'rejected', 'person'), 'another question in its place': decided('a', 'ask'), 'another yes in its place': decided('a', 'run'), 'a void of another question': voided('a', QUESTION - 1), 'success without a start': toolEnded('a', 'ok', 'ran'),
    'an expiry after all': toolEnded('a', 'error', 'expired'), 'a second attempt first': toolStarted('a', 2),
  }],
  'a rejected call': [REJECTED, { 'a start': toolStarted('a'), 'a second answer': answered('a', QUESTION, 'approved', 'person'), 'another cause': toolEnded('a', 'error', 'expired'), 'a decision': decided('a', 'run'), 'a person’s call in another’s place': called('z', '1.3', { author: 'person', replaces: callId('b') }) }],
  'a denied call': [DENIED, { 'a start': toolStarted('a'), 'another decision': decided('a', 'run'), 'another cause': toolEnded('a', 'error', 'rejected'), 'success': toolEnded('a', 'ok', 'denied') }],
  'a running call': [RUNNING, { 'a second start': toolStarted('a'), 'a takeover before it is interrupted': resumed(), 'a denial': decided('a', 'deny'), 'an unknown outcome without an interruption': toolEnded('a', 'unknown', 'interrupted'), 'a rejection': toolEnded('a', 'error', 'rejected'), 'the turn’s end': turnEnded() }],
  'an unknown call': [UNKNOWN, { 'success': toolEnded('a', 'ok', 'ran'), 'the same attempt': toolStarted('a', 1), 'a skipped attempt': toolStarted('a', 3), 'a known outcome': toolEnded('a', 'error', 'interrupted') }],
  'a call that is asked about': [ASKED_OUTCOME, {
    'a start': toolStarted('a', 2), 'an end': toolEnded('a', 'unknown', 'interrupted'), 'a second asking': outcomeAsked('a'), 'an answer to another question': settled('a', 1, 'skip'),
    'a run again by the turn': settled('a', ASKED_OUTCOME.length, 'run-again', 'turn'), 'a word of the turn that it happened': settled('a', ASKED_OUTCOME.length, 'happened', 'turn'), 'the turn’s end': turnEnded(), 'the next step': stepStarted(2),
  }],
  'a call that is left as it is': [[...ASKED_OUTCOME, settled('a', ASKED_OUTCOME.length, 'skip')], { 'a start': toolStarted('a', 2), 'success': toolEnded('a', 'ok', 'told'), 'another asking': outcomeAsked('a'), 'another answer': settled('a', ASKED_OUTCOME.length, 'run-again') }],
  'a call that happened': [[...ASKED_OUTCOME, settled('a', ASKED_OUTCOME.length, 'happened')], { 'a start': toolStarted('a', 2), 'success as if it had run': toolEnded('a', 'ok', 'ran') }],
  'a done call': [DONE, { 'a second result': toolEnded('a', 'ok', 'ran'), 'a start': toolStarted('a'), 'a decision': decided('a', 'run'), 'an interruption': interrupted('a'), 'the next step while another is open': stepStarted(2) }],
  'all closed': [CLOSED, { 'a step out of order': stepStarted(3), 'the same step': stepStarted(1), 'a late call': called('z', '1.3') }],
  'a tainted context': [[...RUNNING, toolEnded('a', 'ok', 'ran', true), decided('b', 'deny'), toolEnded('b', 'error', 'denied')], { 'a step that says it is clean': stepStarted(2, false) }],
  'the end': [ENDED, { 'anything': resumed(), 'another end': turnEnded(), 'a step': stepStarted(2), 'a result': toolEnded('a', 'ok', 'ran') }],
}

describe('the grammar', () => {
  for (const [where, [before, legal]] of Object.entries(LEGAL)) for (const event of legal) {
    test(`after ${where}: ${event.kind} may follow (${'verdict' in event ? event.verdict : 'cause' in event ? event.cause : 'answer' in event ? event.answer : ''})`, () => { foldTurn(TURN, [...before, event]) })
  }
  for (const [where, [before, illegal]] of Object.entries(ILLEGAL)) for (const [what, event] of Object.entries(illegal)) {
    test(`after ${where}: ${what} is refused`, () => {
      const state = foldTurn(TURN, before)
      assert.throws(() => applyEvent(state, event), { code: 'store.corrupt' })
    })
  }

  test('a takeover between a question and its answer leaves the working time standing', () => {
    const state = foldTurn(TURN, [...PARKED, resumed(1000), answered('a', QUESTION, 'approved', 'person', 5000)])
    assert.deepEqual([state.activeMs, state.activeSince, statusOf(state)], [3, 5000, 'running'])
  })

  test('taint whose sources were pruned is still taint', () => {
    const state = foldTurn(TURN, [started({ tainted: true, body: null, meta: null })])
    assert.deepEqual([state.tainted, state.taint.map(({ kind }) => kind)], [true, ['forgotten']])
  })

  test('judges headers only: the same history without meta and body folds to the same states', () => {
    const bare = ENDED.map((event): TurnEvent => ({ ...event, meta: null, body: null }))
    const outline = (state: TurnState) => [statusOf(state), state.seq, [...state.calls.values()].map((call) => call.status)]
    assert.deepEqual(outline(foldTurn(TURN, bare)), outline(foldTurn(TURN, ENDED)))
  })
})

/** Everything anybody could try next, legal or not. */
function tries(state: TurnState): TurnEvent[] {
  const names = ['a', 'b', 'c', 'd']
  const step = state.steps.length
  const question = state.parked === null ? 0 : Math.max(...[...state.calls.values()].flatMap((call) => call.status === 'parked' ? [call.question] : []))
  return [
    started(), resumed(), turnEnded(), stepStarted(step + 1, state.tainted), stepEnded(step), stepEnded(step, null, 'crashed'),
    ...names.flatMap((name) => [
      called(`${name}${step}`, `${step}.${names.indexOf(name) + 1}`), ...names.map((other) => called(`${name}x${other}${step}`, `${step}.${name}${other}`, { author: 'person', replaces: callId(`${other}${step}`) })),
      decided(`${name}${step}`, 'run'), decided(`${name}${step}`, 'ask'), decided(`${name}${step}`, 'deny'),
      answered(`${name}${step}`, question, 'approved', 'person'), answered(`${name}${step}`, question, 'rejected', 'person'), answered(`${name}${step}`, question, 'expired', 'clock'), answered(`${name}${step}`, question, 'stopped', 'turn'), voided(`${name}${step}`, question),
      toolStarted(`${name}${step}`), toolStarted(`${name}${step}`, 2), interrupted(`${name}${step}`),
      toolEnded(`${name}${step}`, 'ok', 'ran', true), toolEnded(`${name}${step}`, 'error', 'ran'), toolEnded(`${name}${step}`, 'error', 'denied'), toolEnded(`${name}${step}`, 'error', 'rejected'), toolEnded(`${name}${step}`, 'error', 'stopped'), toolEnded(`${name}${step}`, 'unknown', 'interrupted'),
    ]),
  ]
}

test('whatever is tried, every legal history keeps the rules: one question, one result a call, nothing goes on over an open call, taint never goes', () => {
  fc.assert(fc.property(fc.array(fc.nat(), { minLength: 10, maxLength: 80 }), (choices) => {
    const history: TurnEvent[] = [started()]
    let state = foldTurn(TURN, history)
    for (const choice of choices) {
      const legal = tries(state).flatMap((event) => {
        try { return [[event, applyEvent(state, event)] as const] } catch { return [] }
      })
      const next = legal[choice % legal.length]
      if (next === undefined) break
      const [event, after] = next
      assert.ok(!state.tainted || after.tainted)
      assert.ok([...after.calls.values()].filter((call) => call.status === 'parked').length === (after.parked === null ? 0 : 1))
      if (event.kind === 'step.started' || event.kind === 'turn.ended') assert.deepEqual([openCalls(state).length, openStep(state)], [0, null])
      if (event.kind === 'tool.started') assert.ok(history.some((before) => before.kind === 'gate.decided' && before.callId === event.callId && before.verdict !== 'deny'))
      history.push(event)
      state = after
    }
    const results = history.flatMap((event) => event.kind === 'tool.ended' ? [event.callId] : [])
    assert.deepEqual(results, [...new Set(results)])
    assert.equal(state.seq, history.length)
    assert.deepEqual(foldTurn(TURN, history.map((event) => TurnEvent.parse(JSON.parse(JSON.stringify(event))))), state, 'folding what was stored gives the same state')
    for (const call of state.calls.values()) {
      const asked = history.some((event) => event.kind === 'gate.decided' && event.callId === call.call.callId && event.verdict === 'ask')
      const ran = history.some((event) => event.kind === 'tool.started' && event.callId === call.call.callId)
      const cleared = history.some((event) => event.kind === 'gate.decided' && event.callId === call.call.callId && event.verdict === 'run')
      const approved = history.some((event) => event.kind === 'approval.answered' && event.callId === call.call.callId && event.answer === 'approved')
      if (asked && ran && !cleared) assert.ok(approved, 'what asked and was never cleared ran only with a yes')
    }
  }), { numRuns: 150 })
})

test('a source of taint is told once, and the mark stays when there are more than are listed', () => {
  const many = Array.from({ length: 40 }, (_, index): TurnEvent[] => [called(`m${index}`, `1.${index + 1}`, {}, 'read')]).flat()
  const ends = Array.from({ length: 40 }, (_, index): TurnEvent[] => {
    const end = toolEnded(`m${index}`, 'ok', 'ran', true)
    return [decided(`m${index}`, 'run', 'read'), toolStarted(`m${index}`), end.kind === 'tool.ended' ? { ...end, body: { content: { text: '' }, whole: null, taint: [PAGE, { ...PAGE, label: `page ${index}` }] } } : end]
  }).flat()
  const state = foldTurn(TURN, [started(), stepStarted(1), ...many, stepEnded(1), ...ends])
  assert.deepEqual([state.tainted, state.taint.length, state.taint.filter(({ label }) => label === 'a page').length], [true, 24, 1])
})
