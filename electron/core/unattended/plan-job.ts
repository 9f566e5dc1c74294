import type { JobId } from '../../../shared/ids.ts'
import type { JobStore } from './job-store.ts'
import type { NextTime } from './schedule.ts'

/** A time that was decided doesn't come again, even where the clock was set back behind it. */
export function firstUndecided(store: Pick<JobStore, 'isDecided'>, jobId: JobId, next: NextTime, after: number): number | null {
  let time = next(after)
  while (time !== null && store.isDecided(jobId, time)) time = next(time)
  return time
}
