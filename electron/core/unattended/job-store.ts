import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { TurnId, type ChatId, type JobId } from '../../../shared/ids.ts'
import { OccurrenceKind, type JobText } from '../../../shared/job.ts'
import { TurnStatus } from '../../../shared/run-record.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { taintToColumn, type Writing } from '../connectors/stored-taint.ts'
import { jobOfRole, jobRoleId } from '../roles/role-ids.ts'
import { StoredJob, type Job } from './job.ts'

/** @property count how many times it stands for @property why it was refused */
export interface Occurrence { readonly kind: OccurrenceKind; readonly dueAt: number; readonly at: number; readonly count: number; readonly turnId: TurnId | null; readonly why?: string }
export interface StoredOccurrence extends Occurrence { readonly position: number; readonly status: z.infer<typeof TurnStatus> | null; readonly chatId: ChatId | null; readonly tokens: number }

/** @property times when it comes from here on, and what that counts from; both go together */
export interface JobTimes { readonly on: boolean; readonly dueAt: number | null; readonly anchor: number }

export interface JobStore {
  /** Oldest first; deleted ones aren't there. */
  readonly list: () => readonly Job[]
  readonly find: (jobId: JobId) => Job | null
  /** @throws AppError `input.not-found` */
  readonly get: (jobId: JobId) => Job
  readonly add: (jobId: JobId, text: JobText, times: JobTimes, writing: Writing) => Job
  readonly update: (jobId: JobId, text: JobText, times: JobTimes, writing: Writing) => Job
  readonly setTimes: (jobId: JobId, times: JobTimes) => void
  readonly setChat: (jobId: JobId, chatId: ChatId) => void
  readonly setDeleted: (jobId: JobId, at: number | null) => void
  /** Those whose undo time has passed go for good, with what became of their times. */
  readonly sweep: (until: number) => void
  /** When the next undo time passes; null: none is running. */
  readonly nextSweep: () => number | null
  /** Whether this very time of the schedule was decided already. */
  readonly isDecided: (jobId: JobId, dueAt: number) => boolean
  /** What became of a time, and the next one: one transaction. */
  readonly decide: (jobId: JobId, occurrences: readonly Occurrence[], dueAt: number | null) => void
  readonly history: (jobId: JobId, offset: number, limit: number) => { readonly rows: readonly StoredOccurrence[]; readonly total: number }
  /** The last run that there was. */
  readonly lastRun: (jobId: JobId) => { readonly turnId: TurnId; readonly at: number; readonly status: z.infer<typeof TurnStatus> } | null
  /** Runs that haven't ended, newest first. */
  readonly openRuns: (jobId: JobId) => readonly { readonly turnId: TurnId; readonly status: 'running' | 'parked' | 'paused' }[]
  /** Of the runs that a run handed work to, one that waits for room under a cap; null: none does. */
  readonly pausedBelow: (turnId: TurnId) => TurnId | null
  /** The job that a run was started by, or one above it; null: none. */
  readonly jobOfRun: (run: Pick<TurnState, 'turnId' | 'started'>) => JobId | null
  readonly onChanged: (listener: (jobId: JobId) => void) => void
}

/** A run and all that it handed work to, whoever did it. */
const below = (turnId: string): string => `WITH RECURSIVE below (turn_id) AS (SELECT ${turnId} UNION SELECT l.turn_id FROM run_links l JOIN below b ON l.of_turn = b.turn_id WHERE l.kind = 'delegated')`

const Count = z.int()
const RootRole = z.string()
const OpenRun = z.object({ turn_id: TurnId, status: z.enum(['running', 'parked', 'paused']) })
const LastRun = z.object({ turn_id: TurnId, started_at: z.int(), status: TurnStatus })
const Row = z.object({
  position: z.int(), kind: OccurrenceKind, due_at: z.int(), decided_at: z.int(), count: z.int(), turn_id: TurnId.nullable(),
  status: TurnStatus.nullable(), chat_id: StoredJob.in.shape.chat_id, tokens: z.int(), why: z.string().nullable(),
})

export function createJobStore(database: Database.Database): JobStore {
  const listeners: ((jobId: JobId) => void)[] = []
  const tell = (jobId: JobId): void => { for (const listener of listeners) listener(jobId) }
  const selectAll = database.prepare('SELECT * FROM jobs WHERE deleted_at IS NULL ORDER BY created_at, job_id')
  const selectOne = database.prepare('SELECT * FROM jobs WHERE job_id = ? AND deleted_at IS NULL')
  const insert = database.prepare(`INSERT INTO jobs (job_id, name, prompt, coworker, model, schedule, tools, hosts, tokens_per_day, catch_up, is_on, anchor, due_at, chat_id, created_at, updated_at, turn_id, call_id, taint, deleted_at)
    VALUES (@jobId, @name, @prompt, @coworker, @model, @schedule, @tools, @hosts, @tokensPerDay, @catchUp, @on, @anchor, @dueAt, NULL, @at, @at, @turnId, @callId, @taint, NULL)`)
  const update = database.prepare(`UPDATE jobs SET name = @name, prompt = @prompt, coworker = @coworker, model = @model, schedule = @schedule, tools = @tools, hosts = @hosts, tokens_per_day = @tokensPerDay, catch_up = @catchUp,
    is_on = @on, anchor = @anchor, due_at = @dueAt, updated_at = @at, turn_id = @turnId, call_id = @callId, taint = @taint WHERE job_id = @jobId AND deleted_at IS NULL`)
  const updateTimes = database.prepare('UPDATE jobs SET is_on = @on, anchor = @anchor, due_at = @dueAt WHERE job_id = @jobId')
  const updateDue = database.prepare('UPDATE jobs SET due_at = ? WHERE job_id = ?')
  const updateChat = database.prepare('UPDATE jobs SET chat_id = ? WHERE job_id = ?')
  const updateDeleted = database.prepare('UPDATE jobs SET deleted_at = ? WHERE job_id = ?')
  const dropOccurrences = database.prepare('DELETE FROM job_occurrences WHERE job_id IN (SELECT job_id FROM jobs WHERE deleted_at <= ?)')
  const drop = database.prepare('DELETE FROM jobs WHERE deleted_at <= ?')
  const selectNextSweep = database.prepare('SELECT min(deleted_at) FROM jobs WHERE deleted_at IS NOT NULL').pluck()
  const selectDecided = database.prepare(`SELECT 1 FROM job_occurrences WHERE job_id = ? AND due_at = ? AND kind IN ('on-time', 'catch-up', 'overlap', 'refused')`).pluck()
  const insertOccurrence = database.prepare('INSERT INTO job_occurrences (job_id, kind, due_at, decided_at, count, turn_id, why) VALUES (?, ?, ?, ?, ?, ?, ?)')
  const selectHistory = database.prepare(`SELECT o.*, t.status, c.chat_id, coalesce((${below('o.turn_id')} SELECT sum(coalesce(used, reserved)) FROM ledger WHERE turn_id IN below), 0) AS tokens
    FROM job_occurrences o LEFT JOIN turns t ON t.turn_id = o.turn_id LEFT JOIN chats c ON c.chat_id = t.chat_id AND c.deleted_at IS NULL
    WHERE o.job_id = @jobId ORDER BY o.position DESC LIMIT @limit OFFSET @offset`)
  const countHistory = database.prepare('SELECT count(*) FROM job_occurrences WHERE job_id = ?').pluck()
  const selectLast = database.prepare('SELECT t.turn_id, t.started_at, t.status FROM job_occurrences o JOIN turns t ON t.turn_id = o.turn_id WHERE o.job_id = ? ORDER BY o.position DESC LIMIT 1')
  const selectOpen = database.prepare(`SELECT turn_id, status FROM turns WHERE status IN ('running', 'parked', 'paused') AND (role = @role OR (role > @role || ':' AND role < @role || ';')) ORDER BY started_at DESC, turn_id DESC`)
  const selectPaused = database.prepare(`${below('@turnId')} SELECT turn_id FROM turns WHERE turn_id IN below AND status = 'paused' LIMIT 1`).pluck()
  const selectRoot = database.prepare('SELECT root_role FROM run_links WHERE turn_id = ? AND root_role IS NOT NULL').pluck()

  const textOf = (text: JobText) => ({ ...text, schedule: JSON.stringify(text.schedule), tools: JSON.stringify(text.tools), hosts: JSON.stringify(text.hosts) })
  const writingOf = ({ at, origin, taint }: Writing) => ({ at, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })
  const timesOf = ({ on, dueAt, anchor }: JobTimes) => ({ on: on ? 1 : 0, dueAt, anchor })
  const find = (jobId: JobId): Job | null => { const row = selectOne.get(jobId); return row === undefined ? null : StoredJob.parse(row) }
  const get = (jobId: JobId): Job => find(jobId) ?? missing()
  const write = (statement: Database.Statement, jobId: JobId, text: JobText, times: JobTimes, writing: Writing): Job => {
    statement.run({ jobId, ...textOf(text), ...timesOf(times), ...writingOf(writing) })
    tell(jobId)
    return get(jobId)
  }
  const decide = database.transaction((jobId: JobId, occurrences: readonly Occurrence[], dueAt: number | null): void => {
    for (const { kind, dueAt: time, at, count, turnId, why } of occurrences) insertOccurrence.run(jobId, kind, time, at, count, turnId, why ?? null)
    updateDue.run(dueAt, jobId)
  })

  return {
    // One row that can’t be read keeps no other job from running.
    list: () => selectAll.all().flatMap((row) => { const parsed = StoredJob.safeParse(row); return parsed.success ? [parsed.data] : [] }),
    find,
    get,
    add: (jobId, text, times, writing) => write(insert, jobId, text, times, writing),
    update: (jobId, text, times, writing) => write(update, jobId, text, times, writing),
    setTimes: (jobId, times) => {
      updateTimes.run({ jobId, ...timesOf(times) })
      tell(jobId)
    },
    setChat: (jobId, chatId) => { updateChat.run(chatId, jobId) },
    setDeleted: (jobId, at) => {
      updateDeleted.run(at, jobId)
      tell(jobId)
    },
    sweep: database.transaction((until: number) => {
      dropOccurrences.run(until)
      drop.run(until)
    }),
    nextSweep: () => Count.nullable().parse(selectNextSweep.get()),
    isDecided: (jobId, dueAt) => selectDecided.get(jobId, dueAt) !== undefined,
    decide: (jobId, occurrences, dueAt) => {
      decide(jobId, occurrences, dueAt)
      tell(jobId)
    },
    history: (jobId, offset, limit) => ({
      rows: selectHistory.all({ jobId, offset, limit }).map((value): StoredOccurrence => {
        const row = Row.parse(value)
        return { position: row.position, kind: row.kind, dueAt: row.due_at, at: row.decided_at, count: row.count, turnId: row.turn_id, status: row.status, chatId: row.chat_id, tokens: row.tokens, ...(row.why === null ? {} : { why: row.why }) }
      }),
      total: Count.parse(countHistory.get(jobId)),
    }),
    lastRun: (jobId) => {
      const row = selectLast.get(jobId)
      if (row === undefined) return null
      const { turn_id: turnId, started_at: at, status } = LastRun.parse(row)
      return { turnId, at, status }
    },
    openRuns: (jobId) => selectOpen.all({ role: jobRoleId(jobId) }).map((value) => { const { turn_id: turnId, status } = OpenRun.parse(value); return { turnId, status } }),
    pausedBelow: (turnId) => TurnId.nullable().parse(selectPaused.get({ turnId }) ?? null),
    // Only a run that work was handed to counts for the role of another one: of all others nothing needs to be read.
    jobOfRun: ({ turnId, started }) => started === null ? null : jobOfRole(started.delegatedBy === undefined ? started.role : RootRole.parse(selectRoot.get(turnId) ?? started.role)),
    onChanged: (listener) => { listeners.push(listener) },
  }
}

function missing(): never {
  throw new AppError('input.not-found', 'That job does not exist any more.', { advice: 'Choose another one.' })
}
