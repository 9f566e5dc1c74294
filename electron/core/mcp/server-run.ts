import { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../host.ts'
import { createRedactor, redactCommonPatterns } from '../secrets/redact.ts'
import type { Connection } from './connection.ts'
import type { Era } from './era.ts'
import { keepRunning, type Failure, type Running } from './keep-running.ts'
import type { McpConnector } from './mcp-connector.ts'
import type { TransportParts } from './open-transport.ts'
import type { EndingTimes } from './process-group.ts'
import type { RememberedList } from './remembered-list.ts'
import { launchOf, type ServerConfig } from './server-config.ts'
import { limitsOf } from './server-limits.ts'
import { createServerLog } from './server-log.ts'
import { problemOf, type ServerStatus } from './server-status.ts'
import { createServerListing, untilTime } from './server-listing.ts'
import { describeEnd, type ServerEnd, type ServerTransport } from './server-transport.ts'

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
  readonly transports: TransportParts
  readonly times: ServerTimes
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
  let remarks: readonly string[] = []
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

  const runOnce = async (stop: AbortSignal, tries: number): Promise<Failure | null> => {
    set({ state: 'starting', since: clock.now(), tries })
    const lost = Promise.withResolvers<ServerEnd | null>()
    const stopped = Promise.withResolvers<'stopped'>()
    stop.addEventListener('abort', () => { stopped.resolve('stopped') }, { once: true })
    // With the first server that starts, so that the window doesn't wait for the protocol's library.
    const [{ connect }, { createServerTransports }] = await Promise.all([import('./connection.ts'), import('./open-transport.ts')])
    const transports = createServerTransports(config, parts.transports, { log, onMissed: listing.onToolsChanged, onSecrets: (secrets) => { redact = createRedactor(secrets) } })
    let opened: Connection | null = null
    let last: ServerTransport | null = null
    try {
      opened = await connect({
        label, version: parts.version, log, era: parts.rememberedEra(), startMs: limits.startMs, listMs: times.listMs, signal: stop, onNotice: listing.onNotice, onToolsChanged: listing.onToolsChanged, onLost: lost.resolve,
        // One that is slow to answer gets longer each time before it is taken for an older one.
        probeMs: Math.min(limits.startMs, times.probeMs * tries),
        createTransport: async (way) => (last = await transports.open(way)),
      })
      parts.rememberEra(opened.era)
      const missing = await listing.readFirst(opened)
      connection = opened
      const since = clock.now()
      show(opened, missing)
      listing.opened()
      const how = await Promise.race([lost.promise, stopped.promise])
      if (how === 'stopped') return null
      return { ...failureOf(how), usefulMs: clock.now() - since }
    } catch (error) {
      if (stop.aborted) return null
      return { ...failureFrom(error), exitCode: exitCodeOf(endOf(last)), usefulMs: 0 }
    } finally {
      connection = null
      listing.closed()
      transports.settle()
      remarks = opened?.remarks() ?? remarks
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
      notes: () => [...connection?.remarks() ?? remarks, ...(log.dropped() === 0 ? [] : [`The oldest ${log.dropped()} lines of the log were dropped.`])],
      log: log.lines,
      instructions: () => connection?.instructions ?? null,
    },
    expect: () => { if (running === null && status.state === 'off') set({ state: 'starting', since: clock.now(), tries: 1 }) },
    start: () => {
      running ??= keepRunning({
        clock, waits: times.restartMs, steadyMs: times.steadyMs, run: runOnce,
        onFailed: ({ why, exitCode, isRefused }, nextTryAt) => { set(isRefused ? { state: 'needs-sign-in', why: redact(why) } : { state: 'failed', why: redact(why), exitCode, lastWords: log.lastWords(LAST_WORDS), nextTryAt }) },
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

const endOf = (transport: ServerTransport | null): ServerEnd | null => transport?.ended() ?? null
const exitCodeOf = (end: ServerEnd | null): number | null => (end === null || end.why === 'lost' ? null : end.exitCode)

/** What a lost connection means for the next one. */
function failureOf(end: ServerEnd | null): Omit<Failure, 'usefulMs'> {
  if (end?.why === 'lost') return { ...failureFrom(end.error), exitCode: null }
  return { why: `It ended${end === null ? '' : `: ${describeEnd(end)}`}.`, exitCode: exitCodeOf(end), canRetry: true, isRefused: false }
}

function failureFrom(error: unknown): Omit<Failure, 'usefulMs' | 'exitCode'> {
  const isRefused = error instanceof AppError && error.code === 'connector.unauthorized'
  return { why: messageOf(error), canRetry: !isRefused && !(error instanceof AppError && FOR_A_PERSON.has(error.code)), isRefused }
}

const messageOf = (error: unknown): string => (error instanceof AppError ? [error.message, error.advice].filter((text) => text !== undefined).join(' ') : error instanceof Error ? error.message.slice(0, 500) : 'unknown')
