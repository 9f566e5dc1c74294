import type { Transport } from '@modelcontextprotocol/client'
import type { AppError } from '../../../shared/errors.ts'
import type { ChildEnd } from './stdio-child.ts'

/** Why a connection ended by itself: its process did, or there is no use in sending anything over it any more. */
export type ServerEnd = ChildEnd | { readonly why: 'lost'; readonly error: AppError }

/** Over the network: as it is done today, or as revision 2024-11-05 did it. */
export type HttpWay = 'streamable' | 'sse'

/** One connection to a server, whichever way it is reached. */
export interface ServerTransport extends Transport {
  /** Null while it stands or before it was started. */
  readonly ended: () => ServerEnd | null
  /** Quiet remarks, such as how much came that isn't of the protocol; one sentence each. */
  readonly remarks: () => readonly string[]
}

/** Such as “exit code 1”. */
export function describeEnd(end: ServerEnd): string {
  if (end.why === 'lost') return end.error.message
  if (end.why === 'message-too-long') return 'it sent a message that is too long'
  if (end.signal !== null) return `it was ended by ${end.signal}`
  return end.exitCode === null ? 'it has gone' : `exit code ${end.exitCode}`
}
