import type { Database } from 'better-sqlite3'
import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { completeTask, createTask, deleteTask, getTask, listTasks, TASKS_ID, updateTask } from './task-tools.ts'
import { openTaskStore, type TaskStore } from './task-store.ts'

export interface TasksDeps {
  /** Its schema includes `TASKS_SCHEMA`. */
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Left out: a store of its own in `database`. */
  readonly tasks?: TaskStore
}

/** The person's list of things to do. */
export function createTasksConnector({ database, now, tasks = openTaskStore(database) }: TasksDeps): Connector {
  return defineConnector({
    id: TASKS_ID,
    label: 'Tasks',
    deps: { tasks, now },
    tools: [listTasks, getTask, createTask, updateTask, completeTask, deleteTask],
    withheld: [
      { what: 'Reminders and calendars', why: 'A task that rings, or writes into a calendar, acts when nobody asked it to. A scheduled job does that, and is listed as one.' },
      { what: 'Deleting several tasks in one call', why: 'Each one is a call of its own, so that each one is asked about.' },
    ],
  })
}
