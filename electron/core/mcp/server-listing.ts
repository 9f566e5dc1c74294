import { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../host.ts'
import type { Connection } from './connection.ts'
import { createRelisting } from './relisting.ts'
import type { RememberedList } from './remembered-list.ts'
import { createServerTools, type ServerTools, type ServerToolsOptions } from './server-tools.ts'

/** What one server lists, read at its start and whenever it says that something changed. */
export interface ServerListing extends Pick<ServerTools, 'tools' | 'leftOut'> {
  /** When it was read last, in milliseconds since 1970; null: never. */
  readonly listedAt: () => number | null
  /** Reads the first list of a connection. Returns why it isn't whole. @throws AppError `connector.start-failed` */
  readonly readFirst: (from: Connection) => Promise<string | null>
  /** Call after `connection()` gives the connection whose first list was read. */
  readonly opened: () => void
  readonly closed: () => void
  /** At once, whenever the server says that its list changed. */
  readonly onNotice: () => void
  /** Shortly after, when it is time to read it. */
  readonly onToolsChanged: () => void
  /** Why no tool of it can be used for the moment; null when they can. */
  readonly doubt: () => string | null
  /** Null: what is listed is certain. Else resolves when it is again, or when waiting any longer makes no sense. */
  readonly settling: () => Promise<void> | null
}

export interface ServerListingOptions extends Omit<ServerToolsOptions, 'relisting' | 'relistMs' | 'remembered'> {
  readonly clock: Clock
  readonly times: { readonly listMs: number; readonly relistMs: number }
  readonly remembered: RememberedList | null
  readonly remember: (list: RememberedList) => void
  /** A later list was read, or could not be. */
  readonly onRead: (from: Connection, missing: string | null) => void
}

export function createServerListing({ clock, times, remembered, remember, onRead, ...options }: ServerListingOptions): ServerListing {
  const { label, connection } = options
  const relisting = createRelisting()
  const tools = createServerTools({ ...options, relisting, relistMs: times.listMs, remembered: remembered?.list ?? null })
  let listedAt = remembered?.at ?? null
  let doubt: string | null = null
  let noticedAt = 0
  let changedEarly = false
  let reading: Promise<void> = Promise.resolve()
  let callOffRetry = (): void => undefined

  const take = (list: RememberedList['list']): void => {
    tools.take(list)
    listedAt = clock.now()
    doubt = null
    remember({ list, at: listedAt })
  }
  /** What can't be read leaves the list as it was, says so, and is read again; no call is sent on it meanwhile. */
  const readAgain = async (from: Connection): Promise<void> => {
    const done = relisting.begin()
    const outcome = await from.listTools().then((list) => ({ list }), (error: unknown) => ({ error }))
    if (connection() !== from) return
    if ('list' in outcome) {
      take(outcome.list)
      done()
      return onRead(from, outcome.list.incomplete ?? from.deaf)
    }
    const why = outcome.error instanceof AppError ? outcome.error.message : 'unknown'
    doubt = `The connector ${label()} said that its tools changed, and they could not be read anew: ${why}`
    callOffRetry()
    callOffRetry = clock.at(clock.now() + times.relistMs, onToolsChanged)
    onRead(from, why)
  }
  const onToolsChanged = (): void => {
    const from = connection()
    if (from === null) changedEarly = true
    else reading = reading.then(() => (connection() === from ? readAgain(from) : undefined))
  }
  return {
    tools: tools.tools, leftOut: tools.leftOut, listedAt: () => listedAt, doubt: () => doubt, onToolsChanged,
    readFirst: async (from) => {
      changedEarly = false
      const done = relisting.begin()
      const list = await from.listTools()
      take(list)
      done()
      return list.incomplete ?? from.deaf
    },
    opened: () => { if (changedEarly) onToolsChanged() },
    closed: () => {
      callOffRetry()
      doubt = null
      relisting.forget()
    },
    onNotice: () => {
      if (!relisting.pending) noticedAt = clock.now()
      relisting.notice()
    },
    settling: () => (relisting.pending && doubt === null ? untilTime(clock, noticedAt + times.listMs, relisting.settled()) : null),
  }
}

/** Null: the time has passed. Else resolves with `settled`, or at that time. */
export function untilTime(clock: Clock, at: number, settled: Promise<void>): Promise<void> | null {
  if (clock.now() >= at) return null
  const { promise, resolve } = Promise.withResolvers<void>()
  const callOff = clock.at(at, resolve)
  return Promise.race([settled, promise]).finally(callOff)
}
