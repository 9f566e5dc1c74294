import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Question {
  readonly port: number
  readonly path: string
  readonly method?: string
  /** `Host` is what a browser would send unless it is set here; what is undefined isn't sent. */
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

/** One HTTP request, on a connection of its own, with exactly these headers. */
export function ask({ port, path, method = 'GET', headers = {}, body }: Question): Promise<Answer> {
  const sent = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).filter(([, value]) => value !== undefined)
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: Object.fromEntries(sent), agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces).toString('utf8') }))
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    // An accepted upgrade isn't an answer to read, but one to see.
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' })
    })
    outgoing.end(body)
  })
}

/** Exactly these bytes, and whatever comes back until the other side hangs up. */
export function askRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => { text += piece })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

export const exchange = (port: number, token: string): Promise<Answer> => ask({
  port, path: '/session', method: 'POST', body: JSON.stringify({ token }),
  headers: { Origin: `http://127.0.0.1:${port}`, 'Content-Type': 'application/json' },
})

/** What a browser keeps of the answer; empty when there is no cookie. */
export const cookieOf = ({ headers }: Answer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

export const socketHeaders = (port: number, cookie: string): OutgoingHttpHeaders => ({
  Origin: `http://127.0.0.1:${port}`, Cookie: cookie,
  Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
})
