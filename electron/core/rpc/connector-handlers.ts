import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { ConnectorRow } from '../../../shared/run-record.ts'
import { PERSON_CHAT } from '../roles/roles.ts'
import { toConnectorRow } from './connector-row.ts'
import type { CoreParts } from './core-parts.ts'
import { explainTools } from './explain-tools.ts'
import { createReviewHandlers } from './review-handlers.ts'
import { createRows, type Rows } from './rows.ts'
import { createServerHandlers } from './server-handlers.ts'

type ConnectorCalls = ReturnType<typeof createReviewHandlers> & ReturnType<typeof createServerHandlers> & Pick<CallHandlers, 'connector.switch' | 'tool.explain'>

export interface ConnectorHandlers { readonly calls: ConnectorCalls; readonly watches: Pick<WatchHandlers, 'connectors.watch'>; readonly refresh: () => void; readonly close: () => void }

/** @param refreshApprovals told when approvals that were given ahead are gone */
export function createConnectorHandlers(parts: CoreParts, refreshApprovals: () => void): ConnectorHandlers {
  const { catalog, settings, servers } = parts
  const rows: Rows<ConnectorRow> = createRows({
    list: () => catalog.connectors.map((connector) => toConnectorRow(parts, connector)),
    idOf: (row) => row.connectorId,
    find: (id) => { const connector = catalog.connectors.find((candidate) => candidate.id === id); return connector === undefined ? null : toConnectorRow(parts, connector) },
  })
  const touch = (connectorId: ConnectorId): void => { rows.touch(connectorId) }
  /** Those that are gone are told as well. */
  let listed: readonly ConnectorId[] = []
  const touchServers = (): void => {
    const now = servers.connectors().map(({ id }) => id)
    for (const id of new Set([...listed, ...now])) touch(id)
    listed = now
  }
  listed = servers.connectors().map(({ id }) => id)
  const stopListening = servers.onChanged(touchServers)
  parts.onAppended((_state, seated) => {
    for (const { event } of seated) if (event.kind === 'tool.called' && event.meta !== null && event.meta.tool !== null) touch(event.meta.tool.connectorId)
  })

  return {
    refresh: () => { for (const connector of catalog.connectors) touch(connector.id) },
    close: () => {
      stopListening()
      rows.end()
    },
    calls: {
      ...createReviewHandlers(parts, touch),
      ...createServerHandlers(parts, refreshApprovals),
      'connector.switch': async ({ connectorId, on }) => {
        if (!catalog.connectors.some((connector) => connector.id === connectorId)) throw new AppError('input.not-found', 'There is no such connector.')
        if (servers.find(connectorId) === null) settings.switchConnector(connectorId, on)
        else servers.change(connectorId, { on })
        touch(connectorId)
        return {}
      },
      'tool.explain': ({ chatId }) => Promise.resolve([...explainTools(parts, PERSON_CHAT, chatId)]),
    },
    watches: { 'connectors.watch': (_input, emit) => rows.watch(emit) },
  }
}
