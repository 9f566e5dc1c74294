import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { appendNote, deleteNote, listNotes, NOTES_ID, readNote, writeNote, type NotesTools } from './note-tools.ts'

/** Texts in Markdown: the person's, and drafts that wait for the person's word. */
export function createNotesConnector(deps: NotesTools): Connector {
  return defineConnector({
    id: NOTES_ID,
    label: 'Notes & drafts',
    deps,
    tools: [listNotes, readNote, writeNote, appendNote, deleteNote],
    withheld: [
      { what: 'Approving a note', why: 'An approved note counts as your own word, so only you give it.' },
      { what: 'Changing an approved note', why: 'What you approved stays what you read. Take the approval back, and it is a draft again.' },
      { what: 'Moving a note to another folder', why: 'A folder says whose draft it is.' },
    ],
  })
}
