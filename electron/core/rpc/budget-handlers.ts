import type { CallHandlers } from '../../../shared/contract.ts'
import { CERTIFY_CHAT } from '../model/certifications.ts'
import type { CoreParts } from './core-parts.ts'

/** The chart and who spent it, from the ledger that the gauges read as well. */
export function createBudgetHandlers({ ledger, toolUse, budget, chats, catalog }: CoreParts): Pick<CallHandlers, 'budget.history'> {
  return {
    'budget.history': ({ days }) => {
      // The day that the gauges show: where the clock was set back it isn't that of the clock.
      const { from, at } = budget.today()
      const titles = new Map(chats.list().map(({ chatId, title }) => [String(chatId), title]))
      return Promise.resolve({
        days: [...ledger.days(at, days)],
        spenders: ledger.spenders(from).map((row) => ({ ...row, label: row.kind === 'chat' ? titles.get(row.id) ?? (row.id === CERTIFY_CHAT ? 'Tests of models' : 'a deleted chat') : row.id })),
        tools: toolUse.since(from).map((row) => {
          const known = catalog.find(row)
          return { ...row, title: known?.tool.title ?? row.tool, connectorLabel: known?.connector.label ?? row.connectorId }
        }),
      })
    },
  }
}
