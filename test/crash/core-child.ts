import { flushCompileCache, registerHooks } from 'node:module'
import { z } from 'zod'
import type { Transport } from '../../shared/rpc.ts'
import { ConnectorId } from '../../shared/ids.ts'
import { CommitPoint, ToCore, type FromCore } from './kill-point.ts'
import { arm } from './killing-sqlite.ts'

/*
 * The core in a process of its own, to be killed: `core-child.ts <data directory> <commit point as JSON, or null> [keep]`.
 * Speaks the contract's frames with its parent. `keep` leaves compiled code behind for those that follow.
 */
const [dataDirectory = '', point = 'null', keep = ''] = process.argv.slice(2)
const tell = (message: FromCore): void => { process.send?.(message) }
process.on('disconnect', () => { process.exit(0) })

const killing = new URL('./killing-sqlite.ts', import.meta.url).href
registerHooks({ resolve: (specifier, context, next) => (specifier === 'better-sqlite3' ? { url: killing, format: 'module-typescript', shortCircuit: true } : next(specifier, context)) })
arm(CommitPoint.nullable().parse(JSON.parse(point)))

const { createCore, serveClient } = await import('../../electron/core/core.ts')
const { createNewId } = await import('../../electron/new-id.ts')
const { systemClock } = await import('../../electron/system-clock.ts')
const { defineConnector, defineTool } = await import('../../electron/core/tools/define-tool.ts')
if (keep === 'keep') flushCompileCache()

/** Calls from code, one after another: what it calls is the server's. */
const each = defineTool({
  name: 'each', description: 'Makes a note of each name.', class: 'read', input: z.object({ connectorId: z.string(), names: z.array(z.string()) }),
  run: async (context, { connectorId, names }) => {
    const results: string[] = []
    await context.step('count', 'read', () => names.length)
    for (const name of names) results.push(await context.call({ connectorId: ConnectorId.parse(connectorId), tool: 'note' }, { name }).catch((error: unknown) => (error instanceof Error ? error.message : 'failed')))
    return results.join(' + ')
  },
})

const core = await createCore(
  { dataDirectory, shell: 'crash', version: '0.0.0', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined },
  { connectors: [defineConnector({ id: 'code', label: 'Code', deps: null, tools: [each] })] },
)

const frameListeners = new Set<(frame: unknown) => void>()
const transport: Transport = {
  send: (frame) => { tell({ type: 'frame', frame }) },
  onFrame: (listener) => {
    frameListeners.add(listener)
    return () => { frameListeners.delete(listener) }
  },
  onClose: () => () => undefined,
  close: () => { process.disconnect() },
}
process.on('message', (received) => {
  const message = ToCore.parse(received)
  switch (message.type) {
    case 'frame':
      for (const listener of [...frameListeners]) listener(message.frame)
      return
    case 'arm': return arm(message.point)
    case 'close': return void core.close().then(() => { process.exit(0) })
  }
})
serveClient(transport, core.handlers, { clientId: 'window' })
tell({ type: 'ready' })
