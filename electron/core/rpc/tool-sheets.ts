import type { ToolRow } from '../../../shared/connector-record.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { isMcpTool } from '../mcp/to-tool.ts'
import { startOfDay } from '../store/activity.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type RowItem, type Rows } from './rows.ts'
import { createKnownNames, toToolRow } from './tool-row.ts'

/** The tools of each connector that somebody looks at. */
export interface ToolSheets {
  readonly watch: (connectorId: ConnectorId, emit: (item: RowItem<ToolRow>) => void) => () => void
  readonly touch: (connectorId: ConnectorId, tools: readonly string[]) => void
  /** Its list may be another one, or anything else about its tools. */
  readonly touchAll: (connectorId: ConnectorId) => void
  readonly end: () => void
}

interface Sheet { readonly rows: Rows<ToolRow>; /** Those that are gone are told as well. */ listed: readonly string[] }

export function createToolSheets(parts: CoreParts): ToolSheets {
  const { catalog, host } = parts
  const names = createKnownNames(catalog)
  const sheets = new Map<ConnectorId, Sheet>()
  const namesOf = (connectorId: ConnectorId): readonly string[] => catalog.entriesOf(connectorId).map(({ tool }) => tool.identity.tool)
  const open = (connectorId: ConnectorId): Sheet => {
    const since = (): number => startOfDay(host.clock.now())
    const rows: Rows<ToolRow> = createRows({
      onlyChanges: true, idOf: ({ tool }) => tool,
      list: () => catalog.entriesOf(connectorId).map((entry) => toToolRow(parts, entry, names, since())),
      find: (tool) => { const entry = catalog.find({ connectorId, tool }); return entry === null ? null : toToolRow(parts, entry, names, since()) },
    })
    return { rows, listed: namesOf(connectorId) }
  }

  /** One schema at a time, so that whoever waits for something else isn't held up by thousands. */
  const queue: { readonly connectorId: ConnectorId; readonly tool: string }[] = []
  let compiling = false
  const compileNext = (): void => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const sheet = sheets.get(next.connectorId)
      const entry = catalog.find(next)
      if (sheet === undefined || entry === null || !entry.on || entry.unusable !== null || !isMcpTool(entry.made) || entry.made.compiled()) continue
      if (entry.made.schemaProblem() !== null || entry.made.resultProblem() !== null) sheet.rows.touch(next.tool)
      setImmediate(compileNext)
      return
    }
    compiling = false
  }
  const compileSoon = (connectorId: ConnectorId, tools: readonly string[]): void => {
    for (const tool of tools) queue.push({ connectorId, tool })
    if (compiling) return
    compiling = true
    setImmediate(compileNext)
  }

  return {
    watch: (connectorId, emit) => {
      const sheet = sheets.get(connectorId) ?? open(connectorId)
      sheets.set(connectorId, sheet)
      const end = sheet.rows.watch(emit)
      compileSoon(connectorId, sheet.listed)
      return () => {
        end()
        if (!sheet.rows.watched && sheets.get(connectorId) === sheet) sheets.delete(connectorId)
      }
    },
    touch: (connectorId, tools) => {
      const sheet = sheets.get(connectorId)
      if (sheet === undefined) return
      for (const tool of tools) sheet.rows.touch(tool)
      compileSoon(connectorId, tools)
    },
    touchAll: (connectorId) => {
      const sheet = sheets.get(connectorId)
      if (sheet === undefined) return
      const now = namesOf(connectorId)
      for (const tool of new Set([...sheet.listed, ...now])) sheet.rows.touch(tool)
      sheet.listed = now
      compileSoon(connectorId, now)
    },
    end: () => {
      queue.length = 0
      for (const { rows } of sheets.values()) rows.end()
      sheets.clear()
    },
  }
}
