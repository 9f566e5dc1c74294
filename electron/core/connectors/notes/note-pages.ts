import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { NoteState } from '../../../../shared/stored-record.ts'
import { fullTextQuery } from '../full-text-query.ts'
import { StoredNote, type Note } from './note.ts'

export interface NotePage {
  /** Null: both. */
  readonly state: NoteState | null
  /** Those that hold all of its words; null: all. */
  readonly query: string | null
  readonly limit: number
  readonly offset: number
}

export interface NotePages {
  /** Newest first, by when they were first written, so that a change moves none of them. */
  page(options: NotePage): { readonly rows: readonly Note[]; readonly total: number }
}

const Notes = z.array(StoredNote)

export function openNotePages(database: Database): NotePages {
  const every = 'FROM notes n WHERE ($state IS NULL OR n.state = $state)'
  const matches = 'FROM notes_search s JOIN notes n ON n.id = s.rowid WHERE notes_search MATCH $match AND ($state IS NULL OR n.state = $state)'
  const holds = `${every} AND NOT EXISTS (SELECT 1 FROM json_each($patterns) p WHERE n.title || char(10) || n.text NOT LIKE p.value ESCAPE '\\')`
  const prepare = (from: string) => ({
    rows: database.prepare(`SELECT n.* ${from} ORDER BY n.id DESC LIMIT $limit OFFSET $offset`),
    count: database.prepare(`SELECT count(*) ${from}`).pluck(),
  })
  const [all, matching, holding] = [prepare(every), prepare(matches), prepare(holds)]
  const read = ({ rows, count }: typeof all, wanted: Readonly<Record<string, unknown>>, part: { readonly limit: number; readonly offset: number }) =>
    ({ rows: Notes.parse(rows.all({ ...wanted, ...part })), total: z.int().parse(count.get(wanted)) })
  return {
    page: ({ state, query, limit, offset }) => {
      const part = { limit, offset }
      if (query === null) return read(all, { state }, part)
      const { matches: [match], patterns } = fullTextQuery(query)
      const matched = match === undefined ? null : read(matching, { match, state }, part)
      return matched !== null && matched.total > 0 ? matched : read(holding, { patterns: JSON.stringify(patterns), state }, part)
    },
  }
}
