import type { IncomingMessage } from 'node:http'

export interface Refusal {
  readonly status: 400 | 403 | 405 | 421
  readonly sentence: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The one name this server answers to, and the one page that may talk to it. */
export interface Address { readonly port: number; readonly host: string; readonly origin: string }

export function addressOf(port: number): Address {
  const { host, origin } = new URL(`http://127.0.0.1:${port}`)
  return { port, host, origin }
}

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST'])

/**
 * Keeps out every page that isn't ours: other sites whose name leads here, and other pages on this machine.
 * `mustHaveOrigin`: browsers send it with every WebSocket, and with every POST.
 */
export function refuseRequest(request: IncomingMessage, address: Address, mustHaveOrigin: boolean): Refusal | null {
  const { host, origin } = request.headersDistinct
  if (host?.length !== 1 || host[0] !== address.host) return { status: 421, sentence: `This is Gatehouse at ${address.host}, and nothing else.` }
  if (!METHODS.has(request.method)) return { status: 405, sentence: 'Gatehouse takes GET, HEAD and POST.', headers: { Allow: 'GET, HEAD, POST' } }
  const isSameOrigin = origin?.length === 1 && origin[0] === address.origin
  if (!isSameOrigin && (origin !== undefined || mustHaveOrigin)) return { status: 403, sentence: 'Only Gatehouse’s own window may ask this.' }
  if (request.url?.startsWith('/') !== true) return { status: 400, sentence: 'This is no address of Gatehouse.' }
  return null
}

/** Without the query, and not decoded: an encoded slash or dot is another path. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '').replace(/[?#].*$/s, '')

/** Cookies belong to a host whatever its port, so that the name carries it. */
export const cookieName = (port: number): string => `gatehouse-${port}`

export function readCookies(request: IncomingMessage, name: string): readonly string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}
