import type { GoalAgentProfile, GoalReviewerProfile } from '../../../shared/goal.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Role } from '../../../shared/role.ts'
import type { ToolSet } from '../../../shared/tool-set.ts'
import { GOAL_AGENT, GOAL_REVIEWER, OWN_WRITES } from '../roles/built-in-roles.ts'

/** Its own tools, and beside them what a grant holds. @param granted identities of those */
export function agentRole({ model, hosts, grant }: GoalAgentProfile, granted: readonly ToolIdentity[]): Role {
  const { ceiling } = GOAL_AGENT
  const own: ToolSet = typeof ceiling === 'object' && 'named' in ceiling ? { ...ceiling, named: [...OWN_WRITES, ...granted] } : []
  return { ...GOAL_AGENT, model, hosts, allowance: grant?.allowance ?? null, skills: grant?.skills ?? [], ceiling: own }
}

/** Whatever its profile holds is in it: that a reviewer has none of it is `reviewerProblem`'s to say, about the role that would run. */
export const reviewerRole = ({ model, tools, grant, maxDelegationDepth }: GoalReviewerProfile): Role =>
  ({ ...GOAL_REVIEWER, model, ceiling: tools, allowance: grant?.allowance ?? null, delegationDepth: maxDelegationDepth })
