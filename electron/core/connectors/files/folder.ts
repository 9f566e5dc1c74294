import { constants, existsSync } from 'node:fs'
import { lstat, open, readFile, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { asFileError, linkError, mountError, movedError, withheldError } from './file-error.ts'
import type { WorkspacePath } from './workspace-path.ts'
import { showPath } from './workspace-path.ts'

/** Which file or folder something is, whatever it is called. */
export interface Identity { readonly dev: bigint; readonly ino: bigint }

/** A folder that was reached from the workspace down without a link or mount. Close it after use. */
export interface Folder {
  readonly path: WorkspacePath
  /** The disk that all of the workspace is on. */
  readonly dev: bigint
  /** Absolute path, for sentences and marks only. */
  readonly absolute: string
  /** For file system calls on the folder itself. */
  readonly location: string
  /** For file system calls on an entry. The entry itself may be a link: look first, and never follow. */
  at(name: string): string
  /** @throws AppError `workspace.outside`, `input.not-found`, `tool.failed` */
  enter(name: string): Promise<Folder>
  /** Fails when the folder is no longer the one that was checked; before and after whatever relies on it. */
  confirm(): Promise<void>
  /** @throws AppError `workspace.outside` for a file that is of another disk or mount */
  refuseForeign(handle: FileHandle, shown: string): Promise<void>
  /** @throws AppError `workspace.outside` for a folder of Gatehouse's own */
  refuseWithheld(found: Identity, shown: string): void
  /** Absolute path of an entry, there or not, in the system's own spelling: what marks are kept by. */
  absoluteOf(name: string): Promise<string>
  close(): Promise<void>
}

/** What every folder below one workspace is held against. */
export interface Bounds {
  readonly dev: bigint
  /** Null: the system doesn't say. */
  readonly mount: string | null
  readonly withheld: readonly Identity[]
}

/** Missing on systems without them; then the checks around the call stand alone. */
export const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0
export const O_NONBLOCK = constants.O_NONBLOCK ?? 0
const O_DIRECTORY = constants.O_DIRECTORY ?? 0

/** Folders can be held open and their entries named through the open handle: nothing above can then be exchanged. */
export const canHoldFolders = (): boolean => process.platform === 'linux' && existsSync('/proc/self/fd')

export const sameIdentity = (left: Identity, right: Identity): boolean => left.dev === right.dev && left.ino === right.ino

/** True when a path that was found below a workspace is on another disk or mount than the workspace. */
export const isForeign = (bounds: Pick<Bounds, 'dev' | 'mount'>, found: { readonly dev: bigint; readonly mount: string | null }): boolean =>
  found.dev !== bounds.dev || (bounds.mount !== null && found.mount !== null && found.mount !== bounds.mount)

/** A workspace's own folder, held open. `location` is its real path. */
export async function holdRoot(location: string, withheld: readonly Identity[]): Promise<Folder> {
  const handle = await open(location, constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  try {
    const { dev } = await handle.stat({ bigint: true })
    return heldFolder(handle, location, [], { dev, mount: await mountOf(handle), withheld })
  } catch (error) {
    await handle.close()
    throw error
  }
}

function heldFolder(handle: FileHandle, absolute: string, path: WorkspacePath, bounds: Bounds): Folder {
  const location = `/proc/self/fd/${handle.fd}`
  const at = (name: string): string => `${location}/${name}`
  const refuseForeign = async (entry: FileHandle, shown: string): Promise<void> => {
    const { dev } = await entry.stat({ bigint: true })
    if (isForeign(bounds, { dev, mount: await mountOf(entry) })) throw mountError(shown)
  }
  return {
    path, absolute, dev: bounds.dev, location, at, refuseForeign,
    refuseWithheld: (found, shown) => refuseWithheld(found, shown, bounds),
    absoluteOf: (name) => Promise.resolve(join(absolute, name)),
    enter: async (name) => {
      const below = [...path, name]
      await refuseUnenterable(at(name), below, bounds)
      const entered = await open(at(name), constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)
        .catch((error: unknown) => { throw asFileError(error, showPath(below)) })
      try {
        await refuseForeign(entered, showPath(below))
        refuseWithheld(await entered.stat({ bigint: true }), showPath(below), bounds)
        return heldFolder(entered, join(absolute, name), below, bounds)
      } catch (error) {
        await entered.close()
        throw error
      }
    },
    confirm: () => Promise.resolve(),
    close: () => handle.close(),
  }
}

/** As `holdRoot`, for systems where entries can't be named through an open folder: checked before and after instead. */
export async function watchRoot(location: string, withheld: readonly Identity[]): Promise<Folder> {
  const identity = await lstat(location, { bigint: true })
  return watchedFolder(location, [], identity, { dev: identity.dev, mount: null, withheld }, () => Promise.resolve())
}

function watchedFolder(location: string, path: WorkspacePath, identity: Identity, bounds: Bounds, confirmAbove: () => Promise<void>): Folder {
  const at = (name: string): string => join(location, name)
  const confirm = async (): Promise<void> => {
    await confirmAbove()
    const found = await lstat(location, { bigint: true }).catch((error: unknown) => { throw asFileError(error, showPath(path)) })
    if (found.isSymbolicLink() || !sameIdentity(found, identity)) throw movedError(showPath(path))
  }
  return {
    path, absolute: location, dev: bounds.dev, location, at, confirm,
    refuseWithheld: (found, shown) => refuseWithheld(found, shown, bounds),
    absoluteOf: (name) => realpath(at(name)).catch(() => at(name)),
    enter: async (name) => {
      const below = [...path, name]
      const found = await refuseUnenterable(at(name), below, bounds)
      // The system's own spelling, so that one folder has one path on disks where case or short names don't matter.
      const spelled = await realpath(at(name))
      await confirm()
      const entered = watchedFolder(spelled, below, found, bounds, confirm)
      await entered.confirm()
      return entered
    },
    refuseForeign: async (handle, shown) => {
      const { dev } = await handle.stat({ bigint: true })
      if (isForeign(bounds, { dev, mount: null })) throw mountError(shown)
    },
    close: () => Promise.resolve(),
  }
}

async function refuseUnenterable(location: string, below: WorkspacePath, bounds: Bounds): Promise<Identity> {
  const shown = showPath(below)
  const found = await lstat(location, { bigint: true }).catch((error: unknown) => { throw asFileError(error, shown) })
  if (found.isSymbolicLink()) throw linkError(shown)
  if (isForeign(bounds, { dev: found.dev, mount: null })) throw mountError(shown)
  if (!found.isDirectory()) throw asFileError(Object.assign(new Error('not a folder'), { code: 'ENOTDIR' }), shown)
  refuseWithheld(found, shown, bounds)
  return found
}

function refuseWithheld(found: Identity, shown: string, bounds: Bounds): void {
  if (bounds.withheld.some((identity) => sameIdentity(identity, found))) throw withheldError(shown)
}

/** Tells bind mounts of one disk apart, which have the same device number. */
async function mountOf(handle: FileHandle): Promise<string | null> {
  const info = await readFile(`/proc/self/fdinfo/${handle.fd}`, 'utf8')
  return /^mnt_id:\s*(\d+)/m.exec(info)?.[1] ?? null
}
