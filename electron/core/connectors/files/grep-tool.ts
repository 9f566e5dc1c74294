import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { defineTool } from '../../tools/define-tool.ts'
import { shorten } from '../stored-taint.ts'
import { lookAtUsable } from './entry.ts'
import { countOf, folderPath, noteShown, shownName, withEntry, type FilesContext, type Shown } from './files-tools.ts'
import type { Folder } from './folder.ts'
import type { LineHit } from './line-hit.ts'
import { matchExpression } from './match-expression.ts'
import { matchLiteral, type LineMatcher } from './match-lines.ts'
import { namePattern, type NamePattern } from './name-pattern.ts'
import { readText } from './read-text.ts'
import { describeGaps, startWalk, walkFolder } from './walk-folder.ts'
import { showPath, type WorkspacePath } from './workspace-path.ts'
import type { Workspace } from './workspace.ts'

const MOST_ENTRIES = 50_000
/** Bytes. */
const LARGEST_FILE = 4 * 1024 * 1024
const MOST_BYTES = 128 * 1024 * 1024
/** Milliseconds an expression may take on one file. */
const TIME_LIMIT = 2000

export const searchFiles = defineTool({
  name: 'grep',
  title: 'Search in files',
  description: 'Finds the lines of text files in the workspace that hold a text, exactly as it is given. With `regex` the text is a JavaScript regular expression, tried on each line.',
  input: z.strictObject({
    text: z.string().min(1).max(1000),
    path: folderPath.describe('Folder or file to search in; left out: the whole workspace'),
    names: z.string().min(1).max(300).optional().describe('Only files whose name fits, such as *.md'),
    regex: z.boolean().default(false),
    ignoreCase: z.boolean().default(false),
    limit: z.int().min(1).max(500).default(100).describe('How many lines at most'),
  }),
  class: 'read',
  summarise: ({ text, path }) => `Search ${path === '.' ? 'the workspace' : path} for ${shorten(text, 80)}`,
  run: async (context: FilesContext, { text, path, names, regex, ignoreCase, limit }) => {
    if (!regex && /[\r\n]/.test(text)) throw new AppError('input.invalid', 'The text holds a line break, but lines are searched one by one.')
    const workspace = await context.deps.open()
    const matcher = regex ? matchExpression(text, { ignoreCase, signal: context.signal, timeLimit: TIME_LIMIT }) : matchLiteral(text, ignoreCase)
    try {
      const search = startSearch(context, matcher, limit)
      await searchPath(workspace, workspace.parse(path), search, names === undefined ? null : namePattern(names), context.signal)
      noteShown(context, 'grep', search.shown)
      const gaps = describeSearch(search)
      return { matches: search.matches, filesSearched: search.files, ...(gaps.length === 0 ? {} : { note: gaps.join(' ') }) }
    } finally {
      await matcher.close()
    }
  },
})

interface Search {
  readonly context: FilesContext
  readonly matcher: LineMatcher
  readonly limit: number
  readonly matches: (LineHit & { readonly path: string })[]
  readonly shown: Shown[]
  readonly walked: ReturnType<typeof startWalk>
  files: number
  bytes: number
  notText: number
  tooLarge: number
  longLines: number
  /** There are more matches than asked for. */
  more: boolean
}

const startSearch = (context: FilesContext, matcher: LineMatcher, limit: number): Search =>
  ({ context, matcher, limit, matches: [], shown: [], walked: startWalk(), files: 0, bytes: 0, notText: 0, tooLarge: 0, longLines: 0, more: false })

async function searchPath(workspace: Workspace, path: WorkspacePath, search: Search, fits: NamePattern | null, signal: AbortSignal): Promise<void> {
  if (path.length > 0) {
    const wasFile = await withEntry(workspace, path, async (folder, name) => {
      const entry = await lookAtUsable(folder, name)
      if (entry.kind === 'file') await searchFile(search, folder, folder, name, entry.size)
      return entry.kind === 'file'
    })
    if (wasFile) return
  }
  await workspace.within(path, async (asked) => {
    for await (const { folder, name, path: at, entry } of walkFolder(asked, { signal, most: MOST_ENTRIES, walked: search.walked })) {
      if (entry.kind !== 'file' || (fits !== null && !fits(at.slice(asked.path.length)))) continue
      await searchFile(search, asked, folder, name, entry.size)
      if (search.more || search.bytes > MOST_BYTES) break
    }
  })
}

async function searchFile(search: Search, asked: Folder, folder: Folder, name: string, size: number): Promise<void> {
  if (size > LARGEST_FILE) {
    search.tooLarge += 1
    return
  }
  const text = await readSearchable(search, folder, name)
  if (text === null) return
  search.files += 1
  search.bytes += size
  const room = search.limit - search.matches.length
  const { hits, longLines } = await search.matcher.match(text, room + 1)
  search.longLines += longLines
  search.more = hits.length > room
  if (hits.length === 0 || room === 0) return
  const path = [...folder.path, name]
  search.matches.push(...hits.slice(0, room).map((hit) => ({ path: showPath(path), ...hit })))
  const { content } = search.context.deps.marks.of(await folder.absoluteOf(name))
  search.shown.push({ what: `file ${showPath(path)}`, taint: content }, shownName(search.context.deps.marks, asked, path))
}

/** Null: counted as left out. */
async function readSearchable(search: Search, folder: Folder, name: string): Promise<string | null> {
  try {
    return (await readText(folder, name, LARGEST_FILE)).text
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    search.notText += 1
    return null
  }
}

function describeSearch(search: Search): readonly string[] {
  return [
    ...(search.more ? [`There are more than these ${search.limit}; narrow the search.`] : []),
    ...(!search.more && search.bytes > MOST_BYTES ? ['Stopped after 128 MB; name a folder further down to see the rest.'] : []),
    ...(search.notText > 0 ? [`Left out as no text or unreadable: ${countOf(search.notText, 'file')}.`] : []),
    ...(search.tooLarge > 0 ? [`Left out as larger than 4 MB: ${countOf(search.tooLarge, 'file')}.`] : []),
    ...(search.longLines > 0 ? [`Searched only in the beginning: ${countOf(search.longLines, 'very long line')}.`] : []),
    ...describeGaps(search.walked),
  ]
}
