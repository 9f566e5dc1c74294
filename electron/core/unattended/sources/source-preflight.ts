import type { ToolExplanation } from '../../../../shared/explain.ts'
import type { PreflightTool } from '../../../../shared/job.ts'
import type { Role } from '../../../../shared/role.ts'
import type { ConfirmedTool, SourcePreflight, SourceProblem, SourceText } from '../../../../shared/source.ts'
import { isNamed } from '../../../../shared/tool-set.ts'
import type { Catalog, CatalogEntry } from '../../tools/catalog.ts'

export interface SourcePreflightFacts {
  readonly catalog: Catalog
  readonly role: Role
  readonly confirms: readonly ConfirmedTool[]
  readonly problems: readonly SourceProblem[]
  /** What a call would meet in a run, with the model that would be asked. */
  readonly outcomeOf: (entry: CatalogEntry) => ToolExplanation['outcome']
  /** Set where the model gets our own reads and nothing else. */
  readonly readOnlyModel: string | null
  readonly guardIsOn: boolean
}

/** Exactly which tools each message's run would have, which of them runs by the person's word, and what it could reach. */
export function sourcePreflight(text: SourceText, { catalog, role, confirms, problems, outcomeOf, readOnlyModel, guardIsOn }: SourcePreflightFacts): SourcePreflight {
  const tools = confirms.flatMap((identity): PreflightTool[] => {
    const entry = catalog.find(identity)
    if (entry === null) return []
    const { connector, tool } = entry
    return [{ connectorId: identity.connectorId, tool: identity.tool, connectorLabel: connector.label, title: tool.title, toolClass: tool.toolClass, provenance: tool.provenance, ...whatOf(entry, role, text, outcomeOf(entry), guardIsOn) }]
  })
  return { problems: [...problems], tools, confirms: [...confirms], warnings: warningsOf(text, tools, catalog, readOnlyModel) }
}

function whatOf({ tool }: CatalogEntry, role: Role, { hosts, draftAnywhere }: SourceText, outcome: ToolExplanation['outcome'], guardIsOn: boolean): Pick<PreflightTool, 'what' | 'sentence'> {
  if (outcome.filter !== 'gate' || outcome.verdict !== 'run') return { what: 'absent', sentence: outcome.sentence }
  const isDraft = isNamed(role.drafts.tools, tool.identity)
  const reach = !tool.egress || !guardIsOn ? '' : isDraft && draftAnywhere ? ' It may name whatever address it likes.' : hosts.length === 0 ? ' Calls that name a host or an address are denied.' : ` It reaches ${hosts.join(', ')} and no other.`
  if (isDraft) return { what: 'by-word', sentence: `Writes without asking, by your word when you save this.${tool.staysInDrafts === undefined ? '' : ` Only into the folder ${role.drafts.folder ?? ''}.`}${reach}` }
  return { what: reach === '' ? 'runs' : 'guarded', sentence: `Runs without you.${reach}` }
}

function warningsOf({ connectorId, draft }: SourceText, tools: readonly PreflightTool[], catalog: Catalog, readOnlyModel: string | null): string[] {
  const label = catalog.connectors.find(({ id }) => id === connectorId)?.label ?? connectorId
  const isDenied = tools.some(({ tool, connectorId: id, what }) => what === 'absent' && id === draft.connectorId && tool === draft.tool)
  return [
    ...(readOnlyModel === null ? [] : [`“${readOnlyModel}” isn’t certified for the standard tools, and your own word doesn’t count where you aren’t there. Until it is certified under Settings, Models, its runs get none of these tools.`]),
    ...(readOnlyModel === null && isDenied ? ['Its draft would be denied, so it could only write an answer.'] : []),
    ...(tools.some(({ toolClass }) => toolClass === 'read') ? [] : [`${label} has no tool that reads and is switched on: a run sees the message and nothing else.`]),
  ]
}
