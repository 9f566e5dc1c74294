import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { ConnectorRow } from '../../../shared/run-record.ts'
import { PERSON_CHAT } from '../roles/roles.ts'
import { startOfDay } from '../store/activity.ts'
import { problemOf, type CatalogEntry } from '../tools/catalog.ts'
import type { Connector } from '../tools/tool.ts'
import type { CoreParts } from './core-parts.ts'
import { explainTools } from './explain-tools.ts'
import { createRows, type Rows } from './rows.ts'

type ConnectorCalls = Pick<CallHandlers, 'connector.switch' | 'tool.switch' | 'tool.require-approval' | 'tool.explain'>

export interface ConnectorHandlers { readonly calls: ConnectorCalls; readonly watches: Pick<WatchHandlers, 'connectors.watch'>; readonly refresh: () => void; readonly close: () => void }

export function createConnectorHandlers(parts: CoreParts): ConnectorHandlers {
  const { catalog, settings, activity, host } = parts
  const toRow = (connector: Connector): ConnectorRow => {
    const on = settings.connectorOn(connector.id) ?? true
    const problem = problemOf(connector)
    const since = startOfDay(host.clock.now())
    return {
      connectorId: connector.id, label: connector.label, builtIn: connector.builtIn, on, state: !on ? 'off' : problem === null ? 'ready' : 'degraded', detail: on ? problem : null,
      tools: catalog.entries().filter((entry) => entry.connector.id === connector.id).map((entry) => toToolRow(entry, activity.tool(entry.tool.identity, since))),
    }
  }
  const rows: Rows<ConnectorRow> = createRows({
    list: () => catalog.connectors.map(toRow),
    idOf: (row) => row.connectorId,
    find: (id) => { const connector = catalog.connectors.find((candidate) => candidate.id === id); return connector === undefined ? null : toRow(connector) },
  })
  const known = (identity: ToolIdentity): ToolIdentity => {
    if (catalog.find(identity) === null) throw new AppError('input.not-found', 'There is no such tool.')
    return identity
  }
  parts.onAppended((_state, seated) => {
    for (const { event } of seated) if (event.kind === 'tool.called' && event.meta !== null && event.meta.tool !== null) rows.touch(event.meta.tool.connectorId)
  })

  return {
    refresh: () => { for (const connector of catalog.connectors) rows.touch(connector.id) },
    close: rows.end,
    calls: {
      'connector.switch': ({ connectorId, on }) => {
        if (!catalog.connectors.some((connector) => connector.id === connectorId)) throw new AppError('input.not-found', 'There is no such connector.')
        settings.switchConnector(connectorId, on)
        rows.touch(connectorId)
        return Promise.resolve({})
      },
      'tool.switch': ({ connectorId, tool, on }) => {
        parts.choices.choose(known({ connectorId, tool }), { on })
        rows.touch(connectorId)
        return Promise.resolve({})
      },
      'tool.require-approval': ({ connectorId, tool, required }) => {
        parts.choices.choose(known({ connectorId, tool }), { requiresApproval: required })
        rows.touch(connectorId)
        return Promise.resolve({})
      },
      'tool.explain': ({ chatId }) => Promise.resolve([...explainTools(parts, PERSON_CHAT, chatId)]),
    },
    watches: { 'connectors.watch': (_input, emit) => rows.watch(emit) },
  }
}

const toToolRow = ({ tool, on, asksByPerson }: CatalogEntry, use: { readonly lastUsedAt: number | null; readonly calls: number }): ConnectorRow['tools'][number] => ({
  tool: tool.identity.tool, title: tool.title, description: tool.description, toolClass: tool.toolClass, provenance: tool.provenance, untrusted: tool.untrusted, egress: tool.egress,
  on, requiresApproval: asksByPerson || tool.alwaysAsks, lastUsedAt: use.lastUsedAt, callsToday: use.calls,
})
