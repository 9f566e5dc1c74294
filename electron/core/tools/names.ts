import { ConnectorId, type Digest } from '../../../shared/ids.ts'
import { canonicalJson } from '../../../shared/json.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'

/** Handed in, so that nothing here needs a library of the system. */
export type Sha256 = (text: string) => Digest

export type NameOutcome =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly reason: string }

const MAX_LENGTH = 64
const DIGEST_LENGTH = 12
const FITTING = /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*_?$/
const SUFFIXED = new RegExp(`_[0-9a-f]{${DIGEST_LENGTH}}$`)
/** White space, control, format and unassigned characters: a name made of nothing else can't be seen, so it can't be reviewed. */
const INVISIBLE = /^[\s\p{C}]*$/u

/**
 * What a model calls a tool: `<connectorId>__<tool>`, matching `^[a-zA-Z0-9_-]{1,64}$`. Depends on the identity alone, so it
 * is the same after every restart. A tool name that doesn't fit, holds `__`, or already looks like a rewritten one is rewritten and ends
 * in a digest of the identity. Connector ids hold no `_`, so names of two connectors never meet; names of one connector
 * meet only where twelve hex digits of SHA-256 do.
 */
export function modelNameOf(identity: ToolIdentity, sha256: Sha256): NameOutcome {
  if (INVISIBLE.test(identity.tool)) return { ok: false, reason: identity.tool === '' ? 'The tool has no name.' : 'The tool has a name that can’t be seen.' }
  const plain = `${identity.connectorId}__${identity.tool}`
  if (plain.length <= MAX_LENGTH && FITTING.test(identity.tool) && !SUFFIXED.test(identity.tool)) return { ok: true, name: plain }
  const head = `${identity.connectorId}__`
  const suffix = `_${sha256(keyOf(identity)).slice(0, DIGEST_LENGTH)}`
  const stem = identity.tool.replaceAll(/[^a-zA-Z0-9-]+/g, '_').replace(/^_/, '').slice(0, MAX_LENGTH - head.length - suffix.length).replace(/_$/, '')
  return { ok: true, name: `${head}${stem === '' ? 'x' : stem}${suffix}` }
}

export interface ModelNames {
  readonly byName: ReadonlyMap<string, ToolIdentity>
  /** Null: the tool was left out. */
  readonly nameOf: (identity: ToolIdentity) => string | null
  readonly leftOut: readonly { readonly identity: ToolIdentity; readonly reason: string }[]
}

/**
 * Names for many tools at once, both ways. Order of arrival makes no difference: where two would share a name (digests that
 * agree, or one tool listed twice) the first by connector id and tool name keeps it and the other is left out.
 */
export function toModelNames(identities: readonly ToolIdentity[], sha256: Sha256): ModelNames {
  const byName = new Map<string, ToolIdentity>()
  const byKey = new Map<string, string>()
  const leftOut: { identity: ToolIdentity; reason: string }[] = []
  for (const { identity, key } of identities.map((identity) => ({ identity, key: keyOf(identity) })).sort((left, right) => compareText(left.key, right.key))) {
    const outcome = modelNameOf(identity, sha256)
    if (!outcome.ok) leftOut.push({ identity, reason: outcome.reason })
    else if (byKey.has(key)) leftOut.push({ identity, reason: 'The connector lists this tool twice.' })
    else if (byName.has(outcome.name)) leftOut.push({ identity, reason: 'Another tool of this connector already has this name for models.' })
    else {
      byName.set(outcome.name, identity)
      byKey.set(key, outcome.name)
    }
  }
  return { byName, nameOf: (identity) => byKey.get(keyOf(identity)) ?? null, leftOut }
}

const MAX_SLUG_LENGTH = 24

/**
 * The id of a new MCP connector, made from its label: `mcp-<slug>`, plain ASCII, never `__`.
 * @param taken every id that was ever given, removed connectors included: what was granted to one is never inherited by the next
 */
export function slugOf(label: string, taken: ReadonlySet<ConnectorId>): ConnectorId {
  const words = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const stem = words.replace(/^-/, '').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '') || 'server'
  for (let count = 1; ; count += 1) {
    const id = ConnectorId.parse(`mcp-${stem}${count === 1 ? '' : `-${count}`}`)
    if (!taken.has(id)) return id
  }
}

/** One text for one identity, lone surrogates told apart. */
const keyOf = (identity: ToolIdentity): string => canonicalJson([identity.connectorId, identity.tool])

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
