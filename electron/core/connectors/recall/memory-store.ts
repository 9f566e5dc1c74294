import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { CallId, TurnId } from '../../../../shared/ids.ts'
import { LONGEST_MEMORY } from '../../../../shared/stored-record.ts'
import type { TaintSource } from '../../../../shared/taint.ts'
import { findFirst, fullTextQuery } from '../full-text-query.ts'
import { taintFromColumn, taintToColumn, type Origin, type Writing } from '../stored-taint.ts'

export { LONGEST_MEMORY }

export interface Memory {
  readonly id: number
  readonly text: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** The call that wrote the text as it is now; null: the person. */
  readonly origin: Origin | null
  readonly taint: readonly TaintSource[]
}

export interface MemoryStore {
  /** @throws AppError `input.invalid` for blank or too long a text */
  add(text: string, writing: Writing): Memory
  /** Null: there is none. */
  find(id: number): Memory | null
  /** @throws AppError `input.not-found` */
  get(id: number): Memory
  /** Last changed first; `before` is the id of the last memory of the page before. */
  list(options: { readonly limit: number; readonly before: number | null }): readonly Memory[]
  /** Best match first. @throws AppError `input.invalid` for an empty query */
  search(query: string, limit: number): readonly Memory[]
  count(): number
  /** Newest first, by when they were first written, so that a change moves none of them. With a query: those that hold all of its words; null: all. */
  page(options: { readonly query: string | null; readonly limit: number; readonly offset: number }): { readonly rows: readonly Memory[]; readonly total: number }
  /** The whole text is replaced, so the new writing's taint is all that is left of it. @throws AppError `input.not-found`, `input.invalid` */
  update(id: number, text: string, writing: Writing): Memory
  /** @throws AppError `input.not-found` */
  remove(id: number): Memory
  /** Puts a removed memory back exactly as it was, its id included. */
  restore(memory: Memory): void
}

const MemoryRow = z.object({
  id: z.int(), text: z.string(), created_at: z.int(), updated_at: z.int(),
  turn_id: TurnId.nullable(), call_id: CallId.nullable(), taint: z.unknown(),
}).transform((row): Memory => ({
  id: row.id, text: row.text, createdAt: row.created_at, updatedAt: row.updated_at,
  origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id },
  taint: taintFromColumn(row.taint, row.updated_at),
}))
const MemoryRows = z.array(MemoryRow)

/** Memories in the given database, whose schema includes `RECALL_SCHEMA`. `onChange` is called after each change made through this store. */
export function openMemoryStore(database: Database, onChange: () => void = () => undefined): MemoryStore {
  const insert = database.prepare('INSERT INTO memories (text, created_at, updated_at, turn_id, call_id, taint) VALUES (?, ?, ?, ?, ?, ?) RETURNING *')
  const change = database.prepare('UPDATE memories SET text = ?, updated_at = ?, turn_id = ?, call_id = ?, taint = ? WHERE id = ? RETURNING *')
  const drop = database.prepare('DELETE FROM memories WHERE id = ? RETURNING *')
  const putBack = database.prepare('INSERT INTO memories (id, text, created_at, updated_at, turn_id, call_id, taint) VALUES (?, ?, ?, ?, ?, ?, ?)')
  const one = database.prepare('SELECT * FROM memories WHERE id = ?')
  const pages = openPages(database)
  const page = database.prepare(`
    SELECT * FROM memories
    WHERE $before IS NULL OR (updated_at, id) < (SELECT updated_at, id FROM memories WHERE id = $before)
    ORDER BY updated_at DESC, id DESC LIMIT $limit`)
  const total = database.prepare('SELECT count(*) FROM memories').pluck()
  const matching = database.prepare('SELECT m.* FROM memories_search s JOIN memories m ON m.id = s.rowid WHERE memories_search MATCH ? ORDER BY s.rank, m.id DESC LIMIT ?')
  const holding = database.prepare(`
    SELECT * FROM memories WHERE NOT EXISTS (SELECT 1 FROM json_each(?) p WHERE memories.text NOT LIKE p.value ESCAPE '\\')
    ORDER BY updated_at DESC, id DESC LIMIT ?`)

  const find = (id: number): Memory | null => MemoryRow.optional().parse(one.get(id)) ?? null
  const given = (row: unknown, id: number): Memory => {
    const memory = MemoryRow.optional().parse(row)
    if (memory === undefined) throw new AppError('input.not-found', `There is no memory ${id}.`, { advice: 'List or search the memories to see their numbers.' })
    return memory
  }
  const changed = (memory: Memory): Memory => {
    onChange()
    return memory
  }

  return {
    add: (text, { at, origin, taint }) => changed(MemoryRow.parse(insert.get(fitting(text), at, at, origin?.turnId ?? null, origin?.callId ?? null, taintToColumn(taint)))),
    find,
    get: (id) => given(one.get(id), id),
    list: (options) => MemoryRows.parse(page.all(options)),
    search: (query, limit) => findFirst(fullTextQuery(query),
      (match) => MemoryRows.parse(matching.all(match, limit)),
      (patterns) => MemoryRows.parse(holding.all(JSON.stringify(patterns), limit))),
    count: () => z.int().parse(total.get()),
    page: pages,
    update: (id, text, { at, origin, taint }) => changed(given(change.get(fitting(text), at, origin?.turnId ?? null, origin?.callId ?? null, taintToColumn(taint), id), id)),
    remove: (id) => changed(given(drop.get(id), id)),
    restore: ({ id, text, createdAt, updatedAt, origin, taint }) => {
      putBack.run(id, text, createdAt, updatedAt, origin?.turnId ?? null, origin?.callId ?? null, taintToColumn(taint))
      onChange()
    },
  }
}

function openPages(database: Database): MemoryStore['page'] {
  const all = database.prepare('SELECT * FROM memories ORDER BY id DESC LIMIT ? OFFSET ?')
  const allCount = database.prepare('SELECT count(*) FROM memories').pluck()
  const matching = database.prepare('SELECT m.* FROM memories_search s JOIN memories m ON m.id = s.rowid WHERE memories_search MATCH ? ORDER BY s.rowid DESC LIMIT ? OFFSET ?')
  const matchingCount = database.prepare('SELECT count(*) FROM memories_search WHERE memories_search MATCH ?').pluck()
  const holds = `WHERE NOT EXISTS (SELECT 1 FROM json_each(?) p WHERE memories.text NOT LIKE p.value ESCAPE '\\')`
  const holding = database.prepare(`SELECT * FROM memories ${holds} ORDER BY id DESC LIMIT ? OFFSET ?`)
  const holdingCount = database.prepare(`SELECT count(*) FROM memories ${holds}`).pluck()
  return ({ query, limit, offset }) => {
    if (query === null) return { rows: MemoryRows.parse(all.all(limit, offset)), total: z.int().parse(allCount.get()) }
    const { matches: [match], patterns } = fullTextQuery(query)
    const matched = match === undefined ? 0 : z.int().parse(matchingCount.get(match))
    if (matched > 0) return { rows: MemoryRows.parse(matching.all(match, limit, offset)), total: matched }
    const pieces = JSON.stringify(patterns)
    return { rows: MemoryRows.parse(holding.all(pieces, limit, offset)), total: z.int().parse(holdingCount.get(pieces)) }
  }
}

function fitting(text: string): string {
  if (text.trim() === '') throw new AppError('input.invalid', 'A memory needs a text.')
  if (text.length > LONGEST_MEMORY) {
    throw new AppError('input.invalid', `A memory holds at most ${LONGEST_MEMORY} characters; this has ${text.length}.`, { advice: 'Shorten it or split it into several.' })
  }
  return text
}
