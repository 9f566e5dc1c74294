import { assertNever } from './assert-never.ts'
import { formatMoney, isMoney, type PauseReason, type PausingCap } from './cap.ts'
import type { TurnEventOf } from './turn-event.ts'

/** Why a turn waits and when it goes on, in one sentence or two; the same in the chat, the panel and a notification. */
export function explainPause({ cap, why = 'used-up', meta }: Pick<TurnEventOf<'turn.paused'>, 'cap' | 'why' | 'meta'>): string {
  switch (why) {
    case 'used-up': return explainUsedUp(cap)
    case 'too-small': return explainTooSmall(cap, meta?.need)
    case 'no-price': return `There is a cap in money, and nobody has said what ${meta?.model === undefined ? 'this model' : `“${meta.model}”`} costs. Enter its prices under Settings, Models (0 where it is free), or switch the cap off on the Budget page.`
    case 'unreadable': return 'What was spent so far can’t be read, so nothing runs. It goes on when it can be read again; restart Gatehouse if it doesn’t.'
    default: return assertNever(why, 'reason')
  }
}

function explainUsedUp(cap: PausingCap): string {
  switch (cap) {
    case 'tokens-per-day': return 'Too few of today’s tokens are left for the next step. It goes on tomorrow, or when you raise the cap.'
    case 'tokens-per-day-and-job': return 'Too few of this job’s tokens of today are left for the next step. It goes on tomorrow, or when you raise the job’s cap.'
    case 'runs-per-hour': return 'This hour’s runs are used up. It goes on when the hour has moved on, or when you raise the cap.'
    case 'live-runs': return 'As many runs as you allow are at work. It goes on when one of them ends, or when you raise the cap.'
    case 'money-per-run': return 'Too little of what one run may spend is left for the next step. It goes on when you raise the cap.'
    case 'money-per-day': return 'Too little of today’s money is left for the next step. It goes on tomorrow, or when you raise the cap.'
    case 'money-per-day-and-role': return 'Too little of what this role may spend today is left for the next step. It goes on tomorrow.'
    case 'money-per-month': return 'Too little of this month’s money is left for the next step. It goes on next month, or when you raise the cap.'
    default: return assertNever(cap, 'cap')
  }
}

const NAMES: Readonly<Record<PausingCap, string>> = {
  'tokens-per-day': 'tokens a day', 'tokens-per-day-and-job': 'tokens a day of this job', 'runs-per-hour': 'runs an hour', 'live-runs': 'runs at once', 'money-per-run': 'money a run', 'money-per-day': 'money a day', 'money-per-month': 'money a month', 'money-per-day-and-role': 'money a day of this role',
}

function explainTooSmall(cap: PausingCap, need: { readonly least: number; readonly limit: number } | undefined): string {
  const [least, limit] = need === undefined ? [null, null] : [amountOf(cap, need.least), amountOf(cap, need.limit)]
  const compared = least === null ? 'is smaller than this chat’s next step needs alone' : `is ${limit}, and this chat’s next step alone needs about ${least}`
  return `The cap on ${NAMES[cap]} ${compared}. Waiting doesn’t help: ${WAY_OUT[cap] ?? 'raise the cap on the Budget page, or start a shorter chat'}.`
}

const WAY_OUT: Partial<Readonly<Record<PausingCap, string>>> = { 'tokens-per-day-and-job': 'raise it on the job’s page', 'money-per-day-and-role': 'give it less to read' }

const amountOf = (cap: PausingCap, amount: number): string => (isMoney(cap) ? formatMoney(amount) : amount.toLocaleString('en'))

/** Why a run ended at its limit of money. */
export function explainRunMoney(why: PauseReason, need: { readonly least: number; readonly limit: number } | null): string {
  const limit = need === null ? 'what one run may spend' : `${formatMoney(need.limit)}, the most that one run may spend`
  if (why === 'too-small') return `Its next step alone costs more than ${limit}.`
  return `It has spent nearly ${limit}: its next step could cost more than is left.`
}
