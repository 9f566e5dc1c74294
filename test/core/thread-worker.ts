import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

/** Holds itself up, or is at work, for as long as it is told, and then answers. */
const Request = z.object({ kind: z.enum(['stand-still', 'work']), ms: z.number() })

parentPort?.on('message', (message: unknown) => {
  const { kind, ms } = Request.parse(message)
  if (kind === 'stand-still') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  else {
    const from = process.threadCpuUsage()
    for (let used = 0; used < ms;) {
      const { user, system } = process.threadCpuUsage(from)
      used = (user + system) / 1000
    }
  }
  parentPort?.postMessage('done')
})

parentPort?.postMessage('ready')
