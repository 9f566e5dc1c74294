import { assertNever } from '../../../shared/assert-never.ts'
import { AppError } from '../../../shared/errors.ts'
import type { JobSchedule } from '../../../shared/job.ts'
import { readCron } from './cron-expression.ts'
import { nextCronTime, nextStepTime, type NextTime } from './schedule.ts'
import { offsetsOf } from './zone-time.ts'

const MINUTE_MS = 60_000

/**
 * When a job's schedule comes. @param anchor what “every N” counts from
 * @throws AppError `input.invalid` for what can't be read and for a zone that doesn't exist
 */
export function timesOf(schedule: JobSchedule, anchor: number): NextTime {
  switch (schedule.kind) {
    case 'every': return (after) => nextStepTime(schedule.minutes * MINUTE_MS, anchor, after)
    case 'cron': {
      const times = readCron(schedule.expression)
      const offsetAt = offsetsOf(schedule.zone)
      return (after) => nextCronTime(times, offsetAt, after)
    }
    default: return assertNever(schedule, 'schedule')
  }
}

/** @throws AppError `input.invalid`, also for one that never comes */
export function checkSchedule(schedule: JobSchedule, now: number): NextTime {
  const next = timesOf(schedule, now)
  if (schedule.kind === 'cron' && next(now) === null) {
    throw new AppError('input.invalid', `“${schedule.expression.trim().slice(0, 80)}” never comes: there is no such day.`, { kept: 'Nothing was changed.', advice: 'Look at its day and its month.' })
  }
  return next
}
