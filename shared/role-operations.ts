import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { ToolExplanation } from './explain.ts'
import { ConnectorId } from './ids.ts'
import { Role } from './role.ts'

/** A role as a window shows it. */
export const RoleRow = z.object({ role: Role, /** Shipped with Gatehouse; others are made of something stored. */ builtIn: z.boolean() })
export type RoleRow = z.infer<typeof RoleRow>

/** What a run in this role would be given, were it started now. */
export const RoleExplanation = z.object({
  role: Role,
  model: z.string(),
  /** The model is certified for reading only, in this role. */
  readsOnly: z.boolean(),
  tools: z.array(ToolExplanation),
  /** What our own connectors deliberately don't do. */
  withheld: z.array(z.object({ connectorId: ConnectorId, label: z.string(), items: z.array(z.object({ what: z.string(), why: z.string() })) })),
})
export type RoleExplanation = z.infer<typeof RoleExplanation>

/** What a window can ask about roles; a part of the contract. */
export const roleOperations = {
  'roles.watch': watch(none, rows(RoleRow)),
  'role.explain': call(z.object({ roleId: z.string().max(200) }), RoleExplanation),
} as const
