import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { MemoryRow, NoteRow, NoteState, storedPage, StoreRow, TaskRow } from './stored-record.ts'

const storedId = z.int().positive()
/** Bounds for the wire; what fits a store is the store's word. */
const taskText = { title: z.string().max(10_000), notes: z.string().max(200_000), due: z.string().max(10).nullable() }
/** As for tasks. */
const noteText = { title: z.string().max(10_000), text: z.string().max(500_000) }
const pageKey = { query: z.string().max(500), offset: z.int().nonnegative(), limit: z.int().min(1).max(100) }

/** What a window can ask of the stores of the built-in connectors; a part of the contract. */
export const storedOperations = {
  /** Say that something changed; the window reads its pages anew. */
  'memories.watch': watch(none, rows(StoreRow)),
  'tasks.watch': watch(none, rows(StoreRow)),
  'notes.watch': watch(none, rows(StoreRow)),
  /** Newest first; a query without a visible character asks for all. */
  'memory.list': call(z.object(pageKey), storedPage(MemoryRow)),
  'memory.add': call(z.object({ text: z.string().max(200_000) }), z.object({ id: storedId })),
  /** `seen` is the `updatedAt` of what was edited. The taint goes when nothing of the old text is left. */
  'memory.update': call(z.object({ id: storedId, seen: z.int(), text: z.string().max(200_000) }), z.object({ tainted: z.boolean() })),
  'memory.delete': call(z.object({ id: storedId }), z.object({ undoUntil: z.int() })),
  /** Within the undo window: the same text, id, origin and taint as before. */
  'memory.restore': call(z.object({ id: storedId }), none),
  'memory.export': call(z.object({ what: StoreRow.shape.store, format: z.enum(['markdown', 'json']) }), z.object({ fileName: z.string(), content: z.string() })),
  'task.list': call(z.object({ ...pageKey, show: z.enum(['open', 'done', 'all']) }), storedPage(TaskRow)),
  'task.add': call(z.object(taskText), z.object({ id: storedId })),
  'task.update': call(z.object({ id: storedId, seen: z.int(), ...taskText }), z.object({ tainted: z.boolean() })),
  'task.complete': call(z.object({ id: storedId }), TaskRow),
  'task.reopen': call(z.object({ id: storedId }), TaskRow),
  'task.delete': call(z.object({ id: storedId }), z.object({ undoUntil: z.int() })),
  'task.restore': call(z.object({ id: storedId }), none),

  'note.list': call(z.object({ ...pageKey, show: z.enum(['all', ...NoteState.options]) }), storedPage(NoteRow)),
  'note.read': call(z.object({ id: storedId }), z.object({ row: NoteRow, text: z.string() })),
  'note.add': call(z.object({ ...noteText, folder: z.string().max(1_000) }), z.object({ id: storedId })),
  /** `seen` is the `updatedAt` of what was edited. The person's own edit of an approved note leaves it approved. */
  'note.update': call(z.object({ id: storedId, seen: z.int(), ...noteText }), z.object({ tainted: z.boolean() })),
  /** The person's word, and only theirs: of the note as they saw it, by its `updatedAt`. */
  'note.approve': call(z.object({ id: storedId, seen: z.int() }), NoteRow),
  'note.withdraw': call(z.object({ id: storedId }), NoteRow),
  'note.delete': call(z.object({ id: storedId }), z.object({ undoUntil: z.int() })),
  'note.restore': call(z.object({ id: storedId }), none),
} as const
