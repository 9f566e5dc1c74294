import { MessageChannel } from 'node:worker_threads'
import { serveClient } from '../../electron/core/rpc/serve-client.ts'
import { connectCorePort } from '../../renderer/core-port.ts'
import { newRun } from '../fakes/desktop.ts'
import { testContract } from './contract-suite.ts'

/* Preload script, port and shell as they are; a window of its own for each client. */

testContract('over a MessagePort of the desktop shell', async (context, handlers) => {
  const run = await newRun()
  const { electron } = run
  const { servePorts } = await run.portTransport()
  const cuts = new Set<() => void>()
  const openWindow = () => {
    const window = new electron.BrowserWindow()
    const close = servePorts(window.webContents.ipc, (transport) => { serveClient(transport, handlers, { clientId: 'desktop' }, () => undefined) }, () => undefined)
    context.after(close)
    cuts.add(close)
    return window
  }
  return {
    connect: (listener) => {
      let disconnect = (): void => undefined
      let isWanted = true
      const opening = (async () => {
        const window = openWindow()
        const page = await run.openPage(context, window)
        if (isWanted) disconnect = connectCorePort(page)(listener)
      })()
      context.after(() => opening)
      return () => {
        isWanted = false
        disconnect()
      }
    },
    openRaw: async () => {
      const window = openWindow()
      const { port1, port2 } = new MessageChannel()
      context.after(() => { port2.close() })
      const closed = new Promise<void>((resolve) => { port2.on('close', resolve) })
      electron.postPorts(window, [port1])
      return {
        send: (frame) => { port2.postMessage(JSON.stringify(frame)) },
        onFrame: (listener) => { port2.on('message', (text: unknown) => { listener(JSON.parse(String(text))) }) },
        closed,
      }
    },
    cut: () => { for (const close of cuts) close() },
  }
})
