import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import { AppError } from '../../shared/errors.ts'
import { startCore, type LiveCore } from './live-core.ts'
import { createScriptModel, type ScriptedStep } from './script-model.ts'
import { calls } from './scripted-core.ts'

interface Setting { readonly core: LiveCore; readonly sent: string[]; readonly requests: () => string }

/** A core with one tool that sends, loses the answer the first `lost` times, and succeeds from then on. */
async function startSender(steps: readonly ScriptedStep[], lost: number): Promise<Setting> {
  const sent: string[] = []
  const send = defineTool({
    name: 'send', description: 'Sends a letter.', class: 'write', input: z.object({ text: z.string() }),
    run: async (ctx, { text }) => {
      sent.push(`${text} ${ctx.idempotencyKey}`)
      if (sent.length <= lost) throw new AppError('tool.outcome-unknown', 'The answer was lost.')
      return 'sent'
    },
  })
  const look = defineTool({ name: 'look', description: 'Looks.', class: 'read', input: z.object({}), run: async () => 'one letter is there' })
  const script = createScriptModel(steps)
  const core = await startCore({ settings: { model: 'script' }, additions: { connectors: [defineConnector({ id: 'post', label: 'Post', deps: null, tools: [send, look] })], models: new Map([['script', script.model]]) } })
  return { core, sent, requests: () => JSON.stringify(script.requests.at(-1)?.messages.at(-1)) }
}

const letter = calls(['post__send', { text: 'hello' }])

describe('a write that may have run', () => {
  test('happened: it counts as done with the person’s word, and never runs again', async () => {
    const { core, sent, requests } = await startSender([letter], 1)
    const turn = await core.say(await core.newChat(), 'go')
    await core.settle(await core.question(turn), 'happened', 'It is in the outbox.')
    const [call] = [...(await core.ended(turn)).calls.values()]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, call.ended.cause, call.settled?.answer, sent.length], ['ok', 'told', 'happened', 1])
    assert.match(requests(), /took effect.*It is in the outbox/)
    await core.close()
  })

  test('a long word of the person reaches the model whole', async () => {
    const { core, requests } = await startSender([letter], 1)
    const turn = await core.say(await core.newChat(), 'go')
    await core.settle(await core.question(turn), 'happened', `${'long '.repeat(3000)}END`)
    await core.ended(turn)
    assert.match(requests(), /long END/)
    await core.close()
  })

  test('run again: the same key goes out, and where it fails the same way it is asked again', async () => {
    const { core, sent } = await startSender([letter], 2)
    const turn = await core.say(await core.newChat(), 'go')
    const first = await core.question(turn)
    await core.settle(first, 'run-again')
    const second = await core.question(turn, first)
    assert.equal(second.asks.kind === 'outcome' && second.asks.attempt, 2)
    await core.settle(second, 'run-again')
    const [call] = [...(await core.ended(turn)).calls.values()]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, call.ended.cause, call.attempts, sent.length, new Set(sent).size], ['ok', 'ran', 3, 3, 1])
    await core.close()
  })

  test('run again after its tool was switched off: it stays unknown, and both are told why', async () => {
    const { core, sent, requests } = await startSender([letter], 1)
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await core.call('tool.switch', { connectorId: question.connectorId, tool: 'send', on: false })
    await core.settle(question, 'run-again')
    const [call] = [...(await core.ended(turn)).calls.values()]
    assert.ok(call?.status === 'done')
    assert.deepEqual([call.ended.outcome, call.attempts, sent.length], ['unknown', 1, 1])
    assert.match(requests(), /was not run again: No tool named/)
    await core.close()
  })

  test('check: the model is told to look first, and the same tool asks from then on in this turn', async () => {
    const { core, sent } = await startSender([letter, calls(['post__look', {}]), calls(['post__send', { text: 'hello once more' }])], 1)
    const turn = await core.say(await core.newChat(), 'go')
    const first = await core.question(turn)
    await core.settle(first, 'check')
    const second = await core.question(turn, first)
    assert.deepEqual([second.asks.kind, second.reason, sent.length], ['approval', { kind: 'requires-approval', by: 'may-have-run' }, 1])
    await core.answer(second, 'reject')
    await core.ended(turn)
    assert.equal(sent.length, 1)
    await core.close()
  })

  test('what was asked about is answered once; a wrong digest and a late answer change nothing', async () => {
    const { core, sent } = await startSender([letter], 1)
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await assert.rejects(core.settle({ ...question, digest: question.pin }, 'run-again'), { code: 'gate.stale-answer' })
    await assert.rejects(core.answer(question, 'approve'), { code: 'gate.not-parked' })
    await core.settle(question, 'skip')
    await core.ended(turn)
    const late = await core.settle(question, 'run-again')
    assert.equal(late.status, 'late')
    assert.equal(sent.length, 1)
    await core.close()
  })

  test('a stop and a newer message close the question as left, with the call unknown', async () => {
    for (const how of ['stop', 'message'] as const) {
      const { core } = await startSender([letter, { text: 'Fine.' }], 1)
      const chat = await core.newChat()
      const turn = await core.say(chat, 'go')
      await core.question(turn)
      if (how === 'stop') await core.call('turn.stop', { turnId: turn })
      else await core.ended(await core.say(chat, 'never mind'))
      const [call] = [...(await core.ended(turn)).calls.values()]
      assert.ok(call?.status === 'done')
      assert.deepEqual([call.ended.outcome, call.settled?.by, call.settled?.answer, call.attempts], ['unknown', 'turn', 'skip', 1])
      const open = await core.until('questions.watch', {}, (item) => item.kind === 'snapshot')
      assert.deepEqual(open.kind === 'snapshot' && open.rows, [])
      await core.close()
    }
  })
})
