import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MCP_SERVERS_CAPTURED, MCP_SERVERS_UNVERIFIED } from '../../electron/core/mcp/service-claims.ts'
import { MODEL_SERVICES_CAPTURED, MODEL_SERVICES_UNVERIFIED } from '../../electron/core/model/service-claims.ts'
import { WEBHOOK_SENDERS_CAPTURED, WEBHOOK_SENDERS_UNVERIFIED } from '../../electron/core/unattended/webhooks/service-claims.ts'
import { startCore } from '../core/live-core.ts'

test('the window is told all of them, and which is which', async () => {
  const core = await startCore()
  const { rows } = await core.call('claims.list', {})
  assert.deepEqual(rows.map(({ about, captured, unverified }) => [about, captured.length, unverified.length]), [
    ['model-services', 0, Object.keys(MODEL_SERVICES_UNVERIFIED).length], ['mcp-servers', Object.keys(MCP_SERVERS_CAPTURED).length, Object.keys(MCP_SERVERS_UNVERIFIED).length],
    ['webhook-senders', 0, Object.keys(WEBHOOK_SENDERS_UNVERIFIED).length],
  ])
  await core.close()
})

test('what is claimed of others is captured with a day and a way that is there, or unverified, and never both', () => {
  for (const [captured, unverified] of [[MODEL_SERVICES_CAPTURED, MODEL_SERVICES_UNVERIFIED], [MCP_SERVERS_CAPTURED, MCP_SERVERS_UNVERIFIED], [WEBHOOK_SENDERS_CAPTURED, WEBHOOK_SENDERS_UNVERIFIED]] as const) {
    for (const { on, how } of Object.values(captured)) {
      assert.match(on, /^\d{4}-\d{2}-\d{2}$/u)
      const file = /\btest\/[\w./-]+\.ts\b/u.exec(how)?.[0]
      assert.ok(file !== undefined && existsSync(join(import.meta.dirname, '..', '..', file)), how)
    }
    assert.deepEqual(Object.keys(captured).filter((name) => name in unverified), [])
  }
})
