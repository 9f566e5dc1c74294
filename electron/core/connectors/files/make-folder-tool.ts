import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { destination, factsView } from '../facts-view.ts'
import { writingOf } from '../stored-taint.ts'
import { lookAt, lookAtUsable } from './entry.ts'
import { asFileError } from './file-error.ts'
import { filePath, type FilesContext } from './files-tools.ts'
import type { Folder } from './folder.ts'
import { quotePath, refuseUnreadableName, showPath } from './workspace-path.ts'

export const makeFolder = defineTool({
  name: 'make_folder',
  title: 'Make a folder',
  description: 'Makes a folder in the workspace, and the folders above it that are missing. One that exists stays as it is.',
  input: z.strictObject({ path: filePath }),
  class: 'write',
  summarise: ({ path }) => `Make folder ${path}`,
  view: ({ path }) => factsView([destination('Folder', path)]),
  run: async (context: FilesContext, { path }) => {
    const workspace = await context.deps.open()
    const wanted = workspace.parse(path)
    const made: string[] = []
    for (const [depth, name] of wanted.entries()) {
      const isNew = await workspace.within(wanted.slice(0, depth), (folder) => makeOne(context, folder, name))
      if (isNew) made.push(showPath(wanted.slice(0, depth + 1)))
    }
    return { path: showPath(wanted), made }
  },
})

/** False: it was there. */
async function makeOne(context: FilesContext, folder: Folder, name: string): Promise<boolean> {
  const shown = showPath([...folder.path, name])
  if (await lookAt(folder, name) !== null) {
    const { kind } = await lookAtUsable(folder, name)
    if (kind === 'file') throw new AppError('input.invalid', `${quotePath(shown)} is a file, so no folder can be made there.`)
    return false
  }
  refuseUnreadableName(name)
  const absolute = await folder.absoluteOf(name)
  const writing = writingOf(context, context.deps.now())
  context.deps.marks.add(absolute, { name: context.taint }, writing)
  await folder.confirm()
  await mkdir(folder.at(name)).catch((error: unknown) => { throw asFileError(error, shown) })
  context.deps.marks.replace(absolute, { content: [], name: context.taint }, writing)
  return true
}
