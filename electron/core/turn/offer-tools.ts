import type { Role } from '../../../shared/role.ts'
import type { OfferedTool } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { FactSources } from '../gate/facts.ts'
import { isInCeiling, isReadOnlyTool } from '../roles/ceiling.ts'
import { notReadySentence, registrationProblem, type Catalog, type CatalogEntry } from '../tools/catalog.ts'
import type { Relevance } from '../tools/relevance.ts'
import type { Connector } from '../tools/tool.ts'
import { SUMMARY_OPENING } from '../model/model.ts'
import type { Chain } from './chain.ts'
import { selectTools, type ConnectorSelection } from './select-tools.ts'

export interface Offer {
  readonly entries: readonly CatalogEntry[]
  /** In the order of relevance, with what was left out; empty where everything fits. */
  readonly selection: readonly ConnectorSelection[]
}

export interface OfferSources { readonly catalog: Catalog; readonly relevance: Relevance; readonly chain: Chain; readonly facts: Pick<FactSources, 'readsOnly'> }

/** Messages that say what the chat is about now. */
const RECENT_MESSAGES = 6

/**
 * Registration, then ceiling, then the most relevant of what is left. A turn that has begun keeps what its first step was
 * offered, in that order: a service that sees other tools forgets what it had cached, and may refuse the thinking of an open
 * round. @param state the chat so far; null: nothing was said. @param model the one that will be asked
 */
export function offerTools(sources: OfferSources, role: Role, state: TurnState | null, model: string): Offer {
  const { catalog, relevance, chain } = sources
  const readsOnly = sources.facts.readsOnly(model, role)
  const pass = (): readonly CatalogEntry[] => catalog.entries().filter((entry) => mayBeOffered(entry, role, readsOnly))
  const kept = state === null || state.ended !== null ? null : keptOffer(sources, role, state, model)
  if (kept !== null) return { entries: kept, selection: selectionOfKept(kept, pass, state) }
  const passed = pass()
  if (passed.length <= role.limits.toolsOffered) return { entries: passed, selection: [] }
  const recent = state === null ? [] : chain.messages(state).slice(-RECENT_MESSAGES).flatMap((message) => message.content)
  // Results and summaries are left out: a page that names a tool shouldn't bring it forward.
  const said = recent.map((part) => (part.type === 'text' && !part.text.startsWith(SUMMARY_OPENING) ? part.text : '')).join('\n')
  const used = recent.flatMap((part) => (part.type === 'tool-use' ? catalog.findByModelName(part.name)?.connector.id ?? [] : []))
  const selection = selectTools(relevance.score(passed, said, used), role.limits.toolsOffered)
  const offered = new Set(selection.flatMap(({ connectorId, offered: tools }) => tools.map((tool) => `${connectorId}\n${tool}`)))
  return { entries: passed.filter((entry) => offered.has(`${entry.connector.id}\n${entry.tool.identity.tool}`)), selection }
}

const mayBeOffered = (entry: CatalogEntry, role: Role, readsOnly: boolean): boolean =>
  registrationProblem(entry, role) === null && isInCeiling(role, entry.tool) && (!readsOnly || isReadOnlyTool(role, entry.tool))

/**
 * What this turn was last told of and may still be: switched off, changed and gone tools, and those that aren't the role's any
 * more, are left out at once. Null: it wasn't told of any yet.
 */
export function keptOffer({ catalog, facts }: Pick<OfferSources, 'catalog' | 'facts'>, role: Role, state: TurnState, model: string): readonly CatalogEntry[] | null {
  const told = toldTools(state)
  if (told === null) return null
  const readsOnly = facts.readsOnly(model, role)
  return catalog.findAll(told).flatMap((entry, index) => (entry !== null && entry.modelName === told[index]?.name && mayBeOffered(entry, role, readsOnly) ? [entry] : []))
}

/** Null: none yet. */
export const toldTools = (state: TurnState): OfferedTool[] | null =>
  state.steps.findLast(({ started }) => (started.meta?.offered.length ?? 0) > 0)?.started.meta?.offered ?? null

/**
 * Connectors that are about to be ready and whose tools this turn had: those it was told of, or any where another process
 * died before it was told. What it began with them it can't go on with without them.
 */
export function missingConnectors({ catalog }: Pick<OfferSources, 'catalog'>, role: Role, state: TurnState): readonly Connector[] {
  const told = toldTools(state)
  if (told === null && state.resumes === 0) return []
  const settling = new Set(catalog.connectors.filter(({ settling }) => (settling?.() ?? null) !== null))
  if (settling.size === 0) return []
  const had = told === null ? catalog.entries() : catalog.findAll(told).filter((entry) => entry !== null)
  const missing = had.filter((entry) => settling.has(entry.connector) && notReadySentence(entry, role) !== null)
  return [...new Set(missing.map(({ connector }) => connector))]
}

/** The scores are those by which they were chosen. */
function selectionOfKept(kept: readonly CatalogEntry[], pass: () => readonly CatalogEntry[], state: TurnState | null): readonly ConnectorSelection[] {
  const known = state?.steps.findLast(({ started }) => started.body?.selection !== undefined)?.started.body?.selection
  if (known === undefined) return []
  const byConnector = (entries: readonly CatalogEntry[]) => Map.groupBy(entries.map(({ tool }) => tool.identity), ({ connectorId }): string => connectorId)
  const [keptOf, passedOf] = [byConnector(kept), byConnector(pass())]
  return known.map(({ connectorId, lexical, recent }) => {
    const offered = (keptOf.get(connectorId) ?? []).map(({ tool }) => tool)
    return { connectorId, lexical, recent, offered, leftOut: (passedOf.get(connectorId) ?? []).flatMap(({ tool }) => (offered.includes(tool) ? [] : [tool])) }
  })
}
