import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import type { TaskRow } from '../../../shared/stored-record.ts'
import { survivesEdit } from '../connectors/recall/survives-edit.ts'
import type { Memory } from '../connectors/recall/memory-store.ts'
import type { Task } from '../connectors/tasks/task.ts'
import type { CoreParts } from './core-parts.ts'
import { exportStored } from './export-stored.ts'
import { createNoteHandlers, type NoteHandlers } from './note-handlers.ts'
import { UNDO_MS } from '../undo-time.ts'
import { asSeen, known, queryOf } from './person-edit.ts'
import { createSkillHandlers } from './skill-handlers.ts'
import { createStoreWatch } from './store-watch.ts'
import { toMemoryRow, toTaskRow } from './stored-rows.ts'
import { createUndoWindow } from './undo-window.ts'

type MemoryCalls = Pick<CallHandlers,
  'memory.list' | 'memory.add' | 'memory.update' | 'memory.delete' | 'memory.restore' | 'memory.export'
  | 'task.list' | 'task.add' | 'task.update' | 'task.complete' | 'task.reopen' | 'task.delete' | 'task.restore'>

export interface MemoryHandlers {
  readonly calls: MemoryCalls & NoteHandlers['calls'] & ReturnType<typeof createSkillHandlers>
  readonly watches: Pick<WatchHandlers, 'memories.watch' | 'tasks.watch'> & NoteHandlers['watches']
  readonly close: () => void
}

/** What a person does with stored memories, tasks, notes and skills. What they write is theirs: no taint, no origin but them. */
export function createMemoryHandlers(parts: CoreParts): MemoryHandlers {
  const { stored, chats, host } = parts
  const notes = createNoteHandlers(parts)
  const { memories, tasks } = stored
  const deletedMemories = createUndoWindow<Memory>(host.clock, UNDO_MS)
  const deletedTasks = createUndoWindow<Task>(host.clock, UNDO_MS)
  const watched = {
    memories: createStoreWatch(stored, 'memories', () => ({ total: memories.count(), open: memories.count() })),
    tasks: createStoreWatch(stored, 'tasks', () => ({ total: tasks.count(null), open: tasks.count('open') })),
  }
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
      watched.memories.rows.end()
      watched.tasks.rows.end()
      notes.close()
    },
    calls: {
      ...notes.calls,
      ...createSkillHandlers(parts),
      'memory.list': async ({ query, offset, limit }) => {
        const page = memories.page({ query: queryOf(query), offset, limit })
        return { rows: page.rows.map((memory) => toMemoryRow(memory, chats)), total: page.total, revision: watched.memories.revision() }
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
        return { rows: page.rows.map((task) => toTaskRow(task, chats)), total: page.total, revision: watched.tasks.revision() }
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
      ...notes.watches,
      'memories.watch': (_input, emit) => watched.memories.rows.watch(emit),
      'tasks.watch': (_input, emit) => watched.tasks.rows.watch(emit),
    },
  }
}
