import type { CapGauge, Caps, PausingCap } from '../../../shared/cap.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { Clock } from '../host.ts'
import { jobPartOf } from '../roles/role-ids.ts'
import { capsRun, decideCaps, gaugesOf, nextChange, type CapDecision, type MoneySpent, type Spending, type StepNeed } from './caps.ts'
import type { Ledger } from './ledger.ts'
import { localDay, localMonth, type LocalSpan } from './local-time.ts'
import type { Totals } from './ledger-rows.ts'

/** @property role by which the runs of one job are told apart and counted */
export type StepRequest = Omit<StepNeed, 'live' | 'counted' | 'above'> & { readonly role: string; readonly above?: readonly { readonly turnId: TurnId; readonly perRun: number | null }[] }

/** Who may go on. Slots live in memory: a process that died holds none. */
export interface Budget {
  /** Grants room for one step and a live slot with it, or says which cap is in the way. The tokens count once `step.started` is stored. */
  readonly request: (turnId: TurnId, request: StepRequest) => CapDecision
  /** The turn waits for a person, for room, or has ended: its slot is free. */
  readonly release: (turnId: TurnId) => void
  /** The turn wants to be woken when there may be room. */
  readonly wait: (turnId: TurnId, cap: PausingCap, liftsAt: number | null) => void
  readonly forget: (turnId: TurnId) => void
  /** Caps or prices were changed, or tokens came back: everybody who waits is asked to try again, oldest first. */
  readonly recheck: () => void
  readonly gauges: () => readonly CapGauge[]
  /** When the gauges change by the clock alone. */
  readonly nextChange: () => number
  /** Where the person's day began: of the clock, or of the last entry where the clock was set back behind it. */
  readonly today: () => { readonly from: number; readonly at: number }
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
  /** Of those that hold a slot. */
  const counted = new Set<TurnId>()
  const waiting = new Map<TurnId, { readonly cap: PausingCap; readonly cancel: () => void }>()

  /** A clock that jumped back behind the last entry resets nothing. */
  const now = (): number => Math.max(clock.now(), ledger.lastAt())
  /** Days and months are asked for with every step, and one lasts for thousands. */
  let [day, month] = [localDay(0), localMonth(0)]
  const spansOf = (at: number): readonly [day: LocalSpan, month: LocalSpan] => {
    if (at < day.from || at >= day.to) [day, month] = [localDay(at), localMonth(at)]
    return [day, month]
  }
  /** @param run whose money is asked for; null: nobody's @param job whose tokens are; null: nobody's @param role whose money of the day is; null: nobody's */
  const read = (run: TurnId | null = null, job: string | null = null, role: string | null = null): Spending => {
    const at = now()
    const [day, month] = spansOf(at)
    const today = ledger.daySince(day.from)
    return {
      tokensUsed: today.used, tokensReserved: today.reserved, runsStarted: ledger.startsSince(at - HOUR_MS), liveRuns: live.size, dayEndsAt: day.to, monthEndsAt: month.to,
      moneyToday: moneyOf(today), moneyThisMonth: moneyOf(ledger.monthSince(month.from)), moneyOfRun: run === null ? 0 : ledger.moneyOfRun(run),
      tokensOfJob: job === null ? 0 : ledger.tokensOfRole(job, day.from), moneyOfRole: role === null ? 0 : ledger.moneyOfRole(role, day.from),
    }
  }
  /** What can't be read is null, and null lets nothing run. */
  const tryRead = (turnId: TurnId, { role, ...request }: StepRequest): Spending | null => {
    try {
      return read(capsRun(caps(), request) ? turnId : null, request.jobTokensPerDay === null ? null : jobPartOf(role), request.roleMoneyPerDay === null ? null : role)
    } catch {
      return null
    }
  }
  const readAbove = ({ above = [] }: StepRequest): StepNeed['above'] | null => {
    try {
      return above.map((run) => ({ perRun: run.perRun, spent: ledger.moneyOfRun(run.turnId) }))
    } catch {
      return null
    }
  }
  const isCounted = (turnId: TurnId): boolean => {
    if (!counted.has(turnId) && ledger.isCounted(turnId)) counted.add(turnId)
    return counted.has(turnId)
  }
  const forget = (turnId: TurnId): void => {
    waiting.get(turnId)?.cancel()
    waiting.delete(turnId)
  }
  const wakeFor = (fits: (cap: PausingCap) => boolean): void => {
    for (const [turnId, { cap }] of [...waiting]) if (fits(cap)) wake(turnId)
  }

  return {
    request: (turnId, request) => {
      const above = capsRun(caps(), request) ? readAbove(request) : []
      const decision = decideCaps(caps(), above === null ? null : tryRead(turnId, request), { ...request, above: above ?? [], live: live.has(turnId), counted: isCounted(turnId) })
      if (!decision.granted) return decision
      live.add(turnId)
      forget(turnId)
      return decision
    },
    release: (turnId) => {
      counted.delete(turnId)
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
    nextChange: () => nextChange(read()),
    today: () => { const at = now(); return { from: spansOf(at)[0].from, at } },
    close: () => { for (const { cancel } of waiting.values()) cancel() },
  }
}

const moneyOf = ({ usedMoney, reservedMoney, uncounted }: Totals): MoneySpent => ({ used: usedMoney, reserved: reservedMoney, uncounted })
