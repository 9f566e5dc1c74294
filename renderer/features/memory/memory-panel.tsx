import { Brain } from 'lucide-react'
import type { CoreClient } from '../../../shared/contract.ts'
import type { MemoryRow, StoreRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MemoryEditor } from './memory-editor.tsx'
import { RowActions } from './row-actions.tsx'
import { shortWords } from '../../parts/short-words.ts'
import { StoredFacts } from './stored-facts.tsx'
import { StoredPanel } from './stored-panel.tsx'
import { StoredText } from './stored-text.tsx'
import { useStoredRows, type Asked } from './use-stored-rows.ts'
import styles from './stored-row.module.css'

const words = strings.memory.memories
const read = (core: CoreClient, { query, offset, limit }: Asked<null>) => core.call('memory.list', { query, offset, limit })
const textOf = ({ text }: MemoryRow): string => text

export function MemoryPanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const rows = useStoredRows<MemoryRow, null>({ name: 'memories', store, showFirst: null, read, textOf })
  const { core } = rows
  const save = (row: MemoryRow, text: string, onDone: () => void) => rows.save(row, () => core.call('memory.update', { id: row.id, seen: row.updatedAt, text }), onDone)
  const add = (text: string, onAdded: () => void) => rows.add(() => core.call('memory.add', { text }), onAdded)
  return (
    <StoredPanel
      {...rows.panel}
      header={header}
      nameOf={(row) => words.name(shortWords(row.text))}
      adder={({ onAdded, onCancel }) => <MemoryEditor row={null} isBusy={rows.isAdding} onSave={(text) => add(text, onAdded)} onCancel={onCancel} />}
      empty={(onAdd) => (
        <EmptyState icon={<Brain aria-hidden="true" />} title={words.empty.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{words.empty.body}</EmptyState>
      )}
    >
      {(row, { reachable, isEdited, onEdit, onDelete, onDone }) => isEdited ? (
        <MemoryEditor row={row} isBusy={rows.isSaving(row)} onSave={(text) => save(row, text, onDone)} onCancel={onDone} />
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
