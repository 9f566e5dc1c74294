import { canonicalJson, isJsonObject } from '../../../shared/json.ts'
import { readTool, type ListedTool } from './listed-tool.ts'

export interface ToolList {
  /** In the server's order, each name once. */
  readonly tools: readonly ListedTool[]
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[]
  /** Why the list isn't whole; null when it is. */
  readonly incomplete: string | null
}

/** One page as the server sent it. */
export type FetchPage = (cursor: string | null) => Promise<unknown>

const MAX_PAGES = 100
const MAX_TOOLS = 2000
/** UTF-16 units of all entries together. */
const MAX_LENGTH = 8 * 1024 * 1024
/** What an entry that is left out counts as. */
const SHORT = 256

/**
 * All pages, bounded. A list that can't be read to its end is given as far as it was read, and says so; only a first page
 * that fails makes it fail.
 */
export async function listTools(fetchPage: FetchPage): Promise<ToolList> {
  const tools = new Map<string, ListedTool>()
  const leftOut: { name: string; reason: string }[] = []
  const cursors = new Set<string>()
  let length = 0
  const stop = (incomplete: string | null): ToolList => ({ tools: [...tools.values()], leftOut, incomplete })
  for (let cursor: string | null = null, pages = 1; ; pages += 1) {
    const page: unknown = await (cursor === null ? fetchPage(null) : fetchPage(cursor).catch((error: unknown) => ({ failed: error })))
    if (!isJsonObject(page) || !Array.isArray(page['tools'])) return stop(`Page ${pages} of its list of tools could not be read.`)
    for (const raw of page['tools']) {
      const read = readTool(raw)
      length += read.ok ? canonicalJson(read.tool).length : SHORT
      if (length > MAX_LENGTH) return stop('Its list of tools is too long; the rest was left out.')
      if (!read.ok) leftOut.push({ name: read.name, reason: read.reason })
      else if (!tools.has(read.tool.name)) tools.set(read.tool.name, read.tool)
      else if (canonicalJson(tools.get(read.tool.name)) !== canonicalJson(read.tool)) leftOut.push({ name: read.tool.name, reason: 'It is listed twice with different definitions; the first counts.' })
      if (tools.size >= MAX_TOOLS) return stop(`It lists more than ${MAX_TOOLS} tools; the rest was left out.`)
    }
    const next: unknown = page['nextCursor']
    if (typeof next !== 'string' || next === '') return stop(null)
    if (cursors.has(next)) return stop('Its list of tools goes in a circle; what came before that is shown.')
    if (pages >= MAX_PAGES) return stop(`Its list of tools has more than ${MAX_PAGES} pages; the rest was left out.`)
    cursors.add(next)
    cursor = next
  }
}
