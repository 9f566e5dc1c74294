import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ScriptedStep } from './script-model.ts'
import { calls, startScripted } from './scripted-core.ts'
import { createProbe } from './probe-connector.ts'
import { startChild } from './start-crash-child.ts'

const folders: string[] = []
after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })

function place(): { dataDirectory: string; witness: string; effects: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'))
  folders.push(folder)
  const witness = join(folder, 'witness')
  writeFileSync(witness, '')
  return { dataDirectory: join(folder, 'data'), witness, effects: () => readFileSync(witness, 'utf8').split('\n').filter((entry) => entry !== '') }
}

describe('kill -9 in a call that works in steps', () => {
  const stepKey = (entries: readonly string[], id: string) => entries.filter((entry) => entry.startsWith(`start step ${id} `))
  const goOn = (dataDirectory: string, witness: string, steps: readonly ScriptedStep[]) => startScripted(steps, { dataDirectory }, createProbe((entry) => { writeFileSync(witness, `${entry}\n`, { flag: 'a' }) }))

  test('after a step: it is read from the record, and the call goes on behind it', async () => {
    const { dataDirectory, witness, effects } = place()
    const steps = [calls(['probe__in_steps', { steps: [{ id: 'paid' }, { id: 'look', effect: 'read', hold: true }] }])]
    const child = await startChild(dataDirectory, witness, steps)
    assert.ok(child.turnId !== null)
    await child.line('effect.started look')
    await child.kill()
    const core = await goOn(dataDirectory, witness, steps)
    await core.until('turn.watch', { turnId: child.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'effect.started' && item.seated.event.effectId === 'look' && item.seated.event.attempt === 2)
    await new Promise((resolve) => { setImmediate(resolve) })
    core.probe.release('step look')
    const state = await core.ended(child.turnId)
    assert.deepEqual([stepKey(effects(), 'paid').length, state.ended?.outcome], [1, 'completed'])
    assert.equal(new Set(stepKey(effects(), 'look')).size, 1, 'its key is the same in both processes')
    await core.close()
  })

  for (const [tool, effect] of [['in_steps', 'read'], ['in_steps', 'pure']] as const) {
    test(`in a step that is ${effect}: it is done again by itself`, async () => {
      const { dataDirectory, witness, effects } = place()
      const steps = [calls([`probe__${tool}`, { steps: [{ id: 'one', effect, hold: true }] }])]
      const child = await startChild(dataDirectory, witness, steps)
      assert.ok(child.turnId !== null)
      await child.line('effect.started')
      await child.kill()
      const core = await goOn(dataDirectory, witness, steps)
      await core.until('turn.watch', { turnId: child.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'effect.started' && item.seated.event.attempt === 2)
      core.probe.release('step one')
      await core.probe.logged('end step one')
      assert.equal((await core.ended(child.turnId)).ended?.outcome, 'completed')
      assert.ok(stepKey(effects(), 'one').length >= 1)
      await core.close()
    })
  }

  test('in a step that writes, of a tool that reads: the person is asked, and it runs again on their word alone, under the same key', async () => {
    const { dataDirectory, witness, effects } = place()
    const steps = [calls(['probe__in_steps', { steps: [{ id: 'first' }, { id: 'pay', hold: true }] }])]
    const child = await startChild(dataDirectory, witness, steps)
    assert.ok(child.turnId !== null)
    await child.line('effect.started pay')
    await child.kill()
    const core = await goOn(dataDirectory, witness, steps)
    const question = await core.question(child.turnId)
    assert.deepEqual([question.asks.kind, question.toolClass], ['outcome', 'read'])
    const before = stepKey(effects(), 'pay').length
    await core.settle(question, 'run-again')
    await core.until('turn.watch', { turnId: child.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'effect.started' && item.seated.event.attempt === 2)
    await new Promise((resolve) => { setImmediate(resolve) })
    core.probe.release('step pay')
    assert.equal((await core.ended(child.turnId)).ended?.outcome, 'completed')
    assert.deepEqual([stepKey(effects(), 'first').length, stepKey(effects(), 'pay').length, new Set(stepKey(effects(), 'pay')).size], [1, before + 1, 1])
    await core.close()
  })
})

describe('kill -9 in a branch', () => {
  const first = [calls(['probe__change', { name: 'w' }]), calls(['probe__look', { name: 'a' }])]
  /** A run that ended, and a process that branches from its first step, following another script. */
  const branchOff = async (steps: readonly ScriptedStep[]) => {
    const { dataDirectory, witness, effects } = place()
    const before = await startScripted(first, { dataDirectory })
    const chatId = await before.newChat()
    const origin = await before.say(chatId, 'go')
    await before.ended(origin)
    await before.core.close()
    const child = await startChild(dataDirectory, witness, steps, chatId, `branch:${origin}:1`)
    assert.ok(child.turnId !== null)
    return { dataDirectory, witness, effects, child, branch: child.turnId }
  }
  const goOn = (dataDirectory: string, witness: string, steps: readonly ScriptedStep[]) => startScripted(steps, { dataDirectory }, createProbe((entry) => { writeFileSync(witness, `${entry}\n`, { flag: 'a' }) }))

  test('while a read of it runs: it goes on as a branch, from what is stored and nothing else', async () => {
    const steps = [calls(['probe__change', { name: 'w' }]), calls(['probe__look', { name: 'b', hold: true }]), calls(['probe__change', { name: 'new' }])]
    const { dataDirectory, witness, effects, child, branch } = await branchOff(steps)
    await child.line(`tool.started ${branch}`)
    await child.kill()
    const core = await goOn(dataDirectory, witness, steps)
    await core.probe.logged('start b')
    core.probe.release('b')
    const state = await core.ended(branch)
    assert.deepEqual([state.ended?.meta?.errorCode, state.ended?.meta?.branch?.name], ['write_tool_blocked', 'probe change'])
    assert.deepEqual([...state.calls.values()].map((call) => call.status === 'done' && call.ended.cause), ['recorded', 'ran', 'blocked'])
    assert.ok(core.script.requests.every(({ system }) => system === 'Another one.'))
    assert.deepEqual(effects().filter((entry) => entry === 'start w' || entry === 'start new'), [])
    await core.close()
  })

  test('in the middle of an answer: what the original did is found again, though the step has another number', async () => {
    const steps = [{ text: 'Half an', hold: true, ...first[0] }]
    const { dataDirectory, witness, effects, child, branch } = await branchOff(steps)
    await child.line(`text ${branch}`)
    await child.kill()
    const core = await goOn(dataDirectory, witness, [...first, { text: 'Done.' }])
    const state = await core.ended(branch)
    assert.deepEqual([state.ended?.outcome, [...state.calls.values()].map((call) => [call.call.position, call.status === 'done' && call.ended.cause])], ['completed', [['2.1', 'recorded'], ['3.1', 'ran']]])
    assert.deepEqual(effects(), ['start a', 'end a'])
    await core.close()
  })
})

describe('kill -9', () => {
  test('while a question is open: it is asked again by the next process, with the same bytes, and answered once', async () => {
    const { dataDirectory, witness, effects } = place()
    const steps = [calls(['probe__wipe', { name: 'x', size: 3 }])]
    const child = await startChild(dataDirectory, witness, steps)
    assert.ok(child.turnId !== null)
    await child.line('gate.decided')
    await child.kill()
    const core = await startScripted(steps, { dataDirectory }, createProbe((entry) => { writeFileSync(witness, `${entry}\n`, { flag: 'a' }) }))
    const question = await core.question(child.turnId)
    assert.deepEqual([question.arguments, question.chatId], [{ text: '{"name":"x","size":3}' }, child.chatId])
    assert.deepEqual(effects(), [])
    const [first, second] = await Promise.all([core.answer(question, 'approve'), core.answer(question, 'approve')])
    assert.deepEqual([first.status, second.status], ['accepted', 'late'])
    const state = await core.ended(child.turnId)
    assert.deepEqual([state.ended?.outcome, state.resumes], ['completed', 0])
    assert.deepEqual(effects(), ['start x', 'end x'])
    await core.close()
  })

  test('while a write runs: it is asked about, never run again by itself, and the model is told that it is unknown', async () => {
    const { dataDirectory, witness, effects } = place()
    const steps = [calls(['probe__change', { name: 'w', hold: true }])]
    const child = await startChild(dataDirectory, witness, steps)
    assert.ok(child.turnId !== null)
    await child.line('tool.started')
    await child.kill()
    const core = await startScripted(steps, { dataDirectory }, createProbe((entry) => { writeFileSync(witness, `${entry}\n`, { flag: 'a' }) }))
    const question = await core.question(child.turnId)
    assert.ok(question.asks.kind === 'outcome')
    assert.deepEqual([question.asks.by, question.asks.attempt, question.tool, question.arguments, question.choices], ['crash', 1, 'change', { text: '{"hold":true,"name":"w"}' }, []])
    assert.equal(core.script.requests.length, 0, 'the model isn’t asked before the person was')
    await core.settle(question, 'skip')
    const state = await core.ended(child.turnId)
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, call.attempts, state.ended?.outcome, state.resumes], ['unknown', 1, 'completed', 1])
    assert.deepEqual(effects().filter((entry) => entry === 'start w').length <= 1, true)
    assert.match(JSON.stringify(core.script.requests[0]?.messages.at(-1)), /outcome unknown/)
    await core.close()
  })

  test('while it is asked what became of a write: it is asked again, which is no crash; a run again has the same key and is on disk first', async () => {
    const { dataDirectory, witness, effects } = place()
    const steps = [calls(['probe__change', { name: 'w', hold: true }])]
    const first = await startChild(dataDirectory, witness, steps)
    assert.ok(first.turnId !== null)
    await first.line('tool.started')
    await first.kill()
    const second = await startChild(dataDirectory, witness, steps, first.chatId)
    await second.line('outcome.asked')
    await second.kill()
    const core = await startScripted(steps, { dataDirectory }, createProbe((entry) => { writeFileSync(witness, `${entry}\n`, { flag: 'a' }) }))
    const question = await core.question(first.turnId)
    assert.ok(question.asks.kind === 'outcome')
    const [accepted, late] = await Promise.all([core.settle(question, 'run-again'), core.settle(question, 'skip')])
    assert.deepEqual([accepted.status, late.status], ['accepted', 'late'])
    await core.until('turn.watch', { turnId: first.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'tool.started' && item.seated.event.attempt === 2)
    await core.call('turn.stop', { turnId: first.turnId })
    const state = await core.ended(first.turnId)
    const [call] = [...state.calls.values()]
    assert.deepEqual([state.resumes, call?.status === 'done' && call.attempts, call?.call.meta?.idempotencyKey], [1, 2, question.asks.idempotencyKey])
    // The first attempt may have been killed between its announcement and its effect.
    const starts = effects().filter((entry) => entry === 'start w').length
    assert.ok(starts === 1 || starts === 2)
    await core.close()
  })

  test('while a read runs: it runs again by itself and the turn goes on', async () => {
    const { dataDirectory, witness } = place()
    const child = await startChild(dataDirectory, witness, [calls(['probe__look', { name: 'r', hold: true }])])
    assert.ok(child.turnId !== null)
    await child.line('tool.started')
    await child.kill()
    const core = await startScripted([calls(['probe__look', { name: 'r', hold: true }])], { dataDirectory })
    await core.probe.logged('start r')
    core.probe.release('r')
    const state = await core.ended(child.turnId)
    const call = [...state.calls.values()][0]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, call.attempts, state.ended?.outcome], ['ok', 2, 'completed'])
    await core.close()
  })

  test('in the middle of an answer: nothing half is stored, and the model is asked again', async () => {
    const { dataDirectory, witness } = place()
    const child = await startChild(dataDirectory, witness, [{ text: 'half an ans', hold: true }])
    assert.ok(child.turnId !== null)
    await child.line('text')
    await child.kill()
    const core = await startScripted([{ text: 'A whole answer.' }, { text: 'A whole answer.' }], { dataDirectory })
    const state = await core.ended(child.turnId)
    assert.deepEqual(state.steps.map((step) => [step.ended?.how, step.blocks.length]), [['crashed', 0], ['complete', 1]])
    assert.equal(state.ended?.outcome, 'completed')
    await core.close()
  })

  test('while earlier messages are summarised: the chat is as it was, and the summary is made anew', async () => {
    const { dataDirectory, witness } = place()
    const before = await startScripted([{ text: 'Well.' }], { dataDirectory })
    const chatId = await before.newChat()
    for (const text of ['one', 'two', 'three']) await before.ended(await before.say(chatId, text))
    await before.core.close()
    const overflow: ScriptedStep = { text: 'half', stop: 'model_context_window_exceeded', untilSummary: true }
    const child = await startChild(dataDirectory, witness, [overflow, { text: 'a summ', hold: true, forSummary: true }], chatId, 'four')
    assert.ok(child.turnId !== null)
    await child.line('compaction.started')
    await child.kill()
    const core = await startScripted([overflow, { text: 'A whole answer.' }], { dataDirectory })
    const state = await core.ended(child.turnId)
    assert.deepEqual(state.compactions.map(({ ended }) => (ended?.kind === 'compaction.failed' ? ended.how : ended?.kind)), ['crashed', 'context.compacted'])
    assert.deepEqual([state.ended?.outcome, state.resumes, state.steps.length], ['completed', 1, 2])
    const [summary, answer] = core.script.requests
    assert.match(JSON.stringify(summary?.messages), /one/)
    assert.deepEqual([/"one"/.test(JSON.stringify(answer?.messages)), /A summary\./.test(JSON.stringify(answer?.messages))], [false, true])
    await core.close()
  })

  test('three times over: the turn ends instead of taking the process with it for ever', async () => {
    const { dataDirectory, witness } = place()
    const steps: ScriptedStep[] = [{ text: 'x', hold: true }]
    const first = await startChild(dataDirectory, witness, steps)
    assert.ok(first.turnId !== null)
    await first.line('text')
    await first.kill()
    for (let round = 0; round < 2; round += 1) {
      const child = await startChild(dataDirectory, witness, steps, first.chatId)
      await child.line('text')
      await child.kill()
    }
    const core = await startScripted(steps, { dataDirectory })
    const state = await core.ended(first.turnId)
    assert.deepEqual([state.ended?.outcome, state.resumes], ['failed', 3])
    assert.match(state.ended?.body?.message ?? '', /stopped three times/)
    await core.close()
  })
})

describe('one core per data directory', () => {
  test('a second one is refused while the first lives, and let in when it was killed', async () => {
    const { dataDirectory, witness } = place()
    const child = await startChild(dataDirectory, witness, [{ text: 'x', hold: true }])
    await assert.rejects(startScripted([], { dataDirectory }), { code: 'store.busy' })
    await child.kill()
    const core = await startScripted([{ text: 'y' }], { dataDirectory })
    await core.close()
  })
})
