import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { filePath, noteShown, withEntry, type FilesContext } from './files-tools.ts'
import { readText } from './read-text.ts'
import { showPath } from './workspace-path.ts'

/** UTF-16 units. */
const LONGEST_PART = 256 * 1024

export const readFilePart = defineTool({
  name: 'read',
  title: 'Read a file',
  description: 'Reads a text file of the workspace, or some of its lines. The first line of the result says which lines follow and whether the rest was cut off; the text of the file begins after the empty line.',
  input: z.strictObject({
    path: filePath,
    from: z.int().positive().default(1).describe('First line, from 1'),
    lines: z.int().min(1).max(100_000).default(2000).describe('How many lines at most'),
    skip: z.int().min(0).default(0).describe('Characters of the first line to leave out, for lines too long for one read'),
  }),
  class: 'read',
  summarise: ({ path }) => `Read ${path}`,
  run: async (context: FilesContext, { path, from, lines, skip }) => {
    const workspace = await context.deps.open()
    return withEntry(workspace, workspace.parse(path), async (folder, name) => {
      const { text } = await readText(folder, name)
      const shown = showPath([...folder.path, name])
      const { content } = context.deps.marks.of(await folder.absoluteOf(name))
      noteShown(context, 'read', [{ what: `file ${shown}`, taint: content }])
      return present(shown, text, { from, lines, skip })
    })
  },
})

interface Part { readonly from: number; readonly lines: number; readonly skip: number }

function present(shown: string, text: string, { from, lines, skip }: Part): string {
  if (text === '') return `${shown} is empty.`
  const total = countLines(text)
  if (from > total) throw new AppError('input.invalid', `${shown} has only ${total} lines; line ${from} is beyond its end.`)
  const lineStart = startOfLine(text, 0, from - 1)
  const start = lineStart + skip
  const lineEnd = startOfLine(text, lineStart, 1)
  if (skip > 0 && start >= lineEnd) throw new AppError('input.invalid', `Line ${from} of ${shown} has only ${lineEnd - lineStart} characters.`)
  const wantedEnd = startOfLine(text, lineStart, lines)
  const end = wantedEnd - start <= LONGEST_PART ? wantedEnd : cutPoint(text, start)
  const part = text.slice(start, end)
  const last = from + countLines(part) - 1
  const range = `${shown}, ${from === last ? `line ${from}` : `lines ${from} to ${last}`} of ${total}`
  const skipped = skip > 0 ? ` (without the first ${skip} characters of line ${from})` : ''
  return `${range}${skipped}${restOf(text, end, from, skip, last, part)}\n\n${part}`
}

/** How to go on, when something is left. */
function restOf(text: string, end: number, from: number, skip: number, last: number, part: string): string {
  if (end >= text.length) return ''
  if (text[end - 1] === '\n') return `. More follows: go on with from ${last + 1}`
  const done = last === from ? skip + part.length : part.length - (part.lastIndexOf('\n') + 1)
  return `. More follows, cut within line ${last}: go on with from ${last}, skip ${done}`
}

/** At the end of the last whole line that fits, or within a line that doesn't. Never parts a surrogate pair. */
function cutPoint(text: string, start: number): number {
  const newline = text.lastIndexOf('\n', start + LONGEST_PART - 1)
  if (newline >= start) return newline + 1
  const end = start + LONGEST_PART
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}

/** The position after `lines` more newlines, or the end. */
function startOfLine(text: string, start: number, lines: number): number {
  let at = start
  for (let passed = 0; passed < lines; passed++) {
    const newline = text.indexOf('\n', at)
    if (newline === -1) return text.length
    at = newline + 1
  }
  return at
}

/** A newline at the very end doesn't begin another line. */
function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
