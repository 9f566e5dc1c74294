import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { QuestionView } from '../../tools/tool.ts'
import { writingOf } from '../stored-taint.ts'
import { lookAt, lookAtUsable, type Entry } from './entry.ts'
import { bytesOf, filePath, showSize, withEntry, type FilesContext, type FilesTools } from './files-tools.ts'
import type { Folder } from './folder.ts'
import { readText } from './read-text.ts'
import { existsError, writeWhole } from './replace-file.ts'
import { quotePath, refuseUnreadableName, showPath } from './workspace-path.ts'

const LONGEST_CONTENT = 4_000_000
/** Bytes of an old file that an approval shows beside the new one. */
const LARGEST_DIFF = 1024 * 1024

export const writeFile = defineTool({
  name: 'write',
  title: 'Write a file',
  description: 'Writes a text file in the workspace, whole. Its folder must exist. A file that exists is only replaced with `overwrite: true`, which always asks the person; to change part of a file, use edit.',
  input: z.strictObject({
    path: filePath,
    content: z.string().max(LONGEST_CONTENT),
    overwrite: z.boolean().default(false),
  }),
  class: 'write',
  requiresApproval: ({ overwrite }) => overwrite,
  summarise: ({ path, content, overwrite }) => `${overwrite ? 'Replace' : 'Write'} ${path} (${showSize(bytesOf(content))})`,
  view: async ({ path, content, overwrite }, { open }: FilesTools): Promise<QuestionView> => {
    const workspace = await open()
    return withEntry(workspace, workspace.parse(path), async (folder, name) => {
      const shown = showPath([...folder.path, name])
      if (!overwrite || await lookAt(folder, name) === null) return { kind: 'file', path: shown, content }
      const { text } = await readText(folder, name, LARGEST_DIFF)
      return { kind: 'diff', path: shown, before: text, after: content }
    })
  },
  run: async (context: FilesContext, { path, content, overwrite }) => {
    const workspace = await context.deps.open()
    return withEntry(workspace, workspace.parse(path), async (folder, name) => {
      const replaced = await refuseUnwritable(folder, name, overwrite)
      const absolute = await folder.absoluteOf(name)
      const writing = writingOf(context, context.deps.now())
      const mark = { content: context.taint, ...(replaced === null ? { name: context.taint } : {}) }
      context.deps.marks.add(absolute, mark, writing)
      await writeWhole(folder, name, content, replaced)
      context.deps.marks.replace(absolute, mark, writing)
      return { path: showPath([...folder.path, name]), bytes: bytesOf(content), replaced: replaced !== null }
    })
  },
})

/** What is there and would be replaced. */
async function refuseUnwritable(folder: Folder, name: string, overwrite: boolean): Promise<Entry | null> {
  if (await lookAt(folder, name) === null) {
    refuseUnreadableName(name)
    return null
  }
  const entry = await lookAtUsable(folder, name)
  const shown = quotePath(showPath([...folder.path, name]))
  if (entry.kind === 'folder') throw new AppError('input.invalid', `${shown} is a folder; nothing was changed.`)
  if (!overwrite) {
    const { message } = existsError(folder, name)
    throw new AppError('input.invalid', message, { advice: 'Choose another name, change part of it with edit, or give overwrite: true.' })
  }
  return entry
}
