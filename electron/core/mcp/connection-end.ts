import type { AppError } from '../../../shared/errors.ts'
import type { ServerEnd } from './server-transport.ts'

/** How a connection over HTTP ends; whoever holds it is told once. */
export interface ConnectionEnd {
  /** Null while it stands, before it was started, and where it was closed. */
  readonly ended: () => ServerEnd | null
  /** There is no use in sending anything over it any more. Whatever failed because of it is told first. */
  readonly lose: (error: AppError) => void
  readonly tellClosed: () => void
}

/** @param lifetime of all that is under way on it @param stands whether there is something to lose */
export function createConnectionEnd(lifetime: AbortController, stands: () => boolean, onClosed: () => void): ConnectionEnd {
  let ended: ServerEnd | null = null
  let hasTold = false
  const tellClosed = (): void => {
    if (hasTold) return
    hasTold = true
    onClosed()
  }
  return {
    ended: () => ended,
    lose: (error) => {
      if (ended !== null || !stands()) return
      ended = { why: 'lost', error }
      setImmediate(() => {
        lifetime.abort()
        tellClosed()
      })
    },
    tellClosed,
  }
}
