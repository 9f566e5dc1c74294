import type { ToolRow } from '../../../shared/run-record.ts'
import type { ToolClass } from '../../../shared/policy.ts'

export type Tool = ToolRow
export type ToolFilter = 'all' | 'on' | 'off'
export interface ToolGroup { readonly id: ToolClass; readonly rows: readonly Tool[]; readonly on: boolean | 'mixed'; readonly countOn: number }

/** From what looks only to what can lose something. */
const ORDER: readonly ToolClass[] = ['read', 'write', 'destructive']

const mixed = (on: number, all: number): boolean | 'mixed' => (on === 0 ? false : on === all ? true : 'mixed')

/**
 * The tools by class, those that match; a group's switch and count are about what is shown, since that is what its switch
 * would turn. The query matches name, title and description.
 */
export function groupTools(tools: readonly Tool[], query: string, filter: ToolFilter): readonly ToolGroup[] {
  const wanted = query.trim().toLocaleLowerCase()
  const shown = tools.filter((tool) =>
    (filter === 'all' || tool.on === (filter === 'on'))
    && `${tool.tool}\n${tool.title}\n${tool.description}`.toLocaleLowerCase().includes(wanted))
  return ORDER
    .map((id) => {
      const rows = shown.filter((tool) => tool.toolClass === id)
      const countOn = rows.filter((tool) => tool.on).length
      return { id, rows, countOn, on: mixed(countOn, rows.length) }
    })
    .filter((group) => group.rows.length > 0)
}
