import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { ToolIdentity } from '../../../shared/policy.ts'

/** Counts over what happened, from rows that the journal's projections keep. */
export interface Activity {
  readonly turnsSince: (at: number) => number
  readonly turnsRunning: () => number
  readonly turnsPaused: () => number
  tool(identity: ToolIdentity, since: number): { readonly lastUsedAt: number | null; readonly calls: number }
}

const Count = z.int()
const Use = z.object({ last: z.int().nullable(), calls: z.int() })

export function createActivity(database: Database.Database): Activity {
  const turns = database.prepare('SELECT count(*) FROM turns WHERE started_at >= ?').pluck()
  const running = database.prepare(`SELECT count(*) FROM turns WHERE status = 'running'`).pluck()
  const paused = database.prepare(`SELECT count(*) FROM turns JOIN chats USING (chat_id) WHERE status = 'paused' AND deleted_at IS NULL`).pluck()
  const use = database.prepare('SELECT (SELECT max(at) FROM audit_entries WHERE connector_id = @connectorId AND tool = @tool) AS last, (SELECT count(*) FROM audit_entries WHERE connector_id = @connectorId AND tool = @tool AND at >= @since) AS calls')
  return {
    turnsSince: (at) => Count.parse(turns.get(at)),
    turnsRunning: () => Count.parse(running.get()),
    turnsPaused: () => Count.parse(paused.get()),
    tool: ({ connectorId, tool }, since) => {
      const row = Use.parse(use.get({ connectorId, tool, since }))
      return { lastUsedAt: row.last, calls: row.calls }
    },
  }
}

/** The beginning of the person's local day that `at` is in, in milliseconds since 1970. */
export function startOfDay(at: number): number {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}
