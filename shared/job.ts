import { z } from 'zod'
import { CoworkerId } from './coworker.ts'
import { ChatId, ConnectorId, JobId, TurnId } from './ids.ts'
import { Provenance, ToolClass, ToolIdentity } from './policy.ts'
import { TurnStatus } from './run-record.ts'
import { HostName } from './settings.ts'
import { TaintSource } from './taint.ts'

/* Work that starts by the clock, as the window shows it. Times are milliseconds since 1970. */

export const JobSchedule = z.discriminatedUnion('kind', [
  /** By the wall of a time zone. */
  z.object({ kind: z.literal('cron'), expression: z.string().max(200), zone: z.string().max(100) }),
  /** Elapsed time. */
  z.object({ kind: z.literal('every'), minutes: z.int().min(1).max(525_600) }),
])
export type JobSchedule = z.infer<typeof JobSchedule>

/** What becomes of times that passed while nobody could run them: one run for all of them, or none. Either way it is recorded. */
export const CatchUp = z.enum(['run', 'skip'])
export type CatchUp = z.infer<typeof CatchUp>

export const DEFAULT_TOKENS_PER_DAY = 200_000
/** One step sets about 2,000 aside for what every request holds: less could never run. */
export const LEAST_JOB_TOKENS = 5000
export const LONGEST_JOB_NAME = 120
export const LONGEST_JOB_PROMPT = 20_000

/** All that a person decides about a job. Bounds are for the wire; what fits is the core's word. */
export const JobText = z.object({
  name: z.string().max(1000),
  /** What the model is told at each run. */
  prompt: z.string().max(200_000),
  /** Who works: a coworker with its own model, tools and hosts, asking nobody; null: the job itself, with what follows. */
  coworker: CoworkerId.nullable().default(null),
  /** Null: the model of new chats. */
  model: z.string().max(200).nullable(),
  schedule: JobSchedule,
  /** These and no others; destructive ones are never given. */
  tools: z.array(ToolIdentity).max(500),
  /** What its calls may reach after the run has read outside text, since nobody is there to ask. */
  hosts: z.array(HostName).max(100),
  tokensPerDay: z.int().positive().max(1_000_000_000),
  catchUp: CatchUp,
})
export type JobText = z.infer<typeof JobText>

/** What became of a time, or of several. `count` is how many times it stands for. */
export const OccurrenceKind = z.enum(['on-time', 'catch-up', 'by-hand', 'overlap', 'missed', 'refused'])
export type OccurrenceKind = z.infer<typeof OccurrenceKind>

export const OccurrenceRow = z.object({
  id: z.int(), kind: OccurrenceKind, dueAt: z.int(), decidedAt: z.int(), count: z.int().positive(),
  /** Why it was refused; null for the others. */
  why: z.string().nullable(),
  /** The run; null: there was none, or only its times are left. */
  run: z.object({ turnId: TurnId, status: TurnStatus, /** Where it can be looked at. */ chatId: ChatId.nullable(), tokens: z.int() }).nullable(),
})
export type OccurrenceRow = z.infer<typeof OccurrenceRow>

/** How a job is, the most pressing first. */
export const JobState = z.discriminatedUnion('state', [
  /** It can't be run as it is; the sentence says why. */
  z.object({ state: z.literal('broken'), why: z.string() }),
  z.object({ state: z.literal('running'), turnId: TurnId }),
  /** Its run waits for room under a cap. */
  z.object({ state: z.literal('capped'), turnId: TurnId }),
  /** Its run asks the person something. */
  z.object({ state: z.literal('waiting'), turnId: TurnId }),
  z.object({ state: z.literal('scheduled') }),
  z.object({ state: z.literal('paused') }),
])
export type JobState = z.infer<typeof JobState>

export const JobRow = JobText.extend({
  jobId: JobId,
  on: z.boolean(),
  /** Who wrote it as it is now. */
  author: z.enum(['person', 'model']),
  /** What its writer had read from outside: its runs start tainted. */
  taint: z.array(TaintSource),
  /** Where its runs are; null before the first. */
  chatId: ChatId.nullable(),
  createdAt: z.int(), updatedAt: z.int(),
  state: JobState,
  /** The next few, if it is on and schedules are. */
  next: z.array(z.int()),
  /** The zone its times are said in. */
  zone: z.string(),
  /** A run that there was; skipped times are none. */
  lastRun: z.object({ turnId: TurnId, at: z.int(), status: TurnStatus }).nullable(),
  tokensToday: z.int().nonnegative(),
})
export type JobRow = z.infer<typeof JobRow>

/** What one of its tools would do in a run. */
export const PreflightTool = z.object({
  connectorId: ConnectorId, connectorLabel: z.string(), tool: z.string(), title: z.string(), toolClass: ToolClass, provenance: Provenance,
  /** `guarded`: it runs, and after outside text was read only to the listed hosts. `by-word`: it runs by the person's word, given when this is saved. */
  what: z.enum(['runs', 'guarded', 'by-word', 'asks', 'absent']), sentence: z.string(),
})
export type PreflightTool = z.infer<typeof PreflightTool>

export const Preflight = z.object({
  /** Why it can't be saved like this, by field. */
  problems: z.array(z.object({ field: JobText.keyof(), sentence: z.string() })),
  tools: z.array(PreflightTool),
  /** What else should be known before it runs. */
  warnings: z.array(z.string()),
  next: z.array(z.int()), zone: z.string(),
})
export type Preflight = z.infer<typeof Preflight>

/** Whether jobs start by themselves at all. */
export const SchedulesRow = z.object({
  on: z.boolean(),
  /** Why they don't; null where they do. */
  why: z.string().nullable(),
  /** A person can let them go on. */
  canResume: z.boolean(),
})
export type SchedulesRow = z.infer<typeof SchedulesRow>
