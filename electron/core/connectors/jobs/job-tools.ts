import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId, JobId } from '../../../../shared/ids.ts'
import { DEFAULT_TOKENS_PER_DAY, JobSchedule, LONGEST_JOB_NAME, LONGEST_JOB_PROMPT, type JobText } from '../../../../shared/job.ts'
import type { ToolIdentity } from '../../../../shared/policy.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { UNDO_MS } from '../../undo-time.ts'
import type { Job } from '../../unattended/job.ts'
import type { JobEdits } from '../../unattended/job-edits.ts'
import type { JobStore } from '../../unattended/job-store.ts'
import { fact, factsView, type Fact } from '../facts-view.ts'
import { noteStored, shorten, writingOf } from '../stored-taint.ts'

export interface JobsTools {
  readonly store: JobStore
  readonly edits: JobEdits
  readonly now: () => number
  /** By the name that models know it by. */
  readonly findTool: (name: string) => ToolIdentity | null
  readonly nameOf: (tool: ToolIdentity) => string
}
type Context = ToolContext<JobsTools>

export const JOBS_ID = ConnectorId.parse('jobs')

const jobId = JobId.describe('The id of the job, such as job_ab12')

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List jobs',
  description: 'Lists the jobs that run by the clock: id, name, what each is told, when it comes, whether it is on, and its tools.',
  input: z.strictObject({}),
  class: 'read',
  summarise: () => 'List jobs',
  run: async (context: Context) => {
    const jobs = context.deps.store.list()
    noteRead(context, 'list_jobs', jobs)
    return { jobs: jobs.map((job) => ({ id: job.jobId, name: job.name, task: job.prompt, schedule: scheduleText(job.schedule), on: job.on, next: job.dueAt === null ? null : new Date(job.dueAt).toISOString(), tools: job.tools.map(context.deps.nameOf) })) }
  },
})

export const readJobHistory = defineTool({
  name: 'read_job_history',
  title: 'Read a job’s history',
  description: 'Reads what became of a job’s times, newest first: runs with how they ended, and times that were skipped. What the runs wrote is in the job’s chat.',
  input: z.strictObject({ id: jobId, limit: z.int().min(1).max(100).default(20) }),
  class: 'read',
  summarise: ({ id }) => `Read the history of ${id}`,
  run: async (context: Context, { id, limit }) => {
    const job = context.deps.store.get(id)
    noteRead(context, 'read_job_history', [job])
    const { rows, total } = context.deps.store.history(id, 0, limit)
    return { name: job.name, total, times: rows.map(({ kind, dueAt, count, status }) => ({ what: kind, at: new Date(dueAt).toISOString(), times: count, run: status })) }
  },
})

export const createJob = defineTool({
  name: 'create_job',
  title: 'Create a job',
  description: 'Adds a job that runs by the clock. It starts switched off: the person looks at it and switches it on. Give either `cron` with `zone`, or `everyMinutes`. `tools` are names as you know them; a job is never given one that deletes.',
  input: z.strictObject({
    name: z.string().max(LONGEST_JOB_NAME),
    task: z.string().max(LONGEST_JOB_PROMPT).describe('What each run is told. It knows nothing else of this chat'),
    cron: z.string().max(200).optional().describe('Minute, hour, day, month, weekday'),
    zone: z.string().max(100).optional().describe('IANA time zone, such as Europe/Berlin'),
    everyMinutes: z.int().min(1).max(525_600).optional(),
    tools: z.array(z.string().max(64)).max(50).default([]),
  }),
  class: 'write',
  summarise: ({ name }) => `Create the job ${shorten(name, 80)}, switched off`,
  view: ({ name, task, cron, zone, everyMinutes, tools }) => factsView([
    fact('Name', name), fact('What it is told', task), fact('When', cron === undefined ? `every ${everyMinutes ?? '?'} minutes` : `${cron} in ${zone ?? '?'}`), fact('Tools', tools.length === 0 ? 'none' : tools.join(', ')), fact('Starts', 'switched off, until you switch it on'),
  ]),
  run: async (context: Context, args) => {
    const { edits, now } = context.deps
    const job = edits.create(textOf(context.deps, args), false, writingOf(context, now()))
    return { id: job.jobId, created: true, on: false, note: 'The person has to switch it on, on the page Jobs & webhooks.' }
  },
})

export const pauseJob = defineTool({
  name: 'pause_job',
  title: 'Switch a job off',
  description: 'Switches a job off. A run that is at work goes on. Only the person can switch it on again.',
  input: z.strictObject({ id: jobId }),
  class: 'write',
  summarise: ({ id }) => `Switch off ${id}`,
  view: ({ id }, { store }: JobsTools) => factsView(jobFacts(id, store)),
  run: async ({ deps }: Context, { id }) => {
    deps.edits.switchOn(id, false)
    return { id, on: false }
  },
})

export const deleteJob = defineTool({
  name: 'delete_job',
  title: 'Delete a job',
  description: 'Deletes a job and its history, and stops what runs of it. What its runs wrote stays in their chat.',
  input: z.strictObject({ id: jobId }),
  class: 'destructive',
  summarise: ({ id }) => `Delete ${id}`,
  view: ({ id }, { store }: JobsTools) => factsView(jobFacts(id, store)),
  run: async ({ deps }: Context, { id }) => {
    deps.edits.remove(id, deps.now() + UNDO_MS)
    return { id, deleted: true }
  },
})

interface CreateArguments { readonly name: string; readonly task: string; readonly cron?: string | undefined; readonly zone?: string | undefined; readonly everyMinutes?: number | undefined; readonly tools: readonly string[] }

/** Hosts, caps and models are the person's to say. @throws AppError `input.invalid` */
function textOf({ findTool }: JobsTools, { name, task, cron, zone, everyMinutes, tools }: CreateArguments): JobText {
  if ((cron === undefined) === (everyMinutes === undefined)) throw new AppError('input.invalid', 'Give either cron with zone, or everyMinutes.')
  if (cron !== undefined && zone === undefined) throw new AppError('input.invalid', 'A cron expression needs a zone, such as Europe/Berlin.')
  const found = tools.map((tool) => findTool(tool) ?? refuse(tool))
  const schedule = JobSchedule.parse(cron === undefined ? { kind: 'every', minutes: everyMinutes } : { kind: 'cron', expression: cron, zone })
  return { name, prompt: task, coworker: null, model: null, schedule, tools: found, hosts: [], tokensPerDay: DEFAULT_TOKENS_PER_DAY, catchUp: 'skip' }
}

function refuse(tool: string): never {
  throw new AppError('input.invalid', `There is no tool ${tool}.`)
}

const scheduleText = (schedule: JobSchedule): string => (schedule.kind === 'every' ? `every ${schedule.minutes} minutes` : `${schedule.expression} in ${schedule.zone}`)

function noteRead(context: Context, tool: string, jobs: readonly Job[]): void {
  noteStored(context, { connectorId: JOBS_ID, tool, now: context.deps.now() }, jobs.map(({ name, taint }) => ({ what: `the job ${shorten(name, 60)}`, taint })))
}

function jobFacts(id: JobId, store: JobStore): readonly Fact[] {
  const job = store.find(id)
  if (job === null) return [fact('Job', `${id} (there is no such job)`)]
  return [fact('Job', job.name), fact('What it is told', job.prompt), fact('When', scheduleText(job.schedule)), fact('State', job.on ? 'on' : 'off')]
}
