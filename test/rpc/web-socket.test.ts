import { WebSocket } from 'ws'
import { connectCoreSocket } from '../../renderer/core-socket.ts'
import { cookieOf, exchange } from '../shell/ask.ts'
import { openNodePage } from '../shell/node-page.ts'
import { coreOf, startShell } from '../shell/start-shell.ts'
import { testContract } from './contract-suite.ts'

testContract('over a WebSocket of the browser shell', async (context, handlers) => {
  const shell = await startShell(context, { createCore: async () => coreOf(handlers) })
  const { port } = shell
  const cookie = cookieOf(await exchange(port, shell.token))
  const pages = new Set<ReturnType<typeof openNodePage>>()
  return {
    connect: (listener) => {
      const page = openNodePage(`http://127.0.0.1:${port}/`)
      page.setCookie(cookie)
      pages.add(page)
      return connectCoreSocket(page.page)(listener)
    },
    openRaw: () => new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { origin: `http://127.0.0.1:${port}`, headers: { Cookie: cookie } })
      const closed = new Promise<void>((settle) => { socket.on('close', () => settle()) })
      context.after(() => socket.terminate())
      socket.on('error', reject)
      socket.on('open', () => resolve({
        send: (frame) => socket.send(JSON.stringify(frame)),
        onFrame: (listener) => { socket.on('message', (data) => listener(JSON.parse(String(data)))) },
        closed,
      }))
    }),
    cut: () => { for (const page of pages) page.breakSockets() },
  }
})
