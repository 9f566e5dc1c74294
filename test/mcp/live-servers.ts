import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CallId, TurnId, type ConnectorId } from '../../shared/ids.ts'
import type { Clock } from '../../electron/core/host.ts'
import type { McpConnector } from '../../electron/core/mcp/mcp-connector.ts'
import type { RememberedList } from '../../electron/core/mcp/remembered-list.ts'
import { parseServerConfig, type AddressConfig, type CommandConfig, type ServerConfig } from '../../electron/core/mcp/server-config.ts'
import type { ServerStatus } from '../../electron/core/mcp/server-status.ts'
import { createSupervisor, type RememberedEra, type Supervisor, type SupervisorOptions } from '../../electron/core/mcp/supervisor.ts'
import type { McpTool } from '../../electron/core/mcp/to-tool.ts'
import type { ToolContext } from '../../electron/core/tools/tool.ts'

const FAKE = fileURLToPath(new URL('../fakes/mcp-server.ts', import.meta.url))

export const clock: Clock = {
  now: Date.now,
  at: (at, then) => {
    const timer = setTimeout(then, Math.max(0, at - Date.now()))
    return () => { clearTimeout(timer) }
  },
}

/** The fake server, behaving as `mode` says. */
export const fakeServer = (mode: string, more: Partial<CommandConfig> = {}): ServerConfig => {
  const { args = [], ...rest } = more
  return parseServerConfig({ id: `mcp-${mode}`, label: `Fake ${mode}`, command: process.execPath, args: [FAKE, mode, ...args], env: {}, cwd: null, on: true, startSeconds: null, callSeconds: null, totalSeconds: null, ...rest })
}

/** A server installed from the registry, as a person would add it. */
export const installedServer = (name: string, args: readonly string[] = [], more: Partial<CommandConfig> = {}): ServerConfig => parseServerConfig({
  id: `mcp-${name}`, label: name, command: process.execPath, args: [fileURLToPath(import.meta.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)), ...args],
  env: {}, cwd: null, on: true, startSeconds: null, callSeconds: null, totalSeconds: null, ...more,
})

/** A server on the network. */
export const addressServer = (name: string, url: string, more: Partial<AddressConfig> = {}): ServerConfig =>
  parseServerConfig({ kind: 'address', id: `mcp-${name}`, label: `Fake ${name}`, url, headers: {}, on: true, startSeconds: null, callSeconds: null, totalSeconds: null, ...more })

export interface LiveServers {
  readonly supervisor: Supervisor
  readonly folder: string
  readonly eras: Map<ConnectorId, RememberedEra>
  readonly lists: Map<ConnectorId, RememberedList>
  readonly connector: (mode: string) => McpConnector
  readonly tool: (mode: string, name: string) => McpTool
  /** Resolves when a connector's state is one of these. */
  readonly reached: (mode: string, ...states: ServerStatus['state'][]) => Promise<McpConnector>
  /** Resolves when it holds, looked at after every change. */
  readonly until: (holds: () => boolean) => Promise<void>
}

/** Everything is ended when the test is. */
export function liveServers(t: TestContext, configs: readonly ServerConfig[], more: Partial<SupervisorOptions> = {}): LiveServers {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mcp-'))
  const eras = new Map<ConnectorId, RememberedEra>()
  const lists = new Map<ConnectorId, RememberedList>()
  const supervisor = createSupervisor({
    version: '0.0.0', clock, dataDirectory: folder, own: process.env, secretOf: async () => null,
    eras: { read: (id) => eras.get(id) ?? null, write: (id, era) => { if (era === null) eras.delete(id); else eras.set(id, era) } },
    lists: { read: (id) => lists.get(id) ?? null, write: (id, list) => { if (list === null) lists.delete(id); else lists.set(id, list) } }, ...more,
  })
  t.after(async () => {
    await supervisor.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const connector = (mode: string): McpConnector => {
    const found = supervisor.connectors().find(({ id }) => id === `mcp-${mode}`)
    if (found === undefined) throw new Error(`no connector mcp-${mode}`)
    return found
  }
  const until = (holds: () => boolean): Promise<void> => new Promise((resolve) => {
    const stop = supervisor.onChanged(() => { look() })
    const look = (): void => {
      if (!holds()) return
      stop()
      resolve()
    }
    look()
  })
  supervisor.configure(configs)
  supervisor.start()
  return {
    supervisor, folder, eras, lists, connector, until,
    tool: (mode, name) => {
      const tool = connector(mode).tools.find(({ identity }) => identity.tool === name)
      if (tool === undefined) throw new Error(`no tool ${name}: ${connector(mode).tools.map(({ identity }) => identity.tool).join(', ')}`)
      return tool
    },
    reached: async (mode, ...states) => {
      await until(() => states.includes(connector(mode).status().state))
      return connector(mode)
    },
  }
}

export const callContext = (more: Partial<ToolContext> = {}): ToolContext => ({
  turnId: TurnId.parse('turn_1'), callId: CallId.parse('call_1'), idempotencyKey: 'key-1', signal: new AbortController().signal, cancelled: false, taint: [],
  noteTaint: () => undefined, call: () => Promise.reject(new Error('servers call no tools')), step: () => Promise.reject(new Error('servers work in no steps')), http: () => Promise.reject(new Error('these tools fetch by themselves')), emitStatus: () => undefined, cache: { get: () => undefined, set: () => undefined }, deps: undefined, role: { id: 'person-chat', drafts: null, delegatesTo: [], skills: null }, ...more,
})

/** Whether a process runs; a dead one that nobody has collected yet doesn't. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return false
  }
}

/** Resolves when a process has ended; polls, since only a parent is told. */
export async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => { setTimeout(resolve, 20) })
}
