import { z } from 'zod'
import { ConnectorId } from './ids.ts'
import { ToolClass, ToolIdentity } from './policy.ts'

/**
 * Tools, as data. `everything`: whatever is registered, but for opt-in tools. A list: these and no others, and an empty one
 * means none. A rule: the tools of some connectors in some classes, but for opt-in tools; and besides them those it names.
 */
export const ToolSet = z.union([
  z.literal('everything'),
  z.array(ToolIdentity),
  z.strictObject({ connectors: z.union([z.literal('any'), z.array(ConnectorId)]), classes: z.array(ToolClass), named: z.array(ToolIdentity) }),
])
export type ToolSet = z.infer<typeof ToolSet>

/** What a set looks at. */
export interface SortedTool {
  readonly identity: ToolIdentity
  readonly toolClass: ToolClass
  /** Only where it is named. */
  readonly optIn: boolean
}

export const isSameTool = (left: ToolIdentity, right: ToolIdentity): boolean => left.connectorId === right.connectorId && left.tool === right.tool

export const isNamed = (tools: readonly ToolIdentity[], identity: ToolIdentity): boolean => tools.some((tool) => isSameTool(tool, identity))

export function isInToolSet(set: ToolSet, { identity, toolClass, optIn }: SortedTool): boolean {
  if (set === 'everything') return !optIn
  if (Array.isArray(set)) return isNamed(set, identity)
  if (isNamed(set.named, identity)) return true
  return !optIn && set.classes.includes(toolClass) && (set.connectors === 'any' || set.connectors.includes(identity.connectorId))
}
