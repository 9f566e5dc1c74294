import { z } from 'zod'
import type { JsonObject } from '../../../shared/json.ts'
import { TaintSource } from '../../../shared/taint.ts'
import { stepOf, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import type { NestedRequest } from './mailbox-message.ts'
import { runTool, type ToolResult } from './run-tool.ts'
import type { TurnPorts } from './turn-ports.ts'

const Cached = z.object({ content: z.string(), taint: z.array(TaintSource) })

/** Runs a call that was announced. Never throws. A cached result brings the taint it had when it was read. */
export async function startCall(ports: TurnPorts, state: TurnState, call: CallStateOf<'running'>, entry: CatalogEntry, args: JsonObject, signal: AbortSignal, callNested: (request: NestedRequest) => Promise<ToolResult>): Promise<ToolResult> {
  const { tool } = entry
  const { clock, toolCache, watchers } = ports
  const key = `result:${call.call.meta?.digest ?? ''}`
  const cached = tool.cacheTtlMs === null ? null : readCached(() => toolCache.get(tool.identity, key, clock.now()))
  if (cached !== null) return { outcome: 'ok', content: cached.content, errorCode: null, taint: cached.taint, fromCache: true, stillRunning: false }
  const place = call.call.position
  const result = await runTool({
    tool, args, signal, now: clock.now, http: ports.http,
    // Positions count anew with each try, so that a try after a crash finds the records of the one before.
    callNested: (number, identity, nestedArgs, id) => callNested({ parent: call.call.callId, position: id === undefined ? `${place}.${number}` : `${place}#id=${id}`, tool: identity, args: nestedArgs }),
    context: {
      turnId: state.turnId, callId: call.call.callId, idempotencyKey: call.call.meta?.idempotencyKey ?? '',
      taint: stepOf(state, call.call.step)?.taint ?? [], deps: null,
      emitStatus: (text) => { if (!signal.aborted) watchers.status(state.turnId, call.call.callId, text.slice(0, 200)) },
      cache: {
        get: (name) => toolCache.get(tool.identity, `own:${name}`, clock.now()),
        set: (name, value, { ttl }) => { toolCache.set(tool.identity, `own:${name}`, value, { now: clock.now(), expiresAt: clock.now() + ttl * 1000 }) },
      },
    },
  })
  if (tool.cacheTtlMs !== null && result.outcome === 'ok') {
    const { cacheTtlMs } = tool
    tryToKeep(() => { toolCache.set(tool.identity, key, { content: result.content, taint: result.taint }, { now: clock.now(), expiresAt: clock.now() + cacheTtlMs }) })
  }
  return result
}

/** A cache that can't be read is an empty one: the call runs. */
function readCached(read: () => unknown): z.infer<typeof Cached> | null {
  try {
    return Cached.safeParse(read()).data ?? null
  } catch {
    return null
  }
}

/** The result is there whether or not it could be kept. True: it was. */
function tryToKeep(keep: () => void): boolean {
  try {
    keep()
    return true
  } catch {
    return false
  }
}
