import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Item } from '../../shared/contract.ts'
import { previewOf } from '../../shared/stored-text.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { answerWith, callTool, refuse, say, type AnswerBlock } from '../fakes/messages-endpoint-answer.ts'
import { startCore, type LiveCore } from './live-core.ts'
import { createQuickClock, endpointProfile, KEY, startEndpoint, startWithEndpoint } from './model-places.ts'

const textOf = (state: TurnState): string => state.steps.flatMap(({ blocks }) => blocks).flatMap((block) => (block.type === 'text' ? [previewOf(block.text)] : [])).join('|')
/** How it ended, what failed in its last step, and what the person reads. */
const endOf = ({ ended, steps }: TurnState) => [ended?.outcome, steps.at(-1)?.ended?.meta?.detail ?? null, ended?.body?.message]
const turnOf = async (core: LiveCore, text = 'go'): Promise<TurnState> => core.ended(await core.say(await core.newChat(), text))
const rowsOf = async (core: LiveCore) => {
  const item: Item<'models.watch'> = await core.until('models.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows.map(({ profile, keyState, isDefault }) => [profile.name, keyState, isDefault]) : []
}

describe('turns with a service', () => {
  test('an answer streams, is charged as the service says, and names its model', async () => {
    const core = await startWithEndpoint({ answers: [say('Hello from afar.', { usage: { input: 21, output: 7, cacheRead: 3, cacheWrite: 2 } })] })
    const state = await turnOf(core)
    assert.equal(textOf(state), 'Hello from afar.')
    assert.deepEqual([state.ended?.outcome, state.started?.meta?.model, state.usage], ['completed', 'Local', { inputTokens: 21, outputTokens: 7, cacheReadTokens: 3, cacheWriteTokens: 2 }])
    const [request] = core.endpoint.requests
    assert.deepEqual([request?.headers.authorization, request?.body?.model, request?.problem], [`Bearer ${KEY}`, 'test-model', null])
    await core.close()
  })

  test('parallel reads and a question in one step: results go back in the order of the calls, the rejected one as an error', async () => {
    const step = answerWith([{ type: 'text', text: 'Looking.' }, callTool('probe__look', '{"name":"a"}'), callTool('probe__wipe', '{"name":"w"}'), callTool('probe__look', '{"name":"b"}')])
    const core = await startWithEndpoint({ answers: [step, say('Then not.')] })
    const turnId = await core.say(await core.newChat(), 'go')
    await core.answer(await core.question(turnId), 'reject', 'not now')
    const state = await core.ended(turnId)
    assert.equal(textOf(state), 'Looking.|Then not.')
    const results = core.endpoint.requests[1]?.body?.messages.at(-1)?.content ?? []
    assert.deepEqual(results.map((block) => (block.type === 'tool_result' ? block.is_error ?? false : null)), [false, true, false])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem), [null, null])
    assert.equal(core.probe.log.includes('start w'), false)
    await core.close()
  })

  test('thinking goes back unchanged while a tool round is open, and to no other model', async () => {
    const thinking = (signature: string): readonly AnswerBlock[] => [{ type: 'thinking', thinking: ' Where to begin?\n', signature }, { type: 'redacted_thinking', data: `${signature}aGlkZGVu` }, callTool('probe__look', '{"name":"a"}')]
    const thought = thinking('Zmlyc3Q=')
    const core = await startWithEndpoint({ answers: [answerWith(thought), say('Seen.'), answerWith(thinking('c2Vjb25k')), say('Seen again.'), say('Other here.')] })
    const chatId = await core.newChat()
    for (const text of ['one', 'two']) assert.deepEqual(endOf(await core.ended(await core.say(chatId, text))), ['completed', null, null])
    assert.deepEqual(core.endpoint.requests[1]?.body?.messages[1]?.content.slice(0, 2), thought.slice(0, 2))
    assert.doesNotMatch(core.endpoint.requests[2]?.text ?? '', /Zmlyc3Q=/)
    await core.call('model.save', { profile: endpointProfile(core.endpoint.url, { name: 'Other', model: 'other-model' }), isNew: true })
    await core.call('command.run', { chatId, line: '/model other' })
    const other = await core.ended(await core.say(chatId, 'three'))
    assert.deepEqual([other.started?.meta?.model, textOf(other)], ['Other', 'Other here.'])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem), [null, null, null, null, null])
    await core.close()
  })

  test('the twelfth step has no tools of its own to call, and the service takes it all the same', async () => {
    const core = await startWithEndpoint({ answers: (_body, index) => (index === 11 ? say('So far.') : answerWith([callTool('probe__look', `{"name":"n${index}"}`)])) })
    const state = await turnOf(core)
    assert.deepEqual([state.ended?.outcome, state.ended?.meta?.limit, textOf(state)], ['out-of-limits', 'steps', 'So far.'])
    assert.deepEqual(core.endpoint.requests.map(({ problem }) => problem), Array(12).fill(null))
    await core.close()
  })

  test('the twelfth step of a model that thinks goes through', async () => {
    const core = await startWithEndpoint({ answers: (_body, index) => (index === 11 ? say('So far.') : answerWith([{ type: 'thinking', thinking: `step ${index}`, signature: `c2ln${index}` }, callTool('probe__look', `{"name":"n${index}"}`)])) })
    const state = await turnOf(core)
    assert.deepEqual([endOf(state), textOf(state)], [['out-of-limits', null, null], 'So far.'])
    await core.close()
  })

  test('an overloaded service is asked again, and the person reads that the turn waits', async () => {
    const core = await startWithEndpoint({ answers: [refuse(529, 'overloaded_error', 'Overloaded'), refuse(429, 'rate_limit_error', 'slow down', { 'retry-after': '1' }), say('At last.')] }, { clock: createQuickClock() })
    const turnId = await core.say(await core.newChat(), 'go')
    const told: string[] = []
    core.watch('turn.watch', { turnId, after: 0 }, (item) => { if (item.kind === 'status') told.push(item.text) })
    assert.equal(textOf(await core.ended(turnId)), 'At last.')
    assert.match(told.join(' '), /The service is overloaded; trying again in 1 s\..*The service asks to wait 1 s; trying again\./)
    await core.close()
  })

  test('a refused key ends the turn with what to do, and the next turn takes the new key without a restart', async () => {
    const core = await startWithEndpoint()
    await core.call('secret.set', { name: 'local', value: 'sk-wrong-000000000000', where: 'session' })
    assert.deepEqual(endOf(await turnOf(core)), ['failed', 'model.unauthorized', 'The key was refused. Check the key of “Local” in Settings.'])
    assert.equal(core.endpoint.requests.length, 1, 'a refused key is not tried again')
    await core.call('secret.remove', { name: 'local' })
    assert.deepEqual(endOf(await turnOf(core)), ['failed', 'model.unauthorized', 'There is no key for “Local”. Set the key of “Local” in Settings.'])
    await core.call('secret.set', { name: 'local', value: `  ${KEY}\n`, where: 'session' })
    assert.equal((await turnOf(core)).ended?.outcome, 'completed')
    await core.close()
  })

  test('a wrong address, a service that isn’t there, and one that drops the line each say so', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([{ type: 'text', text: 'Half of an ans' }, callTool('probe__look', '{"name":"a"}')], { trouble: { after: 6, how: 'drop' } })] }, { clock: createQuickClock() })
    const cut = await turnOf(core)
    assert.deepEqual(endOf(cut).slice(0, 2), ['failed', 'model.stream-broken'])
    assert.match(textOf(cut), /^Half/)
    assert.deepEqual(core.probe.log, [])
    await core.call('model.save', { profile: endpointProfile(`${core.endpoint.url}/api`), isNew: false })
    assert.deepEqual(endOf(await turnOf(core)), ['failed', 'model.not-found', `There is no Messages API at ${core.endpoint.url}/api. Check the address in Settings; it ends before /v1/messages.`])
    const gone = await startEndpoint()
    await gone.close()
    await core.call('model.save', { profile: endpointProfile(gone.url), isNew: false })
    assert.deepEqual(endOf(await turnOf(core)), ['failed', 'model.unavailable', `Nothing answers at ${new URL(gone.url).host}. Check that the service is running, and its address.`])
    await core.close()
  })
})

describe('the list of models', () => {
  test('is practice alone at first; others come, are chosen, and stay over a restart', async () => {
    const core = await startCore()
    assert.deepEqual(await rowsOf(core), [['practice', 'none-needed', true]])
    await core.call('model.save', { profile: endpointProfile('https://api.example.com'), isNew: true })
    await core.call('model.choose', { name: 'Local' })
    assert.deepEqual(await rowsOf(core), [['practice', 'none-needed', false], ['Local', 'missing', true]])
    await core.call('secret.set', { name: 'local', value: KEY, where: 'session' })
    assert.deepEqual((await rowsOf(core))[1], ['Local', 'present', true])
    await core.core.close()
    const again = await startCore({ dataDirectory: core.dataDirectory })
    assert.deepEqual((await rowsOf(again))[1], ['Local', 'missing', true], 'what was kept for the session is gone')
    await again.close()
  })

  test('a watcher hears of what is added, gets a key, is chosen and removed', async () => {
    const core = await startCore()
    const add = core.until('models.watch', {}, (item) => item.kind === 'changed' && item.row.profile.name === 'Local')
    await core.call('model.save', { profile: endpointProfile('https://api.example.com'), isNew: true })
    await add
    const keyed = core.until('models.watch', {}, (item) => item.kind === 'changed' && item.row.keyState === 'present')
    await core.call('secret.set', { name: 'local', value: KEY, where: 'session' })
    await keyed
    const chosen = core.until('models.watch', {}, (item) => item.kind === 'changed' && item.row.profile.name === 'Local' && item.row.isDefault)
    await core.call('settings.update', { model: 'Local' })
    await chosen
    await core.call('model.choose', { name: 'practice' })
    const gone = core.until('models.watch', {}, (item) => item.kind === 'removed' && item.id === 'Local')
    await core.call('model.remove', { name: 'local' })
    await gone
    await core.close()
  })

  test('names are told apart, the practice model stays, and none goes while it is needed', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('probe__wipe', '{"name":"w"}')])] })
    const { url } = core.endpoint
    await assert.rejects(core.call('model.save', { profile: endpointProfile(url, { name: 'LOCAL' }), isNew: true }), { code: 'input.invalid', message: /“Local” already/ })
    await assert.rejects(core.call('model.save', { profile: endpointProfile(url, { name: 'Practice' }), isNew: true }), { code: 'input.invalid' })
    await assert.rejects(core.call('model.remove', { name: 'Local' }), { code: 'input.invalid', message: /answers new turns/ })
    await assert.rejects(core.call('model.remove', { name: 'practice' }), { code: 'input.invalid' })
    await assert.rejects(core.call('model.choose', { name: 'nobody' }), { code: 'input.not-found' })
    const turnId = await core.say(await core.newChat(), 'go')
    await core.question(turnId)
    await core.call('model.choose', { name: 'practice' })
    await assert.rejects(core.call('model.remove', { name: 'Local' }), { code: 'input.invalid', message: /hasn’t ended/ })
    await core.call('turn.stop', { turnId })
    await core.call('model.remove', { name: 'Local' })
    assert.deepEqual(await rowsOf(core), [['practice', 'none-needed', true]])
    await core.close()
  })

  test('/model lists them, marks the chosen one, and chooses by the beginning of a name', async () => {
    const core = await startCore()
    for (const name of ['Alpha one', 'Alpha two']) await core.call('model.save', { profile: endpointProfile('http://localhost:11434', { name }), isNew: true })
    const run = async (line: string) => core.call('command.run', { chatId: null, line })
    assert.deepEqual((await run('/model')).facts.map(({ name }) => name), ['practice (chosen)', 'Alpha one', 'Alpha two'])
    assert.match((await run('/model alpha')).text, /Several models begin so: Alpha one, Alpha two/)
    assert.match((await run('/model nobody')).text, /no model named “nobody”/)
    assert.match((await run('/model alpha t')).text, /“Alpha two” answers from the next turn on/)
    assert.deepEqual((await run('/model')).facts.map(({ name }) => name), ['practice', 'Alpha one', 'Alpha two (chosen)'])
    await core.close()
  })

  test('suggestions are what is shipped, and each can be completed to a profile that is taken', async () => {
    const core = await startCore()
    for (const { profile } of await core.call('model.suggestions', {})) await core.call('model.save', { profile: { ...profile, model: profile.model ?? 'some-model' }, isNew: true })
    assert.ok((await rowsOf(core)).length > 5)
    await core.close()
  })
})

describe('testing a connection', () => {
  test('says that it works and how fast, with the typed key, the stored one, or one of the environment', async () => {
    const endpoint = await startEndpoint()
    const core = await startCore({ host: { environment: { TEST_MODEL_KEY: KEY } } })
    const typed = await core.call('model.test', { profile: endpointProfile(endpoint.url), key: ` ${KEY} ` })
    assert.ok(typed.ok && typed.latencyMs !== null)
    const { ok } = await core.call('model.test', { profile: endpointProfile(endpoint.url) })
    assert.equal(ok, false, 'a typed key isn’t kept')
    await core.call('secret.set', { name: 'local', value: KEY, where: 'session' })
    for (const key of [{ kind: 'secret', name: 'local' }, { kind: 'environment', variable: 'TEST_MODEL_KEY' }] as const) assert.ok((await core.call('model.test', { profile: endpointProfile(endpoint.url, { key }) })).ok)
    assert.deepEqual(await rowsOf(core), [['practice', 'none-needed', true]], 'nothing is added by a test')
    await core.close()
  })

  test('says what is wrong in words: key, address, model, silence, a line break in the key', async () => {
    const endpoint = await startEndpoint({ models: ['test-model'], answers: [{ kind: 'hang' }] })
    const core = await startCore({ clock: createQuickClock() })
    const check = async (rest: Parameters<typeof endpointProfile>[1] = {}, key = KEY) => (await core.call('model.test', { profile: endpointProfile(endpoint.url, rest), key })).sentence
    assert.match(await check({}, 'sk-wrong-000000000000'), /The key was refused/)
    assert.match(await check({ baseUrl: `${endpoint.url}/deeper` }), /no Messages API/)
    assert.match(await check({ model: 'other' }), /no model “other”/)
    assert.match(await check(), /stopped sending anything|no whole answer/)
    await assert.rejects(check({}, `${KEY}\nsecond line`), { code: 'input.invalid', message: /line break/ })
    await core.close()
  })
})
