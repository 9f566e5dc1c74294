import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'

/**
 * Replaces a file as a whole, for this person alone, so that after a crash it holds the old text or the new one.
 * @throws AppError `store.full`, `store.read-only`, `store.unavailable`; the file is then as it was
 */
export function writeFileWhole(path: string, text: string): void {
  const next = `${path}.next`
  try {
    // One left by a crash may have other permissions, or lead elsewhere: never written into.
    rmSync(next, { force: true })
    const file = openSync(next, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
    syncFolder(dirname(path))
  } catch (error) {
    discard(next)
    throw toFileError(error)
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // What can't be removed now is removed, or told, by the next write.
    return
  }
}

/**
 * Makes the rename last through a power cut. Not every system and file system can: the rename has taken place all the same,
 * so this is no failure of the write.
 */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    return
  }
}

/** The system's own words for what went wrong with a file, as AppError. */
export function toFileError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const [kind, message, advice] = FILE_ERRORS[code] ?? ['store.unavailable', 'The folder with your data can’t be used right now.', 'Check that the folder is there and reachable, then try again.']
  return new AppError(kind, message, { kept: 'The files are as they were.', advice, cause: error })
}

const noAccess = ['store.read-only', 'Gatehouse may not write in the folder with your data.', 'Give yourself access to the folder, then try again.'] as const
const full = ['store.full', 'The disk with your data is full.', 'Make room on it, then try again.'] as const
const FILE_ERRORS: Readonly<Record<string, readonly [ErrorCode, string, string]>> = { EACCES: noAccess, EPERM: noAccess, EROFS: noAccess, ENOSPC: full, EDQUOT: full }
