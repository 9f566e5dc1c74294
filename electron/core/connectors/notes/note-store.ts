import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import type { NoteState } from '../../../../shared/stored-record.ts'
import type { TaintSource } from '../../../../shared/taint.ts'
import { findFirst, fullTextQuery } from '../full-text-query.ts'
import { taintToColumn, type Writing } from '../stored-taint.ts'
import { refuseUnfitNote, StoredNote, type Note } from './note.ts'
import { openNotePages, type NotePages } from './note-pages.ts'

/** Who writes, and as which role; a person as none. */
export interface NoteWriting extends Writing { readonly role: string | null }

export interface NoteText { readonly title: string; readonly text: string }

export interface NoteList {
  /** Null: both. */
  readonly state: NoteState | null
  /** Null: all. */
  readonly folder: string | null
  /** Null: no search. */
  readonly query: string | null
  readonly limit: number
  readonly offset: number
}

export interface NoteStore extends NotePages {
  /** A draft, whoever writes it. @throws AppError `input.invalid` */
  create(note: NoteText & { readonly folder: string }, writing: NoteWriting): Note
  /** Null: there is none. */
  find(id: number): Note | null
  /** @throws AppError `input.not-found` */
  get(id: number): Note
  /** With a query the best match first; else last changed first. @throws AppError `input.invalid` for an empty query */
  list(options: NoteList): readonly Note[]
  count(state: NoteState | null): number
  /** All of it is replaced, so the new writing's taint is all that is left of it. Its state stays. @throws AppError `input.not-found`, `input.invalid` */
  update(id: number, note: NoteText, writing: NoteWriting): Note
  /** Only the person's own word. @throws AppError `input.not-found` */
  setState(id: number, state: NoteState, at: number): Note
  /** @throws AppError `input.not-found` */
  remove(id: number): Note
  /** Puts a removed note back exactly as it was, its id included. */
  restore(note: Note): void
}

const Notes = z.array(StoredNote)
const MOST_MATCHES = 1000

/** Notes in the given database, whose schema includes `NOTES_SCHEMA`. `onChange` is called after each change made through this store. */
export function openNoteStore(database: Database, onChange: () => void = () => undefined): NoteStore {
  const insert = database.prepare(`
    INSERT INTO notes (folder, title, text, state, created_at, updated_at, role, turn_id, call_id, taint)
    VALUES ($folder, $title, $text, 'draft', $at, $at, $role, $turnId, $callId, $taint) RETURNING *`)
  const change = database.prepare(`
    UPDATE notes SET title = $title, text = $text, updated_at = $at, role = $role, turn_id = $turnId, call_id = $callId, taint = $taint
    WHERE id = $id RETURNING *`)
  const judge = database.prepare('UPDATE notes SET state = $state, approved_at = $approvedAt WHERE id = $id RETURNING *')
  const drop = database.prepare('DELETE FROM notes WHERE id = ? RETURNING *')
  const putBack = database.prepare(`
    INSERT INTO notes (id, folder, title, text, state, created_at, updated_at, approved_at, role, turn_id, call_id, taint)
    VALUES ($id, $folder, $title, $text, $state, $createdAt, $updatedAt, $approvedAt, $role, $turnId, $callId, $taint)`)
  const one = database.prepare('SELECT * FROM notes WHERE id = ?')
  const total = database.prepare('SELECT count(*) FROM notes WHERE $state IS NULL OR state = $state').pluck()
  const wanted = '($state IS NULL OR n.state = $state) AND ($folder IS NULL OR n.folder = $folder)'
  const all = database.prepare(`SELECT n.* FROM notes n WHERE ${wanted} ORDER BY updated_at DESC, id DESC LIMIT $limit OFFSET $offset`)
  const matching = database.prepare(`
    SELECT n.* FROM notes_search s JOIN notes n ON n.id = s.rowid
    WHERE notes_search MATCH $match AND ${wanted} ORDER BY s.rank, n.id DESC LIMIT $limit`)
  const holding = database.prepare(`
    SELECT n.* FROM notes n WHERE ${wanted}
      AND NOT EXISTS (SELECT 1 FROM json_each($patterns) p WHERE n.title || char(10) || n.text NOT LIKE p.value ESCAPE '\\')
    ORDER BY n.id DESC LIMIT $limit`)

  const given = (row: unknown, id: number): Note => {
    const note = StoredNote.optional().parse(row)
    if (note === undefined) throw new AppError('input.not-found', `There is no note ${id}.`, { advice: 'List the notes to see their numbers.' })
    return note
  }
  const columns = ({ at, origin, role, taint }: NoteWriting) =>
    ({ at, role, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })
  const changed = (note: Note): Note => {
    onChange()
    return note
  }

  return {
    ...openNotePages(database),
    create: (note, writing) => {
      refuseUnfitNote(note)
      return changed(StoredNote.parse(insert.get({ ...note, ...columns(writing) })))
    },
    find: (id) => StoredNote.optional().parse(one.get(id)) ?? null,
    get: (id) => given(one.get(id), id),
    list: ({ state, folder, query, limit, offset }) => {
      if (query === null) return Notes.parse(all.all({ state, folder, limit, offset }))
      const most = Math.min(MOST_MATCHES, offset + limit)
      return findFirst(fullTextQuery(query),
        (match) => Notes.parse(matching.all({ match, state, folder, limit: most })),
        (patterns) => Notes.parse(holding.all({ patterns: JSON.stringify(patterns), state, folder, limit: most }))).slice(offset)
    },
    count: (state) => z.int().parse(total.get({ state })),
    update: (id, { title, text }, writing) => {
      refuseUnfitNote({ folder: '', title, text })
      return changed(given(change.get({ id, title, text, ...columns(writing) }), id))
    },
    setState: (id, state, at) => changed(given(judge.get({ id, state, approvedAt: state === 'approved' ? at : null }), id)),
    remove: (id) => changed(given(drop.get(id), id)),
    restore: ({ origin, taint, ...note }) => {
      putBack.run({ ...note, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })
      onChange()
    },
  }
}

/** The mark of everything that a role writes in its own drafts folder: nobody was there to read it (D15). */
export const draftSource = (role: string, at: number): TaintSource =>
  ({ kind: 'stored', turnId: null, callId: null, connectorId: null, tool: null, label: `a draft of the role “${role}”`.slice(0, 300), at })
