import type { Digest } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import { columnOf, GATE_TABLE } from '../gate/table.ts'
import type { SettingsStore } from '../store/settings.ts'
import { pinOf } from './fingerprint.ts'
import { toModelNames } from './names.ts'
import { forModel } from './schema.ts'
import type { Connector, Tool } from './tool.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** A known tool with today's switches; whether a run may have it is `registrationProblem`'s to say. */
export interface CatalogEntry {
  readonly tool: Tool
  readonly connector: Connector
  readonly pin: Digest
  readonly modelName: string | null
  /** As a model is told it; null when no arguments could be written for the original. */
  readonly modelSchema: JsonObject | null
  /** Why no model can be offered it, whatever its switches say. */
  readonly unusable: string | null
  readonly connectorOn: boolean
  readonly on: boolean
  readonly asksByPerson: boolean
}

export interface Catalog {
  readonly connectors: readonly Connector[]
  readonly entries: () => readonly CatalogEntry[]
  readonly find: (identity: ToolIdentity) => CatalogEntry | null
  readonly findByModelName: (name: string) => CatalogEntry | null
}

/** Built-in connectors and their tools start on; what a person switched stays as they left it. */
export function createCatalog(given: readonly Connector[], settings: SettingsStore, sha256: (text: string) => Digest): Catalog {
  const connectors = given.map(withSafeProblem)
  const names = toModelNames(connectors.flatMap((connector) => connector.tools.map((tool) => tool.identity)), sha256)
  const fixed = connectors.flatMap((connector) => connector.tools.map((tool) => {
    const schema = forModel(tool.inputSchema)
    const modelName = names.nameOf(tool.identity)
    return {
      tool, connector, modelName, pin: pinOf(tool, { builtIn: connector.id }, sha256), modelSchema: schema.ok ? schema.schema : null,
      unusable: !schema.ok ? schema.reason : modelName === null ? 'It has no name that a model could use.' : null,
    }
  }))
  const byIdentity = new Map(fixed.map((entry) => [keyOf(entry.tool.identity), entry]))
  const byName = new Map(fixed.flatMap((entry) => (entry.modelName === null ? [] : [[entry.modelName, entry] as const])))
  const withSwitches = (entry: (typeof fixed)[number]): CatalogEntry => {
    const choice = settings.toolChoice(entry.tool.identity)
    return { ...entry, connectorOn: settings.connectorOn(entry.connector.id) ?? true, on: choice.on ?? true, asksByPerson: choice.requiresApproval ?? false }
  }
  return {
    connectors,
    entries: () => fixed.map(withSwitches),
    find: (identity) => { const entry = byIdentity.get(keyOf(identity)); return entry === undefined ? null : withSwitches(entry) },
    findByModelName: (name) => { const entry = byName.get(name); return entry === undefined ? null : withSwitches(entry) },
  }
}

/** A connector that fails to say whether it is ready isn't; that stays its own trouble. */
const withSafeProblem = (connector: Connector): Connector => ({
  ...connector,
  problem: () => {
    try {
      return connector.problem()
    } catch {
      return `The connector ${connector.label} can’t say whether it is ready.`
    }
  },
})

const keyOf = ({ connectorId, tool }: ToolIdentity): string => `${connectorId}\n${tool}`

/** The first filter: null when the tool exists for this role now, else the sentence that says why it doesn't. */
export function registrationProblem(entry: CatalogEntry, role: Role): string | null {
  if (entry.unusable !== null) return entry.unusable
  if (!entry.connectorOn) return `The connector ${entry.connector.label} is switched off.`
  const problem = entry.connector.problem()
  if (problem !== null) return problem
  if (!entry.on) return 'This tool is switched off.'
  if (GATE_TABLE[columnOf(role.kind, false)][entry.tool.toolClass] === 'absent') return role.kind === 'webhook' ? 'Webhook summaries have no tools.' : 'Destructive tools are not available without you.'
  if (!role.mayAsk && (entry.tool.alwaysAsks || entry.asksByPerson)) return 'It always asks, and nobody can be asked in this role.'
  return null
}
