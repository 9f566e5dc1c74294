import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calls, startScripted } from './scripted-core.ts'
import type { ModelRequest } from '../../electron/core/model/model.ts'
import type { TurnState } from '../../shared/turn-state.ts'

const ends = (state: TurnState): (string | undefined)[][] => [...state.calls.values()].map((call) => call.status === 'done' ? [call.call.position, call.call.meta?.tool?.tool ?? call.call.meta?.name, call.ended.outcome, call.ended.cause] : [call.call.position, call.status])
const results = (request: ModelRequest | undefined): { content: string; isError: boolean }[] =>
  (request?.messages.at(-1)?.content ?? []).flatMap((part) => part.type === 'tool-result' ? [{ content: part.content, isError: part.isError }] : [])

describe('several calls in one step', () => {
  test('reads start at once and side by side, other calls one by one in the model’s order', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a', hold: true }], ['probe__change', { name: 'b', hold: true }], ['probe__look', { name: 'c', hold: true }], ['probe__change', { name: 'd' }])])
    const turn = await core.say(await core.newChat(), 'go')
    await Promise.all([core.probe.logged('start a'), core.probe.logged('start b'), core.probe.logged('start c')])
    assert.ok(!core.probe.log.includes('start d'), 'the second change waits for the first')
    core.probe.release('b')
    await core.probe.logged('end d')
    core.probe.release('c')
    core.probe.release('a')
    const state = await core.ended(turn)
    assert.deepEqual(ends(state), [['1.1', 'look', 'ok', 'ran'], ['1.2', 'change', 'ok', 'ran'], ['1.3', 'look', 'ok', 'ran'], ['1.4', 'change', 'ok', 'ran']])
    assert.deepEqual(results(core.script.requests[1]).map(({ content }) => content), ['{"did":"a"}', '{"did":"b"}', '{"did":"c"}', '{"did":"d"}'])
    await core.close()
  })

  test('the first call that asks parks the turn; later reads run, later writes wait unjudged behind it', async () => {
    const core = await startScripted([calls(['probe__wipe', { name: 'a' }], ['probe__change', { name: 'b' }], ['probe__look', { name: 'c' }], ['probe__wipe', { name: 'd' }])])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.probe.logged('end c')
    assert.deepEqual(question.following.map(({ title, toolClass }) => [title, toolClass]), [['change', 'write'], ['wipe', 'destructive']])
    const parked = await core.rest(turn)
    assert.deepEqual([...parked.calls.values()].map((call) => call.status), ['parked', 'called', 'done', 'called'])
    await core.answer(question, 'approve')
    const second = await core.question(turn)
    await core.probe.logged('end b')
    assert.deepEqual(core.probe.log, ['start c', 'end c', 'start a', 'end a', 'start b', 'end b'])
    await core.answer(second, 'reject', 'keep it')
    assert.deepEqual(ends(await core.ended(turn)).map((row) => row.slice(2)), [['ok', 'ran'], ['ok', 'ran'], ['ok', 'ran'], ['error', 'rejected']])
    assert.deepEqual(results(core.script.requests[1])[3], { content: '{"approval":"rejected","error":"The person did not approve this call. Nothing ran. Do not try it again unless they ask for it.","reason":"keep it"}', isError: true })
    await core.close()
  })

  test('rejecting all that follow closes them unrun, and each still has its one result', async () => {
    const core = await startScripted([calls(['probe__wipe', { name: 'a' }], ['probe__change', { name: 'b' }], ['probe__wipe', { name: 'c' }])])
    const turn = await core.say(await core.newChat(), 'go')
    await core.answer(await core.question(turn), 'reject-following')
    assert.deepEqual(ends(await core.ended(turn)).map((row) => row.slice(2)), [['error', 'rejected'], ['error', 'rejected'], ['error', 'rejected']])
    assert.deepEqual(core.probe.log, [])
    assert.equal(results(core.script.requests[1]).length, 3)
    await core.close()
  })
})

describe('calls that can’t run', () => {
  const WRONG: readonly { readonly what: string; readonly call: readonly [string, unknown]; readonly reads: RegExp }[] = [
    { what: 'an unknown name', call: ['nowhere__do', {}], reads: /^unknown tool 'nowhere__do'; available: recall__/ },
    { what: 'a bare name', call: ['look', { name: 'x' }], reads: /^unknown tool 'look'/ },
    { what: 'a name in another case', call: ['Probe__look', { name: 'x' }], reads: /^unknown tool 'Probe__look'/ },
    { what: 'a name from an object’s prototype', call: ['constructor', {}], reads: /^unknown tool 'constructor'/ },
    { what: 'a very long name', call: ['n'.repeat(300), {}], reads: /^unknown tool 'n{64}'; / },
    { what: 'a missing argument', call: ['probe__look', {}], reads: /^invalid arguments at name: / },
    { what: 'an argument of another type', call: ['probe__look', { name: 7 }], reads: /^invalid arguments at name: / },
    { what: 'broken JSON', call: ['probe__look', '{"name":'], reads: /^invalid arguments.*not valid JSON/ },
    { what: 'an array', call: ['probe__look', '[]'], reads: /^invalid arguments: the arguments are .*not an object/ },
    { what: 'a number that would be rounded', call: ['probe__look', '{"name":"x","size":12345678901234567890}'], reads: /^invalid arguments at size: / },
    { what: 'a key given twice', call: ['probe__look', '{"name":"a","name":"b"}'], reads: /^invalid arguments at name: / },
    { what: 'a key that reaches into the prototype', call: ['probe__look', '{"name":"a","__proto__":{"x":1}}'], reads: /^invalid arguments/ },
  ]
  for (const { what, call, reads } of WRONG) test(`${what}: nothing runs, the model is told, the turn goes on`, async () => {
    const core = await startScripted([calls(call), { text: 'I see.' }])
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.equal(state.ended?.outcome, 'completed')
    assert.deepEqual(core.probe.log, [])
    const [result] = results(core.script.requests[1])
    assert.match(result?.content ?? '', reads)
    assert.equal(result?.isError, true)
    const input = core.script.requests[1]?.messages.flatMap((message) => message.content).find((part) => part.type === 'tool-use')?.input
    assert.equal(typeof input, 'object', 'history holds an object, so the next request passes')
    await core.close()
  })

  test('a call that was switched off between the step and its start is not run', async () => {
    const core = await startScripted([calls(['probe__wipe', { name: 'a' }])])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.call('tool.switch', { connectorId: question.connectorId, tool: 'wipe', on: false })
    assert.deepEqual(await core.answer(question, 'approve'), { status: 'accepted' })
    assert.deepEqual(ends(await core.ended(turn)), [['1.1', 'wipe', 'error', 'denied']])
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('a switched-off tool is never described to the model, and no tools means an empty list', async () => {
    const core = await startScripted([{ text: 'hi' }])
    for (const row of (await core.call('tool.explain', { chatId: null }))) await core.call('tool.switch', { connectorId: row.connectorId, tool: row.tool, on: false })
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual(core.script.requests[0]?.tools, [])
    await core.close()
  })
})

describe('limits of a turn', () => {
  test('the twelfth step goes out without tools and the turn says which limit it met', async () => {
    const core = await startScripted(Array.from({ length: 20 }, (_, index) => index === 11 ? { text: 'This is how far I got.' } : calls(['probe__look', { name: `n${index}` }])))
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit, state.steps.length], ['out-of-limits', 'steps', 12])
    assert.ok((core.script.requests[10]?.tools.length ?? 0) > 0)
    assert.deepEqual([core.script.requests[11]?.toolChoice, core.script.requests[11]?.tools], ['none', core.script.requests[10]?.tools])
    await core.close()
  })

  test('calls past the sixty-fourth are denied, denied and unknown ones count, and the turn ends by that limit', async () => {
    const core = await startScripted([calls(...Array.from({ length: 70 }, (_, index): [string, unknown] => [index % 2 === 0 ? 'probe__look' : 'nowhere', { name: `n${index}` }])), { text: 'Enough.' }])
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit], ['out-of-limits', 'calls'])
    assert.equal(core.probe.log.filter((entry) => entry.startsWith('start')).length, 32)
    assert.deepEqual(ends(state).slice(64).map((row) => row[2]), Array(6).fill('error'))
    await core.close()
  })

  test('a call that runs past its time is cut off; a write that doesn’t listen is unknown, not failed, and never tried again', async () => {
    const core = await startScripted([calls(['probe__brief_look', { name: 'a', hold: true }], ['probe__brief_look', { name: 'b', hold: true, deaf: true }], ['probe__brief_change', { name: 'c', hold: true, deaf: true }])])
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    assert.deepEqual(question.asks.kind === 'outcome' && [question.asks.by, question.asks.attempt, question.choices], ['time-limit', 1, []])
    await core.settle(question, 'skip')
    const state = await core.ended(turn)
    assert.deepEqual(ends(state).map((row) => row.slice(2)), [['error', 'ran'], ['error', 'ran'], ['unknown', 'interrupted']])
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('start')), ['start a', 'start b', 'start c'])
    assert.match(results(core.script.requests[1])[2]?.content ?? '', /outcome unknown/)
    await core.close()
  })

  test('a failing read is tried again as often as it says, a fatal or poisonous failure is not, a write never', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'a', fail: true }], ['probe__look', { name: 'b', fail: true, fatal: true }], ['probe__look', { name: 'p', fail: true, poison: true }], ['probe__change', { name: 'c', fail: true }])])
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual(core.probe.log.toSorted(), ['start a', 'start a', 'start a', 'start b', 'start c', 'start p'])
    await core.close()
  })

  test('a read that ran out of time is tried again where it listened, and not where it may still be running', async () => {
    const core = await startScripted([calls(['probe__patient_look', { name: 'listens', hold: true }], ['probe__patient_look', { name: 'deaf', hold: true, deaf: true }])])
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual(core.probe.log.toSorted(), ['start deaf', 'start listens', 'start listens'])
    core.probe.release('deaf')
    await core.close()
  })

  test('a 10 MB result reaches the model as beginning and end with the cut told in words, and the whole is kept', async () => {
    const core = await startScripted([calls(['probe__look', { name: 'big', size: 10_000_000 }])])
    const turn = await core.say(await core.newChat(), 'go')
    const state = await core.ended(turn)
    const [result] = results(core.script.requests[1])
    assert.ok((result?.content.length ?? 0) <= 64 * 1024)
    assert.match(result?.content ?? '', /characters were left out here; the whole result is kept with the run/)
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done' && call.ended.body?.whole !== null && call.ended.body !== null && 'blob' in call.ended.body.whole)
    assert.equal((await core.call('blob.read', { digest: call.ended.body.whole.blob })).text.length, 10_000_000)
    await core.close()
  })

  test('a result that JSON can’t hold is an error that names the tool', async () => {
    const core = await startScripted([calls(['probe__odd', {}])])
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.match(results(core.script.requests[1])[0]?.content ?? '', /probe odd returned something JSON can't hold: big is a bigint/)
    await core.close()
  })

  test('a cached result is not fetched twice and taints like the first', async () => {
    const core = await startScripted([calls(['probe__remembered_look', { name: 'a' }])])
    await core.ended(await core.say(await core.newChat(), 'go'))
    const state = await core.ended(await core.say(await core.newChat(), 'again'))
    assert.deepEqual(core.probe.log, ['start a', 'end a'])
    assert.deepEqual([state.tainted, state.taint[0]?.label], [true, 'page a'])
    await core.close()
  })
})
