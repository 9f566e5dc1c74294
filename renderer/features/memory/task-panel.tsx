import { useCallback, useState } from 'react'
import { ListTodo } from 'lucide-react'
import type { StoreRow, TaskRow } from '../../../shared/stored-record.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { usePending } from '../../use-pending.ts'
import { RowActions } from './row-actions.tsx'
import { shortWords } from './short-words.ts'
import { StoredPanel } from './stored-panel.tsx'
import { TaskEditor, type TaskText } from './task-editor.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskWords } from './task-words.tsx'
import { useSettled } from '../../use-settled.ts'
import { useStoredActions } from './use-stored-actions.ts'
import { useStoredList } from './use-stored-list.ts'
import hidden from '../../ui/hidden.module.css'
import styles from './stored-row.module.css'

type Shown = 'open' | 'done' | 'all'
const SHOWN: readonly Shown[] = ['open', 'done', 'all']
const words = strings.memory.tasks

export function TaskPanel({ store, header }: { store: StoreRow | null; header: HTMLElement | null }) {
  const core = useCore()
  const pending = usePending()
  const { remove } = useStoredActions()
  const [query, setQuery] = useState('')
  const [show, setShow] = useState<Shown>('open')
  const asked = useSettled(query.trim())
  const list = useStoredList<TaskRow>(useCallback((offset, limit) => core.call('task.list', { query: asked, show, offset, limit }), [core, asked, show]), store?.revision)
  const { pages } = list

  const save = (row: TaskRow, task: TaskText, onDone: () => void) => pending.run(`save ${row.id}`, async () => {
    await core.call('task.update', { id: row.id, seen: row.updatedAt, ...task })
    await pages.refresh(false)
    onDone()
  })
  const add = (task: TaskText, onAdded: () => void) => pending.run('add', async () => {
    await core.call('task.add', task)
    if (show === 'done') setShow('open')
    onAdded()
  })
  const tick = ({ id }: TaskRow, done: boolean, onChanged: (row: TaskRow) => void) => pending.run(`tick ${id}`, async () => onChanged(await core.call(done ? 'task.complete' : 'task.reopen', { id })))
  const nothing = store === null || store.total === 0 || show === 'all' ? words.empty : show === 'open' ? words.noneOpen : words.noneDone
  return (
    <StoredPanel
      name="tasks"
      store={store}
      header={header}
      list={list}
      query={query}
      onQuery={setQuery}
      asked={asked}
      filter={<Segmented label={words.show} value={show} onValueChange={setShow} options={SHOWN.map((value) => ({ value, label: words.shows[value] }))} />}
      nameOf={(row) => words.name(shortWords(row.title))}
      onDelete={({ id, title }) => remove({ store: 'tasks', id, text: title, onDone: () => pages.refresh(false) })}
      adder={({ onAdded, onCancel }) => <TaskEditor row={null} isBusy={pending.has('add')} onSave={(task) => add(task, onAdded)} onCancel={onCancel} />}
      empty={(onAdd) => (
        <EmptyState icon={<ListTodo aria-hidden="true" />} title={nothing.title} action={<Button onClick={onAdd}>{words.add}</Button>}>{nothing.body}</EmptyState>
      )}
    >
      {(row, { reachable, isEdited, onEdit, onDelete, onDone, onChanged }) => isEdited ? (
        <TaskEditor row={row} isBusy={pending.has(`save ${row.id}`)} onSave={(task) => save(row, task, onDone)} onCancel={onDone} />
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
