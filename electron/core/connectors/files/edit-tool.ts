import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { QuestionView } from '../../tools/tool.ts'
import { writingOf } from '../stored-taint.ts'
import { filePath, withEntry, type FilesContext, type FilesTools } from './files-tools.ts'
import { readText, type TextFile } from './read-text.ts'
import { writeWhole } from './replace-file.ts'
import { showPath } from './workspace-path.ts'

/** Bytes. */
const LARGEST_EDIT = 4 * 1024 * 1024
/** UTF-16 units of a file that an approval shows whole; of a longer one it shows the replaced text. */
const LONGEST_VIEW = 200_000

export const editFile = defineTool({
  name: 'edit',
  title: 'Change part of a file',
  description: 'Replaces an exact piece of text in a file of the workspace. `old` must occur exactly once (give more of its surroundings to make it unique), or set `all` to replace every occurrence.',
  input: z.strictObject({
    path: filePath,
    old: z.string().min(1).max(1_000_000).describe('The text to replace, exactly as it is in the file'),
    new: z.string().max(1_000_000).describe('What to put in its place; empty deletes it'),
    all: z.boolean().default(false),
  }).refine((args) => args.old !== args.new, { path: ['new'], message: 'is the same as old, so nothing would change' }),
  class: 'write',
  summarise: ({ path, all }) => `Change ${all ? 'every occurrence of a text' : 'a text'} in ${path}`,
  view: async (args, { open }: FilesTools): Promise<QuestionView> => {
    const workspace = await open()
    return withEntry(workspace, workspace.parse(args.path), async (folder, name) => {
      const path = showPath([...folder.path, name])
      const { text } = await readText(folder, name, LARGEST_EDIT)
      if (text.length > LONGEST_VIEW) return { kind: 'diff', path, before: args.old, after: args.new }
      return { kind: 'diff', path, before: text, after: replaceExactly(path, text, args).text }
    })
  },
  run: async (context: FilesContext, args) => {
    const workspace = await context.deps.open()
    return withEntry(workspace, workspace.parse(args.path), async (folder, name) => {
      const path = showPath([...folder.path, name])
      const file = await readText(folder, name, LARGEST_EDIT)
      const { text, times } = replaceExactly(path, file.text, args)
      context.deps.marks.add(await folder.absoluteOf(name), { content: context.taint }, writingOf(context, context.deps.now()))
      await writeWhole(folder, name, withMark(file, text), file.entry)
      return { path, replaced: times }
    })
  },
})

const withMark = ({ hasMark }: TextFile, text: string): string => (hasMark ? `\uFEFF${text}` : text)

interface Replacement { readonly old: string; readonly new: string; readonly all: boolean }

/** @throws AppError `input.invalid` with the number of occurrences, unless that is one or all are meant */
function replaceExactly(path: string, text: string, wanted: Replacement): { readonly text: string; readonly times: number } {
  const { old, new: replacement } = countIn(text, wanted.old) === 0 && text.includes('\r\n')
    ? { old: toWindowsLines(wanted.old), new: toWindowsLines(wanted.new) }
    : wanted
  const times = countIn(text, old)
  if (times === 0) throw new AppError('input.invalid', `The text to replace is not in ${path}; nothing was changed.`, { advice: 'Read the file and copy the text exactly, white space included.' })
  if (times > 1 && !wanted.all) {
    throw new AppError('input.invalid', `The text to replace occurs ${times} times in ${path}; nothing was changed.`, { advice: 'Give more of its surroundings, or set all: true.' })
  }
  return { text: text.split(old).join(replacement), times }
}

const countIn = (text: string, wanted: string): number => text.split(wanted).length - 1

const toWindowsLines = (text: string): string => text.replace(/\r?\n/g, '\r\n')
