import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/*
 * A backup is the database itself with two tables more: who made it and when, and the files that lie beside the database.
 * Any program that reads SQLite can read it.
 */
const FILES_TABLE = 'CREATE TABLE backup_files (path TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID'
const INFO_TABLE = 'CREATE TABLE backup_info (made_by TEXT NOT NULL, made_at INTEGER NOT NULL) STRICT'
const SCHEMA_AS_STORED = `table ${FILES_TABLE};table ${INFO_TABLE}`

export interface BackupInfo { readonly madeBy: string; readonly madeAt: number }
/** @property path relative, with slashes */
export interface BackupFile { readonly path: string; readonly content: Buffer }

const Info = z.object({ made_by: z.string().max(100), made_at: z.int() }).transform(({ made_by: madeBy, made_at: madeAt }): BackupInfo => ({ madeBy, madeAt }))
const File = z.object({ path: z.string().max(1000), content: z.instanceof(Buffer) })

export function writeBackupTables(database: Database.Database, { madeBy, madeAt }: BackupInfo, files: readonly BackupFile[]): void {
  database.transaction(() => {
    database.exec(`${FILES_TABLE}; ${INFO_TABLE}`)
    database.prepare('INSERT INTO backup_info (made_by, made_at) VALUES (?, ?)').run(madeBy, madeAt)
    const insert = database.prepare('INSERT INTO backup_files (path, content) VALUES (?, ?)')
    for (const { path, content } of files) insert.run(path, content)
  })()
}

/** Takes them out again. @throws AppError `input.invalid` where they aren't there */
export function takeBackupTables(database: Database.Database): { readonly info: BackupInfo; readonly files: readonly BackupFile[] } {
  // A view by that name could compute for ever, and a trigger on it would run when its rows go.
  const found = database.prepare(`SELECT group_concat(type || ' ' || sql, ';' ORDER BY name) FROM sqlite_schema WHERE tbl_name IN ('backup_info', 'backup_files') AND sql IS NOT NULL`).pluck().get()
  if (found !== SCHEMA_AS_STORED) throw noBackup()
  const info = Info.safeParse(database.prepare('SELECT made_by, made_at FROM backup_info').get())
  if (!info.success) throw noBackup()
  const files = z.array(File).parse(database.prepare('SELECT path, content FROM backup_files').all())
  database.exec('DROP TABLE backup_info; DROP TABLE backup_files')
  return { info: info.data, files }
}

export const noBackup = (): AppError => new AppError('input.invalid', 'That file is no backup of Gatehouse.', { kept: 'Nothing here was changed.', advice: 'Choose a file that “Export everything” made.' })
