import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import { NoteState } from '../../../../shared/stored-record.ts'
import { mergeTaint, type TaintSource } from '../../../../shared/taint.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { QuestionView, ToolContext } from '../../tools/tool.ts'
import { fact, factsView } from '../facts-view.ts'
import { noteStored, shorten, writingOf } from '../stored-taint.ts'
import { PART_LENGTH, partFrom, partOf } from '../text-part.ts'
import { NoteFolder, NoteText, NoteTitle, type Note } from './note.ts'
import { draftSource, type NoteStore, type NoteWriting } from './note-store.ts'

export interface NotesTools { readonly notes: NoteStore; readonly now: () => number }
type Context = ToolContext<NotesTools>

export const NOTES_ID = ConnectorId.parse('notes')

const noteId = z.int().positive().describe('The number of the note')
const noteFolder = NoteFolder.describe('The name of the folder')

export const listNotes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  description: 'Lists notes with number, title, folder, state (draft or approved) and length, last changed first, or with `query` the best match first (words match as beginnings, in titles and texts). Texts are read with read_note.',
  input: z.strictObject({
    query: z.string().max(500).optional().describe('One or more words to look for'),
    state: z.enum(['all', ...NoteState.options]).default('all'),
    folder: noteFolder.optional(),
    limit: z.int().min(1).max(100).default(50),
    offset: z.int().min(0).max(100_000).default(0).describe('How many to leave out, for the next page'),
  }),
  class: 'read',
  summarise: ({ query }) => query === undefined ? 'List notes' : `Search notes for ${shorten(query, 80)}`,
  run: async (context: Context, { query, state, folder, limit, offset }) => {
    const found = context.deps.notes.list({ query: query ?? null, state: state === 'all' ? null : state, folder: folder ?? null, limit: limit + 1, offset })
    const shown = found.slice(0, limit)
    noteRead(context, 'list_notes', shown)
    return {
      notes: shown.map((note) => ({ id: note.id, title: note.title, folder: note.folder, state: note.state, length: note.text.length, updatedAt: new Date(note.updatedAt).toISOString() })),
      ...(found.length > limit ? { note: `There are more than these ${limit}. Ask with offset ${offset + limit} to go on.` } : {}),
    }
  },
})

export const readNote = defineTool({
  name: 'read_note',
  title: 'Read a note',
  description: `Reads one note, ${PART_LENGTH} characters at a time. A note that is a draft was approved by nobody.`,
  input: z.strictObject({ id: noteId, from: partFrom }),
  class: 'read',
  summarise: ({ id }) => `Read note ${id}`,
  run: async (context: Context, { id, from }) => {
    const note = context.deps.notes.get(id)
    noteRead(context, 'read_note', [note])
    return { id, title: note.title, folder: note.folder, state: note.state, ...partOf(`Note ${id}`, note.text, from) }
  },
})

export const writeNote = defineTool({
  name: 'write_note',
  title: 'Write a note',
  description: 'Writes a new note in Markdown as a draft, or with `id` replaces all of a draft. A note that the person approved can’t be changed; write another one.',
  input: z.strictObject({
    id: noteId.optional(), title: NoteTitle, text: NoteText,
    folder: noteFolder.optional().describe('For a new note, left out: your own drafts, or the notes that are in no folder'),
  }).refine(({ id, folder }) => id === undefined || folder === undefined, { path: ['folder'], message: 'a note keeps its folder: leave it out when giving an id' }),
  class: 'write',
  summarise: ({ id, title }) => id === undefined ? `Write a note: ${shorten(title, 100)}` : `Rewrite note ${id}: ${shorten(title, 100)}`,
  view: ({ id, title, text, folder }, { notes }: NotesTools): QuestionView => {
    if (id === undefined) return factsView([fact('Title', title), ...(folder === undefined || folder === '' ? [] : [fact('Folder', folder)]), fact('Text', text)])
    const note = notes.find(id)
    return { kind: 'diff', path: `note ${id}`, before: note === null ? '' : `${note.title}\n\n${note.text}`, after: `${title}\n\n${text}` }
  },
  staysInDrafts: ({ id, folder }, drafts, { notes }: NotesTools) => (id === undefined ? folder ?? drafts : notes.get(id).folder) === drafts,
  run: async (context: Context, { id, title, text, folder }) => {
    const { notes } = context.deps
    if (id === undefined) {
      const into = folder ?? context.role.drafts ?? ''
      const note = notes.create({ title, text, folder: into }, writing(context, into))
      return { id: note.id, written: true, state: note.state }
    }
    const old = draftOf(notes, id)
    notes.update(id, { title, text }, writing(context, old.folder))
    return { id, written: true, state: old.state }
  },
})

export const appendNote = defineTool({
  name: 'append_note',
  title: 'Add to a note',
  description: 'Adds text at the end of a draft, after an empty line. A note that the person approved can’t be changed.',
  input: z.strictObject({ id: noteId, text: NoteText.min(1).regex(/\S/, 'needs a visible character') }),
  class: 'write',
  summarise: ({ id }) => `Add to note ${id}`,
  view: ({ id, text }, { notes }: NotesTools) => factsView([fact('Note', String(id)), fact('Title', notes.find(id)?.title ?? 'There is no such note.'), fact('Added at its end', text)]),
  staysInDrafts: ({ id }, drafts, { notes }: NotesTools) => notes.get(id).folder === drafts,
  run: async (context: Context, { id, text }) => {
    const { notes } = context.deps
    const old = draftOf(notes, id)
    const added = writing(context, old.folder)
    notes.update(id, { title: old.title, text: old.text === '' ? text : `${old.text.trimEnd()}\n\n${text}` }, { ...added, taint: mergeTaint(old.taint, added.taint) })
    return { id, added: true }
  },
})

export const deleteNote = defineTool({
  name: 'delete_note',
  title: 'Delete a note',
  description: 'Deletes one note for good, approved ones too.',
  input: z.strictObject({ id: noteId }),
  class: 'destructive',
  summarise: ({ id }) => `Delete note ${id}`,
  view: ({ id }, { notes }: NotesTools) => {
    const note = notes.find(id)
    return factsView(note === null ? [fact('Note', `${id} (there is no such note)`)] : [fact('Note', String(id)), fact('Title', note.title), fact('State', note.state), fact('Text', note.text)])
  },
  run: async ({ deps }: Context, { id }) => {
    deps.notes.remove(id)
    return { id, deleted: true }
  },
})

/** What a person approved no tool changes: an approved text is used later as the person's own word. */
function draftOf(notes: NoteStore, id: number): Note {
  const note = notes.get(id)
  if (note.state === 'draft') return note
  throw new AppError('tool.rejected', `Note ${id} is approved, and only the person changes what they approved.`, { kept: 'The note is as it was.', advice: 'Write another note, or ask the person to take the approval back on the Notes tab.' })
}

/** What a role writes into its own drafts is marked, whatever it had read. */
function writing(context: Context, folder: string): NoteWriting {
  const at = context.deps.now()
  const { id, drafts } = context.role
  const own: readonly TaintSource[] = drafts === null || drafts !== folder ? [] : [draftSource(id, at)]
  const written = writingOf(context, at)
  return { ...written, role: id, taint: mergeTaint(written.taint, own) }
}

function noteRead(context: Context, tool: string, notes: readonly Note[]): void {
  const reader = { connectorId: NOTES_ID, tool, now: context.deps.now() }
  noteStored(context, reader, notes.map(({ id, taint }) => ({ what: `note ${id}`, taint })))
}
