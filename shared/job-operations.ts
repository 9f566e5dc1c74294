import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { JobId, TurnId } from './ids.ts'
import { JobRow, JobText, OccurrenceRow, Preflight, SchedulesRow } from './job.ts'

const job = z.object({ jobId: JobId })

/** What a window can ask about jobs; a part of the contract. */
export const jobOperations = {
  'jobs.watch': watch(none, rows(JobRow)),
  'schedules.watch': watch(none, rows(SchedulesRow)),
  /** The person has looked: jobs start by themselves again, each by its own rule for what passed meanwhile. */
  'schedules.resume': call(none, none),
  /** What it would be, without storing anything. `jobId`: of the one that is edited; null: a new one. */
  'job.preflight': call(z.object({ jobId: JobId.nullable(), text: JobText }), Preflight),
  /** A new one is on from here. */
  'job.create': call(z.object({ text: JobText }), job),
  /** `seen` is the `updatedAt` of what was edited. The taint goes when nothing of the old text is left. */
  'job.update': call(job.extend({ seen: z.int(), text: JobText }), none),
  'job.switch': call(job.extend({ on: z.boolean() }), none),
  'job.run': call(job, z.object({ turnId: TurnId })),
  /** Gone at once, and what runs of it is stopped; for good when `undoUntil` has passed. */
  'job.delete': call(job, z.object({ undoUntil: z.int() })),
  'job.restore': call(job, none),
  /** Newest first. */
  'job.history': call(job.extend({ offset: z.int().nonnegative(), limit: z.int().min(1).max(100) }), z.object({ rows: z.array(OccurrenceRow), total: z.int().nonnegative() })),
} as const
