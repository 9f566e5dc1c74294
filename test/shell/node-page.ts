import { WebSocket } from 'ws'
import type { Page } from '../../renderer/core-socket.ts'
import { ask, cookieOf } from './ask.ts'

export interface NodePage {
  readonly page: Page
  readonly hash: () => string
  readonly goTo: (hash: string) => void
  readonly comeOnline: () => void
  readonly comeIntoSight: () => void
  /** As a network does, without a goodbye. */
  readonly breakSockets: () => void
  readonly setCookie: (pair: string) => void
  /** How often each of these was asked for. */
  readonly exchanges: () => number
  readonly attempts: () => number
}

/** A page as far as a connection needs one: an address, a cookie jar, and real requests and sockets. */
export function openNodePage(url: string): NodePage {
  const address = new URL(url)
  const { host, origin } = address
  const port = Number(address.port)
  const events = new EventTarget()
  const sockets = new Set<WebSocket>()
  const cookies = new Map<string, string>()
  let exchanges = 0
  let attempts = 0
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const setCookie = (pair: string): void => {
    const [name, value] = pair.split('=')
    if (name !== undefined && value !== undefined) cookies.set(name, value)
  }

  class PageSocket extends WebSocket {
    constructor(to: string) {
      super(to, { origin, headers: { Cookie: cookieHeader() } })
      attempts += 1
      sockets.add(this)
      this.on('close', () => sockets.delete(this))
      this.on('error', () => undefined)
    }
  }

  const location = { host, hash: address.hash, pathname: address.pathname, search: address.search }
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  const page: Page = {
    location,
    history: { state: null, replaceState: (_state, _title, to) => { location.hash = new URL(String(to), origin).hash } },
    document,
    fetch: async (path, { method = 'GET', body, headers }) => {
      if (method === 'POST') exchanges += 1
      const answer = await ask({
        port, path, method, ...(typeof body === 'string' ? { body } : {}),
        headers: { Cookie: cookieHeader(), ...(method === 'POST' ? { Origin: origin } : {}), ...Object.fromEntries(new Headers(headers)) },
      })
      setCookie(cookieOf(answer))
      return { status: answer.status }
    },
    WebSocket: PageSocket,
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    removeEventListener: (type, listener) => events.removeEventListener(type, listener),
  }
  return {
    page, setCookie,
    hash: () => location.hash,
    goTo: (hash) => {
      location.hash = hash
      events.dispatchEvent(new Event('hashchange'))
    },
    comeOnline: () => { events.dispatchEvent(new Event('online')) },
    comeIntoSight: () => { document.dispatchEvent(new Event('visibilitychange')) },
    breakSockets: () => { for (const socket of sockets) socket.terminate() },
    exchanges: () => exchanges,
    attempts: () => attempts,
  }
}
