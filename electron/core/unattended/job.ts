import { z } from 'zod'
import { CoworkerId } from '../../../shared/coworker.ts'
import { CallId, ChatId, JobId, TurnId } from '../../../shared/ids.ts'
import { CatchUp, JobSchedule } from '../../../shared/job.ts'
import type { JobText } from '../../../shared/job.ts'
import { ToolIdentity } from '../../../shared/policy.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { taintFromColumn, type Origin } from '../connectors/stored-taint.ts'
import { json } from '../store/columns.ts'

/** A job as it is stored. Times are milliseconds since 1970. */
export interface Job extends JobText {
  readonly jobId: JobId
  readonly on: boolean
  /** What “every N” counts from. */
  readonly anchor: number
  /** The next time that isn't decided; null: it is off. */
  readonly dueAt: number | null
  readonly chatId: ChatId | null
  readonly createdAt: number
  readonly updatedAt: number
  /** The call that wrote it as it is now; null: the person. */
  readonly origin: Origin | null
  readonly taint: readonly TaintSource[]
}

export const StoredJob = z.object({
  job_id: JobId, name: z.string(), prompt: z.string(), coworker: CoworkerId.nullable(), model: z.string().nullable(), schedule: json(JobSchedule), tools: json(z.array(ToolIdentity)), hosts: json(z.array(z.string())),
  tokens_per_day: z.int(), catch_up: CatchUp, is_on: z.int(), anchor: z.int(), due_at: z.int().nullable(), chat_id: ChatId.nullable(),
  created_at: z.int(), updated_at: z.int(), turn_id: TurnId.nullable(), call_id: CallId.nullable(), taint: z.unknown(),
}).transform((row): Job => ({
  jobId: row.job_id, name: row.name, prompt: row.prompt, coworker: row.coworker, model: row.model, schedule: row.schedule, tools: row.tools, hosts: row.hosts,
  tokensPerDay: row.tokens_per_day, catchUp: row.catch_up, on: row.is_on === 1, anchor: row.anchor, dueAt: row.due_at, chatId: row.chat_id,
  createdAt: row.created_at, updatedAt: row.updated_at, origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id },
  taint: taintFromColumn(row.taint, row.updated_at),
}))
