import type { WebSocket } from 'ws'
import { subscribe } from '../shared/listeners.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { Transport } from '../shared/rpc.ts'

/** A window that falls this far behind, not counting one long frame, is cut off; it comes back with a snapshot. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
const PING_MS = 30_000

/** Frames as JSON texts over one WebSocket. Anything else that arrives is handed on as `undefined`, which parses as no frame. */
export function createWebSocketTransport(socket: WebSocket): Transport {
  const frameListeners = new Set<(frame: unknown) => void>()
  const closeListeners = new Set<() => void>()
  let longestUnread = 0
  let hasAnswered = true

  // A window behind a tunnel that broke never says goodbye.
  const heartbeat = setInterval(() => {
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
  }, PING_MS)
  socket.on('pong', () => { hasAnswered = true })
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    const frame = isBinary || !Buffer.isBuffer(data) ? undefined : parseJson(data.toString('utf8'))
    for (const listener of [...frameListeners]) listener(frame)
  })
  // What broke the connection is the other side's doing; `close` follows and says that it is gone.
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(heartbeat)
    for (const listener of [...closeListeners]) listener()
  })

  return {
    send: (frame) => {
      const text = JSON.stringify(frame)
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount === 0) longestUnread = 0
      if (socket.bufferedAmount - longestUnread > MOST_UNREAD_BYTES) return socket.terminate()
      longestUnread = Math.max(longestUnread, Buffer.byteLength(text))
      socket.send(text)
    },
    onFrame: (listener) => subscribe(frameListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
    close: () => socket.close(),
  }
}
