import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { ConnectorRow, Reach, ToolRow } from '../../shared/connector-record.ts'
import type { ConnectorId } from '../../shared/ids.ts'
import type { LiveCore } from './live-core.ts'

const FAKE = fileURLToPath(new URL('../fakes/mcp-server.ts', import.meta.url))

/** A configuration as people paste it. */
export const pasted = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ mcpServers: { [name]: { command: process.execPath, args, env } } })
export const pastedFake = (name: string, mode: string): string => pasted(name, [FAKE, mode])
export const pastedInstalled = (name: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): string =>
  pasted(name, [fileURLToPath(import.meta.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)), ...args], env)

/** Adds the one server of a pasted text, as the window does after its review. */
export async function addPasted(core: LiveCore, text: string): Promise<ConnectorId> {
  const review = await core.call('connector.parse-config', { text, origin: 'pasted' })
  const candidate = review.candidates[0]
  assert.ok(candidate !== undefined, review.problem ?? 'nothing was found')
  const { label, reach, values } = candidate
  return (await core.call('connector.add', { label, reach, values: values.map(({ name, value }) => ({ name, value })) })).connectorId
}

/** How a program is started. */
export function commandOf(reach: Reach | undefined): Extract<Reach, { readonly kind: 'command' }> {
  if (reach?.kind !== 'command') throw new Error('it is not started by a command')
  return reach
}

/** A connector with its tools, as its sheet shows them. */
export type SheetRow = ConnectorRow & { readonly tools: readonly ToolRow[] }

/** Read at once: the first item of a watch is there before it returns. */
export function toolsOf(core: LiveCore, connectorId: ConnectorId): readonly ToolRow[] {
  let tools: readonly ToolRow[] = []
  core.watch('connector-tools.watch', { connectorId }, (item) => { if (item.kind === 'snapshot') tools = item.rows })()
  return tools
}

/** Resolves with the connector's row once it fits. */
export function rowWhen(core: LiveCore, connectorId: ConnectorId, fits: (row: SheetRow) => boolean): Promise<SheetRow> {
  return new Promise((resolve) => {
    let row: ConnectorRow | undefined
    let found = false
    const ends: (() => void)[] = []
    const look = (): void => {
      const sheet = row === undefined || found ? null : { ...row, tools: toolsOf(core, connectorId) }
      if (sheet === null || !fits(sheet)) return
      found = true
      resolve(sheet)
      for (const end of ends) end()
    }
    ends.push(core.watch('connectors.watch', {}, (item) => {
      if (item.kind === 'snapshot') row = item.rows.find((candidate) => candidate.connectorId === connectorId)
      else if (item.kind === 'changed' && item.row.connectorId === connectorId) ({ row } = item)
      look()
    }))
    ends.push(core.watch('connector-tools.watch', { connectorId }, look))
    if (found) for (const end of ends) end()
  })
}

export const whenReady = (core: LiveCore, connectorId: ConnectorId): Promise<SheetRow> => rowWhen(core, connectorId, ({ state }) => state === 'ready')
export const rowNow = (core: LiveCore, connectorId: ConnectorId): Promise<SheetRow> => rowWhen(core, connectorId, () => true)

export function toolIn(row: SheetRow, name: string): ToolRow {
  const tool = row.tools.find((candidate) => candidate.tool === name)
  if (tool === undefined) throw new Error(`no tool ${name} among ${row.tools.map(({ tool: other }) => other).join(' ')}`)
  return tool
}

/** Switches a tool on as it is shown now, with a class where one is given. */
export async function review(core: LiveCore, connectorId: ConnectorId, name: string, toolClass?: ToolRow['toolClass']): Promise<void> {
  const { pin } = toolIn(await rowNow(core, connectorId), name)
  if (toolClass !== undefined) await core.call('tool.set-class', { connectorId, tools: [{ tool: name, pin }], toolClass })
  await core.call('tool.switch', { connectorId, tool: name, on: true, pin })
}
