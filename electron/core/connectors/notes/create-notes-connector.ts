import type { Database } from 'better-sqlite3'
import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { openNoteStore, type NoteStore } from './note-store.ts'
import { appendNote, deleteNote, listNotes, NOTES_ID, readNote, writeNote } from './note-tools.ts'

export interface NotesDeps {
  /** Its schema includes `NOTES_SCHEMA`. */
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Left out: a store of its own in `database`. */
  readonly notes?: NoteStore
}

/** Texts in Markdown: the person's, and drafts that wait for the person's word. */
export function createNotesConnector({ database, now, notes = openNoteStore(database) }: NotesDeps): Connector {
  return defineConnector({
    id: NOTES_ID,
    label: 'Notes & drafts',
    deps: { notes, now },
    tools: [listNotes, readNote, writeNote, appendNote, deleteNote],
    withheld: [
      { what: 'Approving a note', why: 'An approved note counts as your own word, so only you give it.' },
      { what: 'Changing an approved note', why: 'What you approved stays what you read. Take the approval back, and it is a draft again.' },
      { what: 'Moving a note to another folder', why: 'A folder says whose draft it is.' },
    ],
  })
}
