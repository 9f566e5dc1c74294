import { rmdir, unlink } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { destination, fact, factsView } from '../facts-view.ts'
import { describeEntry } from './describe-entry.ts'
import { lookAt, lookAtUsable, namesIn } from './entry.ts'
import { asFileError, mountError } from './file-error.ts'
import { countOf, filePath, withEntry, type FilesContext, type FilesTools } from './files-tools.ts'
import type { Folder } from './folder.ts'
import { startWalk, walkFolder } from './walk-folder.ts'
import { quotePath, showPath } from './workspace-path.ts'

const MOST_DELETED = 20_000

export const deleteEntry = defineTool({
  name: 'delete',
  title: 'Delete',
  description: 'Deletes a file or an empty folder of the workspace for good; with `recursive: true` a folder and all that is in it. There is no bin.',
  input: z.strictObject({ path: filePath, recursive: z.boolean().default(false) }),
  class: 'destructive',
  summarise: ({ path, recursive }) => `Delete ${path}${recursive ? ' and all that is in it' : ''}`,
  view: async ({ path, recursive }, { open }: FilesTools) => {
    const workspace = await open()
    const described = await withEntry(workspace, workspace.parse(path), describeEntry)
    return factsView([destination('Delete', described.absolute), fact('What', described.what), fact('Contents too', recursive ? 'yes' : 'no')])
  },
  run: async (context: FilesContext, { path, recursive }) => {
    const workspace = await context.deps.open()
    return withEntry(workspace, workspace.parse(path), async (folder, name) => {
      const { kind } = await lookAtUsable(folder, name)
      const absolute = await folder.absoluteOf(name)
      if (kind === 'folder') await deleteFolder(context, folder, name, recursive)
      else await removeFile(folder, name)
      context.deps.marks.dropTree(absolute)
      return { deleted: showPath([...folder.path, name]), kind }
    })
  },
})

async function deleteFolder(context: FilesContext, folder: Folder, name: string, recursive: boolean): Promise<void> {
  const shown = showPath([...folder.path, name])
  const entered = await folder.enter(name)
  try {
    if (recursive) {
      await refuseUndeletable(entered, context.signal)
      await emptyFolder(context, entered, { deleted: 0 })
    } else if ((await namesIn(entered)).names.length > 0) {
      throw new AppError('input.invalid', `${quotePath(shown)} is not empty; nothing was deleted.`, { advice: 'Give recursive: true to delete all that is in it.' })
    }
  } finally {
    await entered.close()
  }
  await removeFolder(folder, name)
}

/** All or nothing as far as can be known before: what can't be entered can't be deleted. */
async function refuseUndeletable(folder: Folder, signal: AbortSignal): Promise<void> {
  const walked = startWalk()
  const shown = showPath(folder.path)
  for await (const { entry, path } of walkFolder(folder, { signal, most: MOST_DELETED, walked })) {
    if (entry.stat.dev !== folder.dev) throw mountError(showPath(path))
  }
  if (walked.cut) throw new AppError('input.invalid', `${quotePath(shown)} holds more than ${MOST_DELETED} entries; nothing was deleted.`, { advice: 'Delete the folders in it one by one.' })
  if (walked.closed + walked.tooDeep > 0) throw new AppError('workspace.outside', `${quotePath(shown)} holds folders that can't be entered; nothing was deleted.`)
}

interface Progress { deleted: number }

/** Links are removed as links. Says how far it got when it can't go on. */
async function emptyFolder(context: FilesContext, folder: Folder, progress: Progress): Promise<void> {
  for (const name of (await namesIn(folder)).names) {
    try {
      context.signal.throwIfAborted()
      const entry = await lookAt(folder, name)
      if (entry === null) continue
      if (entry.kind === 'folder') {
        const entered = await folder.enter(name)
        await emptyFolder(context, entered, progress).finally(() => entered.close())
        await removeFolder(folder, name)
      } else {
        await removeFile(folder, name)
      }
      progress.deleted += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.kept !== undefined || progress.deleted === 0) throw error
      throw new AppError(error.code, error.message, { kept: `Deleted before that: ${countOf(progress.deleted, 'entry')}; the rest is still there.`, cause: error })
    }
  }
}

async function removeFile(folder: Folder, name: string): Promise<void> {
  await folder.confirm()
  await unlink(folder.at(name)).catch((error: unknown) => { throw asFileError(error, showPath([...folder.path, name])) })
}

async function removeFolder(folder: Folder, name: string): Promise<void> {
  await folder.confirm()
  await rmdir(folder.at(name)).catch((error: unknown) => { throw asFileError(error, showPath([...folder.path, name])) })
}
