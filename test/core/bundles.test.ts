import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeBundle } from '../mcp/bundle-file.ts'
import { startCore } from './live-core.ts'
import { commandOf, whenReady } from './server-core.ts'

test('a bundle’s server is added after its review, lists its tools, and its files go when it is removed', { timeout: 60_000 }, async () => {
  const core = await startCore()
  const data = Buffer.from(makeBundle()).toString('base64')
  const review = await core.call('connector.unpack-bundle', { upload: 'one', fileName: 'garden.mcpb', offset: 0, data, isLast: true })
  const [candidate] = review?.candidates ?? []
  assert.ok(candidate !== undefined, review?.problem ?? '')
  assert.equal((await core.call('connector.parse-config', { text: '{}', origin: '' })).candidates.length, 0)
  const { connectorId } = await core.call('connector.add', { label: candidate.label, reach: { ...commandOf(candidate.reach), args: [...commandOf(candidate.reach).args.slice(0, 2), 'north'] }, values: [] })
  const row = await whenReady(core, connectorId)
  assert.ok(row.tools.some(({ tool }) => tool === 'echo'))
  assert.ok(row.tools.every(({ on }) => !on))
  const root = join(core.dataDirectory, 'bundles')
  assert.equal(readdirSync(root).length, 1)
  await core.call('connector.remove', { connectorId })
  assert.ok(existsSync(root))
  assert.deepEqual(readdirSync(root), [])
  await core.close()
})
