import { z } from 'zod'
import { ConnectorId } from '../../../../shared/ids.ts'
import { oneLine } from '../../one-line.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { QuestionView, ToolContext } from '../../tools/tool.ts'
import { fact, factsView } from '../facts-view.ts'
import { LONGEST_MEMORY, type Memory, type MemoryStore } from './memory-store.ts'
import { noteStored, shorten, writingOf } from '../stored-taint.ts'

export interface RecallTools { readonly memories: MemoryStore; readonly now: () => number }
type Context = ToolContext<RecallTools>

export const RECALL_ID = ConnectorId.parse('recall')
/** UTF-16 units of text in one result: whole memories up to here, the rest on request. */
const RESULT_LENGTH = 40_000

const memoryId = z.int().positive().describe('The number of the memory')
const memoryText = z.string().min(1).max(LONGEST_MEMORY).regex(/\S/, 'needs a visible character')

export const searchMemories = defineTool({
  name: 'search_memories',
  title: 'Search memories',
  description: 'Finds remembered facts by words. Words match as beginnings ("cat" finds "cats"); memories that hold all the words come first, and if there are none, those that hold any. Best match first.',
  input: z.strictObject({
    query: z.string().max(500).describe('One or more words'),
    limit: z.int().min(1).max(50).default(20),
  }),
  class: 'read',
  summarise: ({ query }) => `Search memories for ${shorten(query, 80)}`,
  view: ({ query }) => factsView([fact('Words', query)]),
  run: async (context: Context, { query, limit }) => {
    const found = context.deps.memories.search(query, limit + 1)
    return present(context, 'search_memories', found, limit, 'Use more words to narrow the search.')
  },
})

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Lists remembered facts, last changed first. For the next page give `before`, the number of the last memory shown.',
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(30),
    before: z.int().positive().optional().describe('Number of the last memory of the page before'),
  }),
  class: 'read',
  summarise: () => 'List memories',
  run: async (context: Context, { limit, before }) => {
    const { memories } = context.deps
    if (before !== undefined) memories.get(before)
    const found = memories.list({ limit: limit + 1, before: before ?? null })
    return {
      ...present(context, 'list_memories', found, limit, 'Ask with `before` to go on.'),
      total: memories.count(),
    }
  },
})

export const addMemory = defineTool({
  name: 'add_memory',
  title: 'Add a memory',
  description: 'Remembers one fact for later chats. Write it so that it can be understood on its own.',
  input: z.strictObject({ text: memoryText }),
  class: 'write',
  summarise: ({ text }) => `Remember: ${shorten(oneLine(text), 100)}`,
  view: ({ text }) => factsView([fact('Memory', text)]),
  run: async (context: Context, { text }) => {
    const memory = context.deps.memories.add(text, writingOf(context, context.deps.now()))
    return { id: memory.id, added: true }
  },
})

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Update a memory',
  description: 'Replaces the whole text of one memory.',
  input: z.strictObject({ id: memoryId, text: memoryText }),
  class: 'write',
  summarise: ({ id, text }) => `Change memory ${id} to: ${shorten(oneLine(text), 100)}`,
  view: ({ id, text }, { memories }: RecallTools): QuestionView => ({ kind: 'diff', path: `memory ${id}`, before: memories.find(id)?.text ?? '', after: text }),
  run: async (context: Context, { id, text }) => {
    context.deps.memories.update(id, text, writingOf(context, context.deps.now()))
    return { id, updated: true }
  },
})

export const forgetMemory = defineTool({
  name: 'forget_memory',
  title: 'Forget a memory',
  description: 'Deletes one memory for good.',
  input: z.strictObject({ id: memoryId }),
  class: 'destructive',
  summarise: ({ id }) => `Forget memory ${id}`,
  view: ({ id }, { memories }: RecallTools) => factsView([fact('Memory', String(id)), fact('Text', memories.find(id)?.text ?? 'There is no such memory.')]),
  run: async ({ deps }: Context, { id }) => {
    deps.memories.remove(id)
    return { id, forgotten: true }
  },
})

/**
 * Whole memories until the result is full; taint is noted for exactly those that are in it.
 * `found` holds one more than `limit` when there are more.
 */
function present(context: Context, tool: string, found: readonly Memory[], limit: number, next: string) {
  let length = 0
  const shown = found.slice(0, limit).filter((memory, index) => (length += memory.text.length) <= RESULT_LENGTH || index === 0)
  const reader = { connectorId: RECALL_ID, tool, now: context.deps.now() }
  noteStored(context, reader, shown.map(({ id, taint }) => ({ what: `memory ${id}`, taint })))
  return {
    memories: shown.map(({ id, text, createdAt, updatedAt }) => ({ id, text, createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() })),
    ...(shown.length < found.length ? { note: `There are more than these ${shown.length}. ${next}` } : {}),
  }
}
