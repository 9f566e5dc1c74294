import { formatMoney, isMoney, limitOf, WARN_SHARE, type Cap, type CapGauge } from '../../../shared/cap.ts'
import type { ChatId } from '../../../shared/ids.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import type { CoreParts } from './core-parts.ts'

/** Live runs come and go by the second, and a run that spent what it may ends and says so. */
const WARNED: ReadonlySet<Cap> = new Set<Cap>(['tokens-per-day', 'runs-per-hour', 'money-per-day', 'money-per-month'])
/** With these something is set aside. What was used of it in the end is seldom more, and then the next of these sees it. */
const SET_ASIDE: ReadonlySet<TurnEvent['kind']> = new Set<TurnEvent['kind']>(['step.started', 'compaction.started'])
const NAMES: Partial<Record<Cap, string>> = { 'tokens-per-day': 'today’s tokens', 'runs-per-hour': 'this hour’s runs', 'money-per-day': 'today’s money', 'money-per-month': 'this month’s money' }

/**
 * Tells through the system, once, that a cap is nearly reached: once a day or a month for those, and for the sliding hour once
 * until it has been well below. What stood there at the start was told before it. Returns the way to end it.
 */
export function warnOfCaps({ budget, settings, host, onAppended }: Pick<CoreParts, 'budget' | 'settings' | 'host' | 'onAppended'>): () => void {
  const told = new Map<Cap, string>()
  const look = (): readonly CapGauge[] => budget.gauges().filter((gauge) => {
    if (!WARNED.has(gauge.cap)) return false
    const near = isNear(gauge, WARN_SHARE)
    const key = gauge.cap === 'runs-per-hour' ? String(gauge.limit) : `${gauge.limit ?? ''} ${gauge.liftsAt ?? ''}`
    if (!near && gauge.cap === 'runs-per-hour' && !isNear(gauge, WARN_SHARE / 2)) told.delete(gauge.cap)
    if (!near || told.get(gauge.cap) === key) return false
    told.set(gauge.cap, key)
    return true
  })
  look()
  /** Whose step it was; null: nothing is to be looked at. */
  let waiting: ChatId | null = null
  let closed = false
  const tell = (): void => {
    const chatId = waiting
    waiting = null
    if (chatId === null || closed) return
    for (const gauge of look()) host.notify({ title: 'Gatehouse: a cap is nearly reached', text: sentenceOf(gauge), chatId })
  }
  onAppended((state, seated) => {
    if (state.started === null || !seated.some(({ event }) => SET_ASIDE.has(event.kind)) || [...WARNED].every((cap) => limitOf(settings.get().caps, cap) === null)) return
    // Once what the step does next is under way, and once for all that was stored meanwhile.
    if (waiting === null && !closed) setImmediate(tell)
    waiting = state.started.chatId
  })
  return () => { closed = true }
}

const isNear = ({ used, reserved, limit }: CapGauge, share: number): boolean => limit !== null && used + reserved >= limit * share

function sentenceOf({ cap, used, reserved, limit }: CapGauge): string {
  const amount = (count: number): string => (isMoney(cap) ? formatMoney(count) : count.toLocaleString('en'))
  return `${amount(used + reserved)} of ${amount(limit ?? 0)} of ${NAMES[cap] ?? 'it'} are used or set aside. Chats pause when it is reached.`
}
