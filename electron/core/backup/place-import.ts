import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupId } from '../../../shared/backup.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { writeFileWhole } from '../secrets/write-file-whole.ts'
import { KEPT_FOLDERS } from './make-backup.ts'

/*
 * An accepted import lies ready in the data directory, and a note beside it says so. It takes its place at the next start,
 * before anybody opens the database; what was there is moved aside and stays. A start that is killed on the way is finished by the next.
 */

const Accepted = z.object({ backupId: BackupId, madeAt: z.int(), /** Where what was here goes. */ aside: z.string().regex(/^before-import-[0-9-]+$/) })
export type Accepted = z.infer<typeof Accepted>

export const exchangeFolder = (dataDirectory: string): string => join(dataDirectory, 'exchange')
export const databaseOf = (dataDirectory: string, backupId: BackupId): string => join(exchangeFolder(dataDirectory), `${backupId}.db`)
export const filesOf = (dataDirectory: string, backupId: BackupId): string => join(exchangeFolder(dataDirectory), `${backupId}.files`)
const noteOf = (dataDirectory: string): string => join(exchangeFolder(dataDirectory), 'accepted.json')

/** Null: none waits. One that can't be read is none: it takes no place. */
export function readAccepted(dataDirectory: string): Accepted | null {
  if (!existsSync(noteOf(dataDirectory))) return null
  const parsed = Accepted.safeParse(parseJson(readFileSync(noteOf(dataDirectory), 'utf8')))
  return parsed.success ? parsed.data : null
}

/** @throws AppError `store.*` */
export function noteAccepted(dataDirectory: string, accepted: Accepted): void {
  writeFileWhole(noteOf(dataDirectory), JSON.stringify(accepted))
}

export function forgetAccepted(dataDirectory: string): void {
  rmSync(noteOf(dataDirectory), { force: true })
}

/** Of the database: with its log, which belongs to no other. */
const DATABASE_FILES = ['gatehouse.db-wal', 'gatehouse.db-shm', 'gatehouse.db']

/**
 * Puts an accepted import in the place of the database. The caller holds the data directory.
 * @returns whether one was put there @throws what the file system says; what is half done is finished by the next start
 */
export function placeImport(dataDirectory: string): boolean {
  const accepted = readAccepted(dataDirectory)
  if (accepted === null) {
    rmSync(exchangeFolder(dataDirectory), { recursive: true, force: true })
    return false
  }
  const imported = databaseOf(dataDirectory, accepted.backupId)
  const aside = join(dataDirectory, accepted.aside)
  // Once it is gone from here, it is the database: what stands in its place then is never moved aside.
  if (existsSync(imported)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    for (const file of DATABASE_FILES) moveIfThere(join(dataDirectory, file), join(aside, file))
    for (const folder of KEPT_FOLDERS) {
      const incoming = join(filesOf(dataDirectory, accepted.backupId), folder)
      if (!existsSync(incoming)) continue
      moveIfThere(join(dataDirectory, folder), join(aside, folder))
      renameSync(incoming, join(dataDirectory, folder))
    }
    renameSync(imported, join(dataDirectory, 'gatehouse.db'))
  }
  rmSync(exchangeFolder(dataDirectory), { recursive: true, force: true })
  return true
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
