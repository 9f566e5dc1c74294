import { Client, SdkError, SdkErrorCode, SdkHttpError, type RequestOptions } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { callTool, type ServerCall } from './call-tool.ts'
import { bundleChanges } from './bundle-changes.ts'
import type { Era } from './era.ts'
import { REFUSED_ADVICE } from './http-refusal.ts'
import { listTools, type ToolList } from './list-tools.ts'
import type { ServerLog } from './server-log.ts'
import { describeEnd, type HttpWay, type ServerEnd, type ServerTransport } from './server-transport.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'
import { WHOLE_RESULT } from './whole-results.ts'

export interface ConnectOptions {
  readonly label: string
  readonly version: string
  readonly log: ServerLog
  /** Prepares a new process or a new way over the network; asked twice only for a server that ends when it is asked for its era. */
  readonly createTransport: (way: HttpWay) => Promise<ServerTransport>
  /** What this server spoke last time; null asks it. */
  readonly era: Era | null
  /** Milliseconds until it has to be connected. */
  readonly startMs: number
  /** Milliseconds to wait for an answer about the era before the older handshake is tried. */
  readonly probeMs: number
  /** Milliseconds for one page of its list. */
  readonly listMs: number
  readonly signal: AbortSignal
  /** At once, whenever it says that its list changed. */
  readonly onNotice: () => void
  /** Its list may have changed: bundled, so that a flood of notices costs a few readings. */
  readonly onToolsChanged: () => void
  /** Once, when the connection is lost; not for a `close`. */
  readonly onLost: (end: ServerEnd | null) => void
}

export interface Connection {
  readonly era: Era
  /** As the server calls itself. */
  readonly serverName: string | null
  /** Kept for showing. Never sent to a model: nobody reviewed it. */
  readonly instructions: string | null
  /** Why changes of its list won't be heard of; null when they will. */
  readonly deaf: string | null
  /** Quiet remarks, one sentence each. */
  readonly remarks: () => readonly string[]
  /** @throws AppError `connector.start-failed` when not even the first page could be read */
  readonly listTools: () => Promise<ToolList>
  /** @throws AppError, see `callTool` */
  readonly call: (call: ServerCall) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** What the carried result of a list or call is looked for in. */
const Carried = z.looseObject({ _meta: z.looseObject({ [WHOLE_RESULT]: z.unknown() }) })

/**
 * Starts a server and connects to it.
 * @throws AppError `connector.start-failed`; the signal's reason
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  options.signal.throwIfAborted()
  const deadline = AbortSignal.timeout(options.startMs)
  let last: ServerTransport | null = null
  const tryAs = async ({ era, way }: Attempt): Promise<Connection> => {
    try {
      return await attempt({ ...options, createTransport: async () => (last = await options.createTransport(way)) }, era, deadline)
    } catch (error) {
      throw options.signal.aborted ? options.signal.reason : error
    }
  }
  const fail = (error: unknown): never => { throw options.signal.aborted ? error : describeFailure(error, options, deadline, last?.ended() ?? null) }
  let now: Attempt = { era: options.era, way: 'streamable' }
  let told: unknown
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryAs(now)
    } catch (error) {
      // What came of the usual way says more than that the oldest isn't there either.
      if (now.way === 'streamable') told = error
      const next = options.signal.aborted || deadline.aborted || tries === MOST_TRIES ? null : otherWay(error, now)
      if (next === null) return fail(told)
      now = next
    }
  }
}

interface Attempt { readonly era: Era | null; readonly way: HttpWay }

const MOST_TRIES = 3
/** What a server that knows only the oldest way over HTTP says to a message. */
const NOT_THERE: ReadonlySet<number | undefined> = new Set([400, 404, 405])

/**
 * A server that ended at the question, or had no answer for it, gets the older handshake; a remembered answer that no longer
 * holds is forgotten; who takes no messages at all is asked for a stream. What is known to have nothing to do with the question is not
 * tried in another way.
 */
function otherWay(error: unknown, tried: Attempt): Attempt | null {
  if (tried.way === 'sse' || ownErrorIn(error) !== null) return null
  if (tried.era === 'legacy') return { era: null, way: 'streamable' }
  if (error instanceof SdkHttpError && NOT_THERE.has(error.data.status)) return { era: 'legacy', way: 'sse' }
  if (!(error instanceof SdkError) || (tried.era !== null && error.code !== SdkErrorCode.EraNegotiationFailed)) return null
  return error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.RequestTimeout ? { era: 'legacy', way: 'streamable' } : null
}

/** The library wraps what a transport throws while it asks for the era. */
function ownErrorIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  return error instanceof SdkError && error.cause instanceof AppError ? error.cause : null
}

async function attempt(options: Omit<ConnectOptions, 'createTransport'> & { readonly createTransport: () => Promise<ServerTransport> }, era: Era | null, deadline: AbortSignal): Promise<Connection> {
  const { log, label } = options
  const transport = await options.createTransport()
  const stop = AbortSignal.any([options.signal, deadline])
  const client = new Client({ name: 'gatehouse', version: options.version }, {
    capabilities: {}, inputRequired: { autoFulfill: false },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: era === 'modern' ? options.startMs : options.probeMs } },
  })
  const changes = bundleChanges(options.onToolsChanged)
  client.onerror = (error) => { log.add('note', error.message) }
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    options.onNotice()
    changes.notice()
  })
  client.setNotificationHandler('notifications/message', ({ params }) => { log.add('server', `${params.level}: ${typeof params.data === 'string' ? params.data : JSON.stringify(params.data) ?? ''}`) })
  const giveUp = (): void => { void transport.close() }
  stop.addEventListener('abort', giveUp, { once: true })
  try {
    const requestOptions = { timeout: options.startMs, signal: stop }
    await client.connect(transport, era === 'legacy' ? { ...requestOptions, prior: { kind: 'legacy' } } : requestOptions)
  } catch (error) {
    changes.close()
    await transport.close()
    throw error
  } finally {
    stop.removeEventListener('abort', giveUp)
  }
  let closing = false
  client.onclose = () => {
    changes.close()
    if (!closing) options.onLost(transport.ended())
  }
  if (transport.ended() !== null) {
    await transport.close()
    throw new Error('it ended')
  }
  const isModern = client.getProtocolEra() === 'modern'
  const request = async (method: 'tools/list' | 'tools/call', params: Record<string, unknown>, requestOptions: RequestOptions): Promise<unknown> =>
    (await client.request({ method, params }, Carried, requestOptions))._meta[WHOLE_RESULT]
  return {
    era: isModern ? 'modern' : 'legacy',
    serverName: client.getServerVersion()?.name ?? null,
    instructions: client.getInstructions() ?? null,
    deaf: isModern ? await subscribeToChanges(client, { timeoutMs: options.listMs, isClosing: () => closing, onMissed: options.onToolsChanged }) : null,
    remarks: transport.remarks,
    listTools: async () => {
      if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: [], incomplete: null }
      try {
        return await listTools((cursor) => request('tools/list', cursor === null ? {} : { cursor }, { timeout: options.listMs }))
      } catch (error) {
        throw new AppError('connector.start-failed', `${label} could not list its tools: ${messageOf(error)}`, { cause: error })
      }
    },
    call: (call) => callTool((params, requestOptions) => request('tools/call', params, requestOptions), label, call),
    close: async () => {
      closing = true
      changes.close()
      await client.close()
      await transport.close()
    },
  }
}

function describeFailure(error: unknown, { label, startMs }: ConnectOptions, deadline: AbortSignal, end: ServerEnd | null): AppError {
  const own = ownErrorIn(error)
  if (own !== null) return own
  const fail = (text: string, advice?: string): AppError => new AppError('connector.start-failed', text, { cause: error, ...(advice === undefined ? {} : { advice }) })
  if (deadline.aborted) return fail(`${label} did not get ready within ${Math.round(startMs / 1000)} s.`, 'A longer limit can be set for it.')
  if (end !== null && end.why !== 'stopped') return fail(`${label} ended while it was starting: ${describeEnd(end)}.`)
  if (error instanceof SdkHttpError) return describeStatus(error, label)
  return fail(`${label} did not start: ${messageOf(error)}`)
}

function describeStatus(error: SdkHttpError, label: string): AppError {
  const { status } = error.data
  if (status === 401 || status === 403) return new AppError('connector.unauthorized', `${label} refuses the credentials (HTTP ${status}).`, { advice: REFUSED_ADVICE, cause: error })
  const advice = status === 404 || status === 405 ? 'There seems to be no MCP server at this address; often its path is missing, such as /mcp.' : undefined
  return new AppError('connector.start-failed', `${label} did not start: it answered with HTTP ${status ?? 'of no number'}.`, { cause: error, ...(advice === undefined ? {} : { advice }) })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 500) : 'unknown')
