import { useCallback, useState } from 'react'
import { Brain } from 'lucide-react'
import type { MemoryRow, StoreRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePending } from '../../use-pending.ts'
import { MemoryEditor } from './memory-editor.tsx'
import { RowActions } from './row-actions.tsx'
import { shortWords } from './short-words.ts'
import { StoredFacts } from './stored-facts.tsx'
import { StoredPanel } from './stored-panel.tsx'
import { StoredText } from './stored-text.tsx'
import { useSettled } from '../../use-settled.ts'
import { useStoredActions } from './use-stored-actions.ts'
import { useStoredList } from './use-stored-list.ts'
import styles from './stored-row.module.css'

const words = strings.memory.memories

export function MemoryPanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const core = useCore()
  const pending = usePending()
  const { remove } = useStoredActions()
  const [query, setQuery] = useState('')
  const asked = useSettled(query.trim())
  const list = useStoredList<MemoryRow>(useCallback((offset, limit) => core.call('memory.list', { query: asked, offset, limit }), [core, asked]), store?.revision)
  const { pages } = list

  const save = (row: MemoryRow, text: string, onDone: () => void) => pending.run(`save ${row.id}`, async () => {
    await core.call('memory.update', { id: row.id, seen: row.updatedAt, text })
    await pages.refresh(false)
    onDone()
  })
  const add = (text: string, onAdded: () => void) => pending.run('add', async () => {
    await core.call('memory.add', { text })
    onAdded()
  })
  return (
    <StoredPanel
      name="memories"
      store={store}
      header={header}
      list={list}
      query={query}
      onQuery={setQuery}
      asked={asked}
      nameOf={(row) => words.name(shortWords(row.text))}
      onDelete={({ id, text }) => remove({ store: 'memories', id, text, onDone: () => pages.refresh(false) })}
      adder={({ onAdded, onCancel }) => <MemoryEditor row={null} isBusy={pending.has('add')} onSave={(text) => add(text, onAdded)} onCancel={onCancel} />}
      empty={(onAdd) => (
        <EmptyState icon={<Brain aria-hidden="true" />} title={words.empty.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{words.empty.body}</EmptyState>
      )}
    >
      {(row, { reachable, isEdited, onEdit, onDelete, onDone }) => isEdited ? (
        <MemoryEditor row={row} isBusy={pending.has(`save ${row.id}`)} onSave={(text) => save(row, text, onDone)} onCancel={onDone} />
      ) : (
        <div className={styles.stored}>
          <div className={styles.words}>
            <StoredText text={row.text} tainted={row.taint.length > 0} />
            <StoredFacts row={row} reachable={reachable} />
          </div>
          <RowActions reachable={reachable} onEdit={onEdit} onDelete={onDelete} />
        </div>
      )}
    </StoredPanel>
  )
}
