import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { toFileError, writeFileWhole } from './write-file-whole.ts'

const IndexEntry = z.strictObject({ name: z.string(), where: z.enum(['keychain', 'vault']), /** Milliseconds since 1970. */ setAt: z.int() })
export type IndexEntry = z.infer<typeof IndexEntry>

const IndexFile = z.strictObject({ format: z.literal('gatehouse-secret-names'), version: z.literal(1), entries: z.array(IndexEntry) })

/**
 * Which secrets are kept where, the newest first, and no values: known also while keychain and vault are locked, so that
 * one that went missing is noticed.
 */
export interface SecretIndex {
  /** @throws AppError `store.corrupt` when the file can't be made out; it is never written over then */
  readonly entries: () => readonly IndexEntry[]
  readonly put: (entry: IndexEntry) => void
  readonly drop: (name: string, where: IndexEntry['where']) => void
}

export function createSecretIndex(dataDirectory: string): SecretIndex {
  const path = join(dataDirectory, 'secret-names.json')
  const write = (entries: readonly IndexEntry[]): void => {
    writeFileWhole(path, `${JSON.stringify({ format: 'gatehouse-secret-names', version: 1, entries }, null, 2)}\n`)
  }
  const others = (name: string, where: IndexEntry['where']): IndexEntry[] => readEntries(path).filter((entry) => entry.name !== name || entry.where !== where)
  return {
    entries: () => readEntries(path),
    put: (entry) => { write([entry, ...others(entry.name, entry.where)]) },
    drop: (name, where) => { write(others(name, where)) },
  }
}

function readEntries(path: string): readonly IndexEntry[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw toFileError(error)
  }
  try {
    return IndexFile.parse(JSON.parse(text)).entries
  } catch (error) {
    throw new AppError('store.corrupt', 'The list of stored secrets is damaged.', {
      kept: 'The secrets themselves are where they were, and the list was left as it is.',
      advice: 'Put back a copy from a backup, or move secret-names.json out of the folder with your data and enter the secrets again.',
      cause: error,
    })
  }
}
