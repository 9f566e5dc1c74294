import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { connectCorePort, hasPort } from '../../renderer/core-port.ts'
import { DesktopPage, newRun } from '../fakes/desktop.ts'

/* Who gets a port, and what may arrive through it. */

async function serve(context: TestContext) {
  const run = await newRun()
  const { electron } = run
  const { servePorts } = await run.portTransport()
  const window = new electron.BrowserWindow()
  const frames: unknown[] = []
  const logged: string[] = []
  let served = 0
  context.after(servePorts(window.webContents.ipc, (transport) => {
    served += 1
    transport.onFrame((frame) => { frames.push(frame) })
    transport.onFrame(() => { transport.send({ type: 'reply', id: 1, output: frames.length }) })
  }, (line) => { logged.push(line) }))
  const offer = (frame?: ReturnType<typeof electron.foreignFrame> | null): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    context.after(() => { port2.close() })
    electron.postPorts(window, [port1], frame)
    return port2
  }
  return { ...run, window, frames, logged, offer, served: () => served }
}

test('a port from another frame, or from a frame that is gone, is closed and serves nobody', async (context) => {
  const { electron, offer, served, logged } = await serve(context)
  for (const frame of [null, electron.foreignFrame('https://example.org'), electron.foreignFrame('app://other'), electron.foreignFrame('null'), electron.foreignFrame('app://gatehouse')]) {
    await once(offer(frame), 'close')
  }
  assert.deepEqual([served(), logged.length], [0, 5])
})

test('our own page that was led elsewhere gets none either', async (context) => {
  const { window, offer, served } = await serve(context)
  window.webContents.mainFrame.origin = 'https://example.org'
  await once(offer(), 'close')
  assert.equal(served(), 0)
})

test('several ports at once are refused, and a new one takes the place of the one before', async (context) => {
  const { electron, window, offer, served } = await serve(context)
  const [first, second] = [new MessageChannel(), new MessageChannel()]
  electron.postPorts(window, [first.port1, second.port1])
  await Promise.all([once(first.port2, 'close'), once(second.port2, 'close')])
  assert.equal(served(), 0)
  const earlier = offer()
  const closed = once(earlier, 'close')
  offer()
  await closed
  assert.equal(served(), 2)
})

test('what is no frame of the contract arrives as nothing, and what names a request as its number', async (context) => {
  const { offer, frames } = await serve(context)
  const port = offer()
  const sent = [
    'garbage', '', '{"type":"call"', '[]', 'null', '{"type":"reply","id":1,"output":1}', JSON.stringify({ type: 'call', id: 2, operation: 'x'.repeat(65) }),
    '{"type":"call","id":3,"operation":"app.info","input":{},"__proto__":{"x":1}}', `{"type":"end","id":4,"pad":"${'x'.repeat(33 * 1024 * 1024)}"}`,
  ]
  const answers = new Promise<void>((resolve) => { let count = 0; port.on('message', () => { if ((count += 1) === sent.length + 2) resolve() }) })
  for (const frame of sent) port.postMessage(frame)
  port.postMessage({ type: 'call', id: 5, operation: 'app.info', input: {} })
  port.postMessage(new Uint8Array(8))
  await answers
  assert.deepEqual(frames, [undefined, undefined, undefined, undefined, undefined, { id: 1 }, { id: 2 }, { type: 'call', id: 3, operation: 'app.info', input: {} }, undefined, undefined, undefined])
})

test('the preload script answers nobody but its own page, and leaves nothing in it', async (context) => {
  const { openPage, window, served } = await serve(context)
  const page = await openPage(context, window)
  const request = 'gatehouse.port.wanted'
  page.deliver({ source: {}, origin: 'app://gatehouse', data: request, ports: [] })
  page.deliver({ source: page, origin: 'https://example.org', data: request, ports: [] })
  page.deliver({ source: page, origin: 'app://gatehouse', data: 'something else', ports: [] })
  Object.assign(page, { top: {} })
  page.deliver({ source: page, origin: 'app://gatehouse', data: request, ports: [] })
  assert.equal(served(), 0)
  Object.assign(page, { top: page })
  page.deliver({ source: page, origin: 'app://gatehouse', data: request, ports: [] })
  assert.equal(served(), 1)
  assert.deepEqual(Object.keys(globalThis).filter((name) => /gatehouse|electron/i.test(name)), [])
})

test('a page knows by its own address whether a shell will hand it a port', () => {
  const at = (origin: string) => hasPort({ location: { origin, hash: '' } })
  assert.deepEqual([at('app://gatehouse'), at('http://127.0.0.1:7420'), at('app://other')], [true, false, false])
})

test('the page takes no port from anybody else, goes where the shell says, and nowhere that isn’t a place', async (context) => {
  const page = new DesktopPage()
  context.after(() => { page.unload() })
  const opened: unknown[] = []
  const disconnect = connectCorePort(page)({ opened: (transport) => { opened.push(transport) }, retrying: () => undefined, refused: () => undefined })
  context.after(disconnect)
  const give = (source: unknown, origin: string): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    context.after(() => { port1.close() })
    page.deliver({ source, origin, data: 'gatehouse.port', ports: page.wrap([port2]) })
    return port1
  }
  give({}, 'app://gatehouse')
  give(page, 'https://example.org')
  assert.equal(opened.length, 0)
  const shell = give(page, 'app://gatehouse')
  assert.equal(opened.length, 1)
  const moves: string[] = []
  const moved = new Promise<void>((resolve) => {
    Object.defineProperty(page.location, 'hash', { set: (hash: string) => { moves.push(hash); resolve() } })
  })
  for (const hash of ['https://example.org/', '#token=x', '#/chat/<script>', 'javascript:alert(1)', `#/${'a'.repeat(300)}`]) shell.postMessage(JSON.stringify({ type: 'open', hash }))
  shell.postMessage(JSON.stringify({ type: 'open', hash: '#/inbox' }))
  await moved
  assert.deepEqual(moves, ['#/inbox'])
})
