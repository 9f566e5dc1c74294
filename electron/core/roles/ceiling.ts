import type { Role } from '../../../shared/role.ts'
import type { Narrowed } from '../../../shared/run-origin.ts'
import { isInToolSet, type SortedTool, type ToolSet } from '../../../shared/tool-set.ts'

/** The second filter. An empty list permits nothing; only the word `everything` permits everything. */
export const isInCeiling = ({ ceiling }: Pick<Role, 'ceiling'>, tool: SortedTool): boolean =>
  typeof ceiling === 'object' && 'all' in ceiling ? ceiling.all.every(({ set }) => isInToolSet(set, tool)) : isInToolSet(ceiling, tool)

/** Null: it is in the ceiling. Else whose list leaves it out. */
export function ceilingProblem(role: Pick<Role, 'ceiling' | 'name'>, tool: SortedTool): string | null {
  const missing = partsOf(role).find(({ set }) => !isInToolSet(set, tool))
  if (missing === undefined) return null
  return missing.of === '' ? `The role “${role.name}” does not include this tool.` : `The role “${role.name}” does not include this tool: it is not in ${missing.of}.`
}

const partsOf = ({ ceiling }: Pick<Role, 'ceiling'>): readonly { readonly of: string; readonly set: ToolSet }[] =>
  typeof ceiling === 'object' && 'all' in ceiling ? ceiling.all : [{ of: '', set: ceiling }]

/** Whether a model that is certified for reading only is given this tool of the role. Reads, and of those what the role keeps. */
export const isReadOnlyTool = (role: Pick<Role, 'onReadOnlyModel'>, tool: SortedTool): boolean => tool.toolClass === 'read' && isInToolSet(role.onReadOnlyModel, tool)

/** The role as it is for one run: never more than was said when that began. */
export const narrowRole = (role: Role, narrowed: Narrowed | undefined): Role => (narrowed === undefined ? role : {
  ...role,
  ...(narrowed.tools === null ? {} : { ceiling: { all: [...partsOf(role), { of: 'what the attempt before it ran with', set: narrowed.tools }] } }),
  delegationDepth: Math.min(role.delegationDepth, narrowed.delegationDepth ?? role.delegationDepth),
})

/** Whether its runs may hand work to that coworker, as far as the role decides. */
export const mayHandWorkTo = ({ delegatesTo }: { readonly delegatesTo: 'any' | readonly string[] }, id: string): boolean => delegatesTo === 'any' || delegatesTo.includes(id)

/** The role as it is with such a model. */
export const narrowToReads = (role: Role): Role => ({
  ...role,
  ceiling: { all: [...partsOf(role), { of: 'what reads', set: { connectors: 'any', classes: ['read'], named: [] } }, { of: 'what this role keeps with a model certified for reading only', set: role.onReadOnlyModel }] },
})
