import { useCallback, useState } from 'react'
import { BookOpenText, NotebookPen } from 'lucide-react'
import type { NoteRow, StoreRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { usePending } from '../../use-pending.ts'
import { useSettled } from '../../use-settled.ts'
import { NoteDialog } from './note-dialog.tsx'
import { NoteEditor, StoredNoteEditor, type NoteWords as Written } from './note-editor.tsx'
import { NoteFacts } from './note-facts.tsx'
import { NoteWords } from './note-words.tsx'
import { RowActions } from './row-actions.tsx'
import { shortWords } from './short-words.ts'
import { StoredPanel } from './stored-panel.tsx'
import { useStoredActions } from './use-stored-actions.ts'
import { useStoredList } from './use-stored-list.ts'
import styles from './stored-row.module.css'

type Shown = 'all' | NoteRow['state']
const SHOWN: readonly Shown[] = ['all', 'draft', 'approved']
const words = strings.memory.notes

export function NotePanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const core = useCore()
  const pending = usePending()
  const { remove } = useStoredActions()
  const [query, setQuery] = useState('')
  const [show, setShow] = useState<Shown>('all')
  const [opened, setOpened] = useState<NoteRow | null>(null)
  const asked = useSettled(query.trim())
  const list = useStoredList<NoteRow>(useCallback((offset, limit) => core.call('note.list', { query: asked, show, offset, limit }), [core, asked, show]), store?.revision)
  const { pages } = list

  const save = ({ id }: NoteRow, { title, text }: Written, seen: number, onDone: () => void) => pending.run(`save ${id}`, async () => {
    await core.call('note.update', { id, seen, title, text })
    await pages.refresh(false)
    onDone()
  })
  const add = (note: Written & { readonly folder: string }, onAdded: () => void) => pending.run('add', async () => {
    await core.call('note.add', { title: note.title, text: note.text, folder: note.folder })
    if (show === 'approved') setShow('all')
    onAdded()
  })
  const nothing = store === null || store.total === 0 || show === 'all' ? words.empty : show === 'draft' ? words.noneDraft : words.noneApproved
  return (
    <>
      <StoredPanel
        name="notes"
        store={store}
        header={header}
        list={list}
        query={query}
        onQuery={setQuery}
        asked={asked}
        filter={<Segmented label={words.show} value={show} onValueChange={setShow} options={SHOWN.map((value) => ({ value, label: words.shows[value] }))} />}
        nameOf={(row) => words.name(shortWords(row.title))}
        onDelete={({ id, title }) => remove({ store: 'notes', id, text: title, onDone: () => pages.refresh(false) })}
        adder={({ onAdded, onCancel }) => <NoteEditor note={null} isBusy={pending.has('add')} onSave={(note) => add(note, onAdded)} onCancel={onCancel} />}
        empty={(onAdd) => (
          <EmptyState icon={<NotebookPen aria-hidden="true" />} title={nothing.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{nothing.body}</EmptyState>
        )}
      >
        {(row, { reachable, isEdited, onEdit, onDelete, onDone }) => isEdited ? (
          <StoredNoteEditor id={row.id} isBusy={pending.has(`save ${row.id}`)} onSave={(note, seen) => save(row, note, seen, onDone)} onCancel={onDone} />
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
