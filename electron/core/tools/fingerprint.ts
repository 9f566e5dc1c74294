import type { Digest, TurnId } from '../../../shared/ids.ts'
import { canonicalJson, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import type { Sha256 } from './names.ts'

/** What a person reviews when a tool is switched on: everything about it that a model or a call depends on. */
export interface ToolDefinitionText {
  readonly identity: { readonly tool: string }
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
  readonly annotations: JsonObject | null
}

/**
 * The pin of a reviewed definition. Key order and white space in JSON change nothing; every other character does.
 * @param launch how the connector is started or reached (command, arguments, environment names; or the address); `{ builtIn: id }` for our own
 * @throws NotJsonError when a part isn't JSON
 */
export const pinOf = (tool: ToolDefinitionText, launch: JsonValue, sha256: Sha256): Digest => sha256(canonicalJson({
  of: 'pin', name: tool.identity.tool, title: tool.title, description: tool.description,
  inputSchema: tool.inputSchema, outputSchema: tool.outputSchema, annotations: tool.annotations, launch,
}))

/**
 * What an approval is bound to: which tool, as it was reviewed, with exactly which arguments.
 * @param identity null, as `pin`, for a call of a name that nothing was registered under; such a call is never approved
 * @param canonicalArguments canonical JSON of an object
 * @param salt of a turn whose arguments won't be kept, so that nobody can guess them from what is
 */
export const callDigestOf = (identity: ToolIdentity | null, pin: Digest | null, canonicalArguments: string, sha256: Sha256, salt?: string): Digest => sha256(canonicalJson({
  of: 'call', connectorId: identity?.connectorId ?? null, tool: identity?.tool ?? null, pin, arguments: canonicalArguments, ...(salt === undefined ? {} : { salt }),
}))

/** Stable over retries, reruns and restarts of one call; another turn or position never has the same. */
export const idempotencyKeyOf = (turnId: TurnId, position: string, sha256: Sha256): string => sha256(canonicalJson({ of: 'idempotency', turnId, position }))
