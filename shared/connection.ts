import { AppError, type WireError } from './errors.ts'
import type { Transport } from './rpc.ts'

/** `connecting` is the first attempt, which calls wait for. `refused`: nothing comes until the person does something. */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting' | 'refused'

export interface ConnectionListener {
  /** A new transport is open and those before it are closed. Frames may arrive as soon as this returns. */
  readonly opened: (transport: Transport) => void
  /** An attempt failed and another follows. */
  readonly retrying: () => void
  readonly refused: (error: WireError) => void
}

/** Opens transports, each after the one before has closed, until the returned function is called. */
export type Connect = (listener: ConnectionListener) => () => void

export interface Connection {
  readonly read: () => ConnectionState
  /** The listener is called after each change. */
  readonly subscribe: (listener: () => void) => () => void
  /** Why the state is `refused`; null in every other. */
  readonly refusal: () => WireError | null
}

/** @param isSent whether it had left for the core, which may then have carried it out */
export const disconnected = (isSent: boolean): AppError => isSent
  ? new AppError('rpc.disconnected', 'The connection to Gatehouse was lost before it answered.', {
      kept: 'What had reached it is stored; this request may or may not have been carried out.',
      advice: 'It reconnects by itself. Look at what is shown then before you try again.',
    })
  : new AppError('rpc.disconnected', 'There is no connection to Gatehouse at the moment.', {
      kept: 'Nothing was sent.',
      advice: 'It reconnects by itself; try again then.',
    })

/** For a frame that doesn't fit the contract. */
export const malformed = (): AppError => new AppError('rpc.malformed', 'Gatehouse answered in a way this window can’t read.', {
  kept: 'What was asked may have been carried out; nothing that was stored is lost.',
  advice: 'Reload this window: it may be from another version.',
})
