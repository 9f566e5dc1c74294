import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { createServerLog } from '../../electron/core/mcp/server-log.ts'
import { createStdioTransport } from '../../electron/core/mcp/stdio-transport.ts'

test('a message to a server that has just ended is refused once its end was told, so that whoever waits hears how it ended', async () => {
  let closed = false
  const transport = createStdioTransport({
    // Something of it still holds its output, so its end is told a moment after it is dead.
    launch: { file: '/bin/sh', args: ['-c', 'sleep 1 & exit 3'], cwd: tmpdir(), env: {} },
    log: createServerLog({ now: Date.now, redact: (text) => text }),
    onSpawned: async () => undefined,
  })
  transport.onclose = () => { closed = true }
  await transport.start()
  const sendUntilRefused = async (): Promise<never> => {
    for (;;) {
      await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      await new Promise(setImmediate)
    }
  }
  await assert.rejects(sendUntilRefused(), { code: 'connector.not-ready' })
  const end = transport.ended()
  assert.deepEqual([closed, end !== null && 'exitCode' in end ? end.exitCode : null], [true, 3])
  await transport.close()
})
