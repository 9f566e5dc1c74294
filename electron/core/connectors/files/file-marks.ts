import type { Database } from 'better-sqlite3'
import { sep } from 'node:path'
import { z } from 'zod'
import { CallId, TurnId } from '../../../../shared/ids.ts'
import { mergeTaint, type TaintSource } from '../../../../shared/taint.ts'
import { taintFromColumn, taintToColumn, type Origin, type Writing } from '../stored-taint.ts'

export interface Mark {
  readonly content: readonly TaintSource[]
  /** Set when a tainted step chose the name: it is shown by whatever lists the folder. */
  readonly name: readonly TaintSource[]
}

export interface FileMark extends Mark {
  readonly path: string
  readonly origin: Origin | null
  /** Milliseconds since 1970. */
  readonly markedAt: number
}

/**
 * Which files and folders hold what tainted steps wrote. Paths are absolute. Reading goes by every spelling of a path
 * that some disk takes for the same, clearing by the exact one alone, so that a doubt leaves a mark rather than losing it.
 */
export interface FileMarks {
  of(path: string): Mark
  /** Adds to what is marked; before the effect, so that a crash in between leaves a mark too many. */
  add(path: string, mark: Partial<Mark>, writing: Writing): void
  /** Sets the given parts, empty ones included; after the effect. */
  replace(path: string, mark: Partial<Mark>, writing: Writing): void
  /** For a file or folder with all below it; before a move. */
  copyTree(from: string, to: string): void
  /** After a move or deletion. */
  dropTree(path: string): void
  /** Those in a folder and below, by path. */
  list(folder: string): readonly FileMark[]
}

const MarkRow = z.object({
  path: z.string(), content_taint: z.unknown(), name_taint: z.unknown(), turn_id: TurnId.nullable(), call_id: CallId.nullable(), marked_at: z.int(),
}).transform((row): FileMark => ({
  path: row.path, markedAt: row.marked_at,
  content: taintFromColumn(row.content_taint, row.marked_at), name: taintFromColumn(row.name_taint, row.marked_at),
  origin: row.turn_id === null || row.call_id === null ? null : { turnId: row.turn_id, callId: row.call_id },
}))
const MarkRows = z.array(MarkRow)

/** Marks in the given database, whose schema includes `FILES_SCHEMA`. */
export function openFileMarks(database: Database): FileMarks {
  const exact = database.prepare('SELECT * FROM file_marks WHERE path = ?')
  const alike = database.prepare('SELECT * FROM file_marks WHERE folded = ? ORDER BY marked_at')
  const put = database.prepare(`
    INSERT OR REPLACE INTO file_marks (path, folded, content_taint, name_taint, turn_id, call_id, marked_at)
    VALUES ($path, $folded, $content, $name, $turnId, $callId, $at)`)
  const drop = database.prepare('DELETE FROM file_marks WHERE path = ?')
  const alikeBelow = database.prepare('SELECT * FROM file_marks WHERE folded = $folded OR substr(folded, 1, length($prefix)) = $prefix ORDER BY path')
  const dropBelow = database.prepare('DELETE FROM file_marks WHERE path = $path OR substr(path, 1, length($prefix)) = $prefix')

  const find = (path: string): FileMark | null => MarkRow.optional().parse(exact.get(path)) ?? null
  const below = (path: string): readonly FileMark[] => MarkRows.parse(alikeBelow.all({ folded: foldPath(path), prefix: foldPath(withSeparator(path)) }))
  const write = (path: string, mark: Mark, { at, origin }: Writing): void => {
    if (mark.content.length === 0 && mark.name.length === 0) drop.run(path)
    else put.run({ path, folded: foldPath(path), content: taintToColumn(mark.content), name: taintToColumn(mark.name), turnId: origin?.turnId ?? null, callId: origin?.callId ?? null, at })
  }
  const add = (path: string, { content = [], name = [] }: Partial<Mark>, writing: Writing): void => {
    if (content.length === 0 && name.length === 0) return
    const known = find(path)
    write(path, { content: mergeTaint(known?.content ?? [], content), name: mergeTaint(known?.name ?? [], name) }, writing)
  }

  return {
    of: (path) => MarkRows.parse(alike.all(foldPath(path))).reduce<Mark>(
      (union, mark) => ({ content: mergeTaint(union.content, mark.content), name: mergeTaint(union.name, mark.name) }), { content: [], name: [] }),
    add: database.transaction(add),
    replace: database.transaction((path: string, mark: Partial<Mark>, writing: Writing) => {
      const known = find(path)
      write(path, { content: mark.content ?? known?.content ?? [], name: mark.name ?? known?.name ?? [] }, writing)
    }),
    copyTree: database.transaction((from: string, to: string) => {
      const depth = namesOf(from).length
      for (const mark of below(from)) {
        const path = [to, ...namesOf(mark.path).slice(depth)].join(sep)
        add(path, mark, { at: mark.markedAt, origin: mark.origin, taint: [] })
      }
    }),
    dropTree: (path) => { dropBelow.run({ path, prefix: withSeparator(path) }) },
    list: below,
  }
}

/** One form for all spellings that a disk may take for the same name. */
const foldPath = (path: string): string => path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')
const withSeparator = (path: string): string => (path.endsWith(sep) ? path : `${path}${sep}`)
const namesOf = (path: string): readonly string[] => path.split(sep)
