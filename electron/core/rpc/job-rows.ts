import { AppError } from '../../../shared/errors.ts'
import type { JobRow, JobState, OccurrenceRow } from '../../../shared/job.ts'
import { jobRoleId } from '../roles/role-ids.ts'
import type { Job } from '../unattended/job.ts'
import type { StoredOccurrence } from '../unattended/job-store.ts'
import { timesOf } from '../unattended/job-times.ts'
import { SHOWN_TIMES, zoneOf } from '../unattended/preflight.ts'
import { nextTimes } from '../unattended/schedule.ts'
import { coworkerProblem } from '../coworkers/coworkers.ts'
import type { CoreParts } from './core-parts.ts'

type RowParts = Pick<CoreParts, 'jobs' | 'ledger' | 'budget' | 'chats' | 'models' | 'coworkers' | 'host'>

/** A job as the window shows it, with how it is now. */
export function toJobRow(parts: RowParts, job: Job): JobRow {
  const { jobs, ledger, budget, chats } = parts
  const broken = problemOf(parts, job)
  const { jobId, name, prompt, coworker, model, schedule, tools, hosts, tokensPerDay, catchUp, on, chatId, createdAt, updatedAt } = job
  return {
    jobId, name, prompt, coworker, model, schedule, tools, hosts, tokensPerDay, catchUp, on, createdAt, updatedAt,
    author: job.origin === null ? 'person' : 'model', taint: [...job.taint], chatId: chatId !== null && chats.find(chatId) !== null ? chatId : null,
    state: broken === null ? stateOf(parts, job) : { state: 'broken', why: broken },
    next: on && broken === null && jobs.schedules().on ? [...nextFrom(job, parts.host.clock.now())] : [], zone: zoneOf(job),
    lastRun: jobs.store.lastRun(jobId), tokensToday: ledger.tokensOfRole(jobRoleId(jobId), budget.today().from),
  }
}

const nextFrom = (job: Job, now: number): readonly number[] => nextTimes(timesOf(job.schedule, job.anchor), Math.max(now, (job.dueAt ?? now) - 1), SHOWN_TIMES)

function problemOf({ jobs, models, coworkers }: RowParts, job: Job): string | null {
  const unfit = job.coworker === null ? null : coworkerProblem(coworkers, job.coworker)
  if (unfit !== null) return unfit
  if (job.model !== null && !models.has(job.model)) return `There is no model “${job.model}” any more. Choose another one.`
  try {
    timesOf(job.schedule, job.anchor)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return jobs.scheduler.problemOf(job.jobId)
}

function stateOf({ jobs, chats }: RowParts, { jobId, on }: Job): JobState {
  const open = jobs.store.openRuns(jobId).filter(({ turnId, status }) => chats.turn(turnId)?.status === status)
  for (const [status, state] of [['running', 'running'], ['paused', 'capped'], ['parked', 'waiting']] as const) {
    const run = open.find((one) => one.status === status)
    if (run === undefined) continue
    const below = status === 'running' ? jobs.store.pausedBelow(run.turnId) : null
    return below === null ? { state, turnId: run.turnId } : { state: 'capped', turnId: below }
  }
  return { state: on ? 'scheduled' : 'paused' }
}

export const toOccurrenceRow = ({ position, kind, dueAt, at, count, turnId, status, chatId, tokens, why }: StoredOccurrence): OccurrenceRow =>
  ({ id: position, kind, dueAt, decidedAt: at, count, why: why ?? null, run: turnId === null || status === null ? null : { turnId, status, chatId, tokens } })
