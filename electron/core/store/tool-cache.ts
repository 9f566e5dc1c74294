import type Database from 'better-sqlite3'
import { z } from 'zod'
import { canonicalJson } from '../../../shared/json.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'

/** Values that tools keep for a while, each tool apart from the others. Values are JSON. */
export interface ToolCacheStore {
  /** Undefined when there is none, or it is too old at `now`. */
  readonly get: (identity: ToolIdentity, key: string, now: number) => unknown
  /** Lets go of whatever is too old at `now`. @throws NotJsonError */
  readonly set: (identity: ToolIdentity, key: string, value: unknown, times: { readonly now: number; readonly expiresAt: number }) => void
}

export function createToolCache(database: Database.Database): ToolCacheStore {
  const select = database.prepare('SELECT value FROM tool_cache WHERE connector_id = ? AND tool = ? AND key = ? AND expires_at > ?').pluck()
  const upsert = database.prepare('INSERT INTO tool_cache (connector_id, tool, key, value, expires_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at')
  const removeOld = database.prepare('DELETE FROM tool_cache WHERE expires_at <= ?')
  return {
    get: ({ connectorId, tool }, key, now) => {
      const text = z.string().safeParse(select.get(connectorId, tool, key, now))
      if (!text.success) return undefined
      const value: unknown = JSON.parse(text.data)
      return value
    },
    set: ({ connectorId, tool }, key, value, { now, expiresAt }) => {
      removeOld.run(now)
      upsert.run(connectorId, tool, key, canonicalJson(value), expiresAt)
    },
  }
}
