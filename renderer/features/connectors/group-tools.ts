import type { ToolRow } from '../../../shared/run-record.ts'
import type { ToolClass } from '../../../shared/policy.ts'

export type Tool = ToolRow
export type ToolFilter = 'all' | 'on' | 'off' | 'changed' | 'unset'
export interface ToolGroup { readonly id: ToolClass; readonly rows: readonly Tool[]; readonly on: boolean | 'mixed'; readonly countOn: number }

/** From what looks only to what can lose something. */
const ORDER: readonly ToolClass[] = ['read', 'write', 'destructive']

const mixed = (on: number, all: number): boolean | 'mixed' => (on === 0 ? false : on === all ? true : 'mixed')

const PASSES: Readonly<Record<ToolFilter, (tool: Tool) => boolean>> = {
  all: () => true,
  on: (tool) => tool.on,
  off: (tool) => !tool.on,
  changed: (tool) => tool.changed !== null,
  unset: (tool) => tool.provenance === 'unset',
}

export const countMatching = (tools: readonly Tool[], query: string, filter: ToolFilter): number => matching(tools, query, filter).length

function matching(tools: readonly Tool[], query: string, filter: ToolFilter): readonly Tool[] {
  const wanted = query.trim().toLocaleLowerCase()
  return tools.filter((tool) => PASSES[filter](tool) && `${tool.tool}\n${tool.title}\n${tool.description}`.toLocaleLowerCase().includes(wanted))
}

/**
 * The tools by class, those that match; a group's switch and count are about what is shown, since that is what its switch
 * would turn. The query matches name, title and description. At most `most` are shown, whole classes first.
 */
export function groupTools(tools: readonly Tool[], query: string, filter: ToolFilter, most = Number.POSITIVE_INFINITY): readonly ToolGroup[] {
  const shown = matching(tools, query, filter)
  let left = most
  return ORDER
    .map((id) => {
      const rows = shown.filter((tool) => tool.toolClass === id).slice(0, left)
      left -= rows.length
      const countOn = rows.filter((tool) => tool.on).length
      return { id, rows, countOn, on: mixed(countOn, rows.length) }
    })
    .filter((group) => group.rows.length > 0)
}
