import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressServer, callContext, liveServers } from './live-servers.ts'

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))

/** Together longer than a server may take to start anew on a busy machine. */
const OUTLASTING = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600]

const listenAnywhere = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const place = server.address()
  return typeof place === 'object' && place !== null ? place.port : 0
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  await new Promise((resolve) => { server.close(resolve) })
  return port
}

async function startEverything(t: TestContext, port: number, way = 'streamableHttp'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [EVERYTHING, way], { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => { child.kill('SIGKILL') })
  for (let said = ''; !/(?:listening|running) on port/.test(said);) said += String((await once(child.stderr ?? child, 'data'))[0])
  return child
}

/** Passes bytes on; cuts every connection that carries an event stream as soon as `when` says so. */
async function startCutter(t: TestContext, target: number, when: (answer: string) => boolean): Promise<{ readonly port: number; readonly cuts: () => number }> {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => { far.destroy(); near.destroy() })
      socket.on('close', () => { far.destroy(); near.destroy() })
    }
    near.pipe(far)
    let answer = ''
    far.on('data', (piece: Buffer) => {
      answer += piece.toString('utf8')
      near.write(piece)
      if (!when(answer)) return
      cuts += 1
      near.destroy()
    })
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: await listenAnywhere(server), cuts: () => cuts }
}

test('the everything server over HTTP lists, calls, reports progress, finishes a call whose stream was cut, and is found again after a restart', async (t) => {
  const port = await freePort()
  const child = await startEverything(t, port)
  const cutter = await startCutter(t, port, (answer) => cutter.cuts() === 0 && answer.includes('text/event-stream') && answer.includes('"progress":2'))
  const live = liveServers(t, [addressServer('net', `http://127.0.0.1:${cutter.port}/mcp`)], { times: { restartMs: OUTLASTING } })
  const connector = await live.reached('net', 'ready')
  assert.ok(connector.tools.length >= 8)
  assert.equal(live.eras.get(connector.id)?.era, 'legacy')
  assert.match(String(await live.tool('net', 'echo').run({ message: 'over the wire' }, callContext())), /over the wire/)
  assert.match(String(await live.tool('net', 'get-structured-content').run({ location: 'Chicago' }, callContext())), /"temperature":36/)
  const steps: string[] = []
  assert.match(String(await live.tool('net', 'trigger-long-running-operation').run({ duration: 1, steps: 4 }, callContext({ emitStatus: (text) => { steps.push(text) } }))), /completed/i)
  assert.deepEqual([steps.length >= 2, cutter.cuts()], [true, 1])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await live.tool('net', 'echo').run({ message: 'x' }, callContext()).catch(() => undefined)
  await live.reached('net', 'failed', 'starting')
  await startEverything(t, port)
  await live.reached('net', 'ready')
  assert.match(String(await live.tool('net', 'echo').run({ message: 'once more' }, callContext())), /once more/)
})

test('the everything server of the oldest way over HTTP lists, calls, reports progress, and is found again after a restart', async (t) => {
  const port = await freePort()
  const child = await startEverything(t, port, 'sse')
  const live = liveServers(t, [addressServer('net', `http://127.0.0.1:${port}/sse`)], { times: { restartMs: OUTLASTING } })
  const connector = await live.reached('net', 'ready')
  assert.ok(connector.tools.length >= 8)
  assert.match(String(await live.tool('net', 'echo').run({ message: 'over the wire' }, callContext())), /over the wire/)
  const steps: string[] = []
  assert.match(String(await live.tool('net', 'trigger-long-running-operation').run({ duration: 1, steps: 4 }, callContext({ emitStatus: (text) => { steps.push(text) } }))), /completed/i)
  assert.ok(steps.length >= 2)
  const cut = live.tool('net', 'trigger-long-running-operation').run({ duration: 20, steps: 200 }, callContext({ emitStatus: () => { child.kill('SIGKILL') } }))
  await assert.rejects(cut, { code: 'tool.outcome-unknown' })
  await live.reached('net', 'failed', 'starting')
  await startEverything(t, port, 'sse')
  await live.reached('net', 'ready')
  assert.match(String(await live.tool('net', 'echo').run({ message: 'once more' }, callContext())), /once more/)
})
