import { AppError } from '../../../shared/errors.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { McpConnector } from './mcp-connector.ts'
import { parseServerConfig, type ServerChange, type ServerConfig, type ServerSetup } from './server-config.ts'
import type { ServerStore } from './server-store.ts'
import type { Supervisor } from './supervisor.ts'

/** What is stored and what runs, kept in step: every change is stored first. */
export interface ConfiguredServers {
  readonly connectors: () => readonly McpConnector[]
  readonly configs: () => readonly ServerConfig[]
  /** Null: no server has this id. */
  readonly find: (connectorId: string) => { readonly config: ServerConfig; readonly connector: McpConnector } | null
  /** Null: no server has this id. */
  readonly isOn: (connectorId: string) => boolean | null
  /** Stores it; one that is on starts. @throws AppError `connector.invalid` */
  readonly add: (setup: ServerSetup, on: boolean) => ConnectorId
  /** @throws AppError `connector.invalid`, `input.not-found` */
  readonly change: (connectorId: ConnectorId, change: ServerChange) => void
  /** @throws AppError `input.not-found` */
  readonly remove: (connectorId: ConnectorId) => void
  readonly retry: (connectorId: ConnectorId) => void
  readonly onChanged: Supervisor['onChanged']
}

/** Nothing starts before the supervisor is told to. */
export function createConfiguredServers(store: ServerStore, supervisor: Supervisor): ConfiguredServers {
  supervisor.configure(store.list())
  const find: ConfiguredServers['find'] = (connectorId) => {
    const config = store.list().find(({ id }) => id === connectorId)
    const connector = supervisor.connectors().find(({ id }) => id === connectorId)
    return config === undefined || connector === undefined ? null : { config, connector }
  }
  const configOf = (connectorId: ConnectorId): ServerConfig => {
    const found = find(connectorId)
    if (found === null) throw new AppError('input.not-found', 'There is no such server.')
    return found.config
  }
  return {
    connectors: supervisor.connectors, configs: store.list, find, isOn: (connectorId) => store.list().find(({ id }) => id === connectorId)?.on ?? null, onChanged: supervisor.onChanged, retry: supervisor.retry,
    add: (setup, on) => {
      const { id: _unused, ...fields } = parseServerConfig({ ...setup, id: 'mcp-new', on })
      const { id } = store.add(fields)
      supervisor.configure(store.list())
      return id
    },
    change: (connectorId, change) => {
      store.put(parseServerConfig({ ...configOf(connectorId), ...change }))
      supervisor.configure(store.list())
    },
    remove: (connectorId) => {
      store.remove(configOf(connectorId).id)
      supervisor.configure(store.list())
    },
  }
}
