import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolRow } from '../../shared/connector-record.ts'
import type { Item, WatchOperation, Input } from '../../shared/contract.ts'
import { createCoreClient, type ConnectedClient } from '../../shared/core-client.ts'
import { AppError } from '../../shared/errors.ts'
import type { ChatId, ConnectorId, TurnId } from '../../shared/ids.ts'
import type { MessagesEndpoint } from '../fakes/messages-endpoint.ts'
import { createDoor, startCoreProcess, type CoreEnd, type CoreProcess } from './core-process.ts'
import type { KillPoint } from './kill-point.ts'
import { startScriptEndpoint } from './script-endpoint.ts'
import { createWitness, lastingProcesses, type Witness } from './witness.ts'

const SERVER = fileURLToPath(new URL('./effects-server.ts', import.meta.url))
/** A server and its watchdog are gone this long after the core was killed. */
export const ORPHANS_WITHIN_MS = 5000
const SLOW_MS = 12

export interface LongChat { readonly chatId: ChatId; readonly leaf: TurnId }

/** One data directory with all that lives around it: its core, which dies and comes again, the model's side, the tool server's witness. */
export interface Place {
  readonly client: ConnectedClient
  readonly endpoint: MessagesEndpoint
  readonly witness: Witness
  readonly dataDirectory: string
  readonly connectorId: ConnectorId
  /** The one that is due; gone once the core is dead. */
  readonly due: () => KillPoint | null
  /** Of a core that lives. */
  readonly arm: (point: KillPoint | null) => void
  readonly kill: () => void
  readonly isDead: () => boolean
  /** Rejects with `rpc.disconnected` when the core dies first. */
  readonly alive: <T>(work: Promise<T>) => Promise<T>
  /** Resolves when the core is dead. */
  readonly died: () => Promise<CoreEnd>
  readonly restart: (point: KillPoint | null) => Promise<void>
  /** Resolves with the first item that fits. */
  readonly until: <K extends WatchOperation>(operation: K, input: Input<K>, fits: (item: Item<K>) => boolean) => Promise<Item<K>>
  readonly tool: (name: string) => Promise<ToolRow>
  /** Resolves when the tool server has come up: a turn that is new doesn't wait for it. */
  readonly whenServed: () => Promise<void>
  /** A chat with three turns, made when it is first asked for. */
  readonly longChat: () => Promise<LongChat>
  /** What the core that died last has left behind, once there is nothing any more or it is time. */
  readonly lingering: () => Promise<readonly number[]>
  /** Processes that outlived their core too long and weren't told of yet. Waits for those that may still go. */
  readonly orphans: () => Promise<readonly number[]>
  /** Stops the core as a person does. The folder stays until `remove`. */
  readonly close: () => Promise<CoreEnd>
  readonly remove: () => Promise<void>
}

export interface PlaceOptions { readonly codeFolder: string; readonly tracer?: readonly string[] }

export async function openPlace({ codeFolder, tracer }: PlaceOptions): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-crash-'))
  const dataDirectory = join(folder, 'data')
  const killFile = join(folder, 'kill')
  const witnessFile = join(folder, 'witness')
  const witness = createWitness(witnessFile)
  const door = createDoor()
  const client = createCoreClient(door.connect)
  const orphans: Promise<readonly number[]>[] = []
  const told = new Set<number>()
  let due: KillPoint | null = null
  let timer: NodeJS.Timeout | null = null
  let connectorId: ConnectorId | null = null
  let long: LongChat | null = null
  let core: CoreProcess
  let end: CoreEnd | null = null

  const kill = (): void => { core.kill() }
  const endpoint = await startScriptEndpoint({
    connectorId: () => connectorId ?? '',
    slowMs: () => (due?.at === 'delta' || due?.at === 'summary' || due?.at === 'time' ? SLOW_MS : 0),
    // In the middle of the summary, not at its beginning.
    onSummary: () => { if (due?.at === 'summary') setTimeout(kill, SLOW_MS * 3) },
  })
  const expect = (point: KillPoint | null): void => {
    if (timer !== null) clearTimeout(timer)
    timer = point?.at === 'time' ? setTimeout(kill, point.afterMs) : null
    due = point
    if (point?.at === 'call') writeFileSync(killFile, JSON.stringify({ at: point.at, tool: point.tool, moment: point.moment }))
    else rmSync(killFile, { force: true })
  }
  const start = async (point: KillPoint | null, keepCode: boolean): Promise<void> => {
    expect(point)
    end = null
    core = startCoreProcess({ dataDirectory, point: point?.at === 'commit' ? point : null, codeFolder, keepCode, ...(tracer === undefined ? {} : { tracer }), onTransport: door.open })
    const started = core
    void started.ended.then((ended) => {
      if (timer !== null) clearTimeout(timer)
      end = ended
      orphans.push(lastingProcesses([...ended.children, ...witness.takeServers()], ORPHANS_WITHIN_MS))
    })
    await started.ready
  }
  const died = async (): Promise<CoreEnd> => {
    const ended = await core.ended
    // Told of it before us.
    await new Promise<void>((resolve) => { setImmediate(resolve) })
    return ended
  }
  const alive = <T>(work: Promise<T>): Promise<T> => Promise.race([work, core.ended.then(() => { throw new AppError('rpc.disconnected', 'The core is dead.') })])
  const until: Place['until'] = (operation, input, fits) => {
    const found = Promise.withResolvers<Item<typeof operation>>()
    const stop = client.watch(operation, input, (item) => { if (fits(item)) found.resolve(item) }, (error) => { found.reject(new AppError(error.code, error.message)) })
    return alive(found.promise).finally(stop)
  }
  const tool = async (name: string): Promise<ToolRow> => {
    let row: ToolRow | undefined
    await until('connector-tools.watch', { connectorId: connectorId ?? ready }, (item) => {
      row ??= (item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []).find((candidate) => candidate.tool === name)
      return row !== undefined
    })
    if (row === undefined) throw new Error(`no tool ${name}`)
    return row
  }
  const say = async (chatId: ChatId, parentTurnId: TurnId | null): Promise<TurnId> => {
    const { turnId } = await client.call('turn.start', { chatId, parentTurnId, message: [{ origin: 'typed', text: 'Tell me something.', vouched: true }] })
    await until('turn.watch', { turnId, after: 0 }, (item) => item.kind === 'event' && item.seated.event.kind === 'turn.ended')
    return turnId
  }

  await start(null, true)
  if (end !== null) throw new Error(`the core didn’t start: ${(await died()).said}`)
  await client.call('settings.update', { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } })
  await client.call('model.save', { isNew: true, profile: { adapter: 'anthropic', name: 'Script', contextWindow: null, maxOutputTokens: null, prices: { input: null, output: null, cacheRead: null, cacheWrite: null }, certified: 'full', baseUrl: endpoint.url, model: 'script', key: { kind: 'none' }, keyHeader: 'x-api-key' } })
  await client.call('model.choose', { name: 'Script' })
  const { connectorId: ready } = await client.call('connector.add', { label: 'Effects', reach: { kind: 'command', command: process.execPath, args: [SERVER, witnessFile, killFile], cwd: null }, values: [] })
  connectorId = ready
  for (const name of ['look', 'page', 'note', 'swing', 'wipe']) await client.call('tool.switch', { connectorId: ready, tool: name, on: true, pin: (await tool(name)).pin })

  return {
    client, endpoint, witness, dataDirectory, connectorId: ready, kill, alive, died, until, tool,
    due: () => due,
    whenServed: async () => {
      await until('connectors.watch', {}, (item) => (item.kind === 'snapshot' ? item.rows : item.kind === 'changed' ? [item.row] : []).some((row) => row.connectorId === ready && row.state === 'ready'))
    },
    arm: (point) => {
      expect(point)
      core.arm(point?.at === 'commit' ? point : null)
    },
    isDead: () => end !== null,
    restart: (point) => start(point, false),
    longChat: async () => {
      if (long !== null) return long
      const { chatId } = await client.call('chat.create', {})
      let leaf: TurnId | null = null
      for (let turn = 0; turn < 3; turn += 1) leaf = await say(chatId, leaf)
      if (leaf === null) throw new Error('no turn')
      return (long = { chatId, leaf })
    },
    lingering: async () => {
      const left = await (orphans.at(-1) ?? [])
      for (const pid of left) told.add(pid)
      return left
    },
    orphans: async () => (await Promise.all(orphans)).flat().filter((pid) => !told.has(pid)),
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      if (end === null) core.close()
      const ended = await died()
      orphans.push(lastingProcesses(witness.takeServers(), ORPHANS_WITHIN_MS))
      return ended
    },
    remove: async () => {
      client.close()
      await endpoint.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
