import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, rename, unlink } from 'node:fs/promises'
import { AppError } from '../../../../shared/errors.ts'
import { lookAt, type Entry } from './entry.ts'
import { asFileError, errnoOf, movedError } from './file-error.ts'
import { O_NOFOLLOW, sameIdentity, type Folder } from './folder.ts'
import { quotePath, showPath } from './workspace-path.ts'

const NEW_FILE_MODE = 0o666
const MODE_BITS = 0o777n

/**
 * Writes a file whole or not at all: beside it first, then in its place. A file that is replaced keeps its mode;
 * hard links to it elsewhere keep the old content.
 * @param replaced what was there when it was decided; null: nothing was
 * @throws AppError `workspace.outside` when something else is there now; `tool.failed`
 */
export async function writeWhole(folder: Folder, name: string, content: string, replaced: Entry | null): Promise<void> {
  const shown = showPath([...folder.path, name])
  const temporary = `.gatehouse-${randomUUID()}.tmp`
  try {
    await writeTemporary(folder, temporary, content, replaced)
    try {
      await folder.confirm()
      if (replaced === null) {
        await placeNew(folder, temporary, folder, name)
      } else {
        await refuseChanged(folder, name, replaced)
        await rename(folder.at(temporary), folder.at(name))
      }
    } catch (error) {
      await unlink(folder.at(temporary))
      throw error
    }
  } catch (error) {
    throw asFileError(error, shown)
  }
}

/**
 * Gives a file another name without ever replacing anything.
 * @throws AppError `input.invalid` when something has the new name; file system errors as they are
 */
export async function placeNew(from: Folder, name: string, to: Folder, newName: string): Promise<void> {
  try {
    await link(from.at(name), to.at(newName))
    await unlink(from.at(name))
  } catch (error) {
    switch (errnoOf(error)) {
      case 'EEXIST': throw existsError(to, newName)
      // Disks without hard links: look, then rename.
      case 'EPERM':
      case 'ENOSYS':
      case 'ENOTSUP':
      case 'EOPNOTSUPP':
      case 'EMLINK':
        if (await lookAt(to, newName) !== null) throw existsError(to, newName)
        return rename(from.at(name), to.at(newName))
      default: throw error
    }
  }
}

export const existsError = (folder: Folder, name: string): AppError =>
  new AppError('input.invalid', `${quotePath(showPath([...folder.path, name]))} exists already; nothing was changed.`)

async function writeTemporary(folder: Folder, name: string, content: string, replaced: Entry | null): Promise<void> {
  await folder.confirm()
  const handle = await open(folder.at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW, NEW_FILE_MODE)
  try {
    if (replaced !== null) await handle.chmod(Number(replaced.stat.mode & MODE_BITS))
    await handle.writeFile(content, 'utf8')
    await handle.sync()
  } catch (error) {
    await unlink(folder.at(name))
    throw error
  } finally {
    await handle.close()
  }
}

async function refuseChanged(folder: Folder, name: string, before: Entry): Promise<void> {
  const now = await lookAt(folder, name)
  const unchanged = now !== null && now.kind === 'file' && sameIdentity(now.stat, before.stat) && now.stat.mtimeNs === before.stat.mtimeNs && now.size === before.size
  if (!unchanged) throw movedError(showPath([...folder.path, name]))
}
