import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ConnectorId } from '../../../shared/ids.ts'

/**
 * What tools took part in, from a moment on. A tool spends no tokens of its own: what its results cost is part of every
 * later step that is sent them, and no service tells it apart. So calls are counted, and what came of them is measured.
 */
export interface ToolUse {
  /** The most called first. @property resultLength UTF-16 units of all results that reached a model */
  readonly since: (from: number) => readonly { readonly connectorId: ConnectorId; readonly tool: string; readonly calls: number; readonly resultLength: number }[]
}

const Row = z.object({ connector_id: ConnectorId, tool: z.string(), calls: z.int(), length: z.int() })

export function createToolUse(database: Database.Database): ToolUse {
  const select = database.prepare(`SELECT connector_id, tool, count(*) AS calls, coalesce(sum(result_length), 0) AS length FROM audit_entries
    WHERE at >= ? AND connector_id IS NOT NULL AND tool IS NOT NULL GROUP BY connector_id, tool ORDER BY calls DESC, length DESC LIMIT 20`)
  return {
    since: (from) => select.all(from).map((row) => {
      const { connector_id: connectorId, tool, calls, length } = Row.parse(row)
      return { connectorId, tool, calls, resultLength: length }
    }),
  }
}
