import type { CoworkerProfile, ProfileField, ProfileProblem } from '../../../shared/coworker.ts'
import type { Provenance, ToolIdentity } from '../../../shared/policy.ts'
import { isInToolSet, isNamed, isSameTool, type SortedTool } from '../../../shared/tool-set.ts'
import { DEEPEST_DELEGATION } from '../../../shared/role.ts'
import { COWORKER_CEILING, OWN_WRITES } from './built-in-roles.ts'

/** A tool as the rules look at it. */
export interface RuledTool extends SortedTool {
  readonly title: string
  readonly connectorLabel: string
  readonly builtIn: boolean
  readonly provenance: Provenance
  readonly egress: boolean
  /** Other connectors that it reads, and the skill that it belongs to; left out: neither. */
  readonly needs?: { readonly connectors: readonly string[]; readonly skill: string | null }
  readonly delegates?: unknown
}

/** What there is to ask for, now. */
export interface ProfileFacts {
  readonly tools: readonly RuledTool[]
  readonly connectors: readonly { readonly id: string; readonly label: string; readonly builtIn: boolean; readonly bills: boolean }[]
  /** Null: there is no model of that name. */
  readonly model: (name: string) => { readonly priced: boolean } | null
  /** Of skills that resolve. */
  readonly skills: readonly string[]
  readonly isHost: (text: string) => boolean
  /** Ids of coworkers. */
  readonly coworkers: readonly string[]
}

const TEAM = 'team'
const SKILLS = 'skills'

/** What the rules look at of a profile. */
type Asking = Pick<CoworkerProfile, 'grant' | 'maxDelegationDepth' | 'delegatesTo'>
const LARGEST = { maxTurns: 100, maxConcurrentRuns: 8, maxDelegationDepth: DEEPEST_DELEGATION, maxAttempts: 5 } as const

/** Everything that keeps a profile from being saved, each with its own sentence. Empty: it may be. */
export function profileProblems(profile: CoworkerProfile, facts: ProfileFacts): readonly ProfileProblem[] {
  return [...textProblems(profile), ...modelProblems(profile, facts), ...figureProblems(profile), ...grantProblems(profile, facts), ...toolProblems(profile, facts), ...hostProblems(profile, facts), ...egressProblems(profile, facts), ...delegateProblems(profile, facts)]
}

const problem = (field: ProfileField, sentence: string): ProfileProblem => ({ field, sentence })

function textProblems({ name, instructions }: CoworkerProfile): readonly ProfileProblem[] {
  return [
    ...(name.trim() === '' ? [problem('name', 'It needs a name.')] : name.trim().length > 80 ? [problem('name', 'A name has at most 80 characters.')] : []),
    ...(instructions.trim() === '' ? [problem('instructions', 'It needs instructions: without them it doesn’t know what it is for.')] : []),
  ]
}

function modelProblems({ model }: CoworkerProfile, facts: ProfileFacts): readonly ProfileProblem[] {
  const known = facts.model(model)
  if (known === null) return [problem('model', model === '' ? 'It needs a model.' : `There is no model named “${model}”.`)]
  return known.priced ? [] : [problem('model', `Nobody said what “${model}” costs, so a budget of money means nothing for it. Give its prices under Settings, Models; a price of 0 has to be said.`)]
}

function figureProblems(profile: CoworkerProfile): readonly ProfileProblem[] {
  const whole = (field: 'maxTurns' | 'maxConcurrentRuns' | 'maxDelegationDepth' | 'maxAttempts', least: number, what: string): readonly ProfileProblem[] => {
    const value = profile[field]
    return Number.isInteger(value) && value >= least && value <= LARGEST[field] ? [] : [problem(field, `${what} is a whole number from ${least} to ${LARGEST[field]}.`)]
  }
  const { runBudget } = profile
  return [
    ...(Number.isSafeInteger(runBudget) && runBudget > 0 ? [] : [problem('runBudget', 'The budget of a run is more than nothing: with none it could not begin.')]),
    ...whole('maxTurns', 1, 'The number of model steps'), ...whole('maxConcurrentRuns', 1, 'The number of runs at a time'),
    ...whole('maxDelegationDepth', 0, 'The number of levels it may delegate'), ...whole('maxAttempts', 1, 'The number of attempts'),
  ]
}

function grantProblems({ grant }: CoworkerProfile, facts: ProfileFacts): readonly ProfileProblem[] {
  if (grant === null) return []
  const { allowance } = grant
  const granted = grant.connectors.map((id) => ({ id, known: facts.connectors.find((connector) => connector.id === id) }))
  const billing = granted.flatMap(({ known }) => (known?.bills === true ? [known.label] : []))
  return [
    ...granted.flatMap(({ id, known }) => (known === undefined ? [problem('grant', `The grant names the connector “${id}”, which is not there any more.`)]
      : known.builtIn ? [problem('grant', `${known.label} is our own; a grant is for connectors of others.`)] : [])),
    ...grant.skills.flatMap((skill) => (facts.skills.includes(skill) ? [] : [problem('grant', `The grant names the skill “${skill}”, which doesn’t exist, or isn’t approved.`)])),
    ...(billing.length > 0 && allowance === null ? [problem('grant', `${billing.join(', ')} bills, so the grant needs an allowance.`)] : []),
    ...(allowance === null ? [] : [
      ...(allowance.perRun > 0 && allowance.perDay > 0 ? [] : [problem('grant', 'An allowance is more than nothing, for a run and for a day.')]),
      ...(allowance.perRun > allowance.perDay ? [problem('grant', 'The allowance of a run is above that of a day.')] : []),
    ]),
  ]
}

function toolProblems(profile: CoworkerProfile, facts: ProfileFacts): readonly ProfileProblem[] {
  const refused = profile.tools.flatMap((identity) => {
    const sentence = refusedTool(identity, profile, facts)
    return sentence === null ? [] : [problem('tools', sentence)]
  })
  if (refused.length > 0) return refused
  return profile.tools.some((identity) => { const tool = find(facts, identity); return tool !== null && lostTool(tool, profile, facts.skills) === null }) ? [] : [problem('tools', 'None of the tools that it asks for is one that it would be given, so it would start with none.')]
}

const find = ({ tools }: ProfileFacts, identity: ToolIdentity): RuledTool | null => tools.find((tool) => isSameTool(tool.identity, identity)) ?? null

/** What can't be asked for at all; null: it can. A tool of ours that is lost is only lost. */
function refusedTool(identity: ToolIdentity, { grant, maxDelegationDepth }: CoworkerProfile, facts: ProfileFacts): string | null {
  const connector = facts.connectors.find(({ id }) => id === identity.connectorId)
  const tool = find(facts, identity)
  if (identity.connectorId === TEAM && identity.tool === 'delegate' && maxDelegationDepth === 0) return 'It asks for delegation, and may delegate 0 levels.'
  if (identity.connectorId === SKILLS && (grant?.skills.length ?? 0) === 0) return `It asks for ${tool?.title ?? identity.tool}, a tool of skills, and its grant names no skill.`
  if (connector === undefined) return `It asks for “${identity.tool}” of a connector that is not there any more.`
  if (tool === null) return `It asks for “${identity.tool}”, which ${connector.label} doesn’t have.`
  if (tool.builtIn) return null
  if (grant === null || !grant.connectors.includes(identity.connectorId)) return `“${tool.title}” belongs to ${connector.label}, which its grant doesn’t cover.`
  if (tool.toolClass !== 'read') return `“${tool.title}” of ${connector.label} does more than read: a specialist reads and proposes; it never commits.`
  if (tool.provenance !== 'set') return `“${tool.title}” reads by its server’s own word alone. Set its class yourself on the page of ${connector.label}, then it can be granted.`
  return null
}

function hostProblems({ hosts }: CoworkerProfile, { isHost }: ProfileFacts): readonly ProfileProblem[] {
  return hosts.flatMap((host) => (isHost(host) ? [] : [problem('hosts', `“${host}” is not the name of a host: give it without http:// and without a path.`)]))
}

/** Egress tools run unasked whatever host they name, so each is one that it asks for, and that sends anything at all. */
function egressProblems({ egressTools, tools }: CoworkerProfile, facts: ProfileFacts): readonly ProfileProblem[] {
  return egressTools.flatMap((identity) => {
    const tool = find(facts, identity)
    if (!isNamed(tools, identity)) return [problem('egressTools', `“${tool?.title ?? identity.tool}” may send to any host, and is not among the tools that it asks for.`)]
    return tool === null || tool.egress ? [] : [problem('egressTools', `“${tool.title}” sends nothing to a host that its arguments name, so there is nothing to allow.`)]
  })
}

function delegateProblems({ delegatesTo, maxDelegationDepth }: CoworkerProfile, { coworkers }: ProfileFacts): readonly ProfileProblem[] {
  if (delegatesTo.length > 0 && maxDelegationDepth === 0) return [problem('delegatesTo', 'It names coworkers to hand work to, and may delegate 0 levels.')]
  return delegatesTo.flatMap((id) => (coworkers.includes(id) ? [] : [problem('delegatesTo', `It may hand work to “${id}”, who is not there any more.`)]))
}

/** Whether a grant can hold this tool, and does. @param skills that resolve */
export function isGranted(tool: RuledTool, grant: CoworkerProfile['grant'], skills: readonly string[]): boolean {
  if (grant === null || tool.toolClass !== 'read') return false
  if (!tool.builtIn) return grant.connectors.includes(tool.identity.connectorId) && tool.provenance === 'set'
  const resolving = grant.skills.filter((skill) => skills.includes(skill))
  if (tool.identity.connectorId === SKILLS) return resolving.length > 0
  const { connectors, skill } = tool.needs ?? NOTHING
  if (connectors.length === 0 && skill === null) return false
  return connectors.every((id) => grant.connectors.some((granted) => granted === id)) && (skill === null || resolving.includes(skill))
}

const NOTHING: NonNullable<RuledTool['needs']> = { connectors: [], skill: null }

/** Whether it may hand work to others: the tools for that, and in a list those that it names (D15). */
const isForTeam = (tool: RuledTool, { maxDelegationDepth, delegatesTo }: Asking): boolean => tool.builtIn && tool.identity.connectorId === TEAM && maxDelegationDepth > 0 && delegatesTo.length > 0

/** Whether a profile gets it beside what every coworker may have. */
export const isGivenBeside = (tool: RuledTool, profile: Asking, skills: readonly string[]): boolean => isForTeam(tool, profile) || isGranted(tool, profile.grant, skills)

/** Why a tool that is asked for would not be given; null: it would. @param skills that resolve */
export function lostTool(tool: RuledTool, profile: Asking, skills: readonly string[]): string | null {
  if (isGivenBeside(tool, profile, skills)) return null
  if (tool.toolClass === 'destructive') return 'Destructive tools are not available without you.'
  if (!tool.builtIn) return 'It needs a grant, and a grant covers reads only.'
  if (tool.identity.connectorId === TEAM) return profile.maxDelegationDepth === 0 ? 'It may delegate 0 levels.' : 'It names no coworker that it may hand work to.'
  if (tool.identity.connectorId === SKILLS) return 'It needs a grant with a skill that you approved.'
  if (tool.needs !== undefined) return `It needs a grant with ${[...tool.needs.connectors, ...(tool.needs.skill === null ? [] : [`the skill ${tool.needs.skill}`])].join(', ')}.`
  if (!isInToolSet(COWORKER_CEILING, tool)) return 'It is not among what a coworker may have.'
  if (tool.toolClass === 'write' && !OWN_WRITES.some((own) => isSameTool(own, tool.identity))) return 'Without you it writes in its own drafts only.'
  return null
}
