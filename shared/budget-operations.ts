import { z } from 'zod'
import { call } from './contract-parts.ts'
import { ConnectorId } from './ids.ts'

/** `money` in millionths of a dollar; `uncounted`: steps whose cost nobody knows, which isn't in it. */
const spent = { tokens: z.int(), money: z.int(), uncounted: z.int() }

/** What a window can ask about what was spent; a part of the contract. */
export const budgetOperations = {
  'budget.history': call(z.object({ days: z.int().min(1).max(366) }), z.object({
    /** One a local day, oldest first; today is the last. */
    days: z.array(z.object({ day: z.string(), steps: z.int(), ...spent })),
    /** Of today. */
    spenders: z.array(z.object({ kind: z.enum(['chat', 'role', 'model']), id: z.string(), label: z.string(), ...spent })),
    /** Of today. What a result costs is part of every step it is sent with, which no service tells apart: calls are counted and results measured. */
    tools: z.array(z.object({ connectorId: ConnectorId, connectorLabel: z.string(), tool: z.string(), title: z.string(), calls: z.int(), /** UTF-16 units that reached a model. */ resultLength: z.int() })),
  })),
} as const
