import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { ToolClass } from '../../shared/policy.ts'
import { startHttpMcpServer, type HttpMcpServer } from '../fakes/http-mcp-server.ts'
import type { LiveCore } from './live-core.ts'
import type { ScriptedStep } from './script-model.ts'
import { calls, startScripted, type ScriptedCore } from './scripted-core.ts'
import { addPasted, review, rowNow, rowWhen, toolIn, whenReady } from './server-core.ts'
import { startChild } from './start-crash-child.ts'

const pastedAddress = (url: string, headers: Readonly<Record<string, string>> = {}): string => JSON.stringify({ servers: { Net: { type: 'http', url, headers } } })

async function withTool(t: TestContext, steps: readonly ScriptedStep[], tool: string, toolClass: ToolClass, dataDirectory?: string): Promise<{ core: ScriptedCore; server: HttpMcpServer }> {
  const server = await startHttpMcpServer(t, { sessions: true })
  const core = await startScripted(steps, dataDirectory === undefined ? {} : { dataDirectory })
  const id = await addPasted(core, pastedAddress(server.url))
  await whenReady(core, id)
  await review(core, id, tool, toolClass)
  return { core, server }
}
const onlyCall = async (core: LiveCore, turn: Parameters<LiveCore['ended']>[0]) => {
  const [call] = [...(await core.ended(turn)).calls.values()]
  assert.ok(call?.status === 'done')
  return call
}

test('a write whose connection dropped after it was sent is asked about, and goes out again only when a person says so', async (t) => {
  const { core, server } = await withTool(t, [calls(['mcp-net__cut_once', {}])], 'cut_once', 'write')
  const turn = await core.say(await core.newChat(), 'go')
  const question = await core.question(turn)
  assert.equal(question.asks.kind, 'outcome')
  assert.equal(server.effects.get('cut_once'), 1)
  await core.settle(question, 'run-again')
  const call = await onlyCall(core, turn)
  assert.deepEqual([call.ended.outcome, call.attempts, server.effects.get('cut_once')], ['ok', 2, 2])
  const keys = server.asked.filter(({ message }) => message?.method === 'tools/call').map(({ message }) => JSON.stringify(message?.params?.['_meta']).match(/idempotency-key":"([^"]+)/)?.[1])
  assert.equal(new Set(keys).size, 1)
  await core.close()
})

test('a read whose connection dropped runs again by itself, once', async (t) => {
  const { core, server } = await withTool(t, [calls(['mcp-net__cut_once', {}])], 'cut_once', 'read')
  const call = await onlyCall(core, await core.say(await core.newChat(), 'go'))
  assert.deepEqual([call.ended.outcome, call.attempts, server.effects.get('cut_once')], ['ok', 2, 2])
  await core.close()
  const again = await withTool(t, [calls(['mcp-net__cut_before', {}])], 'cut_before', 'read')
  const lost = await onlyCall(again.core, await again.core.say(await again.core.newChat(), 'go'))
  assert.deepEqual([lost.ended.outcome, lost.attempts, again.server.effects.get('cut_before')], ['error', 2, 2])
  await again.core.close()
})

test('a destructive call that met a server which was gone was never sent: it failed, and nobody is asked whether it ran', async (t) => {
  const { core, server } = await withTool(t, [calls(['mcp-net__note', {}])], 'note', 'destructive')
  const turn = await core.say(await core.newChat(), 'go')
  const question = await core.question(turn)
  await server.vanish()
  await core.answer(question, 'approve')
  const call = await onlyCall(core, turn)
  assert.deepEqual([call.ended.outcome, call.settled, server.effects.get('note')], ['error', null, undefined])
  assert.match(JSON.stringify(core.script.requests.at(-1)?.messages), /Nothing was sent to it/)
  await core.close()
})

test('kill -9 in the middle of a call over HTTP: a write is asked about, a read runs again by itself', async (t) => {
  for (const [toolClass, times] of [['write', 1], ['read', 2]] as const) {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-http-'))
    t.after(() => { rmSync(dataDirectory, { recursive: true, force: true }) })
    const steps = [calls(['mcp-net__never', {}])]
    const { core: first, server } = await withTool(t, [], 'never', toolClass, dataDirectory)
    await first.close()
    const child = await startChild(dataDirectory, join(dataDirectory, 'witness'), steps)
    assert.ok(child.turnId !== null)
    await server.whenAsked(({ message }) => message?.method === 'tools/call')
    await child.kill()
    const core = await startScripted(steps, { dataDirectory })
    if (toolClass === 'write') {
      const question = await core.question(child.turnId)
      assert.equal(question.asks.kind, 'outcome')
      await core.settle(question, 'happened', 'It is there.')
      assert.equal((await onlyCall(core, child.turnId)).ended.cause, 'told')
    } else {
      await core.until('turn.watch', { turnId: child.turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'tool.started' && item.seated.event.attempt === 2)
      await server.whenAsked(() => server.asked.filter(({ message }) => message?.method === 'tools/call').length === 2)
      await core.call('turn.stop', { turnId: child.turnId })
      await core.ended(child.turnId)
    }
    assert.equal(server.effects.get('never'), times)
    await core.close()
  }
})

test('another address is another server, and a header more is one too: what was accepted waits for a new review', async (t) => {
  const core = await startScripted([])
  const [one, two] = [await startHttpMcpServer(t), await startHttpMcpServer(t)]
  const id = await addPasted(core, pastedAddress(one.url, { 'X-Team': 'blue' }))
  await whenReady(core, id)
  await review(core, id, 'echo', 'read')
  await core.call('connector.update', { connectorId: id, reach: { kind: 'address', url: one.url }, values: [{ name: 'X-Team', value: 'green' }] })
  assert.equal(toolIn(await whenReady(core, id), 'echo').on, true)
  for (const change of [{ reach: { kind: 'address' as const, url: two.url }, values: [{ name: 'X-Team', value: null }] }, { reach: { kind: 'address' as const, url: one.url }, values: [] }]) {
    await core.call('connector.update', { connectorId: id, ...change })
    const row = await rowWhen(core, id, ({ state }) => state === 'changed')
    assert.notEqual(toolIn(row, 'echo').changed, null)
    await core.call('connector.update', { connectorId: id, reach: { kind: 'address', url: one.url }, values: [{ name: 'X-Team', value: 'green' }] })
    await whenReady(core, id)
  }
  await core.close()
})

test('a header’s value is kept as a secret, and stands in no row, log, journal or answer; refused credentials are said', async (t) => {
  const server = await startHttpMcpServer(t, { instead: ({ headers }, response) => {
    if (headers['authorization'] === 'Bearer key-0123456789') return false
    response.writeHead(401).end(`no entry for ${String(headers['authorization'])}`)
    return true
  } })
  const core = await startScripted([calls(['mcp-net__echo', {}])])
  const [candidate] = (await core.call('connector.parse-config', { text: pastedAddress(server.url, { 'Authorization': 'Bearer wrong-key-0123' }), origin: 'pasted' })).candidates
  assert.ok(candidate !== undefined)
  assert.deepEqual(candidate.values.map(({ name, shown, secret }) => [name, shown, secret]), [['Authorization', '••••••', true]])
  const { connectorId } = await core.call('connector.add', { label: candidate.label, reach: candidate.reach, values: [{ name: 'Authorization', value: null, secret: true }] })
  await core.call('secret.set', { name: `${connectorId}/Authorization`, value: 'Bearer wrong-key-0123', where: 'session' })
  await core.call('connector.switch', { connectorId, on: true })
  const refused = await rowWhen(core, connectorId, ({ state }) => state === 'needs-sign-in')
  assert.match(refused.detail ?? '', /needs credentials: Net refuses the credentials \(HTTP 401\)/)
  assert.doesNotMatch(JSON.stringify([refused, await core.call('connector.log', { connectorId })]), /wrong-key/)
  await core.call('secret.set', { name: `${connectorId}/Authorization`, value: 'Bearer key-0123456789', where: 'session' })
  await core.call('connector.retry', { connectorId })
  await whenReady(core, connectorId)
  await review(core, connectorId, 'echo', 'read')
  const turn = await core.say(await core.newChat(), 'go')
  await core.ended(turn)
  const told = JSON.stringify([core.script.requests, await core.events(turn), await rowNow(core, connectorId), await core.call('connector.log', { connectorId })])
  assert.match(told, /\[secret\]/)
  assert.doesNotMatch(told, /key-0123456789/)
  await core.close()
})
