import { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../host.ts'
import { createRedactor, redactCommonPatterns } from '../secrets/redact.ts'
import { connect, describeEnd, type Connection, type Era } from './connection.ts'
import { keepRunning, type Failure, type Running } from './keep-running.ts'
import type { McpConnector } from './mcp-connector.ts'
import type { ProcessRecords } from './process-records.ts'
import type { EndingTimes } from './process-group.ts'
import { prepareLaunch, type LaunchSources } from './ready-launch.ts'
import type { RememberedList } from './remembered-list.ts'
import { launchOf, type ServerConfig } from './server-config.ts'
import { limitsOf } from './server-limits.ts'
import { createServerLog } from './server-log.ts'
import { problemOf, type ServerStatus } from './server-status.ts'
import { createServerListing, untilTime } from './server-listing.ts'
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts'
import type { ChildEnd } from './stdio-child.ts'
import type { Watchdog } from './watchdog.ts'

/** All in milliseconds. */
export interface ServerTimes {
  readonly startMs: number
  readonly probeMs: number
  readonly listMs: number
  /** After a list that could not be read anew. */
  readonly relistMs: number
  readonly quietMs: number
  readonly totalMs: number
  readonly restartMs: readonly number[]
  readonly steadyMs: number
  readonly ending: EndingTimes
}

export interface ServerParts {
  readonly version: string
  readonly clock: Clock
  readonly sources: LaunchSources
  readonly times: ServerTimes
  readonly records: ProcessRecords
  readonly watchdog: Watchdog
  readonly rememberedEra: () => Era | null
  readonly rememberEra: (era: Era) => void
  readonly rememberedList: () => RememberedList | null
  readonly rememberList: (list: RememberedList) => void
  readonly onChanged: () => void
}

/** One configured server: at most one process at a time, whatever is asked of it and how often. */
export interface ServerRun {
  readonly connector: McpConnector
  /** It will be started as soon as something else has ended. */
  readonly expect: () => void
  /** Returns at once; the status says how it goes. */
  readonly start: () => void
  /** Goes on under another label. */
  readonly rename: (label: string) => void
  /** Starts a failed one now, its waits from the beginning. */
  readonly retry: () => void
  /** Resolves when every process of it is gone. */
  readonly stop: () => Promise<void>
}

const FOR_A_PERSON: ReadonlySet<string> = new Set(['connector.invalid', 'connector.command-missing', 'connector.variable-unset'])
const LAST_WORDS = 5

export function createServerRun(config: ServerConfig, parts: ServerParts): ServerRun {
  const { clock, times } = parts
  const { id } = config
  let { label } = config
  let status: ServerStatus = { state: 'off' }
  let redact = (text: string): string => text
  let connection: Connection | null = null
  let strayLines = 0
  let running: Running | null = null
  const log = createServerLog({ now: clock.now, redact: (text) => redactCommonPatterns(redact(text)) })
  const limits = limitsOf(config, times)
  const listing = createServerListing({
    connectorId: id, label: () => label, connection: () => connection, redact: (text) => redact(text), limits, clock, times,
    remembered: parts.rememberedList(), remember: parts.rememberList, onRead: (from, missing) => { show(from, missing) },
  })
  let started = Promise.withResolvers<void>()
  const set = (next: ServerStatus): void => {
    status = next
    if (next.state !== 'starting') {
      started.resolve()
      started = Promise.withResolvers<void>()
    }
    parts.onChanged()
  }
  const show = ({ era }: Connection, missing: string | null): void => {
    const since = status.state === 'ready' || status.state === 'degraded' ? status.since : clock.now()
    set(missing === null ? { state: 'ready', since, era } : { state: 'degraded', since, era, missing })
  }

  /** A new process; its mark is on disk before it exists. */
  const createTransport = async (unregistered: Set<string>): Promise<StdioTransport> => {
    const { launch, mark, secrets } = await prepareLaunch(config, parts.sources)
    redact = createRedactor(secrets)
    parts.records.announce(mark)
    unregistered.add(mark)
    return createStdioTransport({
      launch, log, endingTimes: times.ending,
      onSpawned: async (child) => {
        unregistered.delete(mark)
        parts.watchdog.watch(child.pid)
        void child.gone.then(() => {
          parts.watchdog.forget(child.pid)
          parts.records.remove(mark)
        })
        await parts.records.add(mark, child.pid)
      },
    })
  }

  const runOnce = async (stop: AbortSignal, tries: number): Promise<Failure | null> => {
    set({ state: 'starting', since: clock.now(), tries })
    const lost = Promise.withResolvers<ChildEnd | null>()
    const stopped = Promise.withResolvers<'stopped'>()
    stop.addEventListener('abort', () => { stopped.resolve('stopped') }, { once: true })
    const unregistered = new Set<string>()
    let opened: Connection | null = null
    let last: StdioTransport | null = null
    try {
      opened = await connect({
        label, version: parts.version, log, era: parts.rememberedEra(), startMs: limits.startMs, listMs: times.listMs, signal: stop, onNotice: listing.onNotice, onToolsChanged: listing.onToolsChanged, onLost: lost.resolve,
        // One that is slow to answer gets longer each time before it is taken for an older one.
        probeMs: Math.min(limits.startMs, times.probeMs * tries),
        createTransport: async () => (last = await createTransport(unregistered)),
      })
      parts.rememberEra(opened.era)
      const missing = await listing.readFirst(opened)
      connection = opened
      const since = clock.now()
      show(opened, missing)
      listing.opened()
      const how = await Promise.race([lost.promise, stopped.promise])
      if (how === 'stopped') return null
      return { why: `It ended${how === null ? '' : `: ${describeEnd(how)}`}.`, exitCode: how?.exitCode ?? null, canRetry: true, usefulMs: clock.now() - since }
    } catch (error) {
      if (stop.aborted) return null
      const exitCode = last === null ? null : exitCodeOf(last)
      return { why: messageOf(error), exitCode, canRetry: !(error instanceof AppError && FOR_A_PERSON.has(error.code)), usefulMs: 0 }
    } finally {
      connection = null
      listing.closed()
      for (const mark of unregistered) parts.records.remove(mark)
      strayLines = opened?.strayLines() ?? strayLines
      await opened?.close()
    }
  }

  return {
    connector: {
      id, builtIn: false, launch: launchOf(config),
      get label() { return label },
      get tools() { return listing.tools() },
      problem: () => problemOf(label, status) ?? listing.doubt(),
      settling: () => (status.state === 'starting' ? untilTime(clock, status.since + limits.startMs + times.listMs, started.promise) : listing.settling()),
      status: () => status,
      listedAt: listing.listedAt,
      limits,
      leftOut: listing.leftOut,
      notes: () => notesOf(connection?.strayLines() ?? strayLines, log.dropped()),
      log: log.lines,
      instructions: () => connection?.instructions ?? null,
    },
    expect: () => { if (running === null && status.state === 'off') set({ state: 'starting', since: clock.now(), tries: 1 }) },
    start: () => {
      running ??= keepRunning({
        clock, waits: times.restartMs, steadyMs: times.steadyMs, run: runOnce,
        onFailed: ({ why, exitCode }, nextTryAt) => { set({ state: 'failed', why: redact(why), exitCode, lastWords: log.lastWords(LAST_WORDS), nextTryAt }) },
      })
    },
    rename: (next) => { label = next },
    retry: () => { running?.hurry() },
    stop: async () => {
      const ending = running
      if (ending === null) {
        if (status.state === 'starting') set({ state: 'off' })
        return
      }
      await ending.stop()
      if (running !== ending) return
      running = null
      set({ state: 'off' })
    },
  }
}

const exitCodeOf = (transport: StdioTransport): number | null => transport.ended()?.exitCode ?? null

const notesOf = (strayLines: number, dropped: number): readonly string[] => [
  ...(strayLines === 0 ? [] : [`The server wrote ${strayLines} ${strayLines === 1 ? 'line that is' : 'lines that are'} not MCP.`]),
  ...(dropped === 0 ? [] : [`The oldest ${dropped} lines of the log were dropped.`]),
]

const messageOf = (error: unknown): string => (error instanceof AppError ? [error.message, error.advice].filter((text) => text !== undefined).join(' ') : error instanceof Error ? error.message.slice(0, 500) : 'unknown')
