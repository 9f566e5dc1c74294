import type { Digest } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { pinOf } from './fingerprint.ts'
import { createIdentityMap, type IdentityMap } from './identity-map.ts'
import { toModelNames } from './names.ts'
import { forModel } from './schema.ts'
import type { Connector, Tool } from './tool.ts'

/** What a tool's definition alone gives, whatever is switched or chosen. */
export interface MadeTool {
  readonly tool: Tool
  readonly connector: Connector
  readonly modelName: string | null
  readonly pin: Digest
  readonly modelSchema: JsonObject | null
  readonly unusable: string | null
}

export interface MadeTools {
  /** The lists it was made of, as they were. */
  readonly from: readonly { readonly connector: Connector; readonly tools: readonly Tool[] }[]
  readonly all: readonly MadeTool[]
  readonly byIdentity: Pick<IdentityMap<MadeTool>, 'get'>
  readonly byName: ReadonlyMap<string, MadeTool>
  readonly byConnector: ReadonlyMap<string, readonly MadeTool[]>
}

export const NO_TOOLS: MadeTools = { from: [], byIdentity: createIdentityMap(), all: [], byName: new Map(), byConnector: new Map() }

/** What is made of a definition alone is kept for those that stayed. */
export function makeTools(from: MadeTools['from'], before: MadeTools, sha256: (text: string) => Digest): MadeTools {
  const names = toModelNames(from.flatMap(({ tools }) => tools.map((tool) => tool.identity)), sha256)
  const made = from.flatMap(({ connector, tools }) => tools.map((tool): MadeTool => {
    const modelName = names.nameOf(tool.identity)
    const known = before.byIdentity.get(tool.identity)
    if (known !== undefined && known.tool === tool && known.connector === connector && known.modelName === modelName) return known
    const schema = forModel(tool.inputSchema)
    const unusable = !schema.ok ? schema.reason : modelName === null ? 'It has no name that a model could use.' : null
    return { tool, connector, modelName, modelSchema: schema.ok ? schema.schema : null, unusable, pin: pinOf(tool, connector.launch, sha256) }
  }))
  const byIdentity = createIdentityMap(made.map((entry) => [entry.tool.identity, entry]))
  return {
    from,
    byIdentity,
    all: byIdentity.values(),
    byConnector: Map.groupBy(made, ({ connector }) => connector.id),
    byName: new Map(made.flatMap((entry) => (entry.modelName === null ? [] : [[entry.modelName, entry] as const]))),
  }
}
