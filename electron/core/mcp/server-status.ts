import type { Era } from './era.ts'

/** How one server is, for its sheet. Times are milliseconds since 1970. */
export type ServerStatus =
  | { readonly state: 'off' }
  | { readonly state: 'starting'; readonly since: number; readonly tries: number }
  | { readonly state: 'ready'; readonly since: number; readonly era: Era }
  /** It works, but not wholly. */
  | { readonly state: 'degraded'; readonly since: number; readonly era: Era; readonly missing: string }
  | {
    readonly state: 'failed'
    readonly why: string
    readonly exitCode: number | null
    /** What it wrote to stderr last. */
    readonly lastWords: readonly string[]
    /** Null: only when a person asks. */
    readonly nextTryAt: number | null
  }
  /** It is there and refuses the credentials: trying again changes nothing until a person changes them. */
  | { readonly state: 'needs-sign-in'; readonly why: string }

/** Why the connector's tools can't be used now and what to do, in a sentence; null when they can. */
export function problemOf(label: string, status: ServerStatus): string | null {
  switch (status.state) {
    case 'off': return `The connector ${label} is switched off.`
    case 'starting': return `The connector ${label} is still starting.`
    case 'failed': return `The connector ${label} is not running: ${status.why} ${status.nextTryAt === null ? 'Press “Try again” on its page.' : 'It is tried again by itself.'}`
    case 'needs-sign-in': return `The connector ${label} needs credentials: ${status.why}`
    case 'ready':
    case 'degraded': return null
  }
}
