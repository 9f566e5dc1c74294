import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Note } from '../connectors/notes/note.ts'
import { survivesEdit } from '../connectors/recall/survives-edit.ts'
import type { CoreParts } from './core-parts.ts'
import { UNDO_MS } from '../undo-time.ts'
import { asSeen, known, queryOf } from './person-edit.ts'
import { createStoreWatch } from './store-watch.ts'
import { toNoteRow } from './stored-rows.ts'
import { createUndoWindow } from './undo-window.ts'

type NoteCalls = Pick<CallHandlers, 'note.list' | 'note.read' | 'note.add' | 'note.update' | 'note.approve' | 'note.withdraw' | 'note.delete' | 'note.restore'>

export interface NoteHandlers { readonly calls: NoteCalls; readonly watches: Pick<WatchHandlers, 'notes.watch'>; readonly close: () => void }

/** What a person does with notes. The only way a note is approved: no tool reaches these. */
export function createNoteHandlers({ stored, chats, host }: Pick<CoreParts, 'stored' | 'chats' | 'host'>): NoteHandlers {
  const { notes } = stored
  const deleted = createUndoWindow<Note>(host.clock, UNDO_MS)
  const { rows, revision } = createStoreWatch(stored, 'notes', () => ({ total: notes.count(null), open: notes.count('draft') }))
  const byPerson = (taint: Note['taint'] = []) => ({ at: host.clock.now(), origin: null, role: null, taint })
  return {
    close: () => {
      deleted.close()
      rows.end()
    },
    calls: {
      'note.list': async ({ query, show, offset, limit }) => {
        const page = notes.page({ state: show === 'all' ? null : show, query: queryOf(query), offset, limit })
        return { rows: page.rows.map((note) => toNoteRow(note, chats)), total: page.total, revision: revision() }
      },
      'note.read': async ({ id }) => {
        const note = notes.get(id)
        return { row: toNoteRow(note, chats), text: note.text }
      },
      'note.add': async (note) => ({ id: notes.create(note, byPerson()).id }),
      'note.update': async ({ id, seen, title, text }) => {
        const old = asSeen(notes.get(id), seen, 'note')
        if (title === old.title && text === old.text) return { tainted: old.taint.length > 0 }
        const next = `${title}\n${text}`
        const taint = survivesEdit(old.title, next) || survivesEdit(old.text, next) ? old.taint : []
        return { tainted: notes.update(id, { title, text }, byPerson(taint)).taint.length > 0 }
      },
      'note.approve': async ({ id, seen }) => {
        if (notes.get(id).updatedAt !== seen) {
          throw new AppError('input.invalid', 'This note was changed after you opened it, so it was not approved.', { kept: 'It is as it was written last.', advice: 'Read it again, then approve it.' })
        }
        return toNoteRow(notes.setState(id, 'approved', host.clock.now()), chats)
      },
      'note.withdraw': async ({ id }) => toNoteRow(notes.setState(id, 'draft', host.clock.now()), chats),
      'note.delete': async ({ id }) => ({ undoUntil: deleted.keep(id, notes.remove(id)) }),
      'note.restore': async ({ id }) => {
        notes.restore(known(deleted.take(id), 'note'))
        return {}
      },
    },
    watches: { 'notes.watch': (_input, emit) => rows.watch(emit) },
  }
}
