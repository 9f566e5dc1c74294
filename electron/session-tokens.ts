import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StoredSession } from './shell-memory.ts'

export const SESSION_SECONDS = 30 * 24 * 60 * 60
const TOKEN_MS = 10 * 60 * 1000
const MOST_SESSIONS = 64
const MOST_TOKENS = 64
const MOST_FAILURES = 10
const FAILURE_WINDOW_MS = 60_000

export type Exchange =
  | { readonly status: 'opened'; readonly session: string }
  | { readonly status: 'refused' }
  /** Too many wrong tokens lately; even a right one has to wait. */
  | { readonly status: 'limited'; readonly waitSeconds: number }

export interface SessionTokens {
  /** For the address of one new window: good for ten minutes and one exchange. */
  readonly issueToken: () => string
  readonly exchange: (token: string) => Exchange
  /** @returns a name of the session that says nothing of its token; null when it isn't one */
  readonly find: (session: string) => string | null
}

export interface SessionTokensOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly stored: readonly StoredSession[]
  /** Told of every change. Must not throw. */
  readonly store: (sessions: readonly StoredSession[]) => void
}

/** Who may open a window. Tokens are 256 random bits; here only their digests are kept. */
export function createSessionTokens({ now, stored, store }: SessionTokensOptions): SessionTokens {
  const sessions = new Map(stored.map(({ digest, expiresAt }) => [digest, expiresAt]))
  let tokens: readonly { readonly digest: Buffer; readonly expiresAt: number }[] = []
  let failures: readonly number[] = []

  const openSession = (): string => {
    const session = randomToken()
    for (const [digest, expiresAt] of sessions) if (expiresAt <= now()) sessions.delete(digest)
    sessions.set(digestOf(session).toString('hex'), now() + SESSION_SECONDS * 1000)
    const newest = [...sessions].slice(-MOST_SESSIONS)
    sessions.clear()
    for (const [digest, expiresAt] of newest) sessions.set(digest, expiresAt)
    store(newest.map(([digest, expiresAt]) => ({ digest, expiresAt })))
    return session
  }

  return {
    issueToken: () => {
      const token = randomToken()
      const good = tokens.filter(({ expiresAt }) => expiresAt > now()).slice(1 - MOST_TOKENS)
      tokens = [...good, { digest: digestOf(token), expiresAt: now() + TOKEN_MS }]
      return token
    },
    exchange: (token) => {
      failures = failures.filter((at) => at > now() - FAILURE_WINDOW_MS)
      const [oldest] = failures
      if (oldest !== undefined && failures.length >= MOST_FAILURES) {
        return { status: 'limited', waitSeconds: Math.ceil((oldest + FAILURE_WINDOW_MS - now()) / 1000) }
      }
      const digest = digestOf(token)
      const good = tokens.filter(({ expiresAt }) => expiresAt > now())
      const rest = good.filter((issued) => !timingSafeEqual(issued.digest, digest))
      tokens = rest
      if (rest.length === good.length) {
        failures = [...failures, now()]
        return { status: 'refused' }
      }
      return { status: 'opened', session: openSession() }
    },
    find: (session) => {
      const digest = digestOf(session).toString('hex')
      const expiresAt = sessions.get(digest)
      return expiresAt === undefined || expiresAt <= now() ? null : `browser-${digest.slice(0, 12)}`
    },
  }
}

/** 43 characters of base64url: 256 random bits. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Takes the same time wherever two secrets differ. */
export const isSameSecret = (left: string, right: string): boolean => timingSafeEqual(digestOf(left), digestOf(right))
