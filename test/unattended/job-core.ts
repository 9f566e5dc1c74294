import assert from 'node:assert/strict'
import { ConnectorId, type JobId } from '../../shared/ids.ts'
import type { JobRow, JobText, OccurrenceRow } from '../../shared/job.ts'
import type { ScriptedStep } from '../core/script-model.ts'
import { startScripted, type ScriptedCore } from '../core/scripted-core.ts'
import type { CoreOptions, LiveCore } from '../core/live-core.ts'
import { manualClock, type ManualClock } from './manual-clock.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A Tuesday noon. */
export const NOON = Date.parse('2026-06-02T12:00:00Z')

const tool = (name: string) => ({ connectorId: ConnectorId.parse('probe'), tool: name })

export const hourly: JobText = {
  name: 'Look around', prompt: 'Look around and say what is new.', coworker: null, model: null, schedule: { kind: 'cron', expression: '0 * * * *', zone: 'UTC' },
  tools: [tool('look'), tool('change'), tool('wipe'), tool('stranger'), tool('send')], hosts: [], tokensPerDay: 200_000, catchUp: 'run',
}

export interface JobCore extends ScriptedCore {
  readonly clock: ManualClock
  create(change?: Partial<JobText>): Promise<JobId>
  job(jobId: JobId): Promise<JobRow>
  history(jobId: JobId): Promise<readonly OccurrenceRow[]>
  /** Resolves when this many runs of the job came to rest: ended, or waiting for somebody. */
  rested(jobId: JobId, runs: number): Promise<readonly OccurrenceRow[]>
}

/** The jobs there are, as they are shown now. */
export async function jobRows(core: Pick<LiveCore, 'until'>): Promise<readonly JobRow[]> {
  const item = await core.until('jobs.watch', {}, ({ kind }) => kind === 'snapshot')
  return item.kind === 'snapshot' ? item.rows : []
}

export const jobRow = async (core: Pick<LiveCore, 'until'>, jobId: JobId): Promise<JobRow> => (await jobRows(core)).find((row) => row.jobId === jobId) ?? assert.fail('no such job')

export async function startJobs(steps: readonly ScriptedStep[], options: CoreOptions & { readonly clock?: ManualClock } = {}): Promise<JobCore> {
  const clock = options.clock ?? manualClock(NOON)
  const core = await startScripted(steps, { ...options, clock })
  const history = async (jobId: JobId) => (await core.call('job.history', { jobId, offset: 0, limit: 100 })).rows
  return {
    ...core, clock, history,
    job: (jobId) => jobRow(core, jobId),
    create: async (change = {}) => (await core.call('job.create', { text: { ...hourly, ...change } })).jobId,
    rested: async (jobId, runs) => {
      for (;;) {
        const rows = await history(jobId)
        const made = rows.flatMap(({ run }) => (run === null ? [] : [run]))
        if (made.length >= runs) {
          for (const { turnId } of made) await core.rest(turnId)
          return history(jobId)
        }
        await new Promise((resolve) => { setImmediate(resolve) })
      }
    },
  }
}

export const told = (rows: readonly OccurrenceRow[]): readonly string[] => rows.map(({ kind, dueAt, count, run }) => `${kind} ${new Date(dueAt).toISOString().slice(11, 16)}${count === 1 ? '' : ` ×${count}`}${run === null ? '' : ` ${run.status}`}`)
