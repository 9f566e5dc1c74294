import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool } from '../../tools/define-tool.ts'
import { destination, fact, factsView } from '../facts-view.ts'
import { writingOf } from '../stored-taint.ts'
import { describeEntry } from './describe-entry.ts'
import { lookAt, lookAtUsable } from './entry.ts'
import { asFileError, withheldError } from './file-error.ts'
import { filePath, withEntry, type FilesContext, type FilesTools } from './files-tools.ts'
import type { Folder } from './folder.ts'
import { existsError, placeNew } from './replace-file.ts'
import { refuseUnreadableName, showPath } from './workspace-path.ts'
import { isInside, type Workspace } from './workspace.ts'

export const moveEntry = defineTool({
  name: 'move',
  title: 'Move or rename',
  description: 'Gives a file or folder of the workspace another path. `to` is the whole new path, not the folder to put it in; that folder must exist. Never replaces anything.',
  input: z.strictObject({ from: filePath, to: filePath }),
  class: 'destructive',
  summarise: ({ from, to }) => `Move ${from} to ${to}`,
  view: async ({ from, to }, { open }: FilesTools) => {
    const workspace = await open()
    const described = await withEntry(workspace, workspace.parse(from), describeEntry)
    return factsView([
      destination('To', join(workspace.root, ...workspace.parse(to))),
      fact('From', described.absolute),
      fact('What', described.what),
    ])
  },
  run: async (context: FilesContext, { from, to }) => {
    const workspace = await context.deps.open()
    const target = workspace.parse(to)
    return withEntry(workspace, workspace.parse(from), (source, name) => withEntry(workspace, target, async (folder, newName) => {
      await moveBetween(context, workspace, { source, name, folder, newName })
      return { from: showPath([...source.path, name]), to: showPath(target) }
    }))
  },
})

interface Move { readonly source: Folder; readonly name: string; readonly folder: Folder; readonly newName: string }

async function moveBetween(context: FilesContext, workspace: Workspace, { source, name, folder, newName }: Move): Promise<void> {
  const { marks, now } = context.deps
  const entry = await lookAtUsable(source, name)
  const oldPath = await source.absoluteOf(name)
  if (workspace.withheld.some((path) => isInside(path, oldPath))) throw withheldError(showPath([...source.path, name]))
  if (await lookAt(folder, newName) !== null) throw existsError(folder, newName)
  refuseUnreadableName(newName)
  const newPath = await folder.absoluteOf(newName)
  const writing = writingOf(context, now())
  marks.copyTree(oldPath, newPath)
  marks.add(newPath, { name: context.taint }, writing)
  try {
    await source.confirm()
    await folder.confirm()
    // A folder's rename can't replace a file, nor a folder that holds anything.
    if (entry.kind === 'folder') await rename(source.at(name), folder.at(newName))
    else await placeNew(source, name, folder, newName)
  } catch (error) {
    throw asFileError(error, showPath([...source.path, name]))
  }
  marks.dropTree(oldPath)
  marks.replace(newPath, { name: context.taint }, writing)
}
