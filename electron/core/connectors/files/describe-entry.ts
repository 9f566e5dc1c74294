import { lookAtUsable } from './entry.ts'
import { countOf, showSize } from './files-tools.ts'
import type { Folder } from './folder.ts'
import { startWalk, walkFolder } from './walk-folder.ts'

const MOST_COUNTED = 5000

export interface Described {
  /** The full path. */
  readonly absolute: string
  /** Kind and size; of a folder, how much is in it. */
  readonly what: string
}

/** What a person must know of something that is about to be moved or deleted. */
export async function describeEntry(folder: Folder, name: string): Promise<Described> {
  const entry = await lookAtUsable(folder, name)
  const absolute = await folder.absoluteOf(name)
  if (entry.kind === 'file') return { absolute, what: `file, ${showSize(entry.size)}` }
  const entered = await folder.enter(name)
  try {
    const walked = startWalk()
    let files = 0
    let bytes = 0
    for await (const found of walkFolder(entered, { signal: new AbortController().signal, most: MOST_COUNTED, walked })) {
      if (found.entry.kind !== 'folder') files += 1
      if (found.entry.kind === 'file') bytes += found.entry.size
    }
    const atLeast = walked.cut || walked.closed > 0 || walked.tooDeep > 0 ? 'at least ' : ''
    const what = walked.entries === 0 ? 'empty folder' : `folder with ${atLeast}${countOf(files, 'file')} and ${countOf(walked.entries - files, 'folder')} below, ${atLeast}${showSize(bytes)}`
    return { absolute, what }
  } finally {
    await entered.close()
  }
}
