import type { CoworkerProfile, ProfileProblem } from '../../../shared/coworker.ts'
import type { GoalAgentProfile } from '../../../shared/goal.ts'
import type { GrantedTool } from '../../../shared/goal-operations.ts'
import type { Role } from '../../../shared/role.ts'
import type { Coworkers } from '../coworkers/coworkers.ts'
import { GOAL_AGENT } from '../roles/built-in-roles.ts'
import { isInCeiling } from '../roles/ceiling.ts'
import { isGranted } from '../roles/profile-rules.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import { agentRole } from './agent-role.ts'
import { PLAIN_AGENT, type WorkerStore } from './worker-store.ts'

/** Who runs the steps of plans: what a person gave it, by the rules of specialists. */
export interface GoalAgent {
  /** Null: what is stored can't be read. */
  readonly profile: () => GoalAgentProfile | null
  readonly role: () => Role
  readonly model: (profile: GoalAgentProfile) => string
  readonly granted: (profile: GoalAgentProfile) => readonly GrantedTool[]
  readonly problemsOf: (profile: GoalAgentProfile) => readonly ProfileProblem[]
}

export interface GoalAgentPorts {
  readonly workers: WorkerStore
  readonly catalog: Catalog
  readonly rules: Pick<Coworkers, 'problemsOf'>
  readonly defaultModel: () => string
  /** Names of those that the person approved. */
  readonly skills: () => readonly string[]
}

export function createGoalAgent({ workers, catalog, rules, defaultModel, skills }: GoalAgentPorts): GoalAgent {
  const grantedOf = ({ grant }: GoalAgentProfile): readonly CatalogEntry[] =>
    grant === null ? [] : catalog.entries().filter(({ tool, connector }) => isGranted({ ...tool, connectorLabel: connector.label, builtIn: connector.builtIn }, grant, skills()))
  const model = (profile: GoalAgentProfile): string => profile.model ?? defaultModel()
  /** As a profile of a specialist would be: what that is refused for, this is refused for. */
  const asSpecialist = (profile: GoalAgentProfile): CoworkerProfile => ({
    name: GOAL_AGENT.name, instructions: GOAL_AGENT.instructions ?? '', model: model(profile),
    tools: [...catalog.entries().filter(({ tool, connector }) => connector.builtIn && isInCeiling(GOAL_AGENT, tool)), ...grantedOf(profile)].map(({ tool }) => tool.identity),
    hosts: profile.hosts, runBudget: GOAL_AGENT.limits.money ?? 0, maxTurns: GOAL_AGENT.limits.steps, maxConcurrentRuns: 1, maxDelegationDepth: 0, maxAttempts: GOAL_AGENT.attempts, delegatesTo: [], egressTools: [], grant: profile.grant,
  })
  /** A grant that gives nothing isn't what was meant. */
  const emptyGrants = (profile: GoalAgentProfile): readonly ProfileProblem[] => {
    const given = new Set(grantedOf(profile).map(({ connector }) => connector.id))
    return catalog.connectors.filter(({ id, builtIn, tools }) => !builtIn && profile.grant?.connectors.includes(id) === true && tools.length > 0 && !given.has(id))
      .map(({ label }) => ({ field: 'grant', sentence: `No tool of ${label} can be granted: a grant covers reads whose class you set yourself, on its page.` }))
  }
  return {
    profile: workers.agent, model,
    role: () => {
      const profile = workers.agent() ?? PLAIN_AGENT
      return agentRole(profile, grantedOf(profile).map(({ tool }) => tool.identity))
    },
    granted: (profile) => grantedOf(profile).map(({ tool, connector }) => ({ connectorLabel: connector.label, title: tool.title })),
    problemsOf: (profile) => [...rules.problemsOf(asSpecialist(profile)), ...emptyGrants(profile)],
  }
}
