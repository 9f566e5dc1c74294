import { z } from 'zod'
import { CallId, ChatId, TurnId } from './ids.ts'
import { TaintSource } from './taint.ts'

/* What the built-in connectors keep for the person, as the window shows it. */

/** In UTF-16 units. */
export const LONGEST_MEMORY = 10_000
export const LONGEST_TASK_TITLE = 300
export const LONGEST_TASK_NOTES = 20_000

export const LONGEST_NOTE_TITLE = 200
export const LONGEST_NOTE = 100_000
export const LONGEST_NOTE_FOLDER = 80
/** Of a note's text in a list; the rest is read when it is opened. */
export const NOTE_EXCERPT = 600

/** Who wrote what is stored. A call's chat is null once nothing of it is known. */
export const StoredOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('call'), turnId: TurnId, callId: CallId, chatId: ChatId.nullable() }),
])
export type StoredOrigin = z.infer<typeof StoredOrigin>

const stored = {
  id: z.int(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  updatedAt: z.int(),
  origin: StoredOrigin,
  /** What its writer had read from outside; empty for clean text. */
  taint: z.array(TaintSource),
}

export const MemoryRow = z.object({ ...stored, text: z.string() })
export type MemoryRow = z.infer<typeof MemoryRow>

export const TaskRow = z.object({
  ...stored,
  title: z.string(),
  notes: z.string(),
  /** A day, YYYY-MM-DD; null: whenever. */
  due: z.string().nullable(),
  state: z.enum(['open', 'done']),
  completedAt: z.int().nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

/** Only a person sets `approved`; what is used as their own word is approved. */
export const NoteState = z.enum(['draft', 'approved'])
export type NoteState = z.infer<typeof NoteState>

export const NoteRow = z.object({
  ...stored,
  /** Whose drafts it is among, or a name the person gave; empty: none. */
  folder: z.string(),
  title: z.string(),
  /** The beginning of the text, in Markdown. */
  excerpt: z.string(),
  /** Of the whole text, in UTF-16 units. */
  length: z.int().nonnegative(),
  state: NoteState,
  approvedAt: z.int().nullable(),
  /** The role of the run that wrote it; null: the person. */
  role: z.string().nullable(),
})
export type NoteRow = z.infer<typeof NoteRow>

/**
 * The one row of a store's watch. It says that something changed and never what: a store may hold ten thousand texts, and
 * a window reads the pages that it shows.
 */
export const StoreRow = z.object({
  store: z.enum(['memories', 'tasks', 'notes']),
  total: z.int().nonnegative(),
  /** Of tasks: not done. Of notes: drafts. Of memories: all. */
  open: z.int().nonnegative(),
  /** Grows with every change, until the core starts anew. A page carries the revision it was read at. */
  revision: z.int().nonnegative(),
})
export type StoreRow = z.infer<typeof StoreRow>
export type StoreName = StoreRow['store']

/** A part of a list, newest first; `total` counts the whole list. */
export const storedPage = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: z.int().nonnegative(), revision: z.int().nonnegative() })
