import { z } from 'zod'
import { call, none } from './contract-parts.ts'

/** What the owner of a machine may switch, from outside the app only. As a variable each is called `GATEHOUSE_…`. */
export const OperatorSwitch = z.enum([
  'ALLOW_SHELL', 'ALLOW_WEB', 'ALLOW_WEBHOOKS', 'ALLOW_DESTRUCTIVE', 'ALLOW_UNATTENDED', 'CONNECTOR_COMMANDS', 'CONNECTOR_ADDRESSES', 'MAX_CAPTURE', 'APPROVE_ALWAYS', 'BUILT_IN_TOOLS',
])
export type OperatorSwitch = z.infer<typeof OperatorSwitch>

export const OperatorRow = z.object({
  name: OperatorSwitch,
  /** In words. */
  value: z.string(),
  /** What it is where nobody says anything. */
  usual: z.string(),
  from: z.enum(['default', 'environment', 'policy-file']),
})
export type OperatorRow = z.infer<typeof OperatorRow>

/** Read only: nothing that is asked of the core changes one. */
export const operatorOperations = {
  'operator.list': call(none, z.object({ rows: z.array(OperatorRow), /** The policy file that was read; null: there is none. */ file: z.string().nullable() })),
} as const
