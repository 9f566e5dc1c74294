import { z } from 'zod'
import { canonicalJson, type JsonValue } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import type { ToolList } from './list-tools.ts'
import { readTool } from './listed-tool.ts'

/** What a server listed last, kept while it isn't running and over restarts. */
export interface RememberedList {
  readonly list: ToolList
  /** When it was listed, milliseconds since 1970. */
  readonly at: number
}

const Stored = z.object({
  tools: z.array(z.json()), leftOut: z.array(z.object({ name: z.string(), reason: z.string() })), incomplete: z.string().nullable(),
})

export const listToColumn = ({ tools, leftOut, incomplete }: ToolList): string => {
  const plain: JsonValue = {
    tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({ name, title, description, inputSchema, outputSchema, annotations })),
    leftOut: leftOut.map(({ name, reason }) => ({ name, reason })), incomplete,
  }
  return canonicalJson(plain)
}

/** Read with the same care as what comes from a server; null: it can't be read, so nothing is remembered. */
export function listFromColumn(column: unknown): ToolList | null {
  const stored = Stored.safeParse(typeof column === 'string' ? parseJson(column) : null)
  if (!stored.success) return null
  const read = stored.data.tools.map(readTool)
  return {
    tools: read.flatMap((tool) => (tool.ok ? [tool.tool] : [])), incomplete: stored.data.incomplete,
    leftOut: [...stored.data.leftOut, ...read.flatMap((tool) => (tool.ok ? [] : [{ name: tool.name, reason: tool.reason }]))],
  }
}
