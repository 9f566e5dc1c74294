import { AppError, toWireError } from '../../../shared/errors.ts'
import type { JobId, TurnId } from '../../../shared/ids.ts'
import { everyMs, type Clock } from '../host.ts'
import type { Job } from './job.ts'
import type { JobRuns } from './job-runs.ts'
import type { JobStore, JobTimes, Occurrence } from './job-store.ts'
import { timesOf } from './job-times.ts'
import { firstUndecided } from './plan-job.ts'
import { timesUpTo } from './schedule.ts'

/** Starts runs when their time has come, and decides once what became of each time. */
export interface Scheduler {
  /** Takes up what is stored: what passed meanwhile is decided by each job's own rule. */
  readonly start: () => void
  /** A job, or whether schedules run at all, is another one now. */
  readonly refresh: () => void
  /** @throws AppError `turn.busy` while a run is at work */
  readonly runNow: (job: Job) => Promise<TurnId>
  /** Why the last time could not be started; null: it could. */
  readonly problemOf: (jobId: JobId) => string | null
  readonly close: () => void
}

export interface SchedulerPorts {
  readonly store: JobStore
  readonly runs: JobRuns
  readonly clock: Clock
  /** Whether jobs start by themselves now. */
  readonly isOn: () => boolean
}

/** A time that is found this late is still on time: a timer that was slow, a start that took a moment. */
export const ON_TIME_MS = 120_000
/** How often it looks although nothing is due, by elapsed time: whoever waits for a time on a wall that was set back waits too long. */
export const LOOK_MS = 60_000

export function createScheduler({ store, runs, clock, isOn }: SchedulerPorts): Scheduler {
  const problems = new Map<JobId, string>()
  let callOff = (): void => undefined
  let lastLook = -Infinity
  let isClosed = false
  let stopBeat = (): void => undefined

  const attempt = (jobId: JobId, work: () => void): void => {
    try {
      work()
      problems.delete(jobId)
    } catch (error) {
      fail(jobId, error)
    }
  }
  const fail = (jobId: JobId, error: unknown): void => { if (!isClosed) problems.set(jobId, toWireError(error).message) }

  /** What lies ahead is worked out anew; what is past and undecided stays to be decided. */
  const replan = (job: Job, now: number): void => {
    if (!job.on || (job.dueAt !== null && job.dueAt <= now)) return
    const dueAt = firstUndecided(store, job.jobId, timesOf(job.schedule, job.anchor), now)
    if (dueAt !== job.dueAt) store.setTimes(job.jobId, { on: true, dueAt, anchor: job.anchor } satisfies JobTimes)
  }

  const decide = (job: Job, dueAt: number, now: number): void => {
    const next = timesOf(job.schedule, job.anchor)
    const { count, latest } = timesUpTo(next, dueAt, now)
    const after = firstUndecided(store, job.jobId, next, now)
    const isLate = now - latest > ON_TIME_MS
    const isBusy = runs.isBusy(job)
    const made = (kind: Occurrence['kind'], time: number, times: number, turnId: TurnId | null = null, why?: string): Occurrence => ({ kind, dueAt: time, at: now, count: times, turnId, ...(why === undefined ? {} : { why }) })
    if (isBusy) return store.decide(job.jobId, [made('overlap', latest, count)], after)
    if (isLate && job.catchUp === 'skip') return store.decide(job.jobId, [made('missed', latest, count)], after)
    const refusal = runs.refusalOf(job)
    if (refusal !== null) return store.decide(job.jobId, [made('refused', latest, count, null, refusal.message)], after)
    const earlier = isLate || count === 1 ? [] : [made('missed', dueAt, count - 1)]
    runs.start(job, (turnId) => [...earlier, made(isLate ? 'catch-up' : 'on-time', latest, isLate ? count : 1, turnId)], after).catch((error: unknown) => { fail(job.jobId, error) })
  }

  const look = (): void => {
    callOff()
    if (isClosed) return
    const now = clock.now()
    const jobs = store.list().filter(({ on }) => on)
    if (now < lastLook) for (const job of jobs) attempt(job.jobId, () => { replan(job, now) })
    lastLook = now
    if (isOn()) for (const job of jobs) if (job.dueAt !== null && job.dueAt <= now) attempt(job.jobId, () => { decide(job, job.dueAt ?? now, now) })
    waitForNext()
  }

  const waitForNext = (): void => {
    const now = clock.now()
    const ahead = store.list().flatMap(({ on, dueAt }) => (on && dueAt !== null && dueAt > now ? [dueAt] : []))
    callOff = ahead.length === 0 ? () => undefined : clock.at(Math.min(...ahead), look)
  }

  return {
    start: () => {
      const now = clock.now()
      for (const job of store.list()) attempt(job.jobId, () => { replan(job, now) })
      look()
      stopBeat = (clock.every ?? everyMs)(LOOK_MS, look)
    },
    refresh: look,
    runNow: async (job) => {
      if (runs.isBusy(job)) throw new AppError('turn.busy', 'A run of this job is under way.', { kept: 'Nothing was started.', advice: 'Wait for it to end, or stop it first.' })
      const now = clock.now()
      return runs.start(job, (turnId) => [{ kind: 'by-hand', dueAt: now, at: now, count: 1, turnId }], job.dueAt)
    },
    problemOf: (jobId) => problems.get(jobId) ?? null,
    close: () => {
      isClosed = true
      callOff()
      stopBeat()
    },
  }
}
