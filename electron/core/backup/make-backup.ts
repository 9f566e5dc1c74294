import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import Database from 'better-sqlite3'
import { withDiskTrouble } from '../store/disk-trouble.ts'
import { syncFile } from './sync-file.ts'
import { writeBackupTables, type BackupFile, type BackupInfo } from './backup-file.ts'

/** Pages that are copied before others get to work: a few milliseconds. */
const PAGES_AT_ONCE = 256
/** As of skills: more than these are no instructions any more. */
export const MOST_FILES = 5000
export const LONGEST_FILE = 8 * 1024 * 1024

/** The folders of the data directory that are the person's own work. */
export const KEPT_FOLDERS = ['skills'] as const

/**
 * Copies what is stored as it is at one moment, while work goes on. Secrets lie elsewhere, so none is in it.
 * @param path of a file that isn't there yet; where this fails it isn't there either
 * @returns bytes @throws AppError `store.full`, `store.read-only`, `store.unavailable`
 */
export async function makeBackup(database: Database.Database, dataDirectory: string, path: string, info: BackupInfo): Promise<number> {
  try {
    await database.backup(path, { progress: () => PAGES_AT_ONCE })
    const copy = new Database(path)
    try {
      // One file, with nothing beside it that could be forgotten.
      copy.pragma('journal_mode = DELETE')
      writeBackupTables(copy, info, KEPT_FOLDERS.flatMap((folder) => filesIn(dataDirectory, folder)))
    } finally {
      copy.close()
    }
    syncFile(path)
    return statSync(path).size
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    throw withDiskTrouble(error, 'Everything is as it was.')
  }
}

function filesIn(dataDirectory: string, folder: string): readonly BackupFile[] {
  const root = join(dataDirectory, folder)
  if (!existsSync(root)) return []
  // What a link leads to isn't in the folder.
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.slice(0, MOST_FILES).flatMap((entry): readonly BackupFile[] => {
    const path = join(entry.parentPath, entry.name)
    if (statSync(path).size > LONGEST_FILE) return []
    return [{ path: relative(dataDirectory, path).split(sep).join('/'), content: readFileSync(path) }]
  })
}
