import type { ConnectionListener } from '../../shared/connection.ts'
import { linkTransports } from '../../shared/memory-transport.ts'
import type { Transport } from '../../shared/rpc.ts'
import { serveClient } from '../../electron/core/rpc/serve-client.ts'
import { testContract } from './contract-suite.ts'

testContract('over the memory transport', async (_context, handlers) => {
  const open = new Set<Transport>()
  const link = (clientId: string): Transport => {
    const { client, core } = linkTransports()
    serveClient(core, handlers, { clientId }, () => undefined)
    return client
  }
  return {
    connect: (listener: ConnectionListener) => {
      let isWanted = true
      const connect = (): void => {
        if (!isWanted) return
        const transport = link('window')
        open.add(transport)
        listener.opened(transport)
        transport.onClose(() => {
          open.delete(transport)
          queueMicrotask(connect)
        })
      }
      connect()
      return () => { isWanted = false }
    },
    openRaw: async () => {
      const transport = link('raw')
      const closed = new Promise<void>((resolve) => { transport.onClose(resolve) })
      return { send: (frame) => Reflect.apply(transport.send, transport, [frame]), onFrame: transport.onFrame, closed }
    },
    cut: () => { for (const transport of open) transport.close() },
  }
})
