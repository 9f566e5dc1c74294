import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface PageServer {
  /** Such as `127.0.0.1:8123`. */
  readonly host: string
  readonly port: number
  /** What was asked for, in order. */
  readonly requests: readonly IncomingMessage[]
  /** When the next connection is closed by the other side. */
  readonly hungUp: () => Promise<void>
}

/** A real server on this computer that answers as told and ends with the test. */
export async function startPages(context: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<PageServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.on('error', () => response.destroy())
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  context.after(() => new Promise((done) => {
    server.close(done)
    server.closeAllConnections()
  }))
  const { port } = addressOf(server.address())
  return {
    host: `127.0.0.1:${port}`, port, requests,
    hungUp: () => new Promise((done) => server.once('connection', (socket) => socket.once('close', () => done()))),
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address
}
