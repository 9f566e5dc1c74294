import type { CallOperation, CoreClient, Input, Item, Output, WatchOperation } from './contract.ts'
import { disconnected, malformed, type Connect, type Connection, type ConnectionState } from './connection.ts'
import { AppError, fromWireError, toWireError, type WireError } from './errors.ts'
import { callSchemas, watchSchemas } from './operations.ts'
import { CoreFrame, requestOf, type ClientFrame, type Transport } from './rpc.ts'

export type { Connection, ConnectionState } from './connection.ts'

export interface ConnectedClient extends CoreClient {
  readonly connection: Connection
  /** Ends every watch, rejects what is open and lets the connection go. */
  readonly close: () => void
}

interface OpenCall {
  readonly frame: ClientFrame
  isSent: boolean
  readonly succeed: (output: unknown) => void
  readonly fail: (error: AppError) => void
}

interface OpenWatch {
  /** Changes with every connection, so that a late frame of an earlier one can't be taken for one of this. */
  id: number
  /** What starts it, moved on past everything that came. */
  readonly frame: (id: number) => ClientFrame
  /** @returns false when the item doesn't fit the contract */
  readonly take: (item: unknown) => boolean
  readonly fail: (error: WireError) => void
}

/** What a watch asks after a lost connection, given an item that came. The others ask the same and get a fresh snapshot. */
const resumePoints: { readonly [K in WatchOperation]?: (input: Input<K>, item: Item<K>) => Input<K> } = {
  'turn.watch': (input, item) => (item.kind === 'event' ? { ...input, after: Math.max(input.after, item.seated.seq) } : input),
}

/**
 * The core as a window sees it, over transports that come and go.
 * @param onListenerError told when a listener throws, or a watch without `onError` fails; the others are served all
 * the same. Left out: an unhandled rejection.
 */
export function createCoreClient(connect: Connect, onListenerError: (error: unknown) => void = (error) => { void Promise.reject(asAppError(error)) }): ConnectedClient {
  const calls = new Map<number, OpenCall>()
  const watches = new Map<number, OpenWatch>()
  const stateListeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let refusal: WireError | null = null
  let transport: Transport | null = null
  let lastId = 0

  const tell = <T>(listener: (value: T) => void, value: T): void => {
    try { listener(value) } catch (error) { onListenerError(error) }
  }
  const become = (next: ConnectionState, error: WireError | null): void => {
    state = next
    refusal = error
    for (const listener of [...stateListeners]) tell(listener, undefined)
  }
  const failCalls = (errorOf: (call: OpenCall) => AppError): void => {
    const failed = [...calls.values()]
    calls.clear()
    for (const call of failed) call.fail(errorOf(call))
  }
  const sendCall = (id: number, call: OpenCall, to: Transport): void => {
    call.isSent = true
    try { to.send(call.frame) } catch (error) {
      calls.delete(id)
      call.fail(asAppError(error))
    }
  }
  const sendWatch = (open: OpenWatch, to: Transport): void => {
    watches.delete(open.id)
    open.id = ++lastId
    watches.set(open.id, open)
    try { to.send(open.frame(open.id)) } catch (error) { failRequest(open.id, toWireError(error)) }
  }
  const failRequest = (id: number, error: WireError): void => {
    const call = calls.get(id)
    const open = watches.get(id)
    calls.delete(id)
    watches.delete(id)
    call?.fail(fromWireError(error))
    open?.fail(error)
  }
  const failMalformed = (id: number, from: Transport): void => {
    if (watches.has(id)) from.send({ type: 'end', id })
    failRequest(id, toWireError(malformed()))
  }

  const receive = (received: unknown, from: Transport): void => {
    if (from !== transport) return
    const parsed = CoreFrame.safeParse(received)
    if (!parsed.success) {
      const id = requestOf(received)
      // Nobody waits for an answer to no request, and somebody may wait for what it should have been: ask all anew.
      return id === null ? from.close() : failMalformed(id, from)
    }
    const frame = parsed.data
    switch (frame.type) {
      case 'reply': {
        const call = calls.get(frame.id)
        calls.delete(frame.id)
        return call?.succeed(frame.output)
      }
      case 'item':
        if (watches.get(frame.id)?.take(frame.item) === false) failMalformed(frame.id, from)
        return
      case 'failure':
        return failRequest(frame.id, frame.error)
    }
  }

  const opened = (next: Transport): void => {
    transport = next
    next.onFrame((frame) => receive(frame, next))
    next.onClose(() => {
      if (transport !== next) return
      transport = null
      failCalls((call) => disconnected(call.isSent))
      if (state === 'connected') become('reconnecting', null)
    })
    for (const open of [...watches.values()]) sendWatch(open, next)
    for (const [id, call] of [...calls]) sendCall(id, call, next)
    become('connected', null)
  }
  const retrying = (): void => {
    if (state !== 'connecting') return
    failCalls(() => disconnected(false))
    become('reconnecting', null)
  }
  const refused = (error: WireError): void => {
    failCalls(() => fromWireError(error))
    become('refused', error)
  }
  const giveUp = connect({ opened, retrying, refused })

  return {
    call: <K extends CallOperation>(operation: K, input: Input<K>) => new Promise<Output<K>>((resolve, reject) => {
      if (refusal !== null) return reject(fromWireError(refusal))
      if (state === 'reconnecting') return reject(disconnected(false))
      const id = ++lastId
      const call: OpenCall = {
        frame: { type: 'call', id, operation, input },
        isSent: false,
        succeed: (output) => {
          const parsed = callSchemas[operation].output.safeParse(output)
          if (parsed.success) resolve(parsed.data)
          else reject(malformed())
        },
        fail: reject,
      }
      calls.set(id, call)
      if (transport !== null) sendCall(id, call, transport)
    }),
    watch: (operation, input, onItem, onError) => {
      let resumeAt = input
      let isWanted = true
      const open: OpenWatch = {
        id: ++lastId,
        frame: (id) => ({ type: 'watch', id, operation, input: resumeAt }),
        take: (item) => {
          const parsed = watchSchemas[operation].item.safeParse(item)
          if (!parsed.success) return false
          resumeAt = resumePoints[operation]?.(resumeAt, parsed.data) ?? resumeAt
          tell(onItem, parsed.data)
          return true
        },
        fail: (error) => {
          if (!isWanted) return
          if (onError === undefined) onListenerError(fromWireError(error))
          else tell(onError, error)
        },
      }
      watches.set(open.id, open)
      if (transport !== null) sendWatch(open, transport)
      return () => {
        isWanted = false
        if (watches.delete(open.id)) transport?.send({ type: 'end', id: open.id })
      }
    },
    connection: {
      read: () => state,
      subscribe: (listener) => {
        stateListeners.add(listener)
        return () => { stateListeners.delete(listener) }
      },
      refusal: () => refusal,
    },
    close: () => {
      watches.clear()
      giveUp()
      transport?.close()
      transport = null
      failCalls((call) => disconnected(call.isSent))
      if (state !== 'refused') become('reconnecting', null)
    },
  }
}

const asAppError = (error: unknown): AppError => (error instanceof AppError ? error : new AppError('internal.bug', toWireError(error).message, { cause: error }))
