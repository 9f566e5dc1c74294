import type { Cap, CapGauge, Caps } from '../../../shared/cap.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Clock } from '../host.ts'
import { decideCaps, gaugesOf, type CapDecision, type Spending } from './caps.ts'
import { localDay, type Ledger } from './ledger.ts'

export interface StepRequest { readonly inputTokens: number; readonly maxOutputTokens: number }

/** Who may go on. Slots live in memory: a process that died holds none. */
export interface Budget {
  /** Grants room for one step and a live slot with it, or says which cap is in the way. The tokens count once `step.started` is stored. */
  readonly request: (turnId: TurnId, request: StepRequest) => CapDecision
  /** The turn waits for a person, for room, or has ended: its slot is free. */
  readonly release: (turnId: TurnId) => void
  /** The turn wants to be woken when there may be room. */
  readonly wait: (turnId: TurnId, cap: Cap, liftsAt: number | null) => void
  readonly forget: (turnId: TurnId) => void
  /** Caps were changed, or tokens came back: everybody who waits is asked to try again, oldest first. */
  readonly recheck: () => void
  readonly gauges: () => readonly CapGauge[]
  readonly close: () => void
}

export interface BudgetPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly caps: () => Caps
  /** Must not throw. */
  readonly wake: (turnId: TurnId) => void
}

const HOUR_MS = 3_600_000

export function createBudget({ ledger, clock, caps, wake }: BudgetPorts): Budget {
  const live = new Set<TurnId>()
  const waiting = new Map<TurnId, { readonly cap: Cap; readonly cancel: () => void }>()

  /** A clock that jumped back behind the last entry resets nothing. */
  const now = (): number => Math.max(clock.now(), ledger.lastAt())
  const read = (): Spending => {
    const at = now()
    const { from, to } = localDay(at)
    const { used, reserved } = ledger.tokensSince(from)
    return { tokensUsed: used, tokensReserved: reserved, runsStarted: ledger.startsSince(at - HOUR_MS), liveRuns: live.size, dayEndsAt: to }
  }
  /** What can't be read is null, and null lets nothing run. */
  const tryRead = (): Spending | null => {
    try {
      return read()
    } catch {
      return null
    }
  }
  const forget = (turnId: TurnId): void => {
    waiting.get(turnId)?.cancel()
    waiting.delete(turnId)
  }
  const wakeFor = (fits: (cap: Cap) => boolean): void => {
    for (const [turnId, { cap }] of [...waiting]) if (fits(cap)) wake(turnId)
  }

  return {
    request: (turnId, { inputTokens, maxOutputTokens }) => {
      const decision = decideCaps(caps(), tryRead(), { live: live.has(turnId), counted: ledger.isCounted(turnId), inputTokens, maxOutputTokens })
      if (!decision.granted) return decision
      live.add(turnId)
      forget(turnId)
      return decision
    },
    release: (turnId) => {
      if (live.delete(turnId)) wakeFor((cap) => cap === 'live-runs')
    },
    wait: (turnId, cap, liftsAt) => {
      forget(turnId)
      const cancel = liftsAt === null ? () => undefined : clock.at(liftsAt + 1, () => { wake(turnId) })
      waiting.set(turnId, { cap, cancel })
    },
    forget,
    recheck: () => { wakeFor(() => true) },
    gauges: () => gaugesOf(caps(), read()),
    close: () => { for (const { cancel } of waiting.values()) cancel() },
  }
}
