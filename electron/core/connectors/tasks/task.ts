import { z } from 'zod'
import { CallId, TurnId } from '../../../../shared/ids.ts'
import { LONGEST_TASK_NOTES, LONGEST_TASK_TITLE } from '../../../../shared/stored-record.ts'
import type { TaintSource } from '../../../../shared/taint.ts'
import { taintFromColumn, type Origin } from '../stored-taint.ts'

export const TaskState = z.enum(['open', 'done'])
export type TaskState = z.infer<typeof TaskState>

export const TaskTitle = z.string().min(1).max(LONGEST_TASK_TITLE).regex(/\S/, 'needs a visible character')
export const TaskNotes = z.string().max(LONGEST_TASK_NOTES)
/** A day of the calendar, YYYY-MM-DD. */
export const DueDate = z.iso.date({ error: 'is not a day of the calendar, such as 2030-01-31' })

export interface Task {
  readonly id: number
  readonly title: string
  readonly notes: string
  /** YYYY-MM-DD; null: whenever. */
  readonly due: string | null
  readonly state: TaskState
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly completedAt: number | null
  /** The call that last changed it; null: the person. */
  readonly origin: Origin | null
  readonly taint: readonly TaintSource[]
}

export const TaskRow = z.object({
  id: z.int(), title: z.string(), notes: z.string(), due: z.string().nullable(), state: TaskState,
  created_at: z.int(), updated_at: z.int(), completed_at: z.int().nullable(),
  turn_id: TurnId.nullable(), call_id: CallId.nullable(), taint: z.unknown(),
}).transform((row): Task => ({
  id: row.id, title: row.title, notes: row.notes, due: row.due, state: row.state,
  createdAt: row.created_at, updatedAt: row.updated_at, completedAt: row.completed_at,
  origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id },
  taint: taintFromColumn(row.taint, row.updated_at),
}))
