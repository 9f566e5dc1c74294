import type { CallId, Digest, TurnId } from '../../../shared/ids.ts'
import type { GateDecision, GateReason, Provenance, ToolClass, ToolIdentity, TurnKind, Verdict } from '../../../shared/policy.ts'
import type { CappedRun, ChangedCall, PolicyChange, Verdicts, WhatIf } from '../../../shared/what-if.ts'
import { explainDecision } from '../gate/explain.ts'
import { decideGate, type GateFacts } from '../gate/gate.ts'

/** A call that was decided, as far as what is kept of it says. */
export interface DecidedCall {
  readonly turnId: TurnId
  readonly callId: CallId
  readonly seq: number
  readonly at: number
  readonly kind: TurnKind
  readonly role: string
  /** Whether its role can ask anybody. */
  readonly mayAsk: boolean
  readonly identity: ToolIdentity
  readonly name: string
  readonly pin: Digest
  readonly toolClass: ToolClass
  readonly provenance: Provenance
  readonly alwaysAsks: boolean
  readonly egress: boolean
  readonly tainted: boolean
  readonly verdict: Verdict
  readonly reason: GateReason
}

/** What isn't recorded, worked out only where it matters. */
export interface CallFacts {
  /** Destinations that the person neither typed nor listed; null: nobody can tell. */
  readonly unlisted: (call: DecidedCall) => readonly string[] | null
  /** Whether the tool itself asks about these arguments. */
  readonly asks: (call: DecidedCall) => boolean
}

/** A model step with what it used. */
export interface SpentStep { readonly turnId: TurnId; readonly at: number; readonly tokens: number; /** When its local day began. */ readonly dayStartsAt: number }

/** The decision on a call as it was made, under the changed policy. */
export function decideUnder(change: PolicyChange, call: DecidedCall, facts: CallFacts): Pick<GateDecision, 'verdict' | 'reason'> {
  const { reason, identity } = call
  const switched = change.switches.findLast((one) => one.connectorId === identity.connectorId && (one.tool === null || one.tool === identity.tool))?.on ?? null
  const wasWithheld = reason.kind === 'unknown-tool'
  // What no policy here touches stays as it was: arguments that don't fit, a ceiling, a limit, a definition that changed.
  if (STAYS.has(reason.kind) || (wasWithheld && switched !== true)) return { verdict: 'deny', reason }
  const toolClass = change.classes.findLast((one) => one.connectorId === identity.connectorId && one.tool === identity.tool)?.toolClass ?? null
  const under = factsUnder(change, call, facts, { isOff: switched === false, toolClass })
  const decided = decideGate(under)
  // What ran as it was had not been asked about by the tool itself.
  const mayAskItself = decided.verdict === 'run' && call.verdict !== 'run' && toolClass !== null
  return mayAskItself && facts.asks(call) ? decideGate({ ...under, requiresApproval: 'tool' }) : decided
}

const STAYS: ReadonlySet<GateReason['kind']> = new Set<GateReason['kind']>(['ceiling', 'switched-off', 'read-only-model', 'arguments', 'changed', 'limit', 'not-ready', 'unfit'])

function factsUnder(change: PolicyChange, call: DecidedCall, facts: CallFacts, { isOff, toolClass }: { readonly isOff: boolean; readonly toolClass: ToolClass | null }): GateFacts {
  const { reason } = call
  const tainted = change.taintRule === 'off' ? false : call.tainted
  return {
    kind: call.kind, role: call.role, mayAsk: call.mayAsk, tainted, unfit: null, name: call.name, available: [],
    registered: !isOff, notReady: null, inCeiling: true, switchedOffBy: null, readOnlyModel: null, keptByReadOnly: false, offered: true, argumentProblem: null, overLimit: null, overAllowance: null,
    pinned: call.pin, seen: call.pin, toolClass: toolClass ?? call.toolClass, provenance: toolClass === null ? call.provenance : 'set',
    requiresApproval: reason.kind === 'requires-approval' ? reason.by : call.alwaysAsks ? 'person' : 'no',
    unlistedDestinations: tainted && call.egress ? destinations(change, call, facts, toolClass) : [],
    standing: reason.kind === 'standing-approval' ? reason.id : null,
    standingWord: reason.kind === 'standing-word' ? reason.word : null,
  }
}

/** The guard as it was: what ran had passed it, or it was off. */
function destinations(change: PolicyChange, call: DecidedCall, facts: CallFacts, toolClass: ToolClass | null): readonly string[] {
  if (change.guard === 'off') return []
  if (call.reason.kind === 'exfiltration-guard') return call.reason.destinations.length === 0 ? ['an unknown destination'] : call.reason.destinations
  if (change.guard === null && toolClass === null && call.verdict === 'run') return []
  return facts.unlisted(call) ?? ['an unknown destination']
}

const LISTED = 500

/** Folds calls, newest first, and says at any time what came of it so far. */
export interface WhatIfFold {
  readonly addRun: (startedAt: number) => void
  readonly add: (call: DecidedCall) => void
  /** Of which too little is kept. */
  readonly leaveOut: () => void
  readonly result: (capped: readonly CappedRun[]) => WhatIf
}

export function createWhatIf(change: PolicyChange, facts: CallFacts): WhatIfFold {
  const none = (): { run: number; ask: number; deny: number } => ({ run: 0, ask: 0, deny: 0 })
  const [then, now] = [none(), none()]
  const tools = new Map<string, ToolIdentity & { then: Verdicts; now: Verdicts; changed: number }>()
  const changed: ChangedCall[] = []
  let counts = { runs: 0, calls: 0, leftOut: 0, more: 0 }
  let from: number | null = null
  return {
    addRun: (startedAt) => {
      counts = { ...counts, runs: counts.runs + 1 }
      from = from === null ? startedAt : Math.min(from, startedAt)
    },
    add: (call) => {
      const { identity, turnId, callId, seq, at } = call
      const decided = decideUnder(change, call, facts)
      const isOther = decided.verdict !== call.verdict
      const key = `${identity.connectorId}\n${identity.tool}`
      const tool = tools.get(key) ?? { connectorId: identity.connectorId, tool: identity.tool, then: none(), now: none(), changed: 0 }
      for (const [count, verdict] of [[then, call.verdict], [now, decided.verdict], [tool.then, call.verdict], [tool.now, decided.verdict]] as const) count[verdict] += 1
      tools.set(key, { ...tool, changed: tool.changed + (isOther ? 1 : 0) })
      counts = { ...counts, calls: counts.calls + 1, more: counts.more + (isOther && changed.length >= LISTED ? 1 : 0) }
      if (!isOther || changed.length >= LISTED) return
      changed.push({ turnId, callId, seq, at, connectorId: identity.connectorId, tool: identity.tool, then: call.verdict, now: decided.verdict, sentence: explainDecision(decided.verdict, decided.reason, []) })
    },
    leaveOut: () => { counts = { ...counts, leftOut: counts.leftOut + 1 } },
    result: (capped) => ({
      ...counts, from, then, now, changed,
      tools: [...tools.values()].toSorted((left, right) => right.changed - left.changed || (left.connectorId + left.tool < right.connectorId + right.tool ? -1 : 1)),
      capped: capped.slice(0, LISTED), moreCapped: Math.max(0, capped.length - LISTED),
    }),
  }
}

const HOUR_MS = 3_600_000

/**
 * The runs that caps would have held up, oldest first. A run that is held up doesn't count and uses nothing: it would have
 * gone on later. @param starts of runs, and @param steps, both oldest first
 */
export function holdUp({ runsPerHour, tokensPerDay }: Pick<PolicyChange, 'runsPerHour' | 'tokensPerDay'>, starts: readonly Pick<SpentStep, 'turnId' | 'at'>[], steps: readonly SpentStep[]): readonly CappedRun[] {
  const held = new Map<TurnId, CappedRun>()
  const started: number[] = []
  let first = 0
  for (const { turnId, at } of runsPerHour === null ? [] : starts) {
    while ((started[first] ?? at) <= at - HOUR_MS) first += 1
    if (runsPerHour !== null && started.length - first >= runsPerHour) held.set(turnId, { turnId, at, cap: 'runs-per-hour' })
    else started.push(at)
  }
  let day = Number.NEGATIVE_INFINITY
  let used = 0
  for (const { turnId, at, tokens, dayStartsAt } of tokensPerDay === null ? [] : steps) {
    if (dayStartsAt !== day) [day, used] = [dayStartsAt, 0]
    if (held.has(turnId)) continue
    if (tokensPerDay !== null && used + tokens > tokensPerDay) held.set(turnId, { turnId, at, cap: 'tokens-per-day' })
    else used += tokens
  }
  return [...held.values()].toSorted((left, right) => left.at - right.at)
}
