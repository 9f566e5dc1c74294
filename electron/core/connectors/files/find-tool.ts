import { z } from 'zod'
import { defineTool } from '../../tools/define-tool.ts'
import { shorten } from '../stored-taint.ts'
import { folderPath, noteShown, shownName, type FilesContext } from './files-tools.ts'
import { namePattern } from './name-pattern.ts'
import { describeGaps, startWalk, walkFolder } from './walk-folder.ts'
import { showPath, type WorkspacePath } from './workspace-path.ts'

const MOST_ENTRIES = 50_000

export const findFiles = defineTool({
  name: 'find',
  title: 'Find files by name',
  description: 'Finds files and folders of the workspace by name, in all folders below. `*` stands for any characters of a name, `?` for one, `**` for any folders between: *.md, report-?.txt, src/**/*.ts. Case doesn\'t matter.',
  input: z.strictObject({
    pattern: z.string().min(1).max(300),
    path: folderPath,
    limit: z.int().min(1).max(1000).default(200),
  }),
  class: 'read',
  summarise: ({ pattern, path }) => `Find ${shorten(pattern, 80)}${path === '.' ? '' : ` in ${path}`}`,
  run: async (context: FilesContext, { pattern, path, limit }) => {
    const fits = namePattern(pattern)
    const workspace = await context.deps.open()
    return workspace.within(workspace.parse(path), async (folder) => {
      const walked = startWalk()
      const found: { readonly path: WorkspacePath; readonly kind: string }[] = []
      let more = false
      for await (const { path: at, entry } of walkFolder(folder, { signal: context.signal, most: MOST_ENTRIES, walked })) {
        if (!fits(at.slice(folder.path.length))) continue
        if (found.length === limit) {
          more = true
          break
        }
        found.push({ path: at, kind: entry.kind })
      }
      noteShown(context, 'find', found.map(({ path: at }) => shownName(context.deps.marks, folder, at)))
      const gaps = [...(more ? [`There are more than these ${limit}; narrow the pattern or name a folder.`] : []), ...describeGaps(walked)]
      return { found: found.map(({ path: at, kind }) => ({ path: showPath(at), kind })), ...(gaps.length === 0 ? {} : { note: gaps.join(' ') }) }
    })
  },
})
