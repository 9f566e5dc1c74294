import { after } from 'node:test'
import { WebSocket } from 'ws'
import type { ClientFrame, CoreFrame } from '../../shared/rpc.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import { AppError, toWireError } from '../../shared/errors.ts'
import type { Window } from './app.ts'

/** The core behind a window's own door: a second client of the same person, for what would take a window too long. */
export async function openCore({ page, context }: Pick<Window, 'page' | 'context'>): Promise<ConnectedClient> {
  // A window that shows something to press was let in, and has the key.
  await page.getByRole('button').first().waitFor()
  const { origin, host } = new URL(page.url())
  const cookies = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const client = createCoreClient((listener) => {
    const socket = new WebSocket(`ws://${host}/socket`, { origin, headers: { Cookie: cookies } })
    socket.on('error', ({ message }) => { listener.refused(toWireError(new AppError('rpc.unauthorized', message))) })
    socket.on('open', () => {
      listener.opened({
        send: (frame: ClientFrame | CoreFrame) => { socket.send(JSON.stringify(frame)) },
        onFrame: (take) => { socket.on('message', (data) => { take(JSON.parse(String(data))) }); return () => undefined },
        onClose: (closed) => { socket.on('close', closed); return () => undefined },
        close: () => { socket.close() },
      })
    })
    return () => { socket.close() }
  })
  after(() => { client.close() })
  return client
}
