import { CoworkerId } from '../../../shared/coworker.ts'
import { JobId, SourceId } from '../../../shared/ids.ts'
import type { ChatOrigin } from '../../../shared/run-record.ts'

/*
 * Roles that something stored makes are told apart by their ids: `job:<job>`, `coworker:<coworker>`, and `job:<job>:<coworker>` for a
 * coworker's run that a job started; `source:<source>` for a message's run and `source-poll:<source>` for a look. A coworker's run for a job counts for both: for the job's tokens and times, and for how often the coworker works.
 */

const JOB = 'job:'
const COWORKER = 'coworker:'

export const jobRoleId = (jobId: JobId, coworker: CoworkerId | null = null): string => (coworker === null ? `${JOB}${jobId}` : `${JOB}${jobId}:${coworker}`)

export const coworkerRoleId = (id: CoworkerId): string => `${COWORKER}${id}`

/** A pattern of the store's that all of a coworker's runs for jobs have. */
export const jobRolesOfCoworker = (id: CoworkerId): string => `${JOB}*:${id}`

/** Null: no job's. */
export function jobOfRole(role: string): JobId | null {
  return role.startsWith(JOB) ? JobId.safeParse(role.split(':')[1]).data ?? null : null
}

/** What a job's runs are counted under, whoever does them; any other role as it is. */
export function jobPartOf(role: string): string {
  const jobId = jobOfRole(role)
  return jobId === null ? role : jobRoleId(jobId)
}

/** Null: no coworker's. */
export function coworkerOfRole(role: string): CoworkerId | null {
  const id = role.startsWith(COWORKER) ? role.slice(COWORKER.length) : role.startsWith(JOB) ? role.split(':')[2] : undefined
  return id === undefined ? null : CoworkerId.safeParse(id).data ?? null
}

const MESSAGE = 'source:'
const POLL = 'source-poll:'

export const messageRoleId = (sourceId: SourceId): string => `${MESSAGE}${sourceId}`
export const pollRoleId = (sourceId: SourceId): string => `${POLL}${sourceId}`

/** Whose run it is, and whether it answers a message or looks for some; null: no source's. */
export function sourceOfRole(role: string): { readonly sourceId: SourceId; readonly what: 'message' | 'poll' } | null {
  for (const [prefix, what] of [[MESSAGE, 'message'], [POLL, 'poll']] as const) {
    const parsed = role.startsWith(prefix) ? SourceId.safeParse(role.slice(prefix.length)) : null
    if (parsed?.success === true) return { sourceId: parsed.data, what }
  }
  return null
}

const ORIGINS: Readonly<Record<string, ChatOrigin>> = { job: 'job', coworker: 'coworker', delegated: 'delegated', 'webhook-summary': 'webhook', 'inbound-turn': 'source', source: 'source', 'source-poll': 'source', 'goal-agent': 'goal', 'goal-reviewer': 'goal', goal: 'goal' }

/** What began a chat whose first run had this role; undefined: a person. */
export const chatOriginOf = (role: string): ChatOrigin | undefined => ORIGINS[role.split(':')[0] ?? '']
