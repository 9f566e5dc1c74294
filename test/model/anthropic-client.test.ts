import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createMessagesClient } from '../../electron/core/model/anthropic-client.ts'
import type { SendToService } from '../../electron/core/model/anthropic-send.ts'
import { hear, openModel } from './anthropic-ask.ts'
import { endpointProfile } from '../core/model-places.ts'

const BODY = { model: 'test-model', max_tokens: 10, messages: [{ role: 'user' as const, content: 'hi' }], stream: true as const }

test('requests that run beside each other each go with their own key and get their own answer, and with no header of the library', async () => {
  const sent: { readonly key: string | null; readonly names: string }[] = []
  const waiting: (() => void)[] = []
  const hold: SendToService = async (_url, { headers }) => {
    const key = headers['authorization'] ?? null
    sent.push({ key, names: Object.keys(headers).sort().join(' ') })
    if (sent.length === 3) for (const go of waiting) go()
    else await new Promise<void>((resolve) => { waiting.push(resolve) })
    return { status: 200, header: () => key ?? 'nobody', pieces: Readable.from([]), letGo: () => undefined }
  }
  const client = createMessagesClient(endpointProfile('http://127.0.0.1:1'), hold)
  const { signal } = new AbortController()
  const answers = await Promise.all([client.send(BODY, 'one', signal), client.send(BODY, 'two', signal), client.send(BODY, null, signal)])
  assert.deepEqual(answers.map(({ header }) => header('answers')), ['Bearer one', 'Bearer two', 'nobody'])
  assert.deepEqual(sent.map(({ key }) => key).toSorted(), ['Bearer one', 'Bearer two', null].toSorted())
  assert.deepEqual(new Set(sent.filter(({ key }) => key !== null).map(({ names }) => names)), new Set(['accept anthropic-version authorization content-type user-agent']))
  assert.equal(sent.find(({ key }) => key === null)?.names, 'accept anthropic-version content-type user-agent')
})

test('one request after another goes over one connection, and an answer that doesn’t end is let go of', async (context) => {
  const connections = new Set<unknown>()
  const left = Promise.withResolvers<void>()
  let served = 0
  let whole = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    connections.add(request.socket)
    served += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"type":"message_start","message":{}}\n\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\ndata: {"type":"message_stop"}\n\n')
    // The end of an answer comes by itself, after what it says.
    if (served < 4) setImmediate(() => { response.end(': over\n\n', () => { whole.resolve() }) })
    else response.on('close', () => { left.resolve() })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => { server.closeAllConnections(); server.close() })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const asking = openModel(`http://127.0.0.1:${address.port}`)
  for (let number = 1; number <= 4; number += 1) {
    assert.equal((await hear(asking)).end?.stopReason, 'end_turn')
    if (number === 4) break
    await whole.promise
    whole = Promise.withResolvers()
    await new Promise((resolve) => { setImmediate(resolve) })
  }
  await left.promise
  // One may be too late for the next.
  assert.ok(connections.size <= 2, `${connections.size} connections`)
})
