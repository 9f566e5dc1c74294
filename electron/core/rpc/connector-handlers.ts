import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { ConnectorRow } from '../../../shared/run-record.ts'
import { PERSON_CHAT } from '../roles/built-in-roles.ts'
import type { Tool } from '../tools/tool.ts'
import { toConnectorRow } from './connector-row.ts'
import type { CoreParts } from './core-parts.ts'
import { explainTools } from './explain-tools.ts'
import { createReviewHandlers } from './review-handlers.ts'
import { createRows, type Rows } from './rows.ts'
import { createServerHandlers, type AfterRemoval } from './server-handlers.ts'
import { createToolSheets } from './tool-sheets.ts'

type ConnectorCalls = ReturnType<typeof createReviewHandlers> & ReturnType<typeof createServerHandlers> & Pick<CallHandlers, 'connector.switch' | 'tool.explain'>

export interface ConnectorHandlers { readonly calls: ConnectorCalls; readonly watches: Pick<WatchHandlers, 'connectors.watch' | 'connector-tools.watch'>; readonly refresh: () => void; readonly close: () => void }

/** A folder comes and goes without a word; while somebody looks, it is looked at this often, in milliseconds. */
const LOOK_AGAIN_MS = 2000

export function createConnectorHandlers(parts: CoreParts, after: AfterRemoval): ConnectorHandlers {
  const { catalog, settings, servers } = parts
  const rows: Rows<ConnectorRow> = createRows({
    onlyChanges: true,
    list: () => catalog.connectors.map((connector) => toConnectorRow(parts, connector)),
    idOf: (row) => row.connectorId,
    find: (id) => { const connector = catalog.connectors.find((candidate) => candidate.id === id); return connector === undefined ? null : toConnectorRow(parts, connector) },
  })
  const sheets = createToolSheets(parts)
  const touch = (connectorId: ConnectorId, tools: readonly string[]): void => {
    rows.touch(connectorId)
    sheets.touch(connectorId, tools)
  }
  const refresh = (connectorId: ConnectorId): void => {
    rows.touch(connectorId)
    sheets.touchAll(connectorId)
  }
  /** As of the last word: those that are gone are told as well, and only lists that are others are read anew. */
  let listed: ReadonlyMap<ConnectorId, readonly Tool[]> = new Map(servers.connectors().map(({ id, tools }) => [id, tools]))
  const touchServers = (): void => {
    const now = new Map(servers.connectors().map(({ id, tools }) => [id, tools]))
    for (const id of new Set([...listed.keys(), ...now.keys()])) {
      if (listed.get(id) === now.get(id)) rows.touch(id)
      else refresh(id)
    }
    listed = now
  }
  const stopListening = servers.onChanged(touchServers)
  const touchBuiltIn = (): void => { for (const { id, builtIn } of catalog.connectors) if (builtIn) rows.touch(id) }
  const looking = setInterval(touchBuiltIn, LOOK_AGAIN_MS)
  looking.unref()
  parts.onAppended((_state, seated) => {
    for (const { event } of seated) {
      if (event.kind === 'tool.called' && event.meta !== null && event.meta.tool !== null) sheets.touch(event.meta.tool.connectorId, [event.meta.tool.tool])
      // What a step isn't offered is shown as it is.
      if (event.kind === 'step.started') touchBuiltIn()
    }
  })

  return {
    refresh: () => { for (const connector of catalog.connectors) refresh(connector.id) },
    close: () => {
      clearInterval(looking)
      stopListening()
      rows.end()
      sheets.end()
    },
    calls: {
      ...createReviewHandlers(parts, touch),
      ...createServerHandlers(parts, after, rows.touch),
      'connector.switch': async ({ connectorId, on }) => {
        if (!catalog.connectors.some((connector) => connector.id === connectorId)) throw new AppError('input.not-found', 'There is no such connector.')
        if (servers.find(connectorId) === null) settings.switchConnector(connectorId, on)
        else servers.change(connectorId, { on })
        rows.touch(connectorId)
        return {}
      },
      'tool.explain': ({ chatId }) => Promise.resolve([...explainTools(parts, PERSON_CHAT, chatId)]),
    },
    watches: { 'connectors.watch': (_input, emit) => rows.watch(emit), 'connector-tools.watch': ({ connectorId }, emit) => sheets.watch(connectorId, emit) },
  }
}
