import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ConnectorId } from '../../../shared/ids.ts'
import { slugOf } from '../tools/names.ts'
import { Era } from './era.ts'
import { listFromColumn, listToColumn } from './remembered-list.ts'
import { ServerConfig, type NewServerConfig } from './server-config.ts'
import type { RememberedEra, SupervisorOptions } from './supervisor.ts'

/** `used_connector_ids` only grows: an id that was given once is never given to another server. */
export const SERVERS_SCHEMA = `
CREATE TABLE mcp_servers (connector_id TEXT PRIMARY KEY, position INTEGER NOT NULL, config TEXT NOT NULL CHECK (json_valid(config))) STRICT, WITHOUT ROWID;
CREATE TABLE used_connector_ids (connector_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE server_eras (connector_id TEXT PRIMARY KEY, era TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

export const SERVER_LISTS_SCHEMA = `
CREATE TABLE server_lists (connector_id TEXT PRIMARY KEY, at INTEGER NOT NULL, list TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Servers as a person set them up, in the order in which they were added. */
export interface ServerStore {
  readonly list: () => readonly ServerConfig[]
  /** Gives it an id that nothing had before. */
  readonly add: (config: NewServerConfig) => ServerConfig
  readonly put: (config: ServerConfig) => void
  readonly remove: (connectorId: ConnectorId) => void
  readonly eras: SupervisorOptions['eras']
  readonly lists: SupervisorOptions['lists']
}

const EraRow = z.object({ era: Era, at: z.int() })
const ListRow = z.object({ at: z.int(), list: z.string() })

/** Read once, kept in memory, written through. A row that can't be read costs itself, and stays. */
export function createServerStore(database: Database.Database): ServerStore {
  const insert = database.prepare('INSERT INTO mcp_servers (connector_id, position, config) VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM mcp_servers), ?)')
  const use = database.prepare('INSERT INTO used_connector_ids (connector_id) VALUES (?)')
  const update = database.prepare('UPDATE mcp_servers SET config = ? WHERE connector_id = ?')
  const remove = database.prepare('DELETE FROM mcp_servers WHERE connector_id = ?')
  const selectUsed = database.prepare('SELECT connector_id FROM used_connector_ids').pluck()
  const selectEra = database.prepare('SELECT era, at FROM server_eras WHERE connector_id = ?')
  const saveEra = database.prepare('INSERT INTO server_eras (connector_id, era, at) VALUES (?, ?, ?) ON CONFLICT (connector_id) DO UPDATE SET era = excluded.era, at = excluded.at')
  const dropEra = database.prepare('DELETE FROM server_eras WHERE connector_id = ?')
  const selectList = database.prepare('SELECT at, list FROM server_lists WHERE connector_id = ?')
  // A list that is read anew is mostly the one that is stored, and may be megabytes long.
  const touchList = database.prepare('UPDATE server_lists SET at = ? WHERE connector_id = ? AND list = ?')
  const saveList = database.prepare('INSERT INTO server_lists (connector_id, at, list) VALUES (?, ?, ?) ON CONFLICT (connector_id) DO UPDATE SET at = excluded.at, list = excluded.list')
  const dropList = database.prepare('DELETE FROM server_lists WHERE connector_id = ?')
  let configs: readonly ServerConfig[] = database.prepare('SELECT config FROM mcp_servers ORDER BY position').pluck().all().flatMap((value) => {
    const parsed = ServerConfig.safeParse(JSON.parse(z.string().parse(value)))
    return parsed.success ? [parsed.data] : []
  })
  return {
    list: () => configs,
    add: (fields) => {
      const config = database.transaction((): ServerConfig => {
        const id = slugOf(fields.label, new Set(selectUsed.all().map((used) => ConnectorId.parse(used))))
        const added = { id, ...fields }
        use.run(id)
        insert.run(id, JSON.stringify(added))
        return added
      })()
      configs = [...configs, config]
      return config
    },
    put: (config) => {
      update.run(JSON.stringify(config), config.id)
      configs = configs.map((before) => (before.id === config.id ? config : before))
    },
    remove: (connectorId) => {
      remove.run(connectorId)
      configs = configs.filter(({ id }) => id !== connectorId)
    },
    eras: {
      read: (connectorId): RememberedEra | null => EraRow.safeParse(selectEra.get(connectorId)).data ?? null,
      write: (connectorId, era) => {
        if (era === null) dropEra.run(connectorId)
        else saveEra.run(connectorId, era.era, era.at)
      },
    },
    lists: {
      read: (connectorId) => {
        const row = ListRow.safeParse(selectList.get(connectorId))
        const list = row.success ? listFromColumn(row.data.list) : null
        return !row.success || list === null ? null : { list, at: row.data.at }
      },
      write: (connectorId, remembered) => {
        if (remembered === null) {
          dropList.run(connectorId)
          return
        }
        const column = listToColumn(remembered.list)
        if (touchList.run(remembered.at, connectorId, column).changes === 0) saveList.run(connectorId, remembered.at, column)
      },
    },
  }
}
