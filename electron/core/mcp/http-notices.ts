import { setTimeout as pause } from 'node:timers/promises'
import type { AppError } from '../../../shared/errors.ts'
import { createAskAgain } from './ask-again.ts'
import { sessionHeaders, type ConnectionHeaders } from './http-headers.ts'
import { forgotten, isForgotten, mediaTypeOf, readRefusal, unauthorized } from './http-refusal.ts'
import type { HttpWire } from './http-wire.ts'

export interface HttpNoticesOptions {
  readonly wire: HttpWire
  readonly connection: () => ConnectionHeaders
  readonly signal: AbortSignal
  readonly take: (data: string) => void
  /** It was interrupted, and nobody knows what was told meanwhile. */
  readonly onMissed: () => void
  readonly onLost: (error: AppError) => void
}

/** The stream on which a server of the earlier revisions speaks by itself. */
export interface HttpNotices {
  /** Opens it and keeps it open; a server that has none is asked once. */
  readonly start: () => void
  /** It has none. */
  readonly deaf: () => boolean
}

const REFUSAL_MS = 15_000
const LONGEST_ASKED_MS = 30_000

export function createHttpNotices({ wire, connection, signal, take, onMissed, onLost }: HttpNoticesOptions): HttpNotices {
  let deaf = false
  let lastId: string | null = null
  let asked: number | null = null

  /** False: there is no use in asking again. */
  const listenOnce = async (isFirst: boolean): Promise<boolean> => {
    const sent = await wire.send({ method: 'GET', headers: { ...sessionHeaders(connection()), 'Accept': 'text/event-stream', ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) }, signal }, null)
    if (signal.aborted) return false
    if (!sent.ok) {
      if (!sent.connected) onLost(sent.error)
      return sent.connected
    }
    const { response } = sent
    const status = response.statusCode ?? 0
    if (status === 200 && mediaTypeOf(response) === 'text/event-stream') {
      if (!isFirst && lastId === null) onMissed()
      await wire.readEvents(response, { onEvent: ({ type, data }) => { if (type === 'message' && data !== '') take(data) }, onId: (id) => { lastId = id }, onRetry: (ms) => { asked = ms }, onTooLong: () => response.destroy() }, signal)
      return !signal.aborted
    }
    const refusal = await readRefusal(response, wire.url, AbortSignal.any([signal, AbortSignal.timeout(REFUSAL_MS)]))
    if (!isFirst && isForgotten(refusal, connection().session)) onLost(forgotten(wire.host))
    else if (status === 401) onLost(unauthorized(wire.host, 401))
    else if (status < 500) deaf = true
    return status >= 500
  }
  const listen = async (): Promise<void> => {
    const again = createAskAgain()
    for (let isFirst = true; ; isFirst = false) {
      again.asking()
      if (!(await listenOnce(isFirst))) return
      await pause(Math.min(Math.max(again.wait(), asked ?? 0), LONGEST_ASKED_MS), undefined, { signal })
    }
  }
  return {
    start: () => { void listen().catch(() => { /* It was stopped while it waited. */ }) },
    deaf: () => deaf,
  }
}
