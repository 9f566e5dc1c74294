import type { Digest } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ToolClass, ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import { switchedOffSentence } from '../gate/explain.ts'
import { columnOf, GATE_TABLE, type Cell } from '../gate/table.ts'
import { makeTools, NO_TOOLS, type MadeTool, type MadeTools } from './made-tools.ts'
import type { Connector, Tool } from './tool.ts'
import type { ToolChoice, ToolChoices } from './tool-choices.ts'

/** A known tool with today's switches; whether a run may have it is `registrationProblem`'s to say. */
export interface CatalogEntry {
  /** With the class and facts that count: a person's where they set them; destructive while its definition is changed. */
  readonly tool: Tool
  /** As its maker has it, for showing the hint beside the choice. */
  readonly made: Tool
  readonly connector: Connector
  readonly pin: Digest
  readonly modelName: string | null
  /** As a model is told it; null when no arguments could be written for the original. */
  readonly modelSchema: JsonObject | null
  /** Why no model can be offered it, whatever its switches say. */
  readonly unusable: string | null
  readonly connectorOn: boolean
  readonly on: boolean
  /** Its definition isn't the one that a person accepted. */
  readonly changed: boolean
  readonly asksByPerson: boolean
  /** On this machine every call asks. */
  readonly asksByOperator: boolean
  /** The operator's switch that withholds it; null: none does. */
  readonly switchedOffBy: string | null
  /** Of a joint tool: which other connector that it needs can't be used now; null: none. */
  readonly missing: () => string | null
}

export interface Catalog {
  readonly connectors: readonly Connector[]
  readonly entries: () => readonly CatalogEntry[]
  readonly find: (identity: ToolIdentity) => CatalogEntry | null
  /** One for each, at a fraction of what it costs to find one after another. */
  readonly findAll: (identities: readonly ToolIdentity[]) => readonly (CatalogEntry | null)[]
  readonly findByModelName: (name: string) => CatalogEntry | null
  /** In the order in which it lists them. */
  readonly entriesOf: (connectorId: string) => readonly CatalogEntry[]
  /** The same object until a connector, or a list of tools, is another one. */
  readonly revision: () => object
  /** Null: what a connector is and lists stands. Else resolves when it has said anew, or won't. */
  readonly settling: (connectorId: string) => Promise<void> | null
}

export interface CatalogSources {
  /** As they are now; connectors come, go and change their tools while the catalog lives. */
  readonly connectors: () => readonly Connector[]
  readonly connectorOn: (connectorId: string) => boolean | null
  readonly choices: ToolChoices
  /** What the owner of the machine says; left out: nothing. */
  readonly operator?: { readonly approveAlways: boolean; readonly withheldBy: (toolClass: ToolClass) => string | null }
  readonly sha256: (text: string) => Digest
}

/**
 * Every tool there is. Built-in tools start on; a server's start off, later arrivals too, until a person switches them on,
 * which accepts what was shown. Names, pins and model schemas are made anew only for lists that changed.
 */
export function createCatalog({ connectors, connectorOn, choices, operator, sha256 }: CatalogSources): Catalog {
  let built = NO_TOOLS
  const current = (): MadeTools => {
    const all = connectors()
    const same = all.length === built.from.length && all.every((connector, index) => built.from[index]?.connector === connector && built.from[index].tools === connector.tools)
    if (!same) built = makeTools(all.map((connector) => ({ connector, tools: connector.tools })), built, sha256)
    return built
  }
  /** Every step asks for every tool several times; a choice is the same object until another is made. */
  const known = new WeakMap<MadeTool, { readonly choice: ToolChoice; readonly isOn: boolean; readonly entry: CatalogEntry }>()
  const isOnNow = (connector: Connector): boolean => connectorOn(connector.id) ?? startsOn(connector)
  const toEntry = (made: MadeTool, isOn = isOnNow(made.connector)): CatalogEntry => {
    const choice = choices.get(made.tool.identity)
    const before = known.get(made)
    if (before !== undefined && before.choice === choice && before.isOn === isOn) return before.entry
    const entry = makeEntry(made, choice, isOn)
    known.set(made, { choice, isOn, entry })
    return entry
  }
  /** A joint tool is there where all its connectors are on, and ready. */
  const missingOf = ({ needs }: Tool): string | null => {
    for (const id of needs?.connectors ?? []) {
      const other = current().from.find(({ connector }) => connector.id === id)?.connector
      if (other === undefined) return `It also needs the connector ${id}, which is not there.`
      if (!(connectorOn(id) ?? startsOn(other))) return `It also needs ${other.label}, which is switched off.`
      const problem = problemOf(other)
      if (problem !== null) return `It also needs ${other.label}. ${problem}`
    }
    return null
  }
  const joint = new WeakMap<Tool, () => string | null>()
  /** The same for the same tool, so that entries made of it are the same. */
  const missingFor = (tool: Tool): (() => string | null) => {
    if (tool.needs === undefined) return nothingMissing
    const known = joint.get(tool) ?? (() => missingOf(tool))
    joint.set(tool, known)
    return known
  }
  const makeEntry = (made: MadeTool, choice: ToolChoice, isOn: boolean): CatalogEntry => {
    const { tool, connector, pin } = made
    const changed = choice.acceptedPin !== null && choice.acceptedPin !== pin
    const chosen = choice.toolClass ?? tool.toolClass
    // What a run does that a call starts is more than reading.
    const toolClass = tool.delegates !== undefined && chosen === 'read' ? 'write' : chosen
    const effective: Tool = {
      ...tool,
      toolClass: changed ? 'destructive' : toolClass,
      provenance: changed ? 'unset' : choice.toolClass === null ? tool.provenance : 'set',
      untrusted: choice.untrusted ?? tool.untrusted,
      egress: choice.egress ?? tool.egress,
    }
    return { ...made, made: tool, tool: effective, connectorOn: isOn, on: choice.on ?? connector.builtIn, changed, asksByPerson: choice.requiresApproval ?? false, asksByOperator: operator?.approveAlways ?? false, missing: missingFor(tool), switchedOffBy: operator?.withheldBy(effective.toolClass) ?? null }
  }
  /** Whether a connector is on is looked up once for all of its tools. */
  const entryMaker = (): ((made: MadeTool) => CatalogEntry) => {
    const switches = new Map<Connector, boolean>()
    return (made) => {
      const isOn = switches.get(made.connector) ?? isOnNow(made.connector)
      switches.set(made.connector, isOn)
      return toEntry(made, isOn)
    }
  }
  return {
    get connectors() { return current().from.map(({ connector }) => connector) },
    entries: () => current().all.map(entryMaker()),
    find: (identity) => { const made = current().byIdentity.get(identity); return made === undefined ? null : toEntry(made) },
    findAll: (identities) => {
      const { byIdentity } = current()
      const make = entryMaker()
      return identities.map((identity) => { const made = byIdentity.get(identity); return made === undefined ? null : make(made) })
    },
    entriesOf: (connectorId) => (current().byConnector.get(connectorId) ?? []).map(entryMaker()),
    revision: current,
    settling: (connectorId) => connectors().find(({ id }) => id === connectorId)?.settling?.() ?? null,
    findByModelName: (name) => { const made = current().byName.get(name); return made === undefined ? null : toEntry(made) },
  }
}

const nothingMissing = (): null => null

/** Where nobody switched it yet. */
export const startsOn = ({ startsOff }: Connector): boolean => startsOff !== true

/** A connector that fails to say whether it is ready isn't; that stays its own trouble. */
export function problemOf(connector: Connector): string | null {
  try {
    return connector.problem()
  } catch {
    return `The connector ${connector.label} can’t say whether it is ready.`
  }
}

/** The first filter: null when the tool exists for this role now, else the sentence that says why it doesn't. */
export function registrationProblem(entry: CatalogEntry, role: Role): string | null {
  if (entry.switchedOffBy !== null) return switchedOffSentence(entry.switchedOffBy)
  if (entry.unusable !== null) return entry.unusable
  if (!entry.connectorOn) return `The connector ${entry.connector.label} is switched off.`
  return problemOf(entry.connector) ?? entry.missing() ?? choiceProblem(entry, role)
}

/** Why the connector of a tool that this role would have can't be used now; null where it can, or something else keeps the tool away. */
export function notReadySentence(entry: CatalogEntry, role: Role): string | null {
  return entry.switchedOffBy === null && entry.unusable === null && entry.connectorOn && choiceProblem(entry, role) === null ? problemOf(entry.connector) ?? entry.missing() : null
}

function choiceProblem(entry: CatalogEntry, role: Role): string | null {
  if (!entry.on) return 'This tool is switched off.'
  if (entry.tool.delegates !== undefined && role.delegationDepth === 0) return 'This role may not hand work to others.'
  if (entry.changed) return 'Its definition changed since you accepted it. Review it on the connector’s page.'
  const cell: Cell = GATE_TABLE[columnOf(role.kind, false)][entry.tool.toolClass]
  if (cell === 'absent') return role.kind === 'webhook' ? 'Webhook summaries have no tools.' : 'Destructive tools are not available without you.'
  if (!role.mayAsk && cell === 'ask' && !isNamed(role.drafts.tools, entry.tool.identity) && !delegatesByWord(entry, role)) return 'Writes ask in a run without you, and nobody can be asked in this role.'
  if (!role.mayAsk && (entry.tool.alwaysAsks || entry.asksByPerson || entry.asksByOperator)) return 'It always asks, and nobody can be asked in this role.'
  return null
}

/** At setup the person named those that it may hand work to with nobody there to ask. */
const delegatesByWord = ({ tool }: CatalogEntry, { delegatesTo }: Role): boolean => tool.delegates !== undefined && delegatesTo !== 'any' && delegatesTo.length > 0
