import type { CoworkerId } from '../../../shared/coworker.ts'
import type { JobText } from '../../../shared/job.ts'
import type { Role } from '../../../shared/role.ts'
import { SCHEDULED_JOB } from '../roles/built-in-roles.ts'
import { jobOfRole, jobRoleId } from '../roles/role-ids.ts'
import type { RoleSource } from '../roles/roles.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job-store.ts'

type Given = Pick<JobText, 'name' | 'model' | 'tools' | 'hosts' | 'tokensPerDay'>

/** Null: there is no such coworker, or none that can be one. */
export type FindCoworkerRole = (coworker: CoworkerId) => Role | null

/** A scheduled job's role with its own list. */
export const jobRole = (id: string, { name, model, tools, hosts, tokensPerDay }: Given): Role =>
  ({ ...SCHEDULED_JOB, id, name: `Job: ${name.trim()}`, model, ceiling: [...tools], hosts: [...hosts], tokensPerDay })

/** A coworker's run that the job starts: the coworker's role to the letter, and the job's tokens of a day beside it. */
export const jobCoworkerRole = (id: string, { name, tokensPerDay }: Pick<JobText, 'name' | 'tokensPerDay'>, coworker: Role): Role =>
  ({ ...coworker, id, name: `Job: ${name.trim()} (${coworker.name})`, tokensPerDay })

export function roleOfJob(job: Job, findCoworker: FindCoworkerRole): Role | null {
  const id = jobRoleId(job.jobId, job.coworker)
  if (job.coworker === null) return jobRole(id, job)
  const role = findCoworker(job.coworker)
  return role === null ? null : jobCoworkerRole(id, job, role)
}

/** What a job is today counts for its runs, those that wait included; one that was deleted, or has another worker by now, is no role. */
export const jobRoles = (store: JobStore, findCoworker: FindCoworkerRole): RoleSource => ({
  find: (id) => {
    const jobId = jobOfRole(id)
    const job = jobId === null ? null : store.find(jobId)
    const role = job === null ? null : roleOfJob(job, findCoworker)
    return role?.id === id ? role : null
  },
  list: () => store.list().flatMap((job) => roleOfJob(job, findCoworker) ?? []),
})
