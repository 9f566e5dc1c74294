import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { createWebSocketTransport } from '../../electron/web-socket-transport.ts'
import type { CoreFrame, Transport } from '../../shared/rpc.ts'
import { happening } from '../rpc/happening.ts'

async function connectPair(context: TestContext): Promise<{ readonly transport: Transport; readonly client: WebSocket; readonly closed: Promise<void> }> {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const accepted = new Promise<WebSocket>((resolve) => { sockets.on('connection', resolve) })
  const client = new WebSocket(`ws://127.0.0.1:${address.port}/`)
  context.after(() => {
    client.terminate()
    server.closeAllConnections()
    server.close()
  })
  await once(client, 'open')
  const transport = createWebSocketTransport(await accepted)
  const closed = new Promise<void>((resolve) => { transport.onClose(resolve) })
  return { transport, client, closed }
}

const frameOf = (length: number): CoreFrame => ({ type: 'item', id: 1, item: 'x'.repeat(length) })
const MEGABYTE = 1024 * 1024

test('a window that stops reading is cut off once megabytes wait for it', async (context) => {
  const { transport, client, closed } = await connectPair(context)
  client.pause()
  // What the system buffers on the way is not known; a hundred megabytes are more than that anywhere.
  for (let count = 0; count < 100; count += 1) transport.send(frameOf(MEGABYTE))
  await closed
})

test('one frame may be long, and others may follow it', async (context) => {
  const { transport, client } = await connectPair(context)
  const lengths = happening<number>()
  client.on('message', (data) => lengths.take(String(data).length))
  transport.send(frameOf(20 * MEGABYTE))
  transport.send(frameOf(10))
  assert.equal((await lengths.until(({ length }) => length === 2))[0], JSON.stringify(frameOf(20 * MEGABYTE)).length)
})

test('what is no JSON text arrives as no frame, in its place', async (context) => {
  const { transport, client } = await connectPair(context)
  const frames = happening<unknown>()
  transport.onFrame(frames.take)
  client.send('{"a":')
  client.send(Buffer.from('{}'), { binary: true })
  client.send('{"a":1}')
  assert.deepEqual(await frames.until(({ length }) => length === 3), [undefined, undefined, { a: 1 }])
})

test('after a close frames go nowhere and throw nothing', async (context) => {
  const { transport, client, closed } = await connectPair(context)
  client.terminate()
  await closed
  transport.send(frameOf(1))
  transport.close()
})

test('a protocol breach of the other side only ends its connection', async (context) => {
  const { client, closed } = await connectPair(context)
  const socket: unknown = Reflect.get(client, '_socket')
  assert.ok(typeof socket === 'object' && socket !== null && 'write' in socket && typeof socket.write === 'function')
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
  await closed
})
