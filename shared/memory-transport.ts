import { subscribe } from './listeners.ts'
import type { Transport } from './rpc.ts'

export interface TransportPair {
  readonly client: Transport
  readonly core: Transport
}

interface End {
  readonly frameListeners: Set<(frame: unknown) => void>
  readonly closeListeners: Set<() => void>
}

/**
 * Two linked transports within one process. As over a wire, the sides share no object and nothing arrives before
 * the sender has gone on; frames sent before a close still arrive at the other side.
 */
export function linkTransports(): TransportPair {
  const client = makeEnd()
  const core = makeEnd()
  let isOpen = true
  /** Keeps frames and the close in the order they were sent, both ways. */
  let delivery = Promise.resolve()

  const deliver = (then: () => void): void => { delivery = delivery.then(then) }
  const transportOf = (own: End, other: End): Transport => {
    let hasClosed = false
    const close = (): void => {
      hasClosed = true
      if (!isOpen) return
      isOpen = false
      deliver(() => { for (const listener of [...own.closeListeners, ...other.closeListeners]) listener() })
    }
    return {
      send: (frame) => {
        const text = JSON.stringify(frame)
        if (!isOpen) return
        deliver(() => { for (const listener of [...other.frameListeners]) listener(JSON.parse(text)) })
      },
      onFrame: (listener) => subscribe(own.frameListeners, (frame) => { if (!hasClosed) listener(frame) }),
      onClose: (listener) => subscribe(own.closeListeners, listener),
      close,
    }
  }
  return { client: transportOf(client, core), core: transportOf(core, client) }
}

const makeEnd = (): End => ({ frameListeners: new Set(), closeListeners: new Set() })
