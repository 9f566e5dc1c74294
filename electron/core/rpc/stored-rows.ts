import { NOTE_EXCERPT, type MemoryRow, type NoteRow, type StoredOrigin, type TaskRow } from '../../../shared/stored-record.ts'
import type { Note } from '../connectors/notes/note.ts'
import type { Memory } from '../connectors/recall/memory-store.ts'
import type { Task } from '../connectors/tasks/task.ts'
import type { Chats } from '../store/chats.ts'

export const toOrigin = ({ origin }: Pick<Memory, 'origin'>, chats: Pick<Chats, 'turn'>): StoredOrigin =>
  origin === null ? { kind: 'person' } : { kind: 'call', ...origin, chatId: chats.turn(origin.turnId)?.chatId ?? null }

export const toMemoryRow = (memory: Memory, chats: Pick<Chats, 'turn'>): MemoryRow => ({ ...memory, origin: toOrigin(memory, chats), taint: [...memory.taint] })

export const toTaskRow = (task: Task, chats: Pick<Chats, 'turn'>): TaskRow => ({ ...task, origin: toOrigin(task, chats), taint: [...task.taint] })

export function toNoteRow(note: Note, chats: Pick<Chats, 'turn'>): NoteRow {
  const { text, ...facts } = note
  return { ...facts, origin: toOrigin(note, chats), taint: [...note.taint], excerpt: text.slice(0, NOTE_EXCERPT).toWellFormed(), length: text.length }
}
