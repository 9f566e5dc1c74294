import type Database from 'better-sqlite3'
import { serverSecretName } from '../../../shared/connector-record.ts'
import type { Host } from '../host.ts'
import type { Operator } from '../operator/parse-operator.ts'
import { createBundles, type Bundles } from './bundles.ts'
import { createConfiguredServers, type ConfiguredServers } from './configured-servers.ts'
import type { ServerNetwork } from './http-wire.ts'
import { createServerStore } from './server-store.ts'
import { createSupervisor } from './supervisor.ts'

export interface ServersPorts {
  readonly database: Database.Database
  readonly host: Pick<Host, 'version' | 'clock' | 'dataDirectory' | 'forkNode'>
  readonly operator: Pick<Operator, 'connectorCommands' | 'connectorAddresses'>
  readonly privateHosts: ServerNetwork['privateHosts']
  /** By the name under which it is stored; null: nothing of that name is. */
  readonly secretOf: (name: string) => Promise<string | null>
}

export interface Servers {
  readonly servers: ConfiguredServers
  readonly bundles: Bundles
  /** Returns at once. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

/** The tool servers that a person set up, what they were unpacked from, and what keeps them going. */
export function createServers({ database, host, operator, privateHosts, secretOf }: ServersPorts): Servers {
  const store = createServerStore(database)
  const supervisor = createSupervisor({
    version: host.version, clock: host.clock, dataDirectory: host.dataDirectory, own: process.env, ownBinaryIsNode: host.forkNode === undefined,
    allowedCommands: operator.connectorCommands, allowedHosts: operator.connectorAddresses, network: { privateHosts }, eras: store.eras, lists: store.lists,
    secretOf: (connectorId, name) => secretOf(serverSecretName(connectorId, name)),
  })
  const servers = createConfiguredServers(store, supervisor)
  const bundles = createBundles(host.dataDirectory)
  bundles.sweep(servers.configs())
  return { servers, bundles, start: supervisor.start, close: supervisor.close }
}
