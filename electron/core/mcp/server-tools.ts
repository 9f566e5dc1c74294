import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { ServerCall } from './call-tool.ts'
import type { Connection } from './connection.ts'
import type { ToolList } from './list-tools.ts'
import type { ListedTool } from './listed-tool.ts'
import type { Relisting } from './relisting.ts'
import { toTool, type CallLimits, type McpTool } from './to-tool.ts'

/** What one server lists now, or listed last. */
export interface ServerTools {
  readonly take: (list: ToolList) => void
  /** The same array until another list is taken. */
  readonly tools: () => readonly McpTool[]
  readonly leftOut: () => ToolList['leftOut']
}

export interface ServerToolsOptions {
  readonly connectorId: ConnectorId
  /** As a person calls it now. */
  readonly label: () => string
  readonly limits: CallLimits
  readonly redact: (text: string) => string
  /** Null while it isn't running. */
  readonly connection: () => Connection | null
  readonly relisting: Relisting
  /** Milliseconds that a call waits for a list that is being read anew. */
  readonly relistMs: number
  /** What it listed before it was started this time; calls are only ever sent after a list of its own. */
  readonly remembered: ToolList | null
}

/**
 * Tools that outlive restarts: the same definition is the same tool. A tool that is no longer listed, or is listed with another
 * definition, sends nothing: what a person approved is what runs. After a server's word that its list changed, calls wait
 * for the new one.
 */
export function createServerTools({ connectorId, label, limits, redact, connection, relisting, relistMs, remembered }: ServerToolsOptions): ServerTools {
  let current: ReadonlyMap<string, { readonly definition: string; readonly tool: McpTool }> = new Map()
  let leftOut: ToolList['leftOut'] = []
  let tools: readonly McpTool[] = []
  const call = async (definition: string, { name }: ListedTool, sent: ServerCall): Promise<unknown> => {
    if (connection() !== null && relisting.pending) await waitForList(relisting, { label: label(), waitMs: Math.min(relistMs, limits.quietMs), signal: sent.signal })
    const open = connection()
    if (open === null) throw new AppError('connector.not-ready', `${label()} is not running; nothing was sent to it.`)
    const now = current.get(name)
    if (now === undefined) throw new AppError('tool.failed', `${label()} no longer offers ${name}; nothing was sent to it.`)
    if (now.definition !== definition) throw new AppError('tool.failed', `${label()} changed ${name} in the meantime; nothing was sent to it.`)
    try {
      return await open.call(sent)
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.code, redact(error.message), { cause: error }) : error
    }
  }
  const take = (list: ToolList): void => {
    const known = current
    leftOut = list.leftOut
    current = new Map(list.tools.map((listed) => {
      const definition = canonicalJson(listed)
      const same = known.get(listed.name)
      return [listed.name, same?.definition === definition ? same : { definition, tool: toTool(listed, { connectorId, limits, redact, call: (sent) => call(definition, listed, sent) }) }]
    }))
    const next = [...current.values()].map(({ tool }) => tool)
    if (next.length !== tools.length || next.some((tool, index) => tool !== tools[index])) tools = next
  }
  if (remembered !== null) take(remembered)
  return { take, tools: () => tools, leftOut: () => leftOut }
}

/** @throws AppError `connector.not-ready` when the time is up; the signal's reason */
async function waitForList(relisting: Relisting, { label, waitMs, signal }: { readonly label: string; readonly waitMs: number; readonly signal: AbortSignal }): Promise<void> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => { reject(new AppError('connector.not-ready', `${label} said that its tools changed and has not listed them anew; nothing was sent to it.`)) }, waitMs)
  const onStop = (): void => { reject(signal.reason) }
  signal.addEventListener('abort', onStop, { once: true })
  try {
    await Promise.race([relisting.settled(), promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onStop)
  }
}
