import { z } from 'zod'
import type { JsonObject } from '../../../shared/json.ts'
import { TaintSource } from '../../../shared/taint.ts'
import { stepOf, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { runTool, type ToolResult } from './run-tool.ts'
import type { TurnPorts } from './turn-ports.ts'

const Cached = z.object({ content: z.string(), taint: z.array(TaintSource) })

/** Runs a call that was announced. Never throws. A cached result brings the taint it had when it was read. */
export async function startCall(ports: TurnPorts, state: TurnState, call: CallStateOf<'running'>, entry: CatalogEntry, args: JsonObject, signal: AbortSignal): Promise<ToolResult> {
  const { tool } = entry
  const { clock, toolCache, watchers } = ports
  const key = call.call.meta?.digest ?? ''
  const cached = tool.cacheTtlMs === null ? null : Cached.safeParse(toolCache.get(tool.identity, `result:${key}`, clock.now()))
  if (cached?.success === true) return { outcome: 'ok', content: cached.data.content, errorCode: null, taint: cached.data.taint, fromCache: true, stillRunning: false }
  const result = await runTool({
    tool, args, signal, now: clock.now,
    context: {
      turnId: state.turnId, callId: call.call.callId, idempotencyKey: call.call.meta?.idempotencyKey ?? '',
      taint: stepOf(state, call.call.step)?.taint ?? [], deps: null,
      emitStatus: (text) => { watchers.status(state.turnId, call.call.callId, text.slice(0, 200)) },
      cache: {
        get: (name) => toolCache.get(tool.identity, `own:${name}`, clock.now()),
        set: (name, value, { ttl }) => { toolCache.set(tool.identity, `own:${name}`, value, clock.now() + ttl * 1000) },
      },
    },
  })
  if (tool.cacheTtlMs !== null && result.outcome === 'ok') toolCache.set(tool.identity, `result:${key}`, { content: result.content, taint: result.taint }, clock.now() + tool.cacheTtlMs)
  return result
}
