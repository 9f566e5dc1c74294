import type { Role } from '../../../shared/role.ts'
import type { JobText } from '../../../shared/job.ts'
import { SCHEDULED_JOB } from '../roles/built-in-roles.ts'
import type { RoleSource } from '../roles/roles.ts'
import { jobOfRole, jobRoleId, type Job } from './job.ts'
import type { JobStore } from './job-store.ts'

type Given = Pick<JobText, 'name' | 'model' | 'tools' | 'hosts' | 'tokensPerDay'>

/** A scheduled job's role with its own list. */
export const jobRole = (id: string, { name, model, tools, hosts, tokensPerDay }: Given): Role =>
  ({ ...SCHEDULED_JOB, id, name: `Job: ${name.trim()}`, model, ceiling: [...tools], hosts: [...hosts], tokensPerDay })

export const roleOfJob = (job: Job): Role => jobRole(jobRoleId(job.jobId), job)

/** What a job is today counts for its runs, those that wait included; one that was deleted is no role. */
export const jobRoles = (store: JobStore): RoleSource => ({
  find: (id) => {
    const jobId = jobOfRole(id)
    const job = jobId === null ? null : store.find(jobId)
    return job === null ? null : roleOfJob(job)
  },
  list: () => store.list().map(roleOfJob),
})
