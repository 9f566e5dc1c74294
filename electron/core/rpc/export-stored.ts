import type { MemoryRow, NoteRow, StoreName, TaskRow } from '../../../shared/stored-record.ts'
import type { CoreParts } from './core-parts.ts'
import { fenced, isoTime, jsonFile, markdownDocument, quoted } from './export-text.ts'
import { toMemoryRow, toNoteRow, toTaskRow } from './stored-rows.ts'

const PART = 500

/** Everything in one store, newest first: as Markdown to read, or as JSON with origin and taint. */
export function exportStored({ stored, chats }: Pick<CoreParts, 'stored' | 'chats'>, what: StoreName, format: 'markdown' | 'json'): { readonly fileName: string; readonly content: string } {
  switch (what) {
    case 'memories': {
      const memories = readAll((offset) => stored.memories.page({ query: null, limit: PART, offset }).rows).map((memory) => toMemoryRow(memory, chats))
      return format === 'json' ? jsonFile('memories', { memories }) : { fileName: 'memories.md', content: markdownDocument('Memories', memories.map(memoryMarkdown)) }
    }
    case 'tasks': {
      const tasks = readAll((offset) => stored.tasks.page({ state: null, query: null, limit: PART, offset }).rows).map((task) => toTaskRow(task, chats))
      return format === 'json' ? jsonFile('tasks', { tasks }) : { fileName: 'tasks.md', content: markdownDocument('Tasks', tasks.map(taskMarkdown)) }
    }
    case 'notes': {
      const notes = readAll((offset) => stored.notes.page({ state: null, query: null, limit: PART, offset }).rows).map(({ text, ...note }) => {
        const { excerpt: _excerpt, ...row } = toNoteRow({ ...note, text }, chats)
        return { ...row, text }
      })
      return format === 'json' ? jsonFile('notes', { notes }) : { fileName: 'notes.md', content: markdownDocument('Notes', notes.map(noteMarkdown)) }
    }
  }
}

/** Nothing else runs between two parts, so that they fit together. */
function readAll<Row>(part: (offset: number) => readonly Row[]): readonly Row[] {
  const all: Row[] = []
  for (let rows = part(0); rows.length > 0; rows = part(all.length)) all.push(...rows)
  return all
}

const memoryMarkdown = (memory: MemoryRow): string => [`## Memory ${memory.id}`, facts(memory), fenced(memory.text)].join('\n\n')

function taskMarkdown(task: TaskRow): string {
  const state = task.completedAt === null ? 'open' : `done ${isoTime(task.completedAt)}`
  return [`## Task ${task.id}`, `${facts(task)}\n- State: ${state}${task.due === null ? '' : `\n- Due: ${task.due}`}`, fenced(task.title), ...(task.notes === '' ? [] : [fenced(task.notes)])].join('\n\n')
}

function noteMarkdown({ text, ...note }: Omit<NoteRow, 'excerpt'> & { readonly text: string }): string {
  const state = note.approvedAt === null ? 'draft' : `approved ${isoTime(note.approvedAt)}`
  return [`## Note ${note.id}`, `${facts(note)}\n- State: ${state}${note.folder === '' ? '' : `\n- Folder: ${quoted(note.folder)}`}`, fenced(note.title), ...(text === '' ? [] : [fenced(text)])].join('\n\n')
}

function facts({ createdAt, updatedAt, origin, taint }: Pick<MemoryRow, 'createdAt' | 'updatedAt' | 'origin' | 'taint'>): string {
  const writer = origin.kind === 'person' ? 'you' : `a call of the model (${origin.chatId ?? 'a chat that is gone'}, ${origin.turnId})`
  return [
    `- Written: ${isoTime(createdAt)}${updatedAt === createdAt ? '' : `, changed ${isoTime(updatedAt)}`}, by ${writer}`,
    ...(taint.length === 0 ? [] : [`- Written after reading text from outside: ${taint.map(({ label }) => quoted(label)).join('; ')}`]),
  ].join('\n')
}
