import type { HttpLimits, ServerNetwork } from './http-wire.ts'
import { createHttpTransport } from './http-transport.ts'
import type { EndingTimes } from './process-group.ts'
import type { ProcessRecords } from './process-records.ts'
import { prepareEndpoint, type EndpointSources } from './ready-endpoint.ts'
import { prepareLaunch, type LaunchSources } from './ready-launch.ts'
import type { AddressConfig, CommandConfig, ServerConfig } from './server-config.ts'
import type { ServerLog } from './server-log.ts'
import type { HttpWay, ServerTransport } from './server-transport.ts'
import { createSseTransport } from './sse-transport.ts'
import { createStdioTransport } from './stdio-transport.ts'
import type { Watchdog } from './watchdog.ts'

export interface TransportParts {
  readonly sources: LaunchSources & EndpointSources
  readonly records: ProcessRecords
  readonly watchdog: Watchdog
  readonly endingTimes: EndingTimes
  readonly network: ServerNetwork
  readonly httpLimits?: Partial<HttpLimits>
}

export interface TransportUse {
  readonly log: ServerLog
  /** What must reach no log, no model and no window, before anything is started or sent. */
  readonly onSecrets: (secrets: readonly string[]) => void
  readonly onMissed: () => void
}

/** Ways to one server, one after the other; `settle` when the last one has ended. */
export interface ServerTransports {
  /** @throws AppError `connector.variable-unset`, `connector.invalid`, `connector.command-missing` */
  readonly open: (way?: HttpWay) => Promise<ServerTransport>
  readonly settle: () => void
}

export const createServerTransports = (config: ServerConfig, parts: TransportParts, use: TransportUse): ServerTransports =>
  (config.kind === 'command' ? overStdio(config, parts, use) : overHttp(config, parts, use))

/** A new process each time; its mark is on disk before it exists. */
function overStdio(config: CommandConfig, { sources, records, watchdog, endingTimes }: TransportParts, { log, onSecrets }: TransportUse): ServerTransports {
  const unregistered = new Set<string>()
  return {
    open: async () => {
      const { launch, mark, secrets } = await prepareLaunch(config, sources)
      onSecrets(secrets)
      records.announce(mark)
      unregistered.add(mark)
      return createStdioTransport({
        launch, log, endingTimes,
        onSpawned: async (child) => {
          unregistered.delete(mark)
          watchdog.watch(child.pid)
          void child.gone.then(() => {
            watchdog.forget(child.pid)
            records.remove(mark)
          })
          await records.add(mark, child.pid)
        },
      })
    },
    settle: () => {
      for (const mark of unregistered) records.remove(mark)
      unregistered.clear()
    },
  }
}

function overHttp(config: AddressConfig, { sources, network, httpLimits = {} }: TransportParts, { log, onSecrets, onMissed }: TransportUse): ServerTransports {
  return {
    open: async (way = 'streamable') => {
      const { endpoint, secrets } = await prepareEndpoint(config, sources)
      onSecrets(secrets)
      return way === 'streamable' ? createHttpTransport({ endpoint, network, log, limits: httpLimits, onMissed }) : createSseTransport({ endpoint, network, log, limits: httpLimits })
    },
    settle: () => undefined,
  }
}
