import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import type { CallState, TurnState } from '../../../shared/turn-state.ts'
import { hasOpenWrite, stepOf } from '../../../shared/turn-state.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import { reservedOf } from '../coworkers/allowance.ts'
import { isInCeiling, isReadOnlyTool } from '../roles/ceiling.ts'
import { notReadySentence, registrationProblem, type Catalog, type CatalogEntry } from '../tools/catalog.ts'
import { classIn } from '../runs/branch.ts'
import { parseArguments } from '../tools/parse-arguments.ts'
import type { ArgumentProblem } from '../tools/tool.ts'
import type { StandingApprovals } from './standing-approvals.ts'
import type { GateFacts } from './gate.ts'
import { columnOf, GATE_TABLE } from './table.ts'
import { normaliseHost, unlistedDestinations } from './taint.ts'

/** Where today's facts come from. Each may fail; a failure makes the call unfit, never permitted. */
export interface FactSources {
  readonly catalog: Catalog
  readonly standing: StandingApprovals
  readonly roleOf: (state: TurnState) => Role | null
  readonly guardIsOn: () => boolean
  /** Whether the model is certified for reading only, in this role. One that nobody knows is. */
  readonly readsOnly: (model: string, role: Role) => boolean
  /** Hosts the person typed themselves in the chain that ends in this turn. */
  readonly typedHosts: (state: TurnState) => ReadonlySet<string>
  /** What a call costs, in millionths of a dollar; null: nothing that anybody said. */
  readonly priceOf: (identity: ToolIdentity) => number | null
  readonly argumentsOf: (call: CallState) => JsonObject
  readonly rawOf: (call: CallState) => string
}

/** Everything the gate needs to know about one call, now. Never throws. */
export function gatherFacts(sources: FactSources, state: TurnState, call: CallState): GateFacts {
  try {
    return gather(sources, state, call)
  } catch (error) {
    // An unexpected error's own text may hold a path or a secret, and the model reads this one.
    return { ...NOTHING_KNOWN, unfit: error instanceof AppError ? error.message.slice(0, 200) : 'its facts could not be read' }
  }
}

const NOTHING_KNOWN: GateFacts = {
  kind: 'person', role: '', mayAsk: false, tainted: true, unfit: 'its facts could not be read', name: '', available: [], registered: false, switchedOffBy: null, notReady: null, inCeiling: false, readOnlyModel: null, keptByReadOnly: false, offered: false,
  argumentProblem: null, overLimit: null, overAllowance: null, pinned: null, seen: null, toolClass: null, provenance: 'unset', requiresApproval: 'predicate-failed', unlistedDestinations: [], standing: null, standingWord: null,
}

function gather(sources: FactSources, state: TurnState, call: CallState): GateFacts {
  const { started } = state
  const { meta } = call.call
  const step = stepOf(state, call.call.step)
  const role = sources.roleOf(state)
  if (started === null || meta === null || step === undefined || step.started.meta === null) return { ...NOTHING_KNOWN, unfit: 'the call is no longer kept' }
  if (role === null) return { ...NOTHING_KNOWN, unfit: 'its role does not exist' }
  const offered = step.started.meta.offered
  // Code decides on what it has read by now, not on what the model had when it spoke (D4).
  const isFromCode = call.call.author === 'code'
  const tainted = step.tainted || (isFromCode && state.tainted)
  const identity: ToolIdentity | null = meta.tool
  const entry = identity === null ? null : sources.catalog.find(identity)
  const known = { kind: role.kind, role: role.name, mayAsk: role.mayAsk, tainted, unfit: null, name: meta.name, available: offered.map(({ name }) => name) }
  if (identity === null || entry === null) return { ...NOTHING_KNOWN, ...known }
  if (isFromCode && entry.tool.delegates !== undefined) return { ...NOTHING_KNOWN, ...known, unfit: 'it waits for another run, and nothing waits inside a tool' }
  const argumentProblem = findArgumentProblem(sources, entry, call)
  const toolClass = classIn(state, identity, entry.tool.toolClass)
  return {
    ...known,
    registered: registrationProblem(entry, role) === null,
    switchedOffBy: entry.switchedOffBy,
    notReady: notReadySentence(entry, role),
    inCeiling: isInCeiling(role, entry.tool),
    readOnlyModel: sources.readsOnly(started.meta?.model ?? '', role) ? started.meta?.model ?? '' : null,
    keptByReadOnly: isReadOnlyTool(role, entry.tool),
    offered: isFromCode || offered.some((tool) => tool.connectorId === identity.connectorId && tool.tool === identity.tool),
    argumentProblem,
    overLimit: isOverLimit(state, call, role) ? 'calls' : null,
    overAllowance: findOverAllowance(sources, state, call, role, identity),
    pinned: meta.tool?.pin ?? null,
    seen: entry.pin,
    toolClass,
    provenance: toolClass === entry.tool.toolClass ? entry.tool.provenance : 'set',
    requiresApproval: argumentProblem === null ? asks(sources, entry, state, call) : 'no',
    unlistedDestinations: argumentProblem === null && entry.tool.egress && tainted && sources.guardIsOn() && !isNamed(role.egressTools, identity) ? findUnlisted(sources, entry, role, state, call) : [],
    // Nothing but an ask of the matrix is ever answered by one, so it isn't looked up for anything else.
    standing: !isFromCode && GATE_TABLE[columnOf(role.kind, tainted)][toolClass] === 'ask' ? findStanding(sources, entry, state, call, step.taint) : null,
    standingWord: isFromCode || argumentProblem !== null ? null : findStandingWord(entry, role, sources.argumentsOf(call)),
  }
}

function findArgumentProblem(sources: FactSources, entry: CatalogEntry, call: CallState): GateFacts['argumentProblem'] {
  const malformed = call.call.meta?.malformed ?? null
  if (malformed === null) return bounded(entry.tool.check(sources.argumentsOf(call)))
  if (malformed === 'cut-off') return { path: '', problem: 'the call was cut off by the output limit before its arguments were complete' }
  const parsed = parseArguments(sources.rawOf(call))
  return parsed.ok ? { path: '', problem: 'the arguments were not a JSON object' } : bounded(parsed)
}

const LONGEST = 200

/** Both may quote what the model wrote, at any length. */
const bounded = (problem: ArgumentProblem | null): ArgumentProblem | null =>
  problem === null ? null : { path: problem.path.slice(0, LONGEST).toWellFormed(), problem: problem.problem.slice(0, LONGEST).toWellFormed() }

function isOverLimit(state: TurnState, call: CallState, role: Role): boolean {
  const limit = state.started?.meta?.limits.calls ?? role.limits.calls
  let before = 0
  for (const callId of state.calls.keys()) {
    if (callId === call.call.callId) return false
    before += 1
    if (before >= limit) return true
  }
  return false
}

/** What the person said at setup that this role may do with nobody there to ask. */
function findStandingWord(entry: CatalogEntry, role: Role, args: JsonObject): GateFacts['standingWord'] {
  if (isNamed(role.drafts.tools, entry.tool.identity) && staysInDrafts(entry, role, args)) return 'draft'
  const to = entry.tool.delegates?.(args).to
  return to !== undefined && role.delegatesTo !== 'any' && role.delegatesTo.includes(to) ? 'delegate' : null
}

/** The person's word is for the role's own drafts. A tool that writes elsewhere too says of each call where it would. */
function staysInDrafts({ tool }: CatalogEntry, role: Role, args: JsonObject): boolean {
  if (tool.staysInDrafts === undefined) return true
  try {
    return role.drafts.folder !== null && tool.staysInDrafts(args, role.drafts.folder)
  } catch {
    return false
  }
}

function findOverAllowance({ priceOf }: FactSources, state: TurnState, call: CallState, { allowance }: Role, identity: ToolIdentity): GateFacts['overAllowance'] {
  const price = allowance === null ? null : priceOf(identity)
  if (allowance === null || price === null) return null
  const reserved = reservedOf(state, priceOf, call.call.callId)
  return reserved + price > allowance.perRun ? { price, reserved, perRun: allowance.perRun } : null
}

/** A predicate that fails counts as asking. */
function asks(sources: FactSources, entry: CatalogEntry, state: TurnState, call: CallState): GateFacts['requiresApproval'] {
  if (mayHaveRun(state, call, entry.tool.identity)) return 'may-have-run'
  if (state.started?.meta?.branch?.letThrough === call.call.position && call.call.author === 'model') return 'held-back'
  if (entry.asksByOperator) return 'operator'
  if (entry.asksByPerson) return 'person'
  try {
    return entry.tool.requiresApproval(sources.argumentsOf(call)) ? 'tool' : 'no'
  } catch {
    return 'predicate-failed'
  }
}

/** Doing it once more could do it twice, whatever the arguments: the person decides. Reads change nothing. */
const mayHaveRun = (state: TurnState, asking: CallState, identity: ToolIdentity): boolean => [...state.calls.values()].some((call) => {
  const tool = call.call.meta?.tool ?? null
  if (call.status === 'done' && (call.decision?.meta?.toolClass ?? tool?.toolClass) === 'read' && !hasOpenWrite(call)) return false
  return call.status === 'done' && call.ended.outcome === 'unknown' && call.call.callId !== asking.call.callId && tool !== null && tool.connectorId === identity.connectorId && tool.tool === identity.tool
})

/** Destinations that can't be worked out are unlisted: the guard asks. */
function findUnlisted(sources: FactSources, entry: CatalogEntry, role: Role, state: TurnState, call: CallState): readonly string[] {
  try {
    const destinations = entry.tool.destinations(sources.argumentsOf(call))
    return destinations.length === 0 ? ['an unknown destination'] : unlistedDestinations(destinations, new Set([...sources.typedHosts(state), ...role.hosts.map(normaliseHost)]))
  } catch {
    return ['an unknown destination']
  }
}

/** One that let this very call through stays good for its start, unless it was revoked since. */
function findStanding(sources: FactSources, entry: CatalogEntry, state: TurnState, call: CallState, taint: TurnState['taint']): GateFacts['standing'] {
  const decided = call.status === 'cleared' ? call.decision.body?.reason : undefined
  if (decided?.kind === 'standing-approval') return sources.standing.isLive(decided.id) ? decided.id : null
  if (state.started === null) return null
  return sources.standing.find({ chatId: state.started.chatId, turnId: state.turnId, identity: entry.tool.identity, pin: entry.pin, taint })
}
