import type { Grant } from '../../../shared/coworker.ts'
import type { Role } from '../../../shared/role.ts'

/** Millionths of a dollar. */
const MOST_MONEY = 100_000
const MOST_MONEY_A_DAY = 250_000
const MOST_STEPS = 2

/**
 * Why a reviewer like this is never started; null: nothing is in its way. It reads what runs wrote after they read strangers' texts, with
 * nobody there: it may have nothing that it could be talked into using.
 */
export function reviewerProblem(role: Role, grant: Grant | null): string | null {
  const refused = refusedBy(role, grant)
  return refused === null ? null : `No review runs, because a reviewer has nothing but its words: ${refused}.`
}

function refusedBy({ kind, mayAsk, ceiling, onReadOnlyModel, limits, drafts, hosts, egressTools, allowance, delegationDepth, attempts, maxConcurrentRuns, moneyPerDay }: Role, grant: Grant | null): string | null {
  // Only the empty list: a rule that names nothing today may name something tomorrow.
  if (!Array.isArray(ceiling) || ceiling.length > 0) return 'this one has tools'
  if (!Array.isArray(onReadOnlyModel) || onReadOnlyModel.length > 0) return 'this one keeps tools with a model certified for reading only'
  if (limits.toolsOffered !== 0) return 'tools would be described to this one'
  if (drafts.folder !== null || drafts.tools.length > 0) return 'this one may write drafts'
  if (egressTools.length > 0 || hosts.length > 0) return 'this one may reach hosts'
  if (delegationDepth !== 0) return 'this one may delegate'
  if (grant !== null || allowance !== null) return 'this one has a grant'
  if (kind !== 'job' || mayAsk) return 'this one may ask a person'
  if (attempts !== 1 || maxConcurrentRuns !== 1) return 'this one runs more than once, or more than one at a time'
  if (limits.steps > MOST_STEPS) return `this one has more than ${MOST_STEPS} model steps`
  if (!isWithin(limits.money ?? null, MOST_MONEY) || !isWithin(moneyPerDay, MOST_MONEY_A_DAY)) return 'this one may spend more than a reviewer'
  return null
}

const isWithin = (money: number | null, most: number): boolean => money !== null && money > 0 && money <= most
