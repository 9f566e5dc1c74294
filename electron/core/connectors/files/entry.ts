import type { BigIntStats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { asFileError, errnoOf, linkError, missingError, mountError, specialError } from './file-error.ts'
import type { Folder } from './folder.ts'
import { showPath } from './workspace-path.ts'

export type EntryKind = 'file' | 'folder' | 'link' | 'special'

/** Something in a folder, as it was when looked at. Links are never followed. */
export interface Entry {
  readonly kind: EntryKind
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  readonly stat: BigIntStats
}

export interface Names {
  readonly names: readonly string[]
  /** The folder holds more than were read. */
  readonly cut: boolean
}

const MOST_NAMES = 20_000

/** Null: there is nothing by that name. @throws AppError `tool.failed` */
export async function lookAt(folder: Folder, name: string): Promise<Entry | null> {
  try {
    const stat = await lstat(folder.at(name), { bigint: true })
    const kind = stat.isSymbolicLink() ? 'link' : stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'special'
    return { kind, size: Number(stat.size), modifiedAt: Number(stat.mtimeMs), stat }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw asFileError(error, showPath([...folder.path, name]))
  }
}

/** A file or folder that may be used. @throws AppError `input.not-found`, `workspace.outside` for a link or mount, `input.invalid` for a device, pipe or socket */
export async function lookAtUsable(folder: Folder, name: string): Promise<Entry & { readonly kind: 'file' | 'folder' }> {
  const shown = showPath([...folder.path, name])
  const entry = await lookAt(folder, name)
  if (entry === null) throw missingError(shown)
  if (entry.stat.dev !== folder.dev) throw mountError(shown)
  folder.refuseWithheld(entry.stat, shown)
  switch (entry.kind) {
    case 'link': throw linkError(shown)
    case 'special': throw specialError(shown)
    case 'file':
    case 'folder': return { ...entry, kind: entry.kind }
  }
}

/** In the order of their code units. */
export async function namesIn(folder: Folder): Promise<Names> {
  const names: string[] = []
  let cut = false
  try {
    for await (const { name } of await opendir(folder.location)) {
      if (names.length === MOST_NAMES) {
        cut = true
        break
      }
      names.push(name)
    }
  } catch (error) {
    throw asFileError(error, showPath(folder.path))
  }
  await folder.confirm()
  return { names: names.sort(), cut }
}
