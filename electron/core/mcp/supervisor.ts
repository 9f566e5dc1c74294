import { join } from 'node:path'
import { canonicalJson } from '../../../shared/json.ts'
import type { ConnectorId } from '../../../shared/ids.ts'
import { subscribe } from '../../../shared/listeners.ts'
import type { Clock } from '../host.ts'
import { resolveBySystem } from '../http/resolve-host.ts'
import type { Environment } from './child-environment.ts'
import type { Era } from './era.ts'
import type { HttpLimits, ServerNetwork } from './http-wire.ts'
import { createLoginPath } from './login-path.ts'
import type { McpConnector } from './mcp-connector.ts'
import type { RememberedList } from './remembered-list.ts'
import { ENDING_TIMES } from './process-group.ts'
import { createProcessRecords } from './process-records.ts'
import { launchOf, type ServerConfig } from './server-config.ts'
import { createServerRun, type ServerParts, type ServerRun, type ServerTimes } from './server-run.ts'
import { createWatchdog } from './watchdog.ts'

/** What a server spoke last time, kept by whoever keeps its configuration. */
export interface RememberedEra { readonly era: Era; /** Milliseconds since 1970. */ readonly at: number }

export interface SupervisorOptions {
  readonly version: string
  readonly clock: Clock
  readonly dataDirectory: string
  /** Usually `process.env`. */
  readonly own: Environment
  /** Commands that may be started; null: any. */
  readonly allowedCommands?: readonly string[] | null
  /** Hosts that may be reached; null: any. */
  readonly allowedHosts?: readonly string[] | null
  /** Left out: names as the system knows them, and none of them private. */
  readonly network?: Partial<ServerNetwork>
  readonly httpLimits?: Partial<HttpLimits>
  /** Null: there is no such secret. */
  readonly secretOf: (connectorId: ConnectorId, name: string) => Promise<string | null>
  readonly eras: {
    readonly read: (connectorId: ConnectorId) => RememberedEra | null
    /** Null: forget it. */
    readonly write: (connectorId: ConnectorId, era: RememberedEra | null) => void
  }
  readonly lists: {
    readonly read: (connectorId: ConnectorId) => RememberedList | null
    /** Null: forget it. */
    readonly write: (connectorId: ConnectorId, list: RememberedList | null) => void
  }
  readonly times?: Partial<ServerTimes>
  /** False in a shell whose binary doesn't run files. */
  readonly ownBinaryIsNode?: boolean
}

export interface Supervisor {
  /** In the order of the configuration. New objects after a change of a server's configuration. */
  readonly connectors: () => readonly McpConnector[]
  /** Takes over a whole new configuration; servers it doesn't change go on. */
  readonly configure: (configs: readonly ServerConfig[]) => void
  /** Ends what an earlier app left behind, then starts all that are on, side by side. Returns at once. */
  readonly start: () => void
  /** Starts a failed server now. */
  readonly retry: (connectorId: ConnectorId) => void
  /** Called after a state or a list of tools changed, and when connectors come and go. Returns the way to stop it. */
  readonly onChanged: (listener: () => void) => () => void
  /** Resolves within seconds, when every process of every server is gone. Nothing starts after it. */
  readonly close: () => Promise<void>
}

const SECOND = 1000
export const SERVER_TIMES: ServerTimes = {
  startMs: 120 * SECOND, probeMs: 5 * SECOND, listMs: 30 * SECOND, relistMs: 5 * SECOND, quietMs: 60 * SECOND, totalMs: 600 * SECOND,
  restartMs: [1, 2, 5, 15, 60].map((seconds) => seconds * SECOND), steadyMs: 60 * SECOND, ending: ENDING_TIMES,
}
/** A server that was updated may speak more than it did: after this long it is asked again. */
const ERA_HOLDS_MS = 14 * 24 * 3600 * SECOND

interface Slot { run: ServerRun; config: ServerConfig; /** What must have ended before it may start. */ before: Promise<unknown> }

export function createSupervisor({ version, clock, dataDirectory, own, allowedCommands = null, allowedHosts = null, network, httpLimits = {}, secretOf, eras, lists, times, ownBinaryIsNode = true }: SupervisorOptions): Supervisor {
  const records = createProcessRecords(join(dataDirectory, 'servers'))
  const watchdog = createWatchdog(ownBinaryIsNode)
  const path = createLoginPath({ own, platform: process.platform })
  const listeners = new Set<() => void>()
  const slots = new Map<ConnectorId, Slot>()
  const endings = new Set<Promise<unknown>>()
  let cleaned: Promise<unknown> | null = null
  let closed = false
  /** The same list until the configuration is another one: it is asked for with every tool that is looked up. */
  let connectors: readonly McpConnector[] = []
  const tellAll = (): void => { for (const listener of listeners) listener() }
  /** One that is being ended must not bring back what was forgotten. */
  const isCurrent = (config: ServerConfig): boolean => {
    const now = slots.get(config.id)
    return now !== undefined && canonicalJson(launchOf(now.config)) === canonicalJson(launchOf(config))
  }
  const partsOf = (config: ServerConfig): ServerParts => {
    const { id } = config
    const all = { ...SERVER_TIMES, ...times }
    return {
      version, clock, onChanged: tellAll, times: all,
      transports: {
        records, watchdog, endingTimes: all.ending, httpLimits, network: { resolve: resolveBySystem, privateHosts: () => [], ...network },
        sources: { own, platform: process.platform, path, allowed: allowedCommands, allowedHosts, secretOf: (name) => secretOf(id, name) },
      },
      rememberedEra: () => {
        const remembered = eras.read(id)
        return remembered === null || clock.now() - remembered.at > ERA_HOLDS_MS ? null : remembered.era
      },
      rememberEra: (era) => { if (eras.read(id)?.era !== era) eras.write(id, { era, at: clock.now() }) },
      rememberedList: () => lists.read(id),
      rememberList: (list) => { if (isCurrent(config)) lists.write(id, list) },
    }
  }
  const startWhenFree = (slot: Slot): void => {
    const { run } = slot
    if (closed || !slot.config.on) return
    run.expect()
    if (cleaned === null) return
    void Promise.all([cleaned, slot.before]).then(() => { if (!closed && slot.run === run && slot.config.on && slots.get(slot.config.id) === slot) run.start() })
  }
  const end = (run: ServerRun): Promise<void> => {
    const ending = run.stop()
    endings.add(ending)
    void ending.finally(() => endings.delete(ending))
    return ending
  }
  const change = (slot: Slot, config: ServerConfig): void => {
    if (canonicalJson(slot.config) === canonicalJson(config)) return
    const onlySwitched = canonicalJson({ ...slot.config, on: config.on, label: config.label }) === canonicalJson(config)
    if (slot.config.label !== config.label) slot.run.rename(config.label)
    if (onlySwitched && slot.config.on === config.on) {
      slot.config = config
      return
    }
    if (canonicalJson(launchOf(slot.config)) !== canonicalJson(launchOf(config))) {
      // Another command is another server: nothing that this one listed is its word.
      eras.write(config.id, null)
      lists.write(config.id, null)
    }
    slot.config = config
    if (!onlySwitched || !config.on) slot.before = Promise.all([slot.before, end(slot.run)])
    if (!onlySwitched) slot.run = createServerRun(config, partsOf(config))
    startWhenFree(slot)
  }
  return {
    connectors: () => connectors,
    configure: (configs) => {
      const before = new Map(slots)
      slots.clear()
      for (const config of configs) {
        const slot = before.get(config.id)
        if (slot === undefined) {
          const added: Slot = { run: createServerRun(config, partsOf(config)), config, before: Promise.resolve() }
          slots.set(config.id, added)
          startWhenFree(added)
        } else {
          slots.set(config.id, slot)
          change(slot, config)
        }
        before.delete(config.id)
      }
      connectors = [...slots.values()].map(({ run }) => run.connector)
      for (const [id, { run }] of before) {
        eras.write(id, null)
        lists.write(id, null)
        void end(run)
      }
      tellAll()
    },
    start: () => {
      if (cleaned !== null || closed) return
      cleaned = records.endLeftOvers()
      for (const slot of slots.values()) startWhenFree(slot)
    },
    retry: (connectorId) => { slots.get(connectorId)?.run.retry() },
    onChanged: (listener) => subscribe(listeners, listener),
    close: async () => {
      closed = true
      await Promise.all([cleaned, ...endings, ...[...slots.values()].map(({ run }) => run.stop())])
      await watchdog.close()
    },
  }
}
