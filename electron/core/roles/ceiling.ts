import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'

/** The second filter. An empty list permits nothing; only the word `everything` permits everything. */
export const isInCeiling = (role: Role, identity: ToolIdentity): boolean =>
  role.ceiling === 'everything' || role.ceiling.some((permitted) => permitted.connectorId === identity.connectorId && permitted.tool === identity.tool)
