import { AppError, toWireError } from '../shared/errors.ts'
import type { Connect, ConnectionListener } from '../shared/connection.ts'
import { frameText } from '../shared/frame-text.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { ClientFrame, CoreFrame, Transport } from '../shared/rpc.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000
/** A connection that lasted this long was a good one: the next waits start small again. */
const GOOD_MS = 5000

export interface PageSocket {
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  removeEventListener(type: 'close', listener: () => void): void
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** What this needs of a page: `window`, or a stand-in. */
export interface Page {
  readonly location: Pick<Location, 'host' | 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState' | 'state'>
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly fetch: (path: string, init: RequestInit) => Promise<Pick<Response, 'status'>>
  readonly WebSocket: new (url: string) => PageSocket
  readonly addEventListener: (type: 'online' | 'hashchange', listener: () => void) => void
  readonly removeEventListener: (type: 'online' | 'hashchange', listener: () => void) => void
}

/**
 * Connects a window to the browser shell that served it, and again whenever the connection is lost. A token in the
 * address is taken out of it at once and exchanged for the session cookie.
 */
export const connectCoreSocket = (page: Page = window): Connect => (listener) => {
  const attempt = createAttempts(page, listener)
  const retryNow = (): void => attempt.now()
  const retryWhenSeen = (): void => { if (page.document.visibilityState === 'visible') attempt.now() }
  const takeToken = (): void => {
    const token = removeToken(page)
    if (token !== null) attempt.withToken(token)
  }
  page.addEventListener('online', retryNow)
  page.addEventListener('hashchange', takeToken)
  page.document.addEventListener('visibilitychange', retryWhenSeen)
  attempt.withToken(removeToken(page))
  return () => {
    page.removeEventListener('online', retryNow)
    page.removeEventListener('hashchange', takeToken)
    page.document.removeEventListener('visibilitychange', retryWhenSeen)
    attempt.stop()
  }
}

type Phase =
  | { readonly kind: 'trying' }
  | { readonly kind: 'open'; readonly since: number }
  | { readonly kind: 'waiting'; readonly timer: ReturnType<typeof setTimeout> | undefined }
  /** Only a new token leads out of here. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'stopped' }

interface Attempts {
  /** Ends a wait; does nothing in any other phase. */
  readonly now: () => void
  readonly withToken: (token: string | null) => void
  readonly stop: () => void
}

function createAttempts(page: Page, listener: ConnectionListener): Attempts {
  let phase: Phase = { kind: 'waiting', timer: undefined }
  let token: string | null = null
  let waitMs = FIRST_WAIT_MS
  let socket: PageSocket | null = null

  const isStopped = (): boolean => phase.kind === 'stopped'
  const wait = (): void => {
    phase = { kind: 'waiting', timer: setTimeout(tryOnce, waitMs) }
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    listener.retrying()
  }
  const tryOnce = (): void => {
    phase = { kind: 'trying' }
    void open()
  }
  const open = async (): Promise<void> => {
    const isExchanged = await exchangeToken()
    if (isStopped()) return
    if (!isExchanged) return wait()
    const opening = new page.WebSocket(`ws://${page.location.host}/socket`)
    socket = opening
    const transport = createSocketTransport(opening)
    let hasOpened = false
    opening.addEventListener('open', () => {
      if (isStopped()) return
      hasOpened = true
      phase = { kind: 'open', since: performance.now() }
      listener.opened(transport)
    })
    opening.addEventListener('close', () => {
      if (isStopped()) return
      if (phase.kind === 'open' && performance.now() - phase.since > GOOD_MS) waitMs = FIRST_WAIT_MS
      if (hasOpened) return wait()
      phase = { kind: 'trying' }
      void findOutWhy()
    })
  }
  /** @returns false when nobody answered; the token is kept for the next attempt then */
  const exchangeToken = async (): Promise<boolean> => {
    if (token === null) return true
    const used = token
    const status = await ask(page, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: used }) })
    if (status === null || status === 429) return false
    // A token that was refused isn't the end: this browser may hold a session from before.
    if (token === used) token = null
    return true
  }
  /** A browser doesn't say why a WebSocket didn't open. */
  const findOutWhy = async (): Promise<void> => {
    const status = await ask(page, { method: 'GET' })
    if (isStopped()) return
    if (status !== 401 || token !== null) return wait()
    phase = { kind: 'refused' }
    listener.refused(toWireError(new AppError('rpc.unauthorized', 'This window’s key is no longer valid.', {
      kept: 'Your chats and settings are untouched, and runs go on.',
      advice: 'Start Gatehouse again: it opens a new window.',
    })))
  }
  const now = (): void => {
    if (phase.kind !== 'waiting') return
    clearTimeout(phase.timer)
    waitMs = FIRST_WAIT_MS
    tryOnce()
  }

  return {
    now,
    withToken: (given) => {
      token = given
      if (phase.kind === 'refused') tryOnce()
      else now()
    },
    stop: () => {
      if (phase.kind === 'waiting') clearTimeout(phase.timer)
      phase = { kind: 'stopped' }
      socket?.close()
    },
  }
}

/** @returns null when nobody answered */
async function ask(page: Page, init: RequestInit): Promise<number | null> {
  try {
    const { status } = await page.fetch('/session', { ...init, cache: 'no-store', credentials: 'same-origin', redirect: 'error' })
    return status
  } catch {
    return null
  }
}

function removeToken({ location, history }: Page): string | null {
  const token = /^#token=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

function createSocketTransport(socket: PageSocket): Transport {
  return {
    send: (frame: ClientFrame | CoreFrame) => {
      const text = frameText(frame)
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    onFrame: (listener) => {
      const receive = (event: { readonly data: unknown }): void => listener(typeof event.data === 'string' ? parseJson(event.data) : undefined)
      socket.addEventListener('message', receive)
      return () => socket.removeEventListener('message', receive)
    },
    onClose: (listener) => {
      socket.addEventListener('close', listener)
      return () => socket.removeEventListener('close', listener)
    },
    close: () => socket.close(),
  }
}
