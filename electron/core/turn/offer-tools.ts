import type { Role } from '../../../shared/role.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { isInCeiling } from '../roles/ceiling.ts'
import { registrationProblem, type Catalog, type CatalogEntry } from '../tools/catalog.ts'
import type { Relevance } from '../tools/relevance.ts'
import type { Chain } from './chain.ts'
import { selectTools, type ConnectorSelection } from './select-tools.ts'

export interface Offer {
  readonly entries: readonly CatalogEntry[]
  /** In the order of relevance, with what was left out; empty where everything fits. */
  readonly selection: readonly ConnectorSelection[]
}

export interface OfferSources { readonly catalog: Catalog; readonly relevance: Relevance; readonly chain: Chain }

/** Messages that say what the chat is about now. */
const RECENT_MESSAGES = 6

/** Registration, then ceiling, then the most relevant of what is left. @param state the chat so far; null: nothing was said */
export function offerTools({ catalog, relevance, chain }: OfferSources, role: Role, state: TurnState | null): Offer {
  const passed = catalog.entries().filter((entry) => registrationProblem(entry, role) === null && isInCeiling(role, entry.tool.identity))
  if (passed.length <= role.limits.toolsOffered) return { entries: passed, selection: [] }
  const recent = state === null ? [] : chain.messages(state).slice(-RECENT_MESSAGES).flatMap((message) => message.content)
  // Results are left out: a page that names a tool shouldn't bring it forward.
  const said = recent.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const used = recent.flatMap((part) => (part.type === 'tool-use' ? catalog.findByModelName(part.name)?.connector.id ?? [] : []))
  const selection = selectTools(relevance.score(passed, said, used), role.limits.toolsOffered)
  const offered = new Set(selection.flatMap(({ connectorId, offered: tools }) => tools.map((tool) => `${connectorId}\n${tool}`)))
  return { entries: passed.filter((entry) => offered.has(`${entry.connector.id}\n${entry.tool.identity.tool}`)), selection }
}
