import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { truncateLog } from './log-truncation.ts'
import type { Migration } from './migrations.ts'

export interface Store {
  readonly database: Database.Database
  /** Closes the database and lets go of the data directory. */
  readonly close: () => void
}

const LOCK_WAIT_MS = 1000
/** Another program may hold the database for a moment (a backup, a look with a tool); longer than this is said. */
const BUSY_WAIT_MS = 10_000
/** Checking is linear in size; a larger database is checked page by page as it is read. */
const CHECK_UP_TO_BYTES = 32 * 1024 * 1024
/** Says in the file itself whose it is. */
const APPLICATION_ID = 1195462984

/**
 * Opens the one database of a data directory and holds the directory until `close`, or until the process dies.
 * @param beforeOpening called once the directory is held, while nobody has the database open
 * @throws AppError `store.busy` (another core), `store.newer`, `store.corrupt`, `store.read-only`, `store.full`,
 *   `store.not-owned`, `store.unavailable`; in every case the files are as they were
 */
export function openStore(dataDirectory: string, migrations: readonly Migration[], beforeOpening: () => void = () => undefined): Store {
  const path = join(dataDirectory, 'gatehouse.db')
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    const lock = holdDirectory(dataDirectory)
    try {
      beforeOpening()
      const database = openDatabase(path, migrations)
      return { database, close: () => { database.close(); lock.close() } }
    } catch (error) {
      lock.close()
      throw error
    }
  } catch (error) {
    throw toStoreError(error, path)
  }
}

/** An exclusive transaction on a small file of its own: the system frees it however the process ends. */
function holdDirectory(dataDirectory: string): Database.Database {
  const lock = new Database(join(dataDirectory, 'core.lock'), { timeout: LOCK_WAIT_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new AppError('store.busy', 'Another Gatehouse is using this data directory.', { kept: 'Nothing was changed.', advice: 'Use the window that is open, or close it and start again.' })
    }
    throw error
  }
}

function openDatabase(path: string, migrations: readonly Migration[]): Database.Database {
  if (existsSync(path)) inspect(path, migrations)
  else makeDatabase(path, migrations)
  const database = new Database(path, { timeout: BUSY_WAIT_MS })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // Emptying the log waits for the disk, so it is done while no turn works; in the way of a step only where they work without a pause.
    database.pragma('wal_autocheckpoint = 16000')
    // What a person deletes is overwritten, not only unlinked.
    database.pragma('secure_delete = ON')
    migrate(database, migrations)
    // A directory where the first write fails must be noticed now, not at the first answer.
    database.exec(`BEGIN IMMEDIATE; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`)
    // A process that was killed leaves its log behind, with what it had erased still readable in it.
    truncateLog(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * A first start makes the whole database under another name: one that is there under its own was complete once, so an
 * empty file is a loss and never a beginning.
 */
function makeDatabase(path: string, migrations: readonly Migration[]): void {
  const unfinished = `${path}.new`
  for (const left of [unfinished, `${unfinished}-journal`]) rmSync(left, { force: true })
  const database = new Database(unfinished, { timeout: BUSY_WAIT_MS })
  try {
    migrate(database, migrations)
  } finally {
    database.close()
  }
  renameSync(unfinished, path)
}

/** Looks without writing: a file that is refused stays as it was, its write-ahead log included. */
function inspect(path: string, migrations: readonly Migration[]): void {
  const { size } = statSync(path)
  if (size === 0) throw damaged(path)
  const database = new Database(path, { timeout: BUSY_WAIT_MS, readonly: true })
  try {
    if (isNewer(database, migrations)) throw new AppError('store.newer', 'This data directory was written by a newer Gatehouse.', { kept: 'Nothing in it was changed.', advice: 'Start the newer version, or choose another data directory with GATEHOUSE_DATA.' })
    if (size <= CHECK_UP_TO_BYTES && database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damaged(path)
  } finally {
    database.close()
  }
}

/** Whether a later version has had it, whose tables nobody here knows. */
export function isNewer(database: Database.Database, migrations: readonly Migration[]): boolean {
  const known = new Set(migrations.map(({ name }) => name))
  return versionOf(database) > migrations.length || appliedTo(database, migrations).some((name) => !known.has(name))
}

const versionOf = (database: Database.Database): number => Number(database.pragma('user_version', { simple: true }))

/** By name, because the list is put together from several: a new one may stand before those that a database has had. */
export function appliedTo(database: Database.Database, migrations: readonly Migration[]): readonly string[] {
  const isKept = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'`).pluck().get() === 1
  if (!isKept) return migrations.slice(0, versionOf(database)).map(({ name }) => name)
  return z.array(z.string()).parse(database.prepare('SELECT name FROM migrations').pluck().all())
}

/** Brings a database to this version, as one change or none. */
export function migrate(database: Database.Database, migrations: readonly Migration[]): void {
  const applied = new Set(appliedTo(database, migrations))
  database.transaction(() => {
    database.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID')
    const note = database.prepare('INSERT INTO migrations (name) VALUES (?) ON CONFLICT DO NOTHING')
    for (const { name, sql } of migrations) {
      if (!applied.has(name)) database.exec(sql)
      note.run(name)
    }
    database.pragma(`user_version = ${migrations.length}`)
    database.pragma(`application_id = ${APPLICATION_ID}`)
  }).immediate()
}

/** The damaged file stays where it is and is copied once, with its log, so that whatever a person tries next can't make it worse. */
function damaged(path: string): AppError {
  const copied = keepCopy(path)
  return new AppError('store.corrupt', 'The database is damaged.', {
    kept: `The file is untouched${copied ? ', and a copy is beside it as gatehouse.db.damaged' : '; a copy could not be made'}. Nothing runs until you decide.`,
    advice: 'Put a backup in its place, or move it away to begin anew.',
  })
}

function keepCopy(path: string): boolean {
  try {
    for (const suffix of ['', '-wal']) if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${path}.damaged${suffix}`, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    return codeOf(error) === 'EEXIST'
  }
}

function toStoreError(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const options = (advice: string) => ({ kept: 'Nothing was changed.', advice, cause: error })
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) return damaged(path)
  if (code.startsWith('SQLITE_BUSY')) return new AppError('store.busy', 'Another program is holding the database.', options('Close the program that has gatehouse.db open and start again.'))
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC') return new AppError('store.full', 'The disk with the data directory is full.', options('Free some space and start again.'))
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') return new AppError('store.read-only', 'The data directory is read-only.', options('Make it writable, or choose another one with GATEHOUSE_DATA.'))
  if (code === 'EACCES' || code === 'EPERM') return new AppError('store.not-owned', 'The data directory belongs to somebody else.', options('Choose one of your own with GATEHOUSE_DATA, or change its owner.'))
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOTDIR' || code === 'EEXIST') return new AppError('store.read-only', 'The data directory can\'t be opened for writing.', options('Check the folder\'s permissions, or choose another one with GATEHOUSE_DATA.'))
  return new AppError('store.unavailable', 'The database can\'t be opened.', options('Check the data directory and start again.'))
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
