import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Digest } from '../../shared/ids.ts'
import { systemClock } from '../../electron/system-clock.ts'
import { calls, startScripted } from './scripted-core.ts'

const wipe = (name = 'a') => calls(['probe__wipe', { name }])

describe('an answer', () => {
  test('first answer wins: a second one changes nothing and is told who was first', async () => {
    const core = await startScripted([wipe()])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    const [first, second, third] = await Promise.all([core.answer(question, 'reject'), core.answer(question, 'approve'), core.answer(question, 'approve')])
    assert.deepEqual(first, { status: 'accepted' })
    assert.deepEqual([second.status, third.status], ['late', 'late'])
    assert.ok(second.status === 'late')
    assert.deepEqual([second.answer, second.by], ['rejected', 'person'])
    await core.ended(turn)
    const late = await core.answer(question, 'approve')
    assert.equal(late.status, 'late', 'also after the turn has ended')
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('for other arguments, another call or a question that never was is refused and leaves the question open', async () => {
    const core = await startScripted([wipe()])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    const key = { turnId: turn, callId: question.callId, question: question.question, digest: question.digest }
    const other = 'f'.repeat(64) as Digest
    await assert.rejects(core.call('turn.answer', { ...key, digest: other, answer: { kind: 'approve' } }), { code: 'gate.stale-answer' })
    await assert.rejects(core.call('turn.answer', { ...key, callId: 'call_nowhere', answer: { kind: 'approve' } }), { code: 'gate.not-parked' })
    await assert.rejects(core.call('turn.answer', { ...key, question: 1, answer: { kind: 'approve' } }), { code: 'gate.not-parked' })
    await assert.rejects(core.call('turn.answer', { ...key, answer: { kind: 'approve-standing', scope: 'chat', times: 5 } }), { code: 'gate.not-offered' })
    assert.deepEqual((await core.rest(turn)).parked, question.callId)
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('is stored before the call starts, and the call is announced before it runs', async () => {
    const core = await startScripted([wipe()])
    const turn = await core.say(await core.newChat(), 'go')
    await core.answer(await core.question(turn), 'approve')
    await core.ended(turn)
    const kinds = (await core.events(turn)).map(({ event }) => event.kind)
    assert.deepEqual(kinds, ['turn.started', 'step.started', 'tool.called', 'step.ended', 'gate.decided', 'approval.answered', 'tool.started', 'tool.ended', 'step.started', 'step.ended', 'turn.ended'])
    await core.close()
  })

  test('a question that nobody answers in its time expires, and the model is told', async () => {
    let fire: (() => void) | null = null
    const clock = { now: systemClock.now, at: (at: number, then: () => void) => { if (at - systemClock.now() > 500 && at - systemClock.now() <= 1100) fire = then; return systemClock.at(at, then) } }
    const core = await startScripted([calls(['probe__hasty', { name: 'a' }])], { clock })
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    assert.ok(question.expiresAt !== null && question.expiresAt > question.askedAt)
    assert.ok(fire !== null)
    ;(fire as () => void)()
    const state = await core.ended(turn)
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.cause, call.answer?.by], ['expired', 'clock'])
    assert.match(JSON.stringify(core.script.requests[1]?.messages.at(-1)), /approval.*expired/)
    await core.close()
  })

  test('a new message closes the open question as superseded, and the model gets one result for the call', async () => {
    const core = await startScripted([wipe()])
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    await core.question(turn)
    const next = await core.say(chat, 'something else')
    await core.rest(next)
    const state = await core.state(turn)
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.cause, state.ended?.outcome], ['superseded', 'stopped'])
    const told = core.script.requests.at(-1)?.messages
    assert.deepEqual(told?.map((message) => [message.role, message.content.map((part) => part.type)]), [['user', ['text']], ['assistant', ['tool-use']], ['user', ['tool-result', 'text']]])
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('edit rejects the call and runs the person’s own, with its own position and digest, and both are told', async () => {
    const core = await startScripted([wipe('everything')])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    const key = { turnId: turn, callId: question.callId, question: question.question, digest: question.digest }
    await assert.rejects(core.call('turn.edit-call', { ...key, arguments: '{"name":7}' }), { code: 'input.invalid' })
    await assert.rejects(core.call('turn.edit-call', { ...key, arguments: 'not json' }), { code: 'input.invalid' })
    assert.equal((await core.rest(turn)).parked, question.callId, 'a mistake leaves the question open')
    assert.deepEqual(await core.call('turn.edit-call', { ...key, arguments: '{"name":"one thing"}' }), { status: 'accepted' })
    const state = await core.ended(turn)
    assert.deepEqual([...state.calls.values()].map((call) => [call.call.position, call.call.author, call.status === 'done' ? call.ended.cause : call.status]), [['1.1', 'model', 'rejected'], ['1.2', 'person', 'ran']])
    assert.notEqual([...state.calls.values()][1]?.call.meta?.digest, question.digest)
    assert.deepEqual(core.probe.log, ['start one thing', 'end one thing'])
    const results = core.script.requests[1]?.messages.at(-1)?.content ?? []
    assert.equal(results.length, 1)
    assert.match(JSON.stringify(results), /changed the arguments and ran it as .*one thing.*did/)
    await core.close()
  })
})

describe('a tool that tightens', () => {
  test('asks when its predicate says so, or throws, and runs when it doesn’t', async () => {
    const core = await startScripted([calls(['probe__careful', { name: 'plain' }], ['probe__careful', { name: 'risky' }], ['probe__careful', { name: 'broken' }])])
    const turn = await core.say(await core.newChat(), 'go')
    const risky = await core.question(turn)
    assert.deepEqual([risky.reason.kind, core.probe.log], ['requires-approval', ['start plain', 'end plain']])
    await core.answer(risky, 'approve')
    const broken = await core.question(turn)
    assert.deepEqual(broken.reason, { kind: 'requires-approval', by: 'predicate-failed' })
    await core.answer(broken, 'reject')
    await core.ended(turn)
    await core.close()
  })

  test('a person can have any tool ask, and a tool without a class asks as destructive', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a' }], ['probe__unclassed', { name: 'b' }])])
    await core.call('tool.require-approval', { connectorId: core.probe.connector.id, tool: 'look', required: true })
    const turn = await core.say(await core.newChat(), 'go')
    const first = await core.question(turn)
    assert.deepEqual(first.reason, { kind: 'requires-approval', by: 'person' })
    await core.answer(first, 'reject')
    const second = await core.question(turn)
    assert.deepEqual([second.toolClass, second.sentence], ['destructive', 'Destructive calls always ask.'])
    await core.answer(second, 'reject')
    await core.ended(turn)
    await core.close()
  })
})

describe('standing approvals', () => {
  test('cover so many calls of one tool in a tainted chat, are counted and listed, and end', async () => {
    const core = await startScripted([calls(['probe__stranger', { name: 's' }]), calls(...Array.from({ length: 7 }, (_, index): [string, unknown] => ['probe__change', { name: `w${index}` }]))])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.call('turn.answer', { turnId: turn, callId: question.callId, question: question.question, digest: question.digest, answer: { kind: 'approve-standing', scope: 'turn', times: 5 } })
    const again = await core.question(turn)
    await core.probe.logged('end w5')
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('start w')), ['w0', 'w1', 'w2', 'w3', 'w4', 'w5'].map((name) => `start ${name}`))
    const listed = await core.until('standing.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(listed.kind === 'snapshot' ? listed.rows : null, [], 'used up')
    await core.answer(again, 'reject')
    await core.ended(turn)
    await core.close()
  })

  test('end when new taint arrives', async () => {
    const core = await startScripted([calls(['probe__stranger', { name: 's' }]), calls(['probe__change', { name: 'w0' }]), calls(['probe__change', { name: 'w1' }]), calls(['probe__stranger', { name: 'other' }]), calls(['probe__change', { name: 'w2' }])])
    const chat = await core.newChat()
    const turn = await core.say(chat, 'go')
    const question = await core.question(turn)
    await core.call('turn.answer', { turnId: turn, callId: question.callId, question: question.question, digest: question.digest, answer: { kind: 'approve-standing', scope: 'chat', times: 5 } })
    const afterTaint = await core.question(turn)
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('start')), ['start s', 'start w0', 'start w1', 'start other'])
    const listed = await core.until('standing.watch', {}, (item) => item.kind === 'snapshot')
    assert.deepEqual(listed.kind === 'snapshot' ? listed.rows : null, [], 'what new taint ended is no longer listed')
    await core.answer(afterTaint, 'reject')
    await core.ended(turn)
    await core.close()
  })

  test('are listed with what is left of them, and end when they are revoked', async () => {
    const core = await startScripted([calls(['probe__stranger', { name: 's' }]), calls(['probe__change', { name: 'w0' }], ['probe__change', { name: 'w1' }], ['probe__wipe', { name: 'x' }], ['probe__change', { name: 'w2' }]), calls(['probe__change', { name: 'w3' }])])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.call('turn.answer', { turnId: turn, callId: question.callId, question: question.question, digest: question.digest, answer: { kind: 'approve-standing', scope: 'chat', times: 5 } })
    const wipe = await core.question(turn)
    const listed = await core.until('standing.watch', {}, (item) => item.kind === 'snapshot')
    const [standing] = listed.kind === 'snapshot' ? listed.rows : []
    assert.deepEqual([standing?.times, standing?.used, standing?.tool], [5, 1, 'change'])
    if (standing !== undefined) await core.call('standing.revoke', { id: standing.id })
    await core.answer(wipe, 'reject')
    const asked = await core.question(turn)
    assert.deepEqual([asked.tool, core.probe.log.includes('start w2')], ['change', false])
    await core.call('turn.stop', { turnId: turn })
    await core.close()
  })
})
