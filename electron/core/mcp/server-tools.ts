import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { ServerCall } from './call-tool.ts'
import type { Connection } from './connection.ts'
import type { ToolList } from './list-tools.ts'
import type { ListedTool } from './listed-tool.ts'
import { toTool, type CallLimits, type McpTool } from './to-tool.ts'

/** What one server lists now. */
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
}

/**
 * Tools that outlive restarts: the same definition is the same tool. A tool that is no longer listed, or is listed with another
 * definition, sends nothing: what a person approved is what runs.
 */
export function createServerTools({ connectorId, label, limits, redact, connection }: ServerToolsOptions): ServerTools {
  let current: ReadonlyMap<string, { readonly definition: string; readonly tool: McpTool }> = new Map()
  let leftOut: ToolList['leftOut'] = []
  let tools: readonly McpTool[] = []
  const call = async (listed: ListedTool, sent: ServerCall): Promise<unknown> => {
    const open = connection()
    if (open === null) throw new AppError('connector.not-ready', `${label()} is not running; nothing was sent to it.`)
    const now = current.get(listed.name)
    if (now === undefined) throw new AppError('tool.failed', `${label()} no longer offers ${listed.name}; nothing was sent to it.`)
    if (now.definition !== canonicalJson(listed)) throw new AppError('tool.failed', `${label()} changed ${listed.name} in the meantime; nothing was sent to it.`)
    try {
      return await open.call(sent)
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.code, redact(error.message), { cause: error }) : error
    }
  }
  return {
    take: (list) => {
      const known = current
      leftOut = list.leftOut
      current = new Map(list.tools.map((listed) => {
        const definition = canonicalJson(listed)
        const same = known.get(listed.name)
        return [listed.name, same?.definition === definition ? same : { definition, tool: toTool(listed, { connectorId, limits, redact, call }) }]
      }))
      tools = [...current.values()].map(({ tool }) => tool)
    },
    tools: () => tools,
    leftOut: () => leftOut,
  }
}
