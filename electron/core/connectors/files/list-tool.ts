import { z } from 'zod'
import { defineTool } from '../../tools/define-tool.ts'
import { lookAt, namesIn, type Entry } from './entry.ts'
import { folderPath, noteShown, shownName, type FilesContext } from './files-tools.ts'

const PAGE = 500

export const listFolder = defineTool({
  name: 'list',
  title: 'List a folder',
  description: `Lists what is directly in a folder of the workspace: name, kind (file, folder, link, special), size in bytes, time of the last change. At most ${PAGE} at once; links are shown but can't be used.`,
  input: z.strictObject({
    path: folderPath,
    offset: z.int().min(0).max(20_000).default(0).describe('How many to leave out, for the next page'),
  }),
  class: 'read',
  summarise: ({ path }) => `List ${path === '.' ? 'the workspace' : path}`,
  run: async (context: FilesContext, { path, offset }) => {
    const workspace = await context.deps.open()
    return workspace.within(workspace.parse(path), async (folder) => {
      const { names, cut } = await namesIn(folder)
      const page = names.slice(offset, offset + PAGE)
      const entries: { readonly name: string; readonly entry: Entry }[] = []
      for (const name of page) {
        context.signal.throwIfAborted()
        const entry = await lookAt(folder, name)
        if (entry !== null) entries.push({ name, entry })
      }
      noteShown(context, 'list', entries.map(({ name }) => shownName(context.deps.marks, folder, [...folder.path, name])))
      return {
        entries: entries.map(({ name, entry }) => ({
          name, kind: entry.kind, modified: new Date(entry.modifiedAt).toISOString(), ...(entry.kind === 'file' ? { size: entry.size } : {}),
        })),
        ...noteOf(names.length, offset + page.length, cut),
      }
    })
  },
})

function noteOf(total: number, shown: number, cut: boolean): { note?: string } {
  if (shown < total) return { note: `${shown} of ${cut ? 'more than ' : ''}${total} entries so far. Ask with offset ${shown} to go on.` }
  return cut ? { note: `The folder holds more than ${total} entries; the others can't be listed.` } : {}
}
