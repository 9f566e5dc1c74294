import type { Server } from 'node:http'
import { AppError } from '../shared/errors.ts'

const FIRST_PORT = 7420
const LAST_PORT = 7439

export interface PortWish {
  /** What the person set in GATEHOUSE_PORT; this or none. */
  readonly set: string | undefined
  /** Where this data directory was served last. */
  readonly remembered: number | null
}

/**
 * Binds 127.0.0.1 and nothing else.
 * @returns the port
 * @throws AppError `shell.no-port`
 */
export async function listenOnLoopback(server: Server, { set, remembered }: PortWish): Promise<number> {
  if (set !== undefined && set !== '') return listenOnSetPort(server, set)
  const usual = Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
  for (const port of [...(remembered === null ? [] : [remembered]), ...usual, 0]) {
    const problem = await listen(server, port)
    if (problem === null) return boundPort(server)
  }
  throw new AppError('shell.no-port', 'Gatehouse found no free port on 127.0.0.1 for its window.', {
    kept: 'Your chats and settings are untouched.',
    advice: 'Close programs that serve on this machine, or set GATEHOUSE_PORT to a port that is free, and start again.',
  })
}

async function listenOnSetPort(server: Server, set: string): Promise<number> {
  const port = /^\d{1,5}$/.test(set) ? Number(set) : 0
  if (port < 1 || port > 65_535) {
    throw new AppError('shell.no-port', `GATEHOUSE_PORT is ${JSON.stringify(set)}, which is not a port.`, {
      kept: 'Your chats and settings are untouched.',
      advice: 'Set it to a number from 1 to 65535, or unset it, and start again.',
    })
  }
  const problem = await listen(server, port)
  if (problem === null) return port
  const why = problem.code === 'EADDRINUSE' ? 'another program uses it' : problem.code === 'EACCES' ? 'the system does not permit it' : problem.message
  throw new AppError('shell.no-port', `GATEHOUSE_PORT asks for port ${port} on 127.0.0.1, and ${why}.`, {
    kept: 'Your chats and settings are untouched.',
    advice: 'Set it to another port, or unset it so that a free one is taken, and start again.',
    cause: problem,
  })
}

function listen(server: Server, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const settle = (problem: NodeJS.ErrnoException | null): void => {
      server.off('error', settle)
      server.off('listening', succeed)
      resolve(problem)
    }
    const succeed = (): void => settle(null)
    server.once('error', settle)
    server.once('listening', succeed)
    server.listen({ host: '127.0.0.1', port, exclusive: true })
  })
}

function boundPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server is not bound to a port')
  return address.port
}
