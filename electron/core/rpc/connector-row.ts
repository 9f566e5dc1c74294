import type { ConnectorRow, ServerRow, ToolRow } from '../../../shared/connector-record.ts'
import type { Provenance } from '../../../shared/policy.ts'
import { maskText } from '../mcp/import-config.ts'
import type { McpConnector } from '../mcp/mcp-connector.ts'
import type { ServerConfig } from '../mcp/server-config.ts'
import type { ServerStatus } from '../mcp/server-status.ts'
import type { McpTool } from '../mcp/to-tool.ts'
import { MASK } from '../mcp/variable-references.ts'
import { startOfDay } from '../store/activity.ts'
import { problemOf, type CatalogEntry } from '../tools/catalog.ts'
import { definitionOf, printDefinition } from '../tools/definition-text.ts'
import type { Connector } from '../tools/tool.ts'
import type { CoreParts } from './core-parts.ts'

/** A connector as its sheet shows it, with every tool it lists. */
export function toConnectorRow(parts: CoreParts, connector: Connector): ConnectorRow {
  const { catalog, settings, host } = parts
  const found = parts.servers.find(connector.id)
  const on = found?.config.on ?? settings.connectorOn(connector.id) ?? true
  const problem = on ? problemOf(connector) : null
  const since = startOfDay(host.clock.now())
  const server = found === null ? null : toServerRow(found.config, found.connector)
  const made = new Map(found?.connector.tools.map((tool) => [tool.identity.tool, tool]))
  const entries = catalog.entries()
  const others = found === null ? new Map<string, string>() : namesOfOthers(entries, connector)
  const tools = entries.filter((entry) => entry.connector.id === connector.id).map((entry) => toToolRow(parts, entry, made.get(entry.tool.identity.tool) ?? null, others, since))
  const missing = server?.status.state === 'degraded' ? server.status.missing : null
  return {
    connectorId: connector.id, label: connector.label, builtIn: connector.builtIn, on,
    state: !on ? 'off' : server === null ? (problem === null ? 'ready' : 'degraded') : stateOf(server, tools),
    detail: problem ?? (on ? missing : null), tools, server,
  }
}

/** What waits for a person comes before what works all the same. */
function stateOf({ status }: ServerRow, tools: readonly ToolRow[]): ConnectorRow['state'] {
  if (status.state !== 'ready' && status.state !== 'degraded') return status.state
  return tools.some(({ changed }) => changed !== null) ? 'changed' : status.state
}

const toServerRow = (config: ServerConfig, connector: McpConnector): ServerRow => ({
  command: config.command, args: [...config.args], cwd: config.cwd,
  env: Object.entries(config.env).map(([name, value]) => ({ name, shown: value.kind === 'secret' ? MASK : maskText(value.text), secret: value.kind === 'secret' })),
  status: toStatusRow(connector.status()), notes: [...connector.notes()], leftOut: connector.leftOut().map(({ name, reason }) => ({ name, reason })),
})

function toStatusRow(status: ServerStatus): ServerRow['status'] {
  switch (status.state) {
    case 'off': return { state: 'off' }
    case 'starting': return { state: 'starting', since: status.since, tries: status.tries }
    case 'ready': return { state: 'ready', since: status.since }
    case 'degraded': return { state: 'degraded', since: status.since, missing: status.missing }
    case 'failed': return { state: 'failed', why: status.why, exitCode: status.exitCode, lastWords: [...status.lastWords], nextTryAt: status.nextTryAt }
  }
}

/** Only names that no ordinary word is, each with what it names. */
const namesOfOthers = (entries: readonly CatalogEntry[], own: Connector): ReadonlyMap<string, string> => new Map(
  entries.filter(({ connector }) => connector.id !== own.id).flatMap(({ tool, modelName, connector }) => {
    const shown = `${tool.identity.tool} (${connector.label})`
    return [...(/[_-]/.test(tool.identity.tool) ? [[tool.identity.tool, shown] as const] : []), ...(modelName === null ? [] : [[modelName, shown] as const])]
  }),
)

/** A tool that bears the same name as another may say its own. */
const mentionsIn = (text: string, others: ReadonlyMap<string, string>, own: string): string[] =>
  [...new Set((text.match(/[\w-]+/g) ?? []).flatMap((word) => (word === own ? [] : others.get(word) ?? [])))].slice(0, 10)

/** @param served the tool as its server lists it; null for built-in ones */
function toToolRow({ activity, choices }: CoreParts, entry: CatalogEntry, served: McpTool | null, others: ReadonlyMap<string, string>, since: number): ToolRow {
  const { tool, made, on, asksByPerson, connector } = entry
  const use = activity.tool(tool.identity, since)
  const choice = choices.get(tool.identity)
  const factBy = (chosen: boolean | null): Provenance => (chosen !== null ? 'set' : connector.builtIn ? 'built-in' : 'hinted')
  return {
    tool: tool.identity.tool, title: tool.title, description: tool.description, toolClass: tool.toolClass, provenance: tool.provenance, untrusted: tool.untrusted, egress: tool.egress,
    on, requiresApproval: asksByPerson || tool.alwaysAsks, lastUsedAt: use.lastUsedAt, callsToday: use.calls,
    pin: entry.pin, untrustedBy: factBy(choice.untrusted), egressBy: factBy(choice.egress),
    hintedClass: made.toolClass === tool.toolClass ? null : made.toolClass,
    misleading: served?.misleading ?? false,
    mentions: served === null ? [] : mentionsIn(tool.description, others, tool.identity.tool),
    // A schema is compiled for tools that are on: a list of thousands must not hold up everything else.
    unusable: entry.unusable ?? (on ? served?.schemaProblem() ?? null : null),
    changed: !entry.changed || choice.acceptedDefinition === null ? null : {
      before: printDefinition(choice.acceptedDefinition), after: printDefinition(definitionOf(made, connector.launch)), ...acceptedAs(entry, choice),
    },
  }
}

/** What a changed tool becomes when it is accepted: the class that was chosen before, and the stricter of old and new facts. */
export const acceptedAs = ({ tool, made }: CatalogEntry, { toolClass }: { readonly toolClass: ToolRow['toolClass'] | null }): Pick<ToolRow, 'toolClass' | 'untrusted' | 'egress'> =>
  ({ toolClass: toolClass ?? made.toolClass, untrusted: tool.untrusted || made.untrusted, egress: tool.egress || made.egress })
