import type { CoworkerId, CoworkerProfile } from '../../../shared/coworker.ts'
import type { Role } from '../../../shared/role.ts'
import type { ToolSet } from '../../../shared/tool-set.ts'
import { COWORKER, COWORKER_CEILING, OWN_WRITES, SPECIALIST } from '../roles/built-in-roles.ts'
import { coworkerRoleId } from '../roles/role-ids.ts'
import { isGivenBeside, type RuledTool } from '../roles/profile-rules.ts'

/**
 * The profile's own list within what a coworker may have, and beside it what its grant holds and what it hands work on with.
 * @param tools all that there are @param skills that resolve
 */
export function roleOfProfile(id: CoworkerId, profile: CoworkerProfile, tools: readonly RuledTool[], skills: readonly string[]): Role {
  const { grant } = profile
  const granted = tools.filter((tool) => isGivenBeside(tool, profile, skills)).map(({ identity }) => identity)
  const most: ToolSet = { ...COWORKER_CEILING, named: granted }
  return {
    ...(grant === null ? COWORKER : SPECIALIST),
    id: coworkerRoleId(id), name: profile.name.trim(), instructions: profile.instructions, model: profile.model,
    ceiling: { all: [{ of: 'what you chose for it', set: profile.tools }, { of: grant === null ? 'what a coworker may have' : 'what a coworker may have, nor in its grant', set: most }] },
    limits: { ...COWORKER.limits, steps: profile.maxTurns, money: profile.runBudget },
    hosts: profile.hosts, egressTools: profile.egressTools, drafts: { folder: id, tools: [...OWN_WRITES] },
    allowance: grant?.allowance ?? null, maxConcurrentRuns: profile.maxConcurrentRuns, attempts: profile.maxAttempts, delegationDepth: profile.maxDelegationDepth,
    delegatesTo: profile.delegatesTo, skills: grant?.skills ?? [],
  }
}
