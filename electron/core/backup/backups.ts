import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { BACKUP_PIECE, BackupId, LARGEST_BACKUP, type BackupSummary } from '../../../shared/backup.ts'
import { AppError, fromWireError } from '../../../shared/errors.ts'
import { localDay } from '../budget/local-time.ts'
import { toFileError } from '../secrets/write-file-whole.ts'
import { startThread } from '../thread.ts'
import { makeBackup } from './make-backup.ts'
import { databaseOf, exchangeFolder, filesOf, forgetAccepted, noteAccepted, readAccepted } from './place-import.ts'
import { syncFile } from './sync-file.ts'
import { PrepareReply } from './prepare-reply.ts'

/** Everything that is stored, out as one file and in again. One of each at a time: what comes later takes the place of what was begun. */
export interface Backups {
  /** @throws AppError `store.*` */
  readonly make: () => Promise<{ readonly backupId: BackupId; readonly fileName: string; readonly size: number }>
  /** @throws AppError `input.not-found` once it was discarded */
  readonly read: (backupId: BackupId, at: number) => { readonly bytes: Uint8Array; readonly next: number | null }
  readonly discard: (backupId: BackupId) => void
  readonly beginImport: (size: number) => BackupId
  /** In order. @throws AppError `input.invalid`, `input.not-found`, `store.*` */
  readonly write: (backupId: BackupId, at: number, bytes: Uint8Array) => void
  /** @throws AppError `input.invalid`, `store.*`; then what was written is gone and nothing else changed */
  readonly check: (backupId: BackupId) => Promise<BackupSummary>
  /** @throws AppError `input.not-found` unless it was checked */
  readonly accept: (backupId: BackupId) => void
  readonly accepted: () => { readonly backupId: BackupId; readonly madeAt: number } | null
  readonly close: () => void
}

export interface BackupParts {
  readonly database: Database.Database
  readonly dataDirectory: string
  readonly version: string
  readonly now: () => number
  readonly newId: () => string
}

/** Of the processor's time: a backup of many gigabytes takes minutes to look through. */
const CHECK_MS = 15 * 60_000

type Import =
  | { readonly step: 'receiving'; readonly backupId: BackupId; readonly size: number; received: number }
  | { readonly step: 'checking'; readonly backupId: BackupId; readonly stop: AbortController }
  | { readonly step: 'checked'; readonly backupId: BackupId; readonly madeAt: number }

export function createBackups({ database, dataDirectory, version, now, newId }: BackupParts): Backups {
  const closing = new AbortController()
  let made: BackupId | null = null
  let coming: Import | null = null

  const pathOf = (backupId: BackupId): string => databaseOf(dataDirectory, backupId)
  const drop = (backupId: BackupId): void => {
    for (const suffix of ['', '-journal']) rmSync(`${pathOf(backupId)}${suffix}`, { force: true })
    rmSync(filesOf(dataDirectory, backupId), { recursive: true, force: true })
  }
  const newBackup = (): BackupId => {
    mkdirSync(exchangeFolder(dataDirectory), { recursive: true, mode: 0o700 })
    return BackupId.parse(`backup_${newId()}`)
  }
  const discard = (backupId: BackupId): void => {
    if (readAccepted(dataDirectory)?.backupId === backupId) forgetAccepted(dataDirectory)
    if (made === backupId) made = null
    const checking = coming?.backupId === backupId && coming.step === 'checking' ? coming.stop : null
    if (coming?.backupId === backupId) coming = null
    // Its thread still has the file; whoever waits for that drops it.
    if (checking !== null) checking.abort(gone())
    else drop(backupId)
  }

  return {
    make: async () => {
      if (made !== null) discard(made)
      const backupId = onDisk(newBackup)
      made = backupId
      const madeAt = now()
      const size = await makeBackup(database, dataDirectory, pathOf(backupId), { madeBy: version, madeAt })
      return { backupId, fileName: `gatehouse-${localDay(madeAt).day}.backup`, size }
    },
    read: (backupId, at) => {
      if (made !== backupId) throw gone()
      return onDisk(() => readPiece(pathOf(backupId), at))
    },
    discard: (backupId) => { onDisk(() => { discard(backupId) }) },
    beginImport: (size) => {
      if (size > LARGEST_BACKUP) throw new AppError('input.invalid', 'That file is too large for a backup.', { kept: 'Nothing here was changed.' })
      const last = coming
      if (last !== null && readAccepted(dataDirectory)?.backupId !== last.backupId) discard(last.backupId)
      const backupId = onDisk(newBackup)
      coming = { step: 'receiving', backupId, size, received: 0 }
      return backupId
    },
    write: (backupId, at, bytes) => {
      if (coming?.step !== 'receiving' || coming.backupId !== backupId) throw gone()
      if (at !== coming.received || at + bytes.length > coming.size) throw new AppError('input.invalid', 'A piece of the file came out of order.', { kept: 'Nothing here was changed.', advice: 'Choose the file again.' })
      const { received } = coming
      onDisk(() => { writePiece(pathOf(backupId), received, bytes) })
      coming.received += bytes.length
    },
    check: async (backupId) => {
      if (coming?.step !== 'receiving' || coming.backupId !== backupId || coming.received !== coming.size) throw gone()
      const stop = new AbortController()
      coming = { step: 'checking', backupId, stop }
      try {
        const summary = await prepare({ path: pathOf(backupId), folder: filesOf(dataDirectory, backupId), inUse: database.name }, AbortSignal.any([closing.signal, stop.signal]))
        stop.signal.throwIfAborted()
        coming = { step: 'checked', backupId, madeAt: summary.madeAt }
        return summary
      } catch (error) {
        if (coming?.backupId === backupId) coming = null
        drop(backupId)
        throw error
      }
    },
    accept: (backupId) => {
      if (coming?.step !== 'checked' || coming.backupId !== backupId) throw gone()
      const before = readAccepted(dataDirectory)
      onDisk(() => { syncFile(pathOf(backupId)) })
      noteAccepted(dataDirectory, { backupId, madeAt: coming.madeAt, aside: `before-import-${stampOf(now())}` })
      if (before !== null) drop(before.backupId)
    },
    accepted: () => {
      const accepted = readAccepted(dataDirectory)
      return accepted === null ? null : { backupId: accepted.backupId, madeAt: accepted.madeAt }
    },
    close: () => { closing.abort(new AppError('store.unavailable', 'Gatehouse is closing.')) },
  }
}

async function prepare(preparation: { readonly path: string; readonly folder: string; readonly inUse: string }, signal: AbortSignal): Promise<BackupSummary> {
  const thread = startThread(new URL('./backup-worker.ts', import.meta.url), preparation)
  try {
    const answer = await thread.ask('prepare', CHECK_MS, signal)
    if (answer.kind !== 'reply') throw new AppError('input.invalid', 'That file could not be looked through to its end.', { kept: 'Nothing here was changed.', advice: 'Choose another backup.', ...(answer.kind === 'died' ? { cause: answer.cause } : {}) })
    const reply = PrepareReply.parse(answer.reply)
    switch (reply.kind) {
      case 'prepared': return reply.summary
      case 'refused': throw fromWireError(reply.error)
      case 'failed': throw new AppError('input.invalid', 'That file is damaged.', { kept: 'Nothing here was changed.', advice: 'Choose another backup.', cause: new Error(reply.message) })
    }
  } finally {
    await thread.close()
  }
}

function readPiece(path: string, at: number): { readonly bytes: Uint8Array; readonly next: number | null } {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(BACKUP_PIECE)
    const read = readSync(file, bytes, 0, BACKUP_PIECE, at)
    return { bytes: bytes.subarray(0, read), next: at + read < fstatSync(file).size ? at + read : null }
  } finally {
    closeSync(file)
  }
}

function writePiece(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, at === 0 ? 'wx' : 'r+', 0o600)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written, bytes.length - written, at + written)
  } finally {
    closeSync(file)
  }
}

function onDisk<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? error : toFileError(error)
  }
}

/** Such as `2026-12-01-130501`, where the person is. */
const stampOf = (at: number): string => `${localDay(at).day}-${new Date(at).toTimeString().slice(0, 8).replaceAll(':', '')}`

const gone = (): AppError => new AppError('input.not-found', 'That backup isn’t being worked on any more.', { kept: 'Nothing here was changed.', advice: 'Begin anew.' })
