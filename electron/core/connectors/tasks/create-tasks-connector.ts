import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { completeTask, createTask, deleteTask, getTask, listTasks, TASKS_ID, updateTask, type TasksTools } from './task-tools.ts'

/** The person's list of things to do. */
export function createTasksConnector(deps: TasksTools): Connector {
  return defineConnector({
    id: TASKS_ID,
    label: 'Tasks',
    deps,
    tools: [listTasks, getTask, createTask, updateTask, completeTask, deleteTask],
    withheld: [
      { what: 'Reminders and calendars', why: 'A task that rings, or writes into a calendar, acts when nobody asked it to. A scheduled job does that, and is listed as one.' },
      { what: 'Deleting several tasks in one call', why: 'Each one is a call of its own, so that each one is asked about.' },
    ],
  })
}
