import { z } from 'zod'
import { ConnectorId } from '../../../../shared/ids.ts'
import { oneLine } from '../../one-line.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { fact, factsView, type Fact } from '../facts-view.ts'
import { noteStored, shorten, writingOf } from '../stored-taint.ts'
import { DueDate, TaskNotes, TaskState, TaskTitle, type Task } from './task.ts'
import type { TaskStore } from './task-store.ts'

export interface TasksTools { readonly tasks: TaskStore; readonly now: () => number }
type Context = ToolContext<TasksTools>

export const TASKS_ID = ConnectorId.parse('tasks')

const taskId = z.int().positive().describe('The number of the task')
const due = DueDate.describe('YYYY-MM-DD')

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists tasks with number, title, day and state, the earliest day first, or with `query` the best match first (words match as beginnings, in titles and notes). Notes are read with get_task.',
  input: z.strictObject({
    show: z.enum(['open', 'done', 'all']).default('open'),
    query: z.string().max(500).optional().describe('One or more words to look for'),
    limit: z.int().min(1).max(100).default(50),
    offset: z.int().min(0).max(100_000).default(0).describe('How many to leave out, for the next page'),
  }),
  class: 'read',
  summarise: ({ show, query }) => query === undefined ? `List ${show} tasks` : `Search ${show} tasks for ${shorten(query, 80)}`,
  run: async (context: Context, { show, query, limit, offset }) => {
    const { tasks } = context.deps
    const state = show === 'all' ? null : show
    const found = tasks.list({ state, query: query ?? null, limit: limit + 1, offset })
    const shown = found.slice(0, limit)
    noteRead(context, 'list_tasks', shown)
    return {
      tasks: shown.map(({ id, title, due: day, state: now, notes }) => ({ id, title, due: day, state: now, hasNotes: notes !== '' })),
      ...(found.length > limit ? { note: `There are more than these ${limit}. Ask with offset ${offset + limit} to go on.` } : {}),
      ...(query === undefined ? { total: tasks.count(state) } : {}),
    }
  },
})

export const getTask = defineTool({
  name: 'get_task',
  title: 'Read a task',
  description: 'Reads one task with its notes.',
  input: z.strictObject({ id: taskId }),
  class: 'read',
  summarise: ({ id }) => `Read task ${id}`,
  run: async (context: Context, { id }) => {
    const task = context.deps.tasks.get(id)
    noteRead(context, 'get_task', [task])
    return {
      id, title: task.title, notes: task.notes, due: task.due, state: task.state,
      createdAt: new Date(task.createdAt).toISOString(), updatedAt: new Date(task.updatedAt).toISOString(),
      completedAt: task.completedAt === null ? null : new Date(task.completedAt).toISOString(),
    }
  },
})

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create a task',
  description: 'Adds an open task to the person\'s list.',
  input: z.strictObject({ title: TaskTitle, notes: TaskNotes.default(''), due: due.optional() }),
  class: 'write',
  summarise: ({ title }) => `Create task: ${shorten(oneLine(title), 100)}`,
  view: ({ title, notes, due: day }) => factsView([fact('Title', title), ...(day === undefined ? [] : [fact('Due', day)]), ...(notes === '' ? [] : [fact('Notes', notes)])]),
  run: async (context: Context, { title, notes, due: day }) => {
    const task = context.deps.tasks.create({ title, notes, due: day ?? null }, writingOf(context, context.deps.now()))
    return { id: task.id, created: true }
  },
})

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Change a task',
  description: 'Changes what is given of one task and leaves the rest: title, notes (the whole text), due (null takes the day away), state (open again, or done).',
  input: z.strictObject({
    id: taskId, title: TaskTitle.optional(), notes: TaskNotes.optional(), due: due.nullable().optional(), state: TaskState.optional(),
  }).refine(({ id: _id, ...change }) => Object.values(change).some((value) => value !== undefined), 'nothing to change: give title, notes, due or state'),
  class: 'write',
  summarise: ({ id }) => `Change task ${id}`,
  view: ({ id, title, notes, due: day, state }, { tasks }: TasksTools) => factsView([
    ...taskFacts(id, tasks),
    ...(title === undefined ? [] : [fact('New title', title)]),
    ...(notes === undefined ? [] : [fact('New notes', notes)]),
    ...(day === undefined ? [] : [fact('New day', day ?? 'none')]),
    ...(state === undefined ? [] : [fact('New state', state)]),
  ]),
  run: async (context: Context, { id, ...change }) => {
    context.deps.tasks.update(id, change, writingOf(context, context.deps.now()))
    return { id, updated: true }
  },
})

export const completeTask = defineTool({
  name: 'complete_task',
  title: 'Complete a task',
  description: 'Marks one task as done. update_task can open it again.',
  input: z.strictObject({ id: taskId }),
  class: 'write',
  summarise: ({ id }) => `Complete task ${id}`,
  view: ({ id }, { tasks }: TasksTools) => factsView(taskFacts(id, tasks)),
  run: async (context: Context, { id }) => {
    context.deps.tasks.update(id, { state: 'done' }, writingOf(context, context.deps.now()))
    return { id, state: 'done' }
  },
})

export const deleteTask = defineTool({
  name: 'delete_task',
  title: 'Delete a task',
  description: 'Deletes one task for good. To tick it off, use complete_task.',
  input: z.strictObject({ id: taskId }),
  class: 'destructive',
  summarise: ({ id }) => `Delete task ${id}`,
  view: ({ id }, { tasks }: TasksTools) => {
    const notes = tasks.find(id)?.notes ?? ''
    return factsView([...taskFacts(id, tasks), ...(notes === '' ? [] : [fact('Notes', notes)])])
  },
  run: async ({ deps }: Context, { id }) => {
    deps.tasks.remove(id)
    return { id, deleted: true }
  },
})

function noteRead(context: Context, tool: string, tasks: readonly Task[]): void {
  const reader = { connectorId: TASKS_ID, tool, now: context.deps.now() }
  noteStored(context, reader, tasks.map(({ id, taint }) => ({ what: `task ${id}`, taint })))
}

function taskFacts(id: number, tasks: TaskStore): readonly Fact[] {
  const task = tasks.find(id)
  if (task === null) return [fact('Task', `${id} (there is no such task)`)]
  return [fact('Task', String(id)), fact('Title', task.title), fact('State', task.state), ...(task.due === null ? [] : [fact('Due', task.due)])]
}
