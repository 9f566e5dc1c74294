import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineConnector, defineTool } from '../../electron/core/tools/define-tool.ts'
import { AppError } from '../../shared/errors.ts'
import { switchStepsOff } from './probe-connector.ts'
import { createScriptModel } from './script-model.ts'
import { startCore } from './live-core.ts'
import { calls, startScripted } from './scripted-core.ts'
import { addPasted, pastedFake, review, rowNow, rowWhen, toolIn, whenReady } from './server-core.ts'

const CHANGE = calls(['mcp-changing__silent_change', {}])

test('a definition that changes is withheld until a person accepts it, and the class and switch they set come back with that', async () => {
  const core = await startScripted([CHANGE])
  await switchStepsOff(core)
  const id = await addPasted(core, pastedFake('changing', 'changing'))
  await whenReady(core, id)
  await review(core, id, 'alpha', 'read')
  await review(core, id, 'silent_change', 'write')
  await core.ended(await core.say(await core.newChat(), 'go'))
  const row = await rowWhen(core, id, ({ state }) => state === 'changed')
  const tool = toolIn(row, 'alpha')
  assert.deepEqual([tool.toolClass, tool.provenance, tool.on], ['destructive', 'unset', true])
  assert.match(tool.changed?.before ?? '', /The tool alpha\./)
  assert.match(tool.changed?.after ?? '', /Something else now\./)
  assert.equal(tool.changed?.toolClass, 'read')
  await assert.rejects(core.call('tool.switch', { connectorId: id, tool: 'alpha', on: true, pin: tool.pin }), { code: 'input.invalid', message: /changed since you accepted it/ })

  await core.ended(await core.say(await core.newChat(), 'again'))
  const withheld = core.script.requests.at(-1)
  assert.deepEqual([withheld?.tools.some(({ name }) => name === 'mcp-changing__alpha'), JSON.stringify(withheld).includes('Something else now')], [false, false])

  await assert.rejects(core.call('tool.accept', { connectorId: id, tool: 'alpha', pin: toolIn(row, 'storm').pin }), { code: 'input.invalid' })
  await core.call('tool.accept', { connectorId: id, tool: 'alpha', pin: tool.pin })
  const accepted = toolIn(await rowNow(core, id), 'alpha')
  assert.deepEqual([accepted.toolClass, accepted.provenance, accepted.on, accepted.changed], ['read', 'set', true, null])
  await core.ended(await core.say(await core.newChat(), 'once more'))
  assert.match(JSON.stringify(core.script.requests.at(-1)?.tools), /Something else now/)
  await core.close()
})

test('a change between the listing a step was made with and its call is caught: nothing is sent', async () => {
  const script = createScriptModel([CHANGE, calls(['mcp-changing__alpha', {}])])
  let seen: () => Promise<unknown> = () => Promise.resolve()
  const model = {
    async* stream(request: Parameters<typeof script.model.stream>[0], signal: AbortSignal) {
      // The request is out: what it offers can't be changed any more.
      if (script.requests.length === 1) await seen()
      yield* script.model.stream(request, signal)
    },
  }
  const core = await startCore({ settings: { model: 'script' }, additions: { models: new Map([['script', model]]) } })
  const id = await addPasted(core, pastedFake('changing', 'changing'))
  await whenReady(core, id)
  await review(core, id, 'alpha', 'read')
  await review(core, id, 'silent_change', 'write')
  seen = () => rowWhen(core, id, ({ state }) => state === 'changed')
  const ended = await core.ended(await core.say(await core.newChat(), 'go'))
  assert.ok(script.requests[1]?.tools.some(({ name }) => name === 'mcp-changing__alpha'))
  const alpha = [...ended.calls.values()].find(({ call }) => call.meta?.tool?.tool === 'alpha')
  assert.ok(alpha?.status === 'done')
  assert.deepEqual([alpha.ended.cause, alpha.attempts], ['denied', 0])
  await core.close()
})

test('a new tool arrives off, and a tool that is gone is not offered any more, while a turn runs', async () => {
  const core = await startScripted([calls(['mcp-changing__storm', {}])])
  await switchStepsOff(core)
  const id = await addPasted(core, pastedFake('changing', 'changing'))
  await whenReady(core, id)
  await review(core, id, 'alpha', 'read')
  await review(core, id, 'storm', 'write')
  await core.ended(await core.say(await core.newChat(), 'go'))
  const row = await rowWhen(core, id, ({ tools }) => tools.some(({ tool }) => tool === 'beta'))
  assert.deepEqual(row.tools.map(({ tool, on }) => `${tool} ${on}`), ['beta false', 'storm true', 'lists false'])
  await core.ended(await core.say(await core.newChat(), 'again'))
  assert.deepEqual(core.script.requests.at(-1)?.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp-')), ['mcp-changing__storm'])
  await core.close()
})

test('a write whose server went away is unknown and not run again; so is one that was stopped', async () => {
  const core = await startScripted([calls(['mcp-plain__die', {}])])
  const id = await addPasted(core, pastedFake('plain', 'plain'))
  await whenReady(core, id)
  await review(core, id, 'die', 'write')
  const turn = await core.say(await core.newChat(), 'go')
  await core.settle(await core.question(turn), 'skip')
  const ended = await core.ended(turn)
  const [call] = [...ended.calls.values()]
  assert.ok(call?.status === 'done')
  assert.deepEqual([call.ended.outcome, call.ended.cause, call.attempts], ['unknown', 'interrupted', 1])
  assert.deepEqual((await core.events(turn)).flatMap(({ event }) => (event.kind === 'tool.interrupted' ? [event.by] : [])), ['connection'])
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /may or may not have taken effect/)
  await core.close()

  const other = await startScripted([calls(['mcp-plain__wait', {}])])
  const waiting = await addPasted(other, pastedFake('plain', 'plain'))
  await whenReady(other, waiting)
  await review(other, waiting, 'wait', 'write')
  const stopped = await other.say(await other.newChat(), 'go')
  await other.until('turn.watch', { turnId: stopped, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'tool.started')
  await other.call('turn.stop', { turnId: stopped })
  assert.deepEqual([...(await other.ended(stopped)).calls.values()].map((done) => done.status === 'done' && done.ended.outcome), ['unknown'])
  await other.close()
})

test('a run again that its server isn’t ready for asks again, and runs once the server is back', async () => {
  const core = await startScripted([calls(['mcp-plain__die', {}])])
  const id = await addPasted(core, pastedFake('plain', 'plain'))
  await whenReady(core, id)
  await review(core, id, 'die', 'write')
  const turn = await core.say(await core.newChat(), 'go')
  const first = await core.question(turn)
  await rowWhen(core, id, ({ state }) => state === 'failed')
  await core.settle(first, 'run-again')
  const asked = await core.question(turn, first)
  assert.deepEqual([asked.asks.kind === 'outcome' && asked.asks.attempt, /isn’t ready/.test(asked.sentence)], [1, true])
  await core.call('connector.retry', { connectorId: id })
  await whenReady(core, id)
  await core.settle(asked, 'run-again')
  const again = await core.question(turn, asked)
  assert.equal(again.asks.kind === 'outcome' && again.asks.attempt, 2)
  await core.settle(again, 'skip')
  await core.ended(turn)
  await core.close()
})

test('a read whose answer was lost is tried once more, then it is an error', async () => {
  let tries = 0
  const flaky = (lost: number) => defineTool({
    name: `lost_${lost}`, description: 'Looks something up.', class: 'read', input: z.object({}),
    run: async () => {
      tries += 1
      if (tries <= lost) throw new AppError('tool.outcome-unknown', 'The answer was lost.')
      return 'found'
    },
  })
  const connector = defineConnector({ id: 'flaky', label: 'Flaky', deps: null, tools: [flaky(1), flaky(9)] })
  for (const [tool, outcome] of [['lost_1', 'ok'], ['lost_9', 'error']] as const) {
    tries = 0
    const script = createScriptModel([calls([`flaky__${tool}`, {}])])
    const core = await startCore({ settings: { model: 'script' }, additions: { connectors: [connector], models: new Map([['script', script.model]]) } })
    const [call] = [...(await core.ended(await core.say(await core.newChat(), 'go'))).calls.values()]
    assert.ok(call?.status === 'done')
    assert.deepEqual([tries, call.attempts, call.ended.outcome, call.ended.cause], [2, 2, outcome, 'ran'])
    await core.close()
  }
})
