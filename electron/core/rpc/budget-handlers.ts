import type { CallHandlers } from '../../../shared/contract.ts'
import { localDay } from '../budget/ledger.ts'
import type { CoreParts } from './core-parts.ts'

/** The chart and who spent it, from the ledger that the gauges read as well. */
export function createBudgetHandlers({ ledger, chats, host }: CoreParts): Pick<CallHandlers, 'budget.history'> {
  return {
    'budget.history': ({ days }) => {
      const now = host.clock.now()
      const spenders = ledger.spenders(localDay(now).from).map(({ kind, id, tokens }) => ({ kind, id, tokens, label: kind === 'chat' ? titleOf(id) : id }))
      return Promise.resolve({ days: [...ledger.days(now, days)], spenders })
    },
  }

  function titleOf(id: string): string {
    return chats.list().find((chat) => chat.chatId === id)?.title ?? 'a deleted chat'
  }
}
