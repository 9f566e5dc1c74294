import { formatMoney } from '../../../shared/cap.ts'
import type { Allowance } from '../../../shared/coworker.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { CallState, TurnState } from '../../../shared/turn-state.ts'

type PriceOf = (identity: ToolIdentity) => number | null

/** From its clearance on a call is set aside for: it may be sent at any moment. What never started cost nothing. */
const isReserved = (call: CallState): boolean => {
  switch (call.status) {
    case 'called': case 'parked': case 'refused': return false
    case 'cleared': case 'approved': case 'running': case 'joined': case 'unknown': return true
    case 'done': return call.attempts > 0
  }
}

/** What the calls of a turn cost, those that may be sent now included. @param except not counted */
export function reservedOf(state: TurnState, priceOf: PriceOf, except: CallId | null): number {
  let sum = 0
  for (const call of state.calls.values()) {
    const tool = call.call.meta?.tool ?? null
    if (tool !== null && call.call.callId !== except && isReserved(call)) sum += priceOf(tool) ?? 0
  }
  return sum
}

/** What a run counts against the allowance of a day: a live one, and one of which nothing is kept, the whole of a run's. */
export function countedOf(state: TurnState, priceOf: PriceOf, { perRun }: Allowance): number {
  const isKept = state.ended !== null && [...state.calls.values()].every(({ call }) => call.meta !== null)
  return isKept ? reservedOf(state, priceOf, null) : perRun
}

export interface AllowanceOfDay {
  /** Of whom. */
  readonly name: string
  readonly allowance: Allowance | null
  readonly priceOf: PriceOf
  /** Of today. */
  readonly runs: readonly TurnState[]
  readonly code: ErrorCode
}

/** Checked before a run starts, with the whole figure that it may need. @throws AppError with that code */
export function refuseOverAllowance({ name, allowance, priceOf, runs, code }: AllowanceOfDay): void {
  if (allowance === null) return
  const counted = runs.reduce((sum, state) => sum + countedOf(state, priceOf, allowance), 0)
  if (counted + allowance.perRun <= allowance.perDay) return
  throw new AppError(code, `“${name}” has ${formatMoney(Math.max(0, allowance.perDay - counted))} left today for connectors that bill, and a run may need ${formatMoney(allowance.perRun)}.`, { kept: 'Nothing was started.', advice: 'Wait for tomorrow, or raise its allowance.' })
}
