import type { ConnectorRow, Reach, ServerRow } from '../../../shared/connector-record.ts'
import { MASK } from '../../../shared/variable-references.ts'
import { maskText } from '../mcp/imported-server.ts'
import type { McpConnector } from '../mcp/mcp-connector.ts'
import { valuesOf, type ServerConfig } from '../mcp/server-config.ts'
import type { ServerStatus } from '../mcp/server-status.ts'
import { problemOf, startsOn } from '../tools/catalog.ts'
import type { Connector } from '../tools/tool.ts'
import type { CoreParts } from './core-parts.ts'

/** A connector as lists show it; its tools have rows of their own. */
export function toConnectorRow(parts: CoreParts, connector: Connector): ConnectorRow {
  const found = parts.servers.find(connector.id)
  const on = found?.config.on ?? parts.settings.connectorOn(connector.id) ?? startsOn(connector)
  const problem = on ? problemOf(connector) : null
  const server = found === null ? null : toServerRow(found.config, found.connector)
  const tools = parts.catalog.entriesOf(connector.id)
  const toolsChanged = tools.filter(({ tool, changed }) => changed && parts.choices.get(tool.identity).acceptedDefinition !== null).length
  const missing = server?.status.state === 'degraded' ? server.status.missing : null
  return {
    connectorId: connector.id, label: connector.label, builtIn: connector.builtIn, on,
    state: !on ? 'off' : server === null ? (problem === null ? 'ready' : 'degraded') : stateOf(server, toolsChanged),
    detail: problem ?? (on ? missing : null), toolsListed: tools.length, toolsOn: tools.filter((tool) => tool.on).length, toolsChanged, price: parts.callPrices.ofConnector(connector.id), toolPrices: [...parts.callPrices.ofTools(connector.id)], server,
  }
}

/** What waits for a person comes before what works all the same. */
function stateOf({ status }: ServerRow, toolsChanged: number): ConnectorRow['state'] {
  if (status.state !== 'ready' && status.state !== 'degraded') return status.state
  return toolsChanged > 0 ? 'changed' : status.state
}

const toServerRow = (config: ServerConfig, connector: McpConnector): ServerRow => ({
  reach: reachOf(config),
  values: Object.entries(valuesOf(config)).map(([name, value]) => ({ name, shown: value.kind === 'secret' ? MASK : maskText(value.text), secret: value.kind === 'secret' })),
  status: toStatusRow(connector.status()), notes: [...connector.notes()], leftOut: connector.leftOut().map(({ name, reason }) => ({ name, reason })),
  listedAt: connector.listedAt(),
  limits: { startSeconds: config.startSeconds, callSeconds: config.callSeconds, totalSeconds: config.totalSeconds },
  times: { start: connector.limits.startMs / 1000, call: connector.limits.quietMs / 1000, total: connector.limits.totalMs / 1000 },
})

const reachOf = (config: ServerConfig): Reach =>
  (config.kind === 'command' ? { kind: 'command', command: config.command, args: [...config.args], cwd: config.cwd } : { kind: 'address', url: config.url })

function toStatusRow(status: ServerStatus): ServerRow['status'] {
  switch (status.state) {
    case 'off': return { state: 'off' }
    case 'starting': return { state: 'starting', since: status.since, tries: status.tries }
    case 'ready': return { state: 'ready', since: status.since }
    case 'degraded': return { state: 'degraded', since: status.since, missing: status.missing }
    case 'needs-sign-in': return { state: 'needs-sign-in', why: status.why }
    case 'failed': return { state: 'failed', why: status.why, exitCode: status.exitCode, lastWords: [...status.lastWords], nextTryAt: status.nextTryAt }
  }
}
