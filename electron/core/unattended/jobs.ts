import { AppError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { SchedulesRow } from '../../../shared/job.ts'
import type { Clock } from '../host.ts'
import type { Job } from './job.ts'
import { createJobRuns, type JobRuns, type JobRunsPorts } from './job-runs.ts'
import type { JobEdits } from './job-edits.ts'
import type { JobStore } from './job-store.ts'
import type { ScheduleHold } from './schedule-hold.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

/** Work that starts by the clock. */
export interface Jobs {
  readonly store: JobStore
  readonly edits: JobEdits
  readonly runs: JobRuns
  readonly scheduler: Scheduler
  readonly schedules: () => SchedulesRow
  /** By a person's word, whether schedules are on or not. @throws AppError `turn.busy`, `input.invalid` where it isn't permitted at all */
  readonly runNow: (job: Job) => Promise<TurnId>
  /** A person let them go on. @throws AppError `store.*` */
  readonly resume: () => void
  readonly appended: (state: TurnState, seated: readonly SeatedEvent[]) => void
  /** Once everything that was left open is taken over. */
  readonly start: () => void
  readonly close: () => void
}

export interface JobsPorts extends Omit<JobRunsPorts, 'now'> {
  readonly edits: JobEdits
  readonly clock: Clock
  readonly hold: ScheduleHold
  /** Null: whoever runs this machine's Gatehouse permits it; else the sentence that says they don't. */
  readonly withheld: () => string | null
}

export function createJobs({ store, edits, clock, hold, withheld, ...ports }: JobsPorts): Jobs {
  const runs = createJobRuns({ ...ports, store, now: clock.now })
  const scheduler = createScheduler({ store, runs, clock, isOn: () => withheld() === null && hold.why() === null })
  let sweepLater = (): void => undefined
  /** Deleted jobs go for good when their undo time has passed; those of an earlier process go now. */
  const sweep = (): void => {
    store.sweep(clock.now())
    sweepLater()
    const next = store.nextSweep()
    sweepLater = next === null ? () => undefined : clock.at(next, sweep)
  }
  edits.onEdited((jobId) => {
    if (store.find(jobId) === null) {
      void runs.stopAll(jobId)
      sweep()
    }
    scheduler.refresh()
  })
  return {
    store, edits, runs, scheduler,
    schedules: () => ({ on: withheld() === null && hold.why() === null, why: withheld() ?? hold.why(), canResume: withheld() === null && hold.why() !== null }),
    runNow: async (job) => {
      const why = withheld()
      if (why !== null) throw new AppError('input.invalid', why, { kept: 'Nothing was started.' })
      return scheduler.runNow(job)
    },
    resume: () => {
      hold.lift()
      scheduler.refresh()
    },
    appended: runs.appended,
    start: () => {
      sweep()
      scheduler.start()
    },
    close: () => {
      sweepLater()
      scheduler.close()
    },
  }
}
