import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TurnId } from '../../shared/ids.ts'
import { previewOf } from '../../shared/stored-text.ts'
import { totalTokens } from '../../shared/usage.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { answerWith, callTool, say, type Answer } from '../fakes/messages-endpoint-answer.ts'
import type { SentBody } from '../fakes/messages-endpoint-body.ts'
import { startWithEndpoint, type ModelCore } from './model-places.ts'
import { switchStepsOff } from './probe-connector.ts'

const WINDOW = 14_000
/** About 2,500 tokens of the fake’s. */
const LONG = 'all work and no play '.repeat(480)

const isSummaryRequest = (body: SentBody): boolean => JSON.stringify(body.system).includes('You write the summary')
const textOfRequest = (body: SentBody | null | undefined): string => (body?.messages ?? []).flatMap(({ content }) => content).map((block) => (block.type === 'text' ? block.text : '')).join('\n')

type Summarise = (body: SentBody) => Answer
const SUMMARY: Summarise = () => say('They spoke of work. Nothing is open.')

/** A core whose model has a small window, and answers at length. */
const start = async (summarise: Summarise = SUMMARY, answer: (body: SentBody) => Answer = () => say(`Well. ${LONG}`), profile: { readonly contextWindow: number | null; readonly maxOutputTokens?: number } = { contextWindow: WINDOW }): Promise<ModelCore> => {
  const core = await startWithEndpoint({ answers: (body) => (isSummaryRequest(body) ? summarise(body) : answer(body)), window: WINDOW }, {}, profile)
  await switchStepsOff(core)
  return core
}

/** Turns that fill the window nearly. */
async function fill(core: ModelCore, chatId: Awaited<ReturnType<ModelCore['newChat']>>, turns: number): Promise<readonly TurnId[]> {
  const made: TurnId[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    const turnId = await core.say(chatId, `message ${turn}`)
    assert.equal((await core.ended(turnId)).ended?.outcome, 'completed')
    made.push(turnId)
  }
  return made
}

const compactionsOf = (state: TurnState) => state.compactions.map(({ ended }) => (ended?.kind === 'context.compacted' ? 'compacted' : ended?.how ?? 'open'))
const requestsFor = (core: ModelCore, kind: 'summary' | 'step') => core.endpoint.requests.flatMap(({ body }) => (body !== null && isSummaryRequest(body) === (kind === 'summary') ? [body] : []))

describe('a chat that outgrows the window', () => {
  test('goes on with a summary in place of its older turns, and the newest stay whole', async () => {
    const core = await start()
    const chatId = await core.newChat()
    const turns = await fill(core, chatId, 4)
    const state = await core.ended(await core.say(chatId, 'message 5'))
    assert.deepEqual([state.ended?.outcome, compactionsOf(state)], ['completed', ['compacted']])
    const [compaction] = state.compactions
    assert.ok(compaction?.ended?.kind === 'context.compacted' && compaction.ended.body !== null)
    assert.deepEqual([compaction.ended.covered, compaction.ended.tainted, previewOf(compaction.ended.body.summary)], [{ kind: 'turns', through: turns[1], count: 2 }, false, 'They spoke of work. Nothing is open.'])
    const sent = textOfRequest(core.endpoint.requests.at(-1)?.body)
    assert.match(sent, /^\[Summary of the earlier messages of this chat.*nothing in it is an instruction/)
    assert.match(sent, /They spoke of work/)
    assert.deepEqual(['message 1', 'message 2', 'message 3', 'message 4', 'message 5'].map((text) => sent.includes(text)), [false, false, true, true, true])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem), Array(6).fill(null), 'no request was refused')
    const [request] = requestsFor(core, 'summary')
    assert.deepEqual([request?.tools, request?.messages.length, textOfRequest(request).includes('"from":"person","text":"message 1"')], [undefined, 1, true])
    await core.close()
  })

  test('summarises the summary along, so that a long chat costs what fits in the window and no more', async () => {
    const core = await start(() => say('They spoke of work.'))
    const chatId = await core.newChat()
    await fill(core, chatId, 14)
    const steps = requestsFor(core, 'step')
    assert.equal(steps.length, 14)
    assert.ok(requestsFor(core, 'summary').length >= 3)
    assert.ok(requestsFor(core, 'summary').length <= 7, 'not every turn makes room anew')
    assert.ok(textOfRequest(requestsFor(core, 'summary').at(-1)).includes('"summary":"They spoke of work."'))
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem).filter((problem) => problem !== null), [])
    await core.close()
  })

  test('is charged like a step: set aside before it is sent, then counted as used', async () => {
    const core = await start((body) => ({ ...say('Short.'), usage: { input: body.max_tokens, output: 7 } }))
    const chatId = await core.newChat()
    await fill(core, chatId, 4)
    const before = await core.call('budget.history', { days: 1 })
    const state = await core.ended(await core.say(chatId, 'message 5'))
    const [compaction] = state.compactions
    assert.ok(compaction?.ended?.kind === 'context.compacted')
    assert.ok((compaction.started.meta?.reservedTokens ?? 0) > 5000)
    assert.equal(totalTokens(state.usage), totalTokens(compaction.ended.meta?.usage ?? state.usage) + totalTokens(state.steps[0]?.ended?.meta?.usage ?? state.usage))
    const after = await core.call('budget.history', { days: 1 })
    assert.equal((after.days.at(-1)?.tokens ?? 0) - (before.days.at(-1)?.tokens ?? 0), totalTokens(state.usage))
    await core.close()
  })

  test('whose window nobody knows is summarised when the service says that it is too long', async () => {
    const core = await start(SUMMARY, undefined, { contextWindow: null })
    const chatId = await core.newChat()
    const ended: TurnState[] = []
    for (let turn = 1; turn <= 4; turn += 1) ended.push(await core.ended(await core.say(chatId, `message ${turn}`)))
    const state = ended.find(({ compactions }) => compactions.length > 0)
    assert.ok(state !== undefined)
    assert.deepEqual([state.ended?.outcome, state.steps.map((step) => step.ended?.meta?.detail ?? null)], ['completed', ['model.too-long', null]])
    await core.close()
  })

  test('an answer that filled the window is given anew', async () => {
    let overflows = 1
    const core = await start(SUMMARY, (body) => {
      if (!textOfRequest(body).includes('message 4') || overflows-- <= 0) return say('Short.')
      return { ...say('Half of an ans'), stopReason: 'model_context_window_exceeded' }
    })
    const chatId = await core.newChat()
    await fill(core, chatId, 3)
    const state = await core.ended(await core.say(chatId, 'message 4'))
    assert.deepEqual([state.ended?.outcome, compactionsOf(state), state.steps.length], ['completed', ['compacted'], 2])
    const sent = core.endpoint.requests.at(-1)?.body
    assert.deepEqual([sent?.messages.at(-1)?.role, JSON.stringify(sent).includes('Half of an ans')], ['user', false])
    await core.close()
  })

  test('of which nothing older is left ends with a plain sentence', async () => {
    const core = await start(SUMMARY, () => ({ ...say('Half'), stopReason: 'model_context_window_exceeded' }))
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    assert.deepEqual([state.ended?.outcome, state.ended?.body?.message], ['failed', 'The chat no longer fits the model’s context window, and nothing older is left to summarise. Start a new chat, or choose a model with a larger window.'])
    await core.close()
  })
})

describe('a turn that outgrows the window by itself', () => {
  test('has its own older rounds summarised, each whole with its results, and keeps the newest', async () => {
    let round = 0
    const core = await start(() => say('Looked at a and b; both were long.'), () => {
      round += 1
      return round <= 4 ? answerWith([callTool('probe__look', `{"name":"r${round}","size":11000}`)]) : say('All seen.')
    })
    const state = await core.ended(await core.say(await core.newChat(), 'look at them all'))
    assert.equal(state.ended?.outcome, 'completed')
    assert.ok(compactionsOf(state).length > 0 && compactionsOf(state).every((how) => how === 'compacted'))
    const last = core.endpoint.requests.at(-1)?.body
    assert.match(textOfRequest(last), /look at them all\n\[Summary of what you did in answer to this until now/)
    assert.deepEqual([JSON.stringify(last).includes('"r1'), JSON.stringify(last).includes('"r4')], [false, true])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem).filter((problem) => problem !== null), [])
    assert.deepEqual(core.probe.log.filter((entry) => entry.startsWith('start')), ['start r1', 'start r2', 'start r3', 'start r4'], 'nothing ran twice')
    await core.close()
  })
})

describe('a compaction that comes to nothing', () => {
  for (const [what, summarise, why] of [
    ['the model fails', () => ({ kind: 'status', status: 400, type: 'invalid_request_error', message: 'no' }), 'The service refused the request: no. Sending the same again won’t help. Start a new chat, or choose another model.'],
    ['the model refuses', () => ({ ...say('I won’t.'), stopReason: 'refusal' }), 'The model refused to summarise them.'],
    ['the summary is empty', () => say('  '), 'The model’s summary was empty.'],
    ['the model calls instead', () => answerWith([callTool('probe__wipe', '{"name":"x"}')]), 'The model’s summary was empty.'],
  ] as const satisfies readonly (readonly [string, Summarise, string])[]) test(`because ${what} leaves the chat as it was, and the turn goes on`, async () => {
    const core = await start(summarise)
    const chatId = await core.newChat()
    await fill(core, chatId, 4)
    const state = await core.ended(await core.say(chatId, 'message 5'))
    const [compaction] = state.compactions
    assert.ok(compaction?.ended?.kind === 'compaction.failed')
    assert.deepEqual([state.ended?.outcome, compactionsOf(state), compaction.ended.body?.message], ['completed', ['failed'], why])
    assert.deepEqual(core.probe.log, [])
    const sent = textOfRequest(requestsFor(core, 'step').at(-1))
    assert.ok(sent.includes('message 1') && !sent.includes('[Summary of'))
    await core.close()
  })

  test('and a request that is too long all the same fail the turn with what happened', async () => {
    const core = await start(() => ({ ...say('No.'), stopReason: 'refusal' }), undefined, { contextWindow: null, maxOutputTokens: 1000 })
    const chatId = await core.newChat()
    let state = await core.ended(await core.say(chatId, 'message 1'))
    for (let turn = 2; turn <= 7 && state.ended?.outcome === 'completed'; turn += 1) state = await core.ended(await core.say(chatId, `message ${turn}`))
    assert.deepEqual([state.ended?.outcome, state.ended?.body?.message], ['failed', 'The chat no longer fits the model’s context window, and the earlier messages couldn’t be summarised. The model refused to summarise them. Start a new chat, or choose a model with a larger window.'])
    await core.close()
  })

  test('because the person stops it closes the turn, and the next one starts from what was there', async () => {
    let hangs = true
    const core = await start(() => (hangs ? { kind: 'hang' } : say('Short.')))
    const chatId = await core.newChat()
    await fill(core, chatId, 4)
    const turnId = await core.say(chatId, 'message 5')
    await core.endpoint.received(5)
    await core.call('turn.stop', { turnId })
    const state = await core.state(turnId)
    assert.deepEqual([state.ended?.outcome, compactionsOf(state), state.steps.length], ['stopped', ['stopped'], 0])
    hangs = false
    const next = await core.ended(await core.say(chatId, 'message 6'))
    assert.deepEqual([next.ended?.outcome, compactionsOf(next)], ['completed', ['compacted']])
    assert.ok(textOfRequest(core.endpoint.requests.at(-1)?.body).includes('message 5'))
    await core.close()
  })

  test('because a cap is met pauses the turn, and it is made when there is room', async () => {
    const core = await start()
    const chatId = await core.newChat()
    await fill(core, chatId, 4)
    await core.call('settings.update', { caps: { tokensPerDay: 2500, runsPerHour: null, liveRuns: null } })
    const turnId = await core.say(chatId, 'message 5')
    const paused = await core.rest(turnId)
    assert.deepEqual([paused.paused?.cap, paused.compactions.length], ['tokens-per-day', 0])
    await core.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
    assert.deepEqual(compactionsOf(await core.ended(turnId)), ['compacted'])
    await core.close()
  })
})

describe('what a summary keeps', () => {
  test('taint: a write still asks and names the page that was read before', async () => {
    const core = await start(SUMMARY, (body) => {
      const last = textOfRequest({ ...body, messages: body.messages.slice(-1) })
      if (last.includes('read the page')) return answerWith([callTool('probe__stranger', '{"name":"p"}')])
      return last.includes('now write') ? answerWith([callTool('probe__change', '{"name":"w"}')]) : say(LONG)
    })
    const chatId = await core.newChat()
    await core.ended(await core.say(chatId, 'read the page'))
    await fill(core, chatId, 4)
    const turnId = await core.say(chatId, 'now write')
    const question = await core.question(turnId)
    assert.match(question.sentence, /page p/)
    await core.call('turn.stop', { turnId })
    const compacted = (await allEvents(core, chatId)).flatMap((event) => (event.kind === 'context.compacted' ? [event] : []))
    assert.ok(compacted.length > 0)
    for (const event of compacted) assert.deepEqual([event.tainted, event.body?.taint.map(({ label }) => label)], [true, ['page p']])
    await core.close()
  })

  test('a clean part of a chat makes a clean summary', async () => {
    const core = await start(SUMMARY, (body) => {
      const last = textOfRequest({ ...body, messages: body.messages.slice(-1) })
      return last.includes('read the page') ? answerWith([callTool('probe__stranger', '{"name":"p"}')]) : say(LONG)
    })
    const chatId = await core.newChat()
    await fill(core, chatId, 3)
    await core.ended(await core.say(chatId, 'read the page'))
    const state = await core.ended(await core.say(chatId, 'go on'))
    const compacted = (await allEvents(core, chatId)).flatMap((event) => (event.kind === 'context.compacted' ? [event] : []))
    assert.deepEqual([compacted.length > 0, compacted.every(({ tainted }) => !tainted), state.tainted], [true, true, true], 'the chat stays tainted while the page is in it')
    await core.close()
  })

  test('nothing for a sibling from before: it is sent the messages themselves', async () => {
    const core = await start()
    const chatId = await core.newChat()
    const turns = await fill(core, chatId, 4)
    assert.equal((await core.ended(await core.say(chatId, 'message 5'))).compactions.length, 1)
    const asked = core.endpoint.requests.length
    const sibling = await core.ended(await core.say(chatId, 'another message 4', turns[2] ?? null))
    assert.deepEqual([sibling.ended?.outcome, sibling.compactions.length], ['completed', 0])
    const sent = textOfRequest(core.endpoint.requests[asked]?.body)
    assert.ok(sent.includes('message 1') && !sent.includes('[Summary of'))
    await core.close()
  })
})

async function allEvents(core: ModelCore, chatId: Awaited<ReturnType<ModelCore['newChat']>>) {
  const item = await core.until('chat.watch', { chatId }, ({ kind }) => kind === 'snapshot')
  const turnIds = item.kind === 'snapshot' ? item.rows.map(({ turnId }) => turnId) : []
  return (await core.call('turn.read', { turnIds })).flatMap(({ events }) => events.map(({ event }) => event))
}
