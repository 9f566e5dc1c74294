import { z } from 'zod'
import { keepsTexts } from '../../../shared/capture.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { TaintSource } from '../../../shared/taint.ts'
import { stepOf, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { idempotencyKeyOf } from '../tools/fingerprint.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { NestedRequest } from './mailbox-message.ts'
import type { EffectPort } from './run-effect.ts'
import { runTool, type ToolResult } from './run-tool.ts'
import type { TurnPorts } from './turn-ports.ts'

const Cached = z.object({ content: z.string(), taint: z.array(TaintSource) })

/** Runs a call that was announced. Never throws. What comes of it holds no secret that was used in this process. */
export async function startCall(ports: TurnPorts, ...run: RunArguments): Promise<ToolResult> {
  return withoutSecrets(ports, await runAnnounced(ports, ...run))
}

const withoutSecrets = ({ secrets }: TurnPorts, result: ToolResult): ToolResult =>
  ({ ...result, content: secrets.redact(result.content), taint: result.taint.map((source) => ({ ...source, label: secrets.redact(source.label).slice(0, 300).toWellFormed() })) })

type RunArguments = readonly [state: TurnState, call: CallStateOf<'running'>, entry: CatalogEntry, args: JsonObject, signal: AbortSignal, inner: InnerWork]

/** What a running call's own code asks of its turn. */
export interface InnerWork extends Pick<EffectPort, 'begin' | 'end'> { readonly call: (request: NestedRequest) => Promise<ToolResult> }

/** A cached result brings the taint it had when it was read. */
async function runAnnounced(ports: TurnPorts, ...[state, call, entry, args, signal, inner]: RunArguments): Promise<ToolResult> {
  const { tool } = entry
  const { clock, secrets, toolCache, watchers } = ports
  const key = `result:${call.call.meta?.digest ?? ''}`
  const { started } = state
  // A cache outlives the turn, so what the turn won't keep isn't put into one.
  const maySave = started !== null && keepsTexts(started.capture)
  const cached = tool.cacheTtlMs === null ? null : readCached(() => toolCache.get(tool.identity, key, clock.now()))
  if (cached !== null) return { outcome: 'ok', content: cached.content, errorCode: null, taint: cached.taint, fromCache: true, stillRunning: false }
  const place = call.call.position
  const result = await runTool({
    tool, args, signal, now: clock.now, http: ports.http,
    // Positions count anew with each try, so that a try after a crash finds the records of the one before.
    callNested: (under, identity, nestedArgs, id) => inner.call({ parent: call.call.callId, position: id === undefined ? `${place}${under}` : `${place}#id=${id}`, tool: identity, args: nestedArgs }),
    effects: { begin: inner.begin, end: inner.end, keyOf: (effectId) => idempotencyKeyOf(state.turnId, `${place}#step=${effectId}`, ports.sha256), withoutSecrets: secrets.redactJson },
    context: {
      turnId: state.turnId, callId: call.call.callId, idempotencyKey: call.call.meta?.idempotencyKey ?? '',
      taint: stepOf(state, call.call.step)?.taint ?? [], deps: null, role: roleFacts(ports, state),
      emitStatus: (text) => { if (!signal.aborted) watchers.status(state.turnId, call.call.callId, secrets.redact(text).slice(0, 200)) },
      cache: {
        get: (name) => toolCache.get(tool.identity, `own:${name}`, clock.now()),
        set: (name, value, { ttl }) => { if (maySave) toolCache.set(tool.identity, `own:${name}`, secrets.redactJson(value), { now: clock.now(), expiresAt: clock.now() + ttl * 1000 }) },
      },
    },
  })
  if (tool.cacheTtlMs !== null && maySave && result.outcome === 'ok' && result.images === undefined) {
    const { cacheTtlMs } = tool
    const { content, taint } = withoutSecrets(ports, result)
    tryToKeep(() => { toolCache.set(tool.identity, key, { content, taint }, { now: clock.now(), expiresAt: clock.now() + cacheTtlMs }) })
  }
  return result
}

function roleFacts(ports: TurnPorts, state: TurnState): ToolContext['role'] {
  const role = ports.facts.roleOf(state)
  return { id: state.started?.role ?? '', drafts: role?.drafts.folder ?? null, delegatesTo: role?.delegatesTo ?? [], skills: role === null ? [] : role.skills }
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
