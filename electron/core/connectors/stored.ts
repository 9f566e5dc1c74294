import type { Database } from 'better-sqlite3'
import type { StoreName } from '../../../shared/stored-record.ts'
import { openMemoryStore, type MemoryStore } from './recall/memory-store.ts'
import { openNoteStore, type NoteStore } from './notes/note-store.ts'
import { openTaskStore, type TaskStore } from './tasks/task-store.ts'

/** What the built-in connectors keep for the person: one store of each, used by the tools and by the window alike. */
export interface Stored {
  readonly memories: MemoryStore
  readonly tasks: TaskStore
  readonly notes: NoteStore
  /** Called after each change, whoever made it. */
  readonly onChanged: (listener: (store: StoreName) => void) => void
}

/** The database's schema includes those of these connectors. */
export function openStored(database: Database): Stored {
  const listeners: ((store: StoreName) => void)[] = []
  const tell = (store: StoreName) => () => { for (const listener of listeners) listener(store) }
  return {
    memories: openMemoryStore(database, tell('memories')),
    tasks: openTaskStore(database, tell('tasks')),
    notes: openNoteStore(database, tell('notes')),
    onChanged: (listener) => { listeners.push(listener) },
  }
}
