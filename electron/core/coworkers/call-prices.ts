import type Database from 'better-sqlite3'
import { z } from 'zod'
import { ConnectorId } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'

export const CALL_PRICES_SCHEMA = `
CREATE TABLE call_prices (connector_id TEXT NOT NULL, tool TEXT NOT NULL, price INTEGER NOT NULL, PRIMARY KEY (connector_id, tool)) STRICT;
`

/** What calls cost by a person's word, in millionths of a dollar: of a connector, and of its tools where they differ. */
export interface CallPrices {
  /** Null: it doesn't bill. */
  readonly of: (identity: ToolIdentity) => number | null
  readonly ofConnector: (connectorId: ConnectorId) => number | null
  /** Of tools that have one of their own, by name. */
  readonly ofTools: (connectorId: ConnectorId) => readonly { readonly tool: string; readonly price: number }[]
  readonly bills: (connectorId: ConnectorId) => boolean
  /** @param tool null: all its tools that have no price of their own @param price null: it doesn't bill */
  readonly set: (connectorId: ConnectorId, tool: string | null, price: number | null) => void
  readonly forget: (connectorId: ConnectorId) => void
}

/** Stands for the connector's own: no tool is called nothing. */
const ALL = ''
const Row = z.object({ connector_id: ConnectorId, tool: z.string(), price: z.int().positive() })

/** Read once and written through: every call of a grant asks. */
export function createCallPrices(database: Database.Database): CallPrices {
  const prices = new Map<ConnectorId, Map<string, number>>()
  const write = (connectorId: ConnectorId, tool: string, price: number | null): void => {
    const ofTools = prices.get(connectorId) ?? new Map<string, number>()
    if (price === null) ofTools.delete(tool)
    else ofTools.set(tool, price)
    if (ofTools.size === 0) prices.delete(connectorId)
    else prices.set(connectorId, ofTools)
  }
  for (const value of database.prepare('SELECT * FROM call_prices').all()) {
    const row = Row.parse(value)
    write(row.connector_id, row.tool, row.price)
  }
  const save = database.prepare('INSERT INTO call_prices (connector_id, tool, price) VALUES (?, ?, ?) ON CONFLICT (connector_id, tool) DO UPDATE SET price = excluded.price')
  const remove = database.prepare('DELETE FROM call_prices WHERE connector_id = ? AND tool = ?')
  const removeAll = database.prepare('DELETE FROM call_prices WHERE connector_id = ?')
  const ofConnector = (connectorId: ConnectorId): number | null => prices.get(connectorId)?.get(ALL) ?? null
  return {
    of: ({ connectorId, tool }) => prices.get(connectorId)?.get(tool) ?? ofConnector(connectorId),
    ofConnector,
    ofTools: (connectorId) => [...prices.get(connectorId) ?? []].flatMap(([tool, price]) => (tool === ALL ? [] : [{ tool, price }])).sort((left, right) => (left.tool < right.tool ? -1 : 1)),
    bills: (connectorId) => prices.has(connectorId),
    set: (connectorId, tool, price) => {
      if (price === null) remove.run(connectorId, tool ?? ALL)
      else save.run(connectorId, tool ?? ALL, price)
      write(connectorId, tool ?? ALL, price)
    },
    forget: (connectorId) => {
      removeAll.run(connectorId)
      prices.delete(connectorId)
    },
  }
}
