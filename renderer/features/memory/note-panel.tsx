import { useState } from 'react'
import { BookOpenText, NotebookPen } from 'lucide-react'
import type { CoreClient } from '../../../shared/contract.ts'
import type { NoteRow, StoreRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { NoteEditor, StoredNoteEditor, type NoteWords as Written } from './note-editor.tsx'
import { NoteFacts } from './note-facts.tsx'
import { NoteWords } from './note-words.tsx'
import { RowActions } from './row-actions.tsx'
import { shortWords } from '../../parts/short-words.ts'
import { StoredPanel } from './stored-panel.tsx'
import { useStoredRows, type Asked } from './use-stored-rows.ts'
import styles from './stored-row.module.css'

type Shown = 'all' | NoteRow['state']
const SHOWN: readonly Shown[] = ['all', 'draft', 'approved']
const words = strings.memory.notes
const read = (core: CoreClient, asked: Asked<Shown>) => core.call('note.list', asked)
const textOf = ({ title }: NoteRow): string => title

export function NotePanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const rows = useStoredRows<NoteRow, Shown>({ name: 'notes', store, showFirst: 'all', read, textOf })
  const { core, pages, show, setShow } = rows
  const [opened, setOpened] = useState<NoteRow | null>(null)
  const save = (row: NoteRow, { title, text }: Written, seen: number, onDone: () => void) => rows.save(row, () => core.call('note.update', { id: row.id, seen, title, text }), onDone)
  const add = ({ title, text, folder }: Written & { readonly folder: string }, onAdded: () => void) => rows.add(() => core.call('note.add', { title, text, folder }), onAdded, show === 'approved' ? 'all' : undefined)
  const nothing = store === null || store.total === 0 || show === 'all' ? words.empty : show === 'draft' ? words.noneDraft : words.noneApproved
  return (
    <>
      <StoredPanel
        {...rows.panel}
        header={header}
        filter={<Segmented label={words.show} value={show} onValueChange={setShow} options={SHOWN.map((value) => ({ value, label: words.shows[value] }))} />}
        nameOf={(row) => words.name(shortWords(row.title))}
        adder={({ onAdded, onCancel }) => <NoteEditor note={null} isBusy={rows.isAdding} onSave={(note) => add(note, onAdded)} onCancel={onCancel} />}
        empty={(onAdd) => (
          <EmptyState icon={<NotebookPen aria-hidden="true" />} title={nothing.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{nothing.body}</EmptyState>
        )}
      >
        {(row, { reachable, isEdited, onEdit, onDelete, onDone }) => isEdited ? (
          <StoredNoteEditor id={row.id} isBusy={rows.isSaving(row)} onSave={(note, seen) => save(row, note, seen, onDone)} onCancel={onDone} />
        ) : (
          <div className={styles.stored}>
            <div className={styles.words}>
              <NoteWords note={row} />
              <NoteFacts note={row} reachable={reachable} />
            </div>
            <IconButton size="small" icon={<BookOpenText aria-hidden="true" />} label={words.readThis(shortWords(row.title))} tabIndex={reachable ? 0 : -1} onClick={() => setOpened(row)} />
            <RowActions reachable={reachable} onEdit={onEdit} onDelete={onDelete} />
          </div>
        )}
      </StoredPanel>
      {opened === null ? null : <NoteDialog key={opened.id} row={opened} onChanged={(row) => pages.put(row)} onClose={() => setOpened(null)} />}
    </>
  )
}
