import type { ErrorCode } from '../../../shared/errors.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import type { Narrowed, RetryOf } from '../../../shared/run-origin.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { MAX_RESUMES } from '../turn/next-step.ts'

export type RetryDecision =
  | { readonly again: false }
  /** @property money what is left of the run's budget; null: it has none of its own */
  | { readonly again: true; readonly retryOf: RetryOf; readonly narrowed: Narrowed; readonly money: number | null }

const NO: RetryDecision = { again: false }

/** What passes by itself. A service that refuses a key or a request refuses it the next time as well. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>(['model.rate-limited', 'model.unavailable', 'model.stream-broken'])

/**
 * Whether a run that ended is tried again. It is where the service failed, or where it ran into the limit of crashes; not where
 * the model refused, a limit or a cap ended it, or a person did; a branch and a delegated run belong to somebody who decides.
 * The next attempt has the tools that this one was told of, and no others, and what is left of its money.
 * @param spent what this attempt and those before it cost, in millionths of a dollar; null: nobody knows
 */
export function decideRetry(run: TurnState, role: Pick<Role, 'attempts' | 'limits'>, spent: number | null): RetryDecision {
  const { started } = run
  if (started === null || started.branch !== undefined || started.delegatedBy !== undefined || !failedInPassing(run)) return NO
  const attempt = (started.retryOf?.attempt ?? 1) + 1
  if (attempt > role.attempts) return NO
  const tools = toldTools(run)
  if (tools === 'not-kept') return NO
  const limit = role.limits.money ?? null
  if (limit !== null && (spent === null || spent >= limit)) return NO
  return {
    again: true, retryOf: { turnId: run.turnId, attempt }, money: limit === null ? null : limit - (spent ?? 0),
    narrowed: { tools: tools ?? started.meta?.narrowed?.tools ?? null, delegationDepth: started.meta?.narrowed?.delegationDepth ?? null },
  }
}

function failedInPassing({ ended, steps, resumes }: TurnState): boolean {
  if (ended?.outcome !== 'failed' || ended.meta === null || ended.meta.errorCode !== null) return false
  if (resumes >= MAX_RESUMES) return true
  const last = steps.at(-1)?.ended
  return last?.how === 'failed' && PASSING.has(last.meta?.detail ?? '')
}

/** Those of all its steps. Null: none of its steps began, so it ran with nothing that could be kept to. */
function toldTools({ steps }: TurnState): ToolIdentity[] | null | 'not-kept' {
  const told: ToolIdentity[] = []
  for (const { started: { meta } } of steps) {
    if (meta === null) return 'not-kept'
    for (const { connectorId, tool } of meta.offered) if (!isNamed(told, { connectorId, tool })) told.push({ connectorId, tool })
  }
  return steps.length === 0 ? null : told
}
