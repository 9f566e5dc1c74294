import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { StoreName, StoreRow, TaskRow } from '../../../shared/stored-record.ts'
import { survivesEdit } from '../connectors/recall/survives-edit.ts'
import type { Memory } from '../connectors/recall/memory-store.ts'
import type { Task } from '../connectors/tasks/task.ts'
import type { CoreParts } from './core-parts.ts'
import { exportStored } from './export-stored.ts'
import { createRows, type Rows } from './rows.ts'
import { toMemoryRow, toTaskRow } from './stored-rows.ts'
import { createUndoWindow } from './undo-window.ts'

type MemoryCalls = Pick<CallHandlers,
  'memory.list' | 'memory.add' | 'memory.update' | 'memory.delete' | 'memory.restore' | 'memory.export'
  | 'task.list' | 'task.add' | 'task.update' | 'task.complete' | 'task.reopen' | 'task.delete' | 'task.restore'>

export interface MemoryHandlers { readonly calls: MemoryCalls; readonly watches: Pick<WatchHandlers, 'memories.watch' | 'tasks.watch'>; readonly close: () => void }

/** Long enough to notice the toast and reach for it. */
const UNDO_MS = 10_000

/** What a person does with stored memories and tasks. What they write is theirs: no taint, no origin but them. */
export function createMemoryHandlers({ stored, chats, host }: CoreParts): MemoryHandlers {
  const { memories, tasks } = stored
  const deletedMemories = createUndoWindow<Memory>(host.clock, UNDO_MS)
  const deletedTasks = createUndoWindow<Task>(host.clock, UNDO_MS)
  const revisions = { memories: 0, tasks: 0 }
  const watched = (store: StoreName, count: () => Pick<StoreRow, 'total' | 'open'>): Rows<StoreRow> => {
    const read = (): StoreRow => ({ store, ...count(), revision: revisions[store] })
    return createRows<StoreRow>({ list: () => [read()], idOf: (row) => row.store, find: read })
  }
  const rows = {
    memories: watched('memories', () => ({ total: memories.count(), open: memories.count() })),
    tasks: watched('tasks', () => ({ total: tasks.count(null), open: tasks.count('open') })),
  }
  stored.onChanged((store) => {
    revisions[store] += 1
    rows[store].touch(store)
  })
  const byPerson = (taint: Memory['taint'] = []) => ({ at: host.clock.now(), origin: null, taint })
  /** Ticking a task off writes none of its words: who wrote them stays. */
  const setState = async (id: number, state: Task['state']): Promise<TaskRow> => {
    const { origin } = tasks.get(id)
    return toTaskRow(tasks.update(id, { state }, { ...byPerson(), origin }), chats)
  }

  return {
    close: () => {
      deletedMemories.close()
      deletedTasks.close()
      rows.memories.end()
      rows.tasks.end()
    },
    calls: {
      'memory.list': async ({ query, offset, limit }) => {
        const page = memories.page({ query: queryOf(query), offset, limit })
        return { rows: page.rows.map((memory) => toMemoryRow(memory, chats)), total: page.total, revision: revisions.memories }
      },
      'memory.add': async ({ text }) => ({ id: memories.add(text, byPerson()).id }),
      'memory.update': async ({ id, seen, text }) => {
        const old = asSeen(memories.get(id), seen, 'memory')
        if (text === old.text) return { tainted: old.taint.length > 0 }
        const taint = survivesEdit(old.text, text) ? old.taint : []
        return { tainted: memories.update(id, text, byPerson(taint)).taint.length > 0 }
      },
      'memory.delete': async ({ id }) => ({ undoUntil: deletedMemories.keep(id, memories.remove(id)) }),
      'memory.restore': async ({ id }) => {
        memories.restore(known(deletedMemories.take(id), 'memory'))
        return {}
      },
      'memory.export': async ({ what, format }) => exportStored({ stored, chats }, what, format),

      'task.list': async ({ query, show, offset, limit }) => {
        const page = tasks.page({ state: show === 'all' ? null : show, query: queryOf(query), offset, limit })
        return { rows: page.rows.map((task) => toTaskRow(task, chats)), total: page.total, revision: revisions.tasks }
      },
      'task.add': async (task) => ({ id: tasks.create(task, byPerson()).id }),
      'task.update': async ({ id, seen, title, notes, due }) => {
        const old = asSeen(tasks.get(id), seen, 'task')
        const isRewritten = title !== old.title || notes !== old.notes
        const taint = survivesEdit(old.title, `${title}\n${notes}`) || survivesEdit(old.notes, `${title}\n${notes}`) ? old.taint : []
        const task = tasks.update(id, { title, notes, due }, { ...byPerson(taint), origin: isRewritten ? null : old.origin })
        return { tainted: task.taint.length > 0 }
      },
      'task.complete': async ({ id }) => setState(id, 'done'),
      'task.reopen': async ({ id }) => setState(id, 'open'),
      'task.delete': async ({ id }) => ({ undoUntil: deletedTasks.keep(id, tasks.remove(id)) }),
      'task.restore': async ({ id }) => {
        tasks.restore(known(deletedTasks.take(id), 'task'))
        return {}
      },
    },
    watches: {
      'memories.watch': (_input, emit) => rows.memories.watch(emit),
      'tasks.watch': (_input, emit) => rows.tasks.watch(emit),
    },
  }
}

/** Without a visible character it asks for everything. */
const queryOf = (query: string): string | null => /[^\s\p{Cc}]/u.test(query) ? query : null

/** An edit is of what the person saw; whatever came in between is not overwritten unseen. */
function asSeen<Row extends Memory | Task>(row: Row, seen: number, what: string): Row {
  if (row.updatedAt === seen) return row
  throw new AppError('input.invalid', `This ${what} was changed while you edited it.`, { kept: 'The newer words are stored, and yours are still in the field.', advice: 'Copy yours, cancel, and edit it again.' })
}

function known<Row>(row: Row | null, what: string): Row {
  if (row !== null) return row
  throw new AppError('input.not-found', `That ${what} can’t be brought back any more.`, { advice: 'Add it once more.' })
}
