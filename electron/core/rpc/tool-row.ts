import type { ToolRow } from '../../../shared/connector-record.ts'
import type { Provenance } from '../../../shared/policy.ts'
import { isMcpTool } from '../mcp/to-tool.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import { definitionOf, printDefinition } from '../tools/definition-text.ts'
import type { CoreParts } from './core-parts.ts'

/** What a tool's description may name that isn't its own connector's: only words that no ordinary text holds. */
export type KnownNames = ReadonlyMap<string, readonly CatalogEntry[]>

/** Made anew only when a list of tools changed. */
export function createKnownNames(catalog: Catalog): () => KnownNames {
  let of: object | null = null
  let names: KnownNames = new Map()
  return () => {
    const revision = catalog.revision()
    if (of !== revision) names = namesIn(catalog.entries())
    of = revision
    return names
  }
}

function namesIn(entries: readonly CatalogEntry[]): KnownNames {
  const names = new Map<string, CatalogEntry[]>()
  for (const entry of entries) {
    const { tool } = entry.tool.identity
    for (const name of [...(/[_-]/.test(tool) ? [tool] : []), ...(entry.modelName === null ? [] : [entry.modelName])]) {
      const known = names.get(name)
      if (known === undefined) names.set(name, [entry])
      else known.push(entry)
    }
  }
  return names
}

/** A tool that bears the same name as another may say its own. */
const mentionsIn = ({ tool, connector }: CatalogEntry, names: KnownNames): string[] => {
  const words = new Set(tool.description.match(/[\w-]+/g) ?? [])
  words.delete(tool.identity.tool)
  const others = [...words].flatMap((word) => names.get(word)?.findLast((other) => other.connector.id !== connector.id) ?? [])
  return [...new Set(others.map((other) => `${other.tool.identity.tool} (${other.connector.label})`))].slice(0, 10)
}

/** @param since when today began, in milliseconds since 1970 */
export function toToolRow({ activity, choices }: CoreParts, entry: CatalogEntry, names: () => KnownNames, since: number): ToolRow {
  const { tool, made, on, asksByPerson, connector } = entry
  const served = isMcpTool(made) ? made : null
  const use = activity.tool(tool.identity, since)
  const choice = choices.get(tool.identity)
  const factBy = (chosen: boolean | null): Provenance => (chosen !== null ? 'set' : connector.builtIn ? 'built-in' : 'hinted')
  // What was compiled for a call, or meanwhile, is told; a list of thousands must not hold up everything else.
  const compiled = served?.compiled() === true ? served : null
  return {
    tool: tool.identity.tool, title: tool.title, description: tool.description, toolClass: tool.toolClass, provenance: tool.provenance, untrusted: tool.untrusted, egress: tool.egress,
    on, requiresApproval: asksByPerson || tool.alwaysAsks, lastUsedAt: use.lastUsedAt, callsToday: use.calls,
    pin: entry.pin, untrustedBy: factBy(choice.untrusted), egressBy: factBy(choice.egress),
    hintedClass: made.toolClass === tool.toolClass ? null : made.toolClass,
    misleading: served?.misleading ?? false,
    mentions: served === null ? [] : mentionsIn(entry, names()),
    unusable: entry.unusable ?? compiled?.schemaProblem() ?? null,
    resultUnchecked: compiled?.resultProblem() ?? null,
    changed: !entry.changed || choice.acceptedDefinition === null ? null : {
      before: printDefinition(choice.acceptedDefinition), after: printDefinition(definitionOf(made, connector.launch)), ...acceptedAs(entry, choice),
    },
  }
}

/** What a changed tool becomes when it is accepted: the class that was chosen before, and the stricter of old and new facts. */
export const acceptedAs = ({ tool, made }: CatalogEntry, { toolClass }: { readonly toolClass: ToolRow['toolClass'] | null }): Pick<ToolRow, 'toolClass' | 'untrusted' | 'egress'> =>
  ({ toolClass: toolClass ?? made.toolClass, untrusted: tool.untrusted || made.untrusted, egress: tool.egress || made.egress })
