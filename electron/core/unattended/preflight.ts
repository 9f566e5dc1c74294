import type { JobText, Preflight, PreflightTool } from '../../../shared/job.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { Role } from '../../../shared/role.ts'
import { isNamed } from '../../../shared/tool-set.ts'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { JobProblem } from './job-edits.ts'
import { timesOf } from './job-times.ts'
import { nextTimes } from './schedule.ts'
import { localZone } from './zone-time.ts'

export const SHOWN_TIMES = 5

export interface PreflightFacts {
  readonly catalog: Catalog
  readonly role: Role
  readonly problems: readonly JobProblem[]
  /** What keeps its coworker from running, as things are; null: nothing, or it has none. */
  readonly notNow: string | null
  /** What a call would meet in a run, with the model that would be asked. */
  readonly outcomeOf: (entry: CatalogEntry) => ToolExplanation['outcome']
  /** Set where the model gets reads and nothing else. */
  readonly readOnlyModel: string | null
  readonly taint: readonly TaintSource[]
  readonly guardIsOn: boolean
  readonly now: number
}

/** What a job would be: which tools it gets, what parks, what isn't there, when it comes. */
export function preflight(text: JobText, facts: PreflightFacts): Preflight {
  const { catalog, problems } = facts
  const tools = text.tools.map((identity): PreflightTool => {
    const entry = catalog.find(identity)
    if (entry === null) return { ...identity, connectorLabel: identity.connectorId, title: identity.tool, toolClass: 'destructive', provenance: 'unset', what: 'absent', sentence: 'There is no such tool now.' }
    const { connector, tool } = entry
    return { ...identity, connectorLabel: connector.label, title: tool.title, toolClass: tool.toolClass, provenance: tool.provenance, ...whatOf(entry, text, facts) }
  })
  const next = problems.some(({ field }) => field === 'schedule') ? [] : nextTimes(timesOf(text.schedule, facts.now), facts.now, SHOWN_TIMES)
  return { problems: [...problems], tools, warnings: warningsOf(text, tools, facts), next: [...next], zone: zoneOf(text) }
}

/** The zone in which its times are said. */
export const zoneOf = ({ schedule }: Pick<JobText, 'schedule'>): string => (schedule.kind === 'cron' ? schedule.zone : localZone())

function whatOf(entry: CatalogEntry, { hosts }: JobText, { outcomeOf, guardIsOn, role }: PreflightFacts): Pick<PreflightTool, 'what' | 'sentence'> {
  const outcome = outcomeOf(entry)
  if (outcome.filter !== 'gate' || outcome.verdict === 'deny') return { what: 'absent', sentence: outcome.sentence }
  if (outcome.verdict === 'ask') return { what: 'asks', sentence: 'Each call waits in the inbox for your answer, and the run with it.' }
  if (isNamed(role.drafts.tools, entry.tool.identity)) return { what: 'by-word', sentence: 'Writes without asking, in its own drafts only.' }
  if (entry.tool.delegates !== undefined) return { what: 'by-word', sentence: 'Hands work without asking to those that its profile names, and to nobody else.' }
  if (isNamed(role.egressTools, entry.tool.identity)) return { what: 'runs', sentence: 'Runs without you, whatever host it names: its profile lists it among those that may.' }
  if (!entry.tool.egress || !guardIsOn) return { what: 'runs', sentence: 'Runs without you.' }
  return { what: 'guarded', sentence: `Runs without you. Once the run has read outside text, ${reachOf(hosts, role.mayAsk)}.` }
}

function reachOf(hosts: readonly string[], mayAsk: boolean): string {
  if (hosts.length === 0) return mayAsk ? 'it asks before it reaches any host' : 'it reaches no host'
  return `it reaches ${hosts.join(', ')} and ${mayAsk ? 'asks before any other host' : 'no other'}`
}

function warningsOf(text: JobText, tools: readonly PreflightTool[], { readOnlyModel, taint, notNow }: PreflightFacts): string[] {
  return [
    ...(notNow === null ? [] : [notNow]),
    ...(taint.length === 0 ? [] : ['What is to be done was written after reading outside text. Its runs start tainted, until you write it anew.']),
    ...(readOnlyModel === null ? [] : [`“${readOnlyModel}” isn’t certified for tools that change something: without you it reads what is yours and nothing else.`]),
    ...(tools.every(({ what }) => what === 'absent') ? ['It has no tool that it could use: it can only write an answer.'] : []),
    ...(text.schedule.kind === 'every' && text.schedule.minutes < 5 ? ['It comes very often. Its tokens of the day may be used up early; then it waits until tomorrow.'] : []),
  ]
}
