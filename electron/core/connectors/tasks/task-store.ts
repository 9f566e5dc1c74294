import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { mergeTaint, type TaintSource } from '../../../../shared/taint.ts'
import { findFirst, fullTextQuery } from '../full-text-query.ts'
import { taintToColumn, type Writing } from '../stored-taint.ts'
import { DueDate, TaskNotes, TaskRow, TaskTitle, type Task, type TaskState } from './task.ts'

/** What is left out stays as it is. */
export interface TaskChange {
  readonly title?: string | undefined
  readonly notes?: string | undefined
  readonly due?: string | null | undefined
  readonly state?: TaskState | undefined
}

export interface TaskList {
  /** Null: all. */
  readonly state: TaskState | null
  /** Null: no search. */
  readonly query: string | null
  readonly limit: number
  readonly offset: number
}

export interface TaskPage {
  /** Null: all. */
  readonly state: TaskState | null
  readonly query: string | null
  readonly limit: number
  readonly offset: number
}

export interface TaskStore {
  /** @throws AppError `input.invalid` for a title, notes or day that can't be kept */
  create(task: { readonly title: string; readonly notes: string; readonly due: string | null }, writing: Writing): Task
  /** Null: there is none. */
  find(id: number): Task | null
  /** @throws AppError `input.not-found` */
  get(id: number): Task
  /** With a query the best match first; else the earliest day first, undated last. @throws AppError `input.invalid` for an empty query */
  list(options: TaskList): readonly Task[]
  count(state: TaskState | null): number
  /** Newest first, by when they were first written, so that a change moves none of them. With a query: those that hold all of its words. */
  page(options: TaskPage): { readonly rows: readonly Task[]; readonly total: number }
  /** Old taint stays unless all of the text is replaced; the writing's taint is added. @throws AppError `input.not-found`, `input.invalid` */
  update(id: number, change: TaskChange, writing: Writing): Task
  /** @throws AppError `input.not-found` */
  remove(id: number): Task
  /** Puts a removed task back exactly as it was, its id included. */
  restore(task: Task): void
}

const TaskRows = z.array(TaskRow)
const MOST_MATCHES = 1000

/** Tasks in the given database, whose schema includes `TASKS_SCHEMA`. `onChange` is called after each change made through this store. */
export function openTaskStore(database: Database, onChange: () => void = () => undefined): TaskStore {
  const insert = database.prepare(`
    INSERT INTO tasks (title, notes, due, state, created_at, updated_at, turn_id, call_id, taint)
    VALUES ($title, $notes, $due, 'open', $at, $at, $turnId, $callId, $taint) RETURNING *`)
  const change = database.prepare(`
    UPDATE tasks SET title = $title, notes = $notes, due = $due, state = $state, updated_at = $at, completed_at = $completedAt,
      turn_id = $turnId, call_id = $callId, taint = $taint
    WHERE id = $id RETURNING *`)
  const drop = database.prepare('DELETE FROM tasks WHERE id = ? RETURNING *')
  const putBack = database.prepare(`
    INSERT INTO tasks (id, title, notes, due, state, created_at, updated_at, completed_at, turn_id, call_id, taint)
    VALUES ($id, $title, $notes, $due, $state, $createdAt, $updatedAt, $completedAt, $turnId, $callId, $taint)`)
  const one = database.prepare('SELECT * FROM tasks WHERE id = ?')
  const page = database.prepare(`
    SELECT * FROM tasks WHERE $state IS NULL OR state = $state
    ORDER BY state = 'done', due IS NULL, due, id LIMIT $limit OFFSET $offset`)
  const total = database.prepare('SELECT count(*) FROM tasks WHERE $state IS NULL OR state = $state').pluck()
  const matching = database.prepare(`
    SELECT t.* FROM tasks_search s JOIN tasks t ON t.id = s.rowid
    WHERE tasks_search MATCH $match AND ($state IS NULL OR t.state = $state) ORDER BY s.rank, t.id DESC LIMIT $limit`)
  const holding = database.prepare(`
    SELECT * FROM tasks WHERE ($state IS NULL OR state = $state)
      AND NOT EXISTS (SELECT 1 FROM json_each($patterns) p WHERE title || char(10) || notes NOT LIKE p.value ESCAPE '\\')
    ORDER BY id DESC LIMIT $limit`)

  const given = (row: unknown, id: number): Task => {
    const task = TaskRow.optional().parse(row)
    if (task === undefined) throw new AppError('input.not-found', `There is no task ${id}.`, { advice: 'List the tasks to see their numbers.' })
    return task
  }
  const columns = ({ at, origin }: Writing, taint: readonly TaintSource[]) =>
    ({ at, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })

  const changed = (task: Task): Task => {
    onChange()
    return task
  }

  const update = database.transaction((id: number, wanted: TaskChange, writing: Writing): Task => {
    const old = given(one.get(id), id)
    const { title = old.title, notes = old.notes, due = old.due, state = old.state } = wanted
    refuseUnfit(title, notes, due)
    const allReplaced = wanted.title !== undefined && (wanted.notes !== undefined || old.notes === '')
    const completedAt = state === 'open' ? null : old.completedAt ?? writing.at
    const taint = mergeTaint(allReplaced ? [] : old.taint, writing.taint)
    return TaskRow.parse(change.get({ id, title, notes, due, state, completedAt, ...columns(writing, taint) }))
  })

  return {
    create: ({ title, notes, due }, writing) => {
      refuseUnfit(title, notes, due)
      return changed(TaskRow.parse(insert.get({ title, notes, due, ...columns(writing, writing.taint) })))
    },
    find: (id) => TaskRow.optional().parse(one.get(id)) ?? null,
    get: (id) => given(one.get(id), id),
    list: ({ state, query, limit, offset }) => {
      if (query === null) return TaskRows.parse(page.all({ state, limit, offset }))
      const most = Math.min(MOST_MATCHES, offset + limit)
      return findFirst(fullTextQuery(query),
        (match) => TaskRows.parse(matching.all({ match, state, limit: most })),
        (patterns) => TaskRows.parse(holding.all({ patterns: JSON.stringify(patterns), state, limit: most }))).slice(offset)
    },
    count: (state) => z.int().parse(total.get({ state })),
    page: openPages(database),
    update: (id, change, writing) => changed(update(id, change, writing)),
    remove: (id) => changed(given(drop.get(id), id)),
    restore: ({ origin, taint, ...task }) => {
      putBack.run({ ...task, turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, taint: taintToColumn(taint) })
      onChange()
    },
  }
}

function openPages(database: Database): TaskStore['page'] {
  const every = 'FROM tasks WHERE ($state IS NULL OR state = $state)'
  const matches = 'FROM tasks_search s JOIN tasks t ON t.id = s.rowid WHERE tasks_search MATCH $match AND ($state IS NULL OR t.state = $state)'
  const holds = `${every} AND NOT EXISTS (SELECT 1 FROM json_each($patterns) p WHERE title || char(10) || notes NOT LIKE p.value ESCAPE '\\')`
  const prepare = (from: string, columns: string, id: string) => ({
    rows: database.prepare(`SELECT ${columns} ${from} ORDER BY ${id} DESC LIMIT $limit OFFSET $offset`),
    count: database.prepare(`SELECT count(*) ${from}`).pluck(),
  })
  const all = prepare(every, '*', 'id')
  const matching = prepare(matches, 't.*', 's.rowid')
  const holding = prepare(holds, '*', 'id')
  const read = ({ rows, count }: typeof all, wanted: Record<string, unknown>, part: { readonly limit: number; readonly offset: number }) =>
    ({ rows: TaskRows.parse(rows.all({ ...wanted, ...part })), total: z.int().parse(count.get(wanted)) })
  return ({ state, query, limit, offset }) => {
    const part = { limit, offset }
    if (query === null) return read(all, { state }, part)
    const { matches: [match], patterns } = fullTextQuery(query)
    const matched = match === undefined ? null : read(matching, { match, state }, part)
    return matched !== null && matched.total > 0 ? matched : read(holding, { patterns: JSON.stringify(patterns), state }, part)
  }
}

const Fitting = z.object({ title: TaskTitle, notes: TaskNotes, due: DueDate.nullable() })

function refuseUnfit(title: string, notes: string, due: string | null): void {
  const checked = Fitting.safeParse({ title, notes, due })
  if (checked.success) return
  const issue = checked.error.issues[0]
  throw new AppError('input.invalid', `The task can't be kept: ${issue?.path.join('.') ?? 'it'} ${issue?.message ?? 'does not fit'}.`)
}
