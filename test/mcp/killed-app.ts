import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSupervisor } from '../../electron/core/mcp/supervisor.ts'
import { callContext, clock, fakeServer } from './live-servers.ts'

/* An app with a stubborn server, for a test that kills it: tells the processes of the server, then waits. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-killed-'))
const supervisor = createSupervisor({ version: '0.0.0', clock, dataDirectory: folder, own: process.env, secretOf: async () => null, lists: { read: () => null, write: () => undefined }, eras: { read: () => null, write: () => undefined } })
let told = false
const look = async (): Promise<void> => {
  const [connector] = supervisor.connectors()
  const grandchild = connector?.log().map(({ text }) => /^grandchild (\d+)$/.exec(text)?.[1]).find((pid) => pid !== undefined)
  if (told || connector?.status().state !== 'ready') return
  if (grandchild === undefined) {
    setImmediate(() => void look())
    return
  }
  told = true
  const answer = await connector.tools.find(({ identity }) => identity.tool === 'arguments')?.run({}, callContext())
  process.stdout.write(`${JSON.stringify({ folder, family: [JSON.parse(String(answer)).pid, Number(grandchild)] })}\n`)
}
supervisor.onChanged(() => void look())
supervisor.configure([fakeServer('stubborn')])
supervisor.start()
