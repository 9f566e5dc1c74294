import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessagesClient } from '../../electron/core/model/anthropic-client.ts'
import type { Fetch } from '../../electron/core/model/anthropic-fetch.ts'
import { endpointProfile } from '../core/model-places.ts'

const BODY = { model: 'test-model', max_tokens: 10, messages: [{ role: 'user' as const, content: 'hi' }], stream: true as const }

test('requests that run beside each other each go with their own key, and with no header of the library', async () => {
  const sent: { readonly key: string | null; readonly names: string }[] = []
  const waiting: (() => void)[] = []
  const hold: Fetch = async (_input, init) => {
    const headers = new Headers(init?.headers)
    sent.push({ key: headers.get('authorization'), names: [...headers.keys()].sort().join(' ') })
    if (sent.length === 3) for (const go of waiting) go()
    else await new Promise<void>((resolve) => { waiting.push(resolve) })
    return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  }
  const client = createMessagesClient(endpointProfile('http://127.0.0.1:1'), hold)
  const { signal } = new AbortController()
  await Promise.all([client.send(BODY, 'one', signal), client.send(BODY, 'two', signal), client.send(BODY, null, signal)])
  assert.deepEqual(sent.map(({ key }) => key).toSorted(), ['Bearer one', 'Bearer two', null].toSorted())
  assert.deepEqual(new Set(sent.filter(({ key }) => key !== null).map(({ names }) => names)), new Set(['accept anthropic-version authorization content-type user-agent']))
  assert.equal(sent.find(({ key }) => key === null)?.names, 'accept anthropic-version content-type user-agent')
})
