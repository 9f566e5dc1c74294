import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { CallId, TurnId } from '../../../../shared/ids.ts'
import { LONGEST_NOTE, LONGEST_NOTE_FOLDER, LONGEST_NOTE_TITLE, NoteState } from '../../../../shared/stored-record.ts'
import type { TaintSource } from '../../../../shared/taint.ts'
import { taintFromColumn, type Origin } from '../stored-taint.ts'

export const NoteTitle = z.string().min(1).max(LONGEST_NOTE_TITLE).regex(/\S/, 'needs a visible character').regex(/^[^\p{Cc}]*$/u, 'is one line without control characters')
export const NoteText = z.string().max(LONGEST_NOTE)
/** Empty: the person's own, which is in no folder. A name, never a path. */
export const NoteFolder = z.string().max(LONGEST_NOTE_FOLDER).regex(/^[^\p{Cc}/\\]*$/u, 'is a name without slashes or control characters')

export interface Note {
  readonly id: number
  readonly folder: string
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly state: NoteState
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly approvedAt: number | null
  /** The role of the run that wrote it as it is now; null: the person. */
  readonly role: string | null
  readonly origin: Origin | null
  readonly taint: readonly TaintSource[]
}

export const StoredNote = z.object({
  id: z.int(), folder: z.string(), title: z.string(), text: z.string(), state: NoteState,
  created_at: z.int(), updated_at: z.int(), approved_at: z.int().nullable(),
  role: z.string().nullable(), turn_id: TurnId.nullable(), call_id: CallId.nullable(), taint: z.unknown(),
}).transform((row): Note => ({
  id: row.id, folder: row.folder, title: row.title, text: row.text, state: row.state,
  createdAt: row.created_at, updatedAt: row.updated_at, approvedAt: row.approved_at, role: row.role,
  origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id },
  taint: taintFromColumn(row.taint, row.updated_at),
}))

const Fitting = z.object({ folder: NoteFolder, title: NoteTitle, text: NoteText })

/** @throws AppError `input.invalid` */
export function refuseUnfitNote(note: z.input<typeof Fitting>): void {
  const checked = Fitting.safeParse(note)
  if (checked.success) return
  if (note.text.length > LONGEST_NOTE) {
    throw new AppError('input.invalid', `A note holds at most ${LONGEST_NOTE} characters; this would have ${note.text.length}.`, { kept: 'The note is as it was.', advice: 'Write another note.' })
  }
  const issue = checked.error.issues[0]
  throw new AppError('input.invalid', `The note can't be kept: its ${issue?.path.join('.') ?? 'text'} ${issue?.message ?? 'does not fit'}.`)
}
