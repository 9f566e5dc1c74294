import { ListTodo } from 'lucide-react'
import type { CoreClient } from '../../../shared/contract.ts'
import type { StoreRow, TaskRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { RowActions } from './row-actions.tsx'
import { shortWords } from '../../parts/short-words.ts'
import { StoredPanel } from './stored-panel.tsx'
import { TaskEditor, type TaskText } from './task-editor.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskWords } from './task-words.tsx'
import { useStoredRows, type Asked } from './use-stored-rows.ts'
import hidden from '../../ui/hidden.module.css'
import styles from './stored-row.module.css'

type Shown = 'open' | 'done' | 'all'
const SHOWN: readonly Shown[] = ['open', 'done', 'all']
const words = strings.memory.tasks
const read = (core: CoreClient, asked: Asked<Shown>) => core.call('task.list', asked)
const textOf = ({ title }: TaskRow): string => title

export function TaskPanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const rows = useStoredRows<TaskRow, Shown>({ name: 'tasks', store, showFirst: 'open', read, textOf })
  const { core, pending, show, setShow } = rows
  const save = (row: TaskRow, task: TaskText, onDone: () => void) => rows.save(row, () => core.call('task.update', { id: row.id, seen: row.updatedAt, ...task }), onDone)
  const add = (task: TaskText, onAdded: () => void) => rows.add(() => core.call('task.add', task), onAdded, show === 'done' ? 'open' : undefined)
  const tick = ({ id }: TaskRow, done: boolean, onChanged: (row: TaskRow) => void) => pending.run(`tick ${id}`, async () => onChanged(await core.call(done ? 'task.complete' : 'task.reopen', { id })))
  const nothing = store === null || store.total === 0 || show === 'all' ? words.empty : show === 'open' ? words.noneOpen : words.noneDone
  return (
    <StoredPanel
      {...rows.panel}
      header={header}
      filter={<Segmented label={words.show} value={show} onValueChange={setShow} options={SHOWN.map((value) => ({ value, label: words.shows[value] }))} />}
      nameOf={(row) => words.name(shortWords(row.title))}
      adder={({ onAdded, onCancel }) => <TaskEditor row={null} isBusy={rows.isAdding} onSave={(task) => add(task, onAdded)} onCancel={onCancel} />}
      empty={(onAdd) => (
        <EmptyState icon={<ListTodo aria-hidden="true" />} title={nothing.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{nothing.body}</EmptyState>
      )}
    >
      {(row, { reachable, isEdited, onEdit, onDelete, onDone, onChanged }) => isEdited ? (
        <TaskEditor row={row} isBusy={rows.isSaving(row)} onSave={(task) => save(row, task, onDone)} onCancel={onDone} />
      ) : (
        <div className={styles.stored}>
          <span className={styles.tick}>
            <Checkbox
              label={<span className={hidden.text}>{words.done(shortWords(row.title))}</span>}
              checked={row.state === 'done'}
              disabled={pending.has(`tick ${row.id}`)}
              onCheckedChange={(done) => tick(row, done, onChanged)}
            />
          </span>
          <div className={styles.words} data-done={row.state === 'done' ? '' : undefined}>
            <TaskWords task={row} />
            <TaskFacts task={row} reachable={reachable} />
          </div>
          <RowActions reachable={reachable} onEdit={onEdit} onDelete={onDelete} />
        </div>
      )}
    </StoredPanel>
  )
}
