import type { ToolExplanation } from '../../../shared/explain.ts'
import type { ChatId } from '../../../shared/ids.ts'
import type { Role } from '../../../shared/role.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { decideGate } from '../gate/gate.ts'
import { explainDecision, listOf, readOnlyModelSentence } from '../gate/explain.ts'
import { ceilingProblem, isReadOnlyTool } from '../roles/ceiling.ts'
import { registrationProblem, type CatalogEntry } from '../tools/catalog.ts'
import type { ContextTaint } from '../turn/chain.ts'
import { offerTools } from '../turn/offer-tools.ts'
import type { CoreParts } from './core-parts.ts'

/** What the next step of this chat is judged by: of a turn that ended, what is still sent of it and of those before. */
export const nextContext = ({ chain }: Pick<CoreParts, 'chain'>, state: TurnState): ContextTaint => state.ended === null ? state : chain.contextTaint(state.turnId)

/** What the explanation is for, beside the role. */
interface Moment {
  /** Null: nothing was said yet. */
  readonly state: TurnState | null
  readonly model: string
  readonly tainted: boolean
  readonly taint: readonly TaintSource[]
}

/** For every known tool, at which filter it stands or falls for the next step of this chat, and why. */
export function explainTools(parts: CoreParts, role: Role, chatId: ChatId | null): readonly ToolExplanation[] {
  const leaf = chatId === null ? null : parts.chats.find(chatId)?.leafTurnId ?? null
  const state = leaf === null ? null : parts.turns.state(leaf)
  const context = state === null ? { tainted: false, taint: [] } : nextContext(parts, state)
  const model = state !== null && state.ended === null ? state.started?.meta?.model ?? '' : parts.settings.get().model
  return explainAt(parts, role, { state, model, tainted: context.tainted, taint: context.taint })
}

/** The same for the first step of a run in this role, were it started now. */
export const explainStart = (parts: CoreParts, role: Role, model: string): readonly ToolExplanation[] => explainAt(parts, role, { state: null, model, tainted: false, taint: [] })

function explainAt(parts: CoreParts, role: Role, moment: Moment): readonly ToolExplanation[] {
  const readOnlyModel = parts.models.readsOnly(moment.model, role) ? moment.model : null
  const offered = new Set(offerTools({ ...parts, facts: parts.models }, role, moment.state, moment.model).entries.map(({ pin }) => pin))
  return parts.catalog.entries().map((entry): ToolExplanation => ({
    connectorId: entry.connector.id, connectorLabel: entry.connector.label, tool: entry.tool.identity.tool, title: entry.tool.title, description: entry.tool.description,
    modelName: offered.has(entry.pin) ? entry.modelName : null, toolClass: entry.tool.toolClass, provenance: entry.tool.provenance,
    untrusted: entry.tool.untrusted, egress: entry.tool.egress, pin: entry.pin, on: entry.on && entry.connectorOn, requiresApproval: entry.asksByOperator || entry.asksByPerson || entry.tool.alwaysAsks,
    outcome: outcomeOfTool(entry, role, readOnlyModel, offered.has(entry.pin), moment),
  }))
}

/** What a call of it would meet then, or the filter at which it falls. */
export function outcomeOfTool(entry: CatalogEntry, role: Role, readOnlyModel: string | null, offered: boolean, { tainted, taint }: Pick<Moment, 'tainted' | 'taint'>): ToolExplanation['outcome'] {
  const problem = registrationProblem(entry, role)
  if (problem !== null) return { filter: 'registration', sentence: problem }
  const cut = ceilingProblem(role, entry.tool)
  if (cut !== null) return { filter: 'ceiling', sentence: cut }
  if (readOnlyModel !== null && !isReadOnlyTool(role, entry.tool)) return { filter: 'registration', sentence: readOnlyModelSentence(readOnlyModel) }
  if (!offered) return { filter: 'selection', sentence: `Only ${role.limits.toolsOffered} tools are described to the model at a time, and those of other connectors fit better what was said lately.` }
  const decision = decideGate({
    kind: role.kind, role: role.name, mayAsk: role.mayAsk, tainted, unfit: null, name: entry.modelName ?? '', available: [], registered: true, switchedOffBy: null, notReady: null, inCeiling: true, readOnlyModel: null, keptByReadOnly: true, offered: true,
    argumentProblem: null, overLimit: null, overAllowance: null, pinned: entry.pin, seen: entry.pin, toolClass: entry.tool.toolClass, provenance: entry.tool.provenance,
    requiresApproval: entry.asksByOperator ? 'operator' : entry.asksByPerson ? 'person' : entry.tool.alwaysAsks ? 'tool' : 'no', unlistedDestinations: [], standing: null, standingWord: wordFor(entry, role),
  })
  const guarded = decision.verdict === 'run' && entry.tool.egress && !isNamed(role.egressTools, entry.tool.identity) ? guardSentence(role, tainted) : ''
  return { filter: 'gate', verdict: decision.verdict, sentence: `${explainDecision(decision.verdict, decision.reason, taint)}${guarded}` }
}

/** Of a call that stays within it: into the role's own drafts, or to a coworker that it names. */
const wordFor = ({ tool }: CatalogEntry, role: Role): 'draft' | 'delegate' | null =>
  isNamed(role.drafts.tools, tool.identity) ? 'draft' : tool.delegates !== undefined && role.delegatesTo !== 'any' && role.delegatesTo.length > 0 ? 'delegate' : null

/** What the guard adds for a tool that can carry data out. */
function guardSentence({ mayAsk, kind, hosts }: Role, tainted: boolean): string {
  if (kind === 'person') return tainted ? ' It asks for destinations that you did not type yourself.' : ''
  const listed = hosts.length === 0 ? 'that you typed' : `that you typed, and ${listOf(hosts)}`
  return mayAsk ? ` Once outside text was read, it asks for hosts other than those ${listed}.` : ` Once outside text was read, it reaches hosts ${listed}, and no other.`
}
