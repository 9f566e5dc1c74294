import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BATTERY_VERSION } from '../../electron/core/model/battery-version.ts'
import { readsOnly } from '../../electron/core/model/profiles.ts'
import { answerWith, callTool, say } from '../fakes/messages-endpoint-answer.ts'
import { endpointProfile, startWithEndpoint } from './model-places.ts'

type Core = Awaited<ReturnType<typeof startWithEndpoint>>

const certify = (core: Core, certified: 'full' | 'read-only', certification?: { by: 'battery' | 'shipped' | 'person'; on: string }) =>
  core.call('model.save', { profile: { ...endpointProfile(core.endpoint.url), certified, ...(certification === undefined ? {} : { certification }) }, isNew: false })
const stored = async (core: Core) => {
  const item = await core.until('models.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows.find(({ profile }) => profile.name === 'Local')?.profile : undefined
}
/** The names of the tools in the last request. */
const told = (core: Core): readonly string[] => (core.endpoint.requests.at(-1)?.body?.tools ?? []).map(({ name }) => name)

describe('a model that is certified for reading only', () => {
  test('is told of tools that read and no others, on the wire', async () => {
    const core = await startWithEndpoint({ answers: [say('One.'), say('Two.')] })
    await core.ended(await core.say(await core.newChat(), 'go'))
    assert.ok(told(core).includes('probe__wipe') && told(core).includes('probe__look'))
    await certify(core, 'read-only')
    await core.ended(await core.say(await core.newChat(), 'go'))
    const known = await core.call('tool.explain', { chatId: null })
    const reads = known.filter(({ toolClass, on }) => toolClass === 'read' && on).map(({ tool }) => tool)
    assert.ok(told(core).includes('probe__look') && told(core).every((name) => reads.some((tool) => name.endsWith(`__${tool}`))), told(core).join(' '))
    await core.close()
  })

  test('is denied a call to another all the same, with a reason that names it, for the model and for the person', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('probe__wipe', '{"name":"w"}'), callTool('probe__change', '{"name":"c"}'), callTool('probe__look', '{"name":"a"}')]), say('So be it.')] })
    await certify(core, 'read-only')
    const state = await core.ended(await core.say(await core.newChat(), 'go'))
    const calls = [...state.calls.values()]
    assert.deepEqual(calls.map((call) => (call.status === 'done' ? call.decision?.body?.reason.kind : null)), ['read-only-model', 'read-only-model', 'matrix'])
    assert.deepEqual(core.probe.log, ['start a', 'end a'])
    const [wiped] = core.endpoint.requests.at(-1)?.body?.messages.at(-1)?.content ?? []
    assert.match(JSON.stringify(wiped), /permission_denied.*The model “Local” is certified for tools that read and no others/)
    const first = calls[0]
    assert.ok(first !== undefined)
    const why = await core.call('call.explain', { turnId: state.turnId, callId: first.call.callId })
    assert.match(why.sentence, /The model “Local” is certified for tools that read and no others, so it isn’t given this one\. You can vouch for it under Settings, Models\./)
    await core.close()
  })

  test('says so of each tool that it isn’t given, in the list of tools and in /tools', async () => {
    const core = await startWithEndpoint({ answers: [] })
    await certify(core, 'read-only')
    const tools = await core.call('tool.explain', { chatId: null })
    const wipe = tools.find(({ tool }) => tool === 'wipe')
    assert.deepEqual([wipe?.modelName, wipe?.outcome.filter], [null, 'registration'])
    assert.match(wipe?.outcome.sentence ?? '', /^The model “Local” is certified for tools that read/)
    assert.equal(tools.find(({ tool }) => tool === 'look')?.outcome.filter, 'gate')
    const { facts } = await core.call('command.run', { chatId: null, line: '/tools' })
    assert.match(facts.find(({ name }) => name.includes('wipe'))?.value ?? '', /not offered\. The model “Local”/)
    await core.close()
  })

  test('loses an approval that was given before it became one: what waits for its start is denied', async () => {
    const core = await startWithEndpoint({ answers: [answerWith([callTool('probe__wipe', '{"name":"w"}')]), say('Then not.')] })
    const turn = await core.say(await core.newChat(), 'go')
    const question = await core.question(turn)
    await certify(core, 'read-only')
    await core.answer(question, 'approve')
    await core.ended(turn)
    assert.deepEqual(core.probe.log, [])
    await core.close()
  })

  test('becomes a full one by the person’s word alone, dated by the core, whatever a window claims', async () => {
    const core = await startWithEndpoint({ answers: [] })
    await certify(core, 'read-only', { by: 'battery', on: '2020-01-01' })
    assert.equal((await stored(core))?.certification, undefined)
    await certify(core, 'full', { by: 'battery', on: '2020-01-01' })
    const profile = await stored(core)
    assert.deepEqual([profile?.certified, profile?.certification?.by, profile?.certification?.on === '2020-01-01'], ['full', 'person', false])
    await core.close()
  })
})

test('a person’s word counts where they are there, and in no unattended turn', () => {
  const full = endpointProfile('http://127.0.0.1:1')
  const tested = { version: BATTERY_VERSION, model: full.model, baseUrl: full.baseUrl }
  const since = (by: 'battery' | 'shipped' | 'person', battery = tested) => ({ ...full, certification: { by, on: '2026-11-30', ...(by === 'battery' ? { battery } : {}) } })
  assert.deepEqual([full, since('person'), since('battery'), since('shipped')].map((profile) => [readsOnly(profile, 'person'), readsOnly(profile, 'job'), readsOnly(profile, 'webhook')]), [[false, true, true], [false, true, true], [false, false, false], [false, false, false]])
  assert.equal(readsOnly({ ...since('battery'), certified: 'read-only' }, 'person'), true)
  // Tests of another model, at another address or in another version say nothing about this one, to nobody.
  for (const other of [{ model: 'another' }, { baseUrl: 'http://127.0.0.1:2' }, { version: BATTERY_VERSION + 1 }]) assert.deepEqual([readsOnly(since('battery', { ...tested, ...other }), 'person'), readsOnly(since('battery', { ...tested, ...other }), 'job')], [true, true])
})
