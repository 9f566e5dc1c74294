import { assertNever } from '../../../shared/assert-never.ts'
import type { Digest, StandingApprovalId } from '../../../shared/ids.ts'
import type { AnswerChoice, GateDecision, GateReason, Provenance, ToolClass, TurnKind, TurnLimit } from '../../../shared/policy.ts'
import { columnOf, GATE_TABLE, type Cell } from './table.ts'

/** Everything a decision rests on, gathered elsewhere and plain. What couldn't be learned is `unfit`. */
export interface GateFacts {
  readonly kind: TurnKind
  readonly role: string
  readonly mayAsk: boolean
  /** Whether the request of the step that made this call held untrusted content (D4). */
  readonly tainted: boolean
  /** Why the call can't be judged at all; whoever gathers facts sets it instead of throwing. */
  readonly unfit: string | null
  /** What the model wrote, for the sentence that says it exists nowhere. */
  readonly name: string
  readonly available: readonly string[]
  /** On, connected and switched on today. */
  readonly registered: boolean
  /** The operator's switch that withholds it; null: none does. */
  readonly switchedOffBy: string | null
  /** Why its connector can't be used now, where nothing else keeps the tool away. */
  readonly notReady: string | null
  readonly inCeiling: boolean
  /** The turn's model, where it is certified for reading only. */
  readonly readOnlyModel: string | null
  /** Whether the role keeps the tool with such a model. */
  readonly keptByReadOnly: boolean
  /** Among the tools the step's request described. */
  readonly offered: boolean
  readonly argumentProblem: { readonly path: string; readonly problem: string } | null
  readonly overLimit: TurnLimit | null
  /** Set where this call would cost more than the allowance of its run has left. */
  readonly overAllowance: { readonly price: number; readonly reserved: number; readonly perRun: number } | null
  /** The definition the call was made against, and the one that would run. */
  readonly pinned: Digest | null
  readonly seen: Digest | null
  readonly toolClass: ToolClass | null
  readonly provenance: Provenance
  /** `held-back`: a branch stopped at this call, and a person lets it go on. `may-have-run`: an earlier call of this tool in this turn had started and nobody knows what became of it. */
  readonly requiresApproval: 'no' | 'tool' | 'person' | 'operator' | 'predicate-failed' | 'may-have-run' | 'held-back'
  /** Destinations in the arguments of an egress tool that the person neither typed nor listed; empty with the guard off. */
  readonly unlistedDestinations: readonly string[]
  readonly standing: StandingApprovalId | null
  /** The person's word at setup that this role may make such writes, or hand work to this coworker, with nobody there to ask (D15). */
  readonly standingWord: 'draft' | 'delegate' | null
}

const STANDING_TIMES = 5
const ONCE: readonly AnswerChoice[] = [{ kind: 'approve' }, { kind: 'edit' }, { kind: 'reject' }, { kind: 'reject-following' }]
const STANDING: readonly AnswerChoice[] = [
  ...ONCE,
  { kind: 'approve-standing', scope: 'turn', times: STANDING_TIMES },
  { kind: 'approve-standing', scope: 'chat', times: STANDING_TIMES },
]

/**
 * The only place where a call is allowed to run. Pure: the same facts give the same decision.
 * Filters come first and can only deny; then the matrix; then what tightens it. A standing approval, or a role's standing
 * word, answers an ask of the matrix for a write and opens nothing else.
 */
export function decideGate(facts: GateFacts): GateDecision {
  const denied = filter(facts)
  if (denied !== null) return { verdict: 'deny', reason: denied }
  const toolClass = facts.toolClass ?? 'destructive'
  const column = columnOf(facts.kind, facts.tainted)
  const cell: Cell = GATE_TABLE[column][toolClass]
  const reason: GateReason = { kind: 'matrix', column, toolClass, provenance: facts.toolClass === null ? 'unset' : facts.provenance }
  switch (cell) {
    case 'absent': return { verdict: 'deny', reason }
    case 'ask-each': return ask(facts, reason, ONCE)
    case 'ask': {
      const tighter = tighten(facts)
      if (tighter === null && facts.standingWord !== null) return { verdict: 'run', reason: { kind: 'standing-word', word: facts.standingWord, role: facts.role } }
      if (tighter === null && facts.standing !== null) return { verdict: 'run', reason: { kind: 'standing-approval', id: facts.standing } }
      return ask(facts, reason, tighter === null ? STANDING : ONCE)
    }
    case 'run': {
      const tighter = tighten(facts)
      return tighter === null ? { verdict: 'run', reason } : ask(facts, tighter, ONCE)
    }
    default: return assertNever(cell, 'gate cell')
  }
}

function filter(facts: GateFacts): GateReason | null {
  if (facts.unfit !== null) return { kind: 'unfit', detail: facts.unfit }
  if (!facts.registered && facts.inCeiling && facts.switchedOffBy !== null) return { kind: 'switched-off', by: facts.switchedOffBy }
  if (facts.registered && !facts.inCeiling) return { kind: 'ceiling', role: facts.role }
  if (!facts.registered && facts.inCeiling && facts.notReady !== null) return { kind: 'not-ready', detail: facts.notReady }
  if (facts.registered && facts.readOnlyModel !== null && (facts.toolClass !== 'read' || !facts.keptByReadOnly)) return { kind: 'read-only-model', model: facts.readOnlyModel }
  if (!facts.registered || !facts.offered) return { kind: 'unknown-tool', name: facts.name, available: [...facts.available] }
  if (facts.overLimit !== null) return { kind: 'limit', limit: facts.overLimit }
  if (facts.overAllowance !== null) return { kind: 'allowance', ...facts.overAllowance }
  if (facts.pinned === null || facts.seen === null) return { kind: 'unfit', detail: 'the tool has no pinned definition' }
  if (facts.pinned !== facts.seen) return { kind: 'changed', pinned: facts.pinned, seen: facts.seen }
  if (facts.argumentProblem !== null) return { kind: 'arguments', ...facts.argumentProblem }
  return null
}

/** What makes a call ask that the matrix would let run. */
function tighten(facts: GateFacts): GateReason | null {
  if (facts.requiresApproval !== 'no') return { kind: 'requires-approval', by: facts.requiresApproval }
  if (facts.tainted && facts.unlistedDestinations.length > 0) return { kind: 'exfiltration-guard', destinations: [...facts.unlistedDestinations] }
  return null
}

/** Where nobody can be asked, asking is denying. */
function ask(facts: GateFacts, reason: GateReason, choices: readonly AnswerChoice[]): GateDecision {
  if (!facts.mayAsk) return { verdict: 'deny', reason: { kind: 'no-approval-channel', column: columnOf(facts.kind, facts.tainted), toolClass: facts.toolClass ?? 'destructive' } }
  return { verdict: 'ask', reason, choices: [...choices] }
}

const CLASS_RANK: Readonly<Record<ToolClass, number>> = { read: 0, write: 1, destructive: 2 }

export const isStricter = (toolClass: ToolClass, than: ToolClass): boolean => CLASS_RANK[toolClass] > CLASS_RANK[than]

export type StartDecision =
  | { readonly start: 'run' }
  | { readonly start: 'void'; readonly reason: GateReason }
  | { readonly start: 'deny'; readonly reason: GateReason }

/**
 * Whether an approved call may start on today's facts (D5). Stricter facts void the answer, so that it asks again, or
 * deny; looser ones change nothing: the answer was given and stands.
 * @param askedAs the class the person saw when they answered
 */
export function decideStart(facts: GateFacts, askedAs: ToolClass): StartDecision {
  const decision = decideGate(facts)
  switch (decision.verdict) {
    case 'run': return { start: 'run' }
    case 'deny': return { start: 'deny', reason: decision.reason }
    case 'ask': return isStricter(facts.toolClass ?? 'destructive', askedAs) ? { start: 'void', reason: decision.reason } : { start: 'run' }
    default: return assertNever(decision, 'gate decision')
  }
}
