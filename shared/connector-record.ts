import { z } from 'zod'
import { ConnectorId, Digest } from './ids.ts'
import { Provenance, ToolClass } from './policy.ts'

export const ConnectorState = z.enum(['off', 'starting', 'ready', 'degraded', 'needs-sign-in', 'failed', 'changed'])

/** A reviewed definition that no longer is what its server lists. */
export const ChangedDefinition = z.object({
  /** As text, one part a line, to be compared. */
  before: z.string(), after: z.string(),
  /** What it would be once it is accepted. */
  toolClass: ToolClass, untrusted: z.boolean(), egress: z.boolean(),
})

export const ToolRow = z.object({
  tool: z.string(), title: z.string(), description: z.string(), toolClass: ToolClass, provenance: Provenance,
  untrusted: z.boolean(), egress: z.boolean(), on: z.boolean(), requiresApproval: z.boolean(), lastUsedAt: z.int().nullable(), callsToday: z.int(),
  /** Of the definition that is shown; whoever accepts it sends it back. */
  pin: Digest,
  untrustedBy: Provenance, egressBy: Provenance,
  /** What its maker says it is, where a person said otherwise. */
  hintedClass: ToolClass.nullable(),
  /** Its words contradict its read hint. */
  misleading: z.boolean(),
  /** Tools of other connectors that its description names: it may mean to steer them. */
  mentions: z.array(z.string()),
  /** Why no model can be offered it, or no call of it sent; null when there is no such reason. */
  unusable: z.string().nullable(),
  /** Why its results go unchecked although it lists a schema for them; null when there is no such reason. */
  resultUnchecked: z.string().nullable(),
  changed: ChangedDefinition.nullable(),
})
export type ToolRow = z.infer<typeof ToolRow>

/** Times are milliseconds since 1970. */
export const ServerStatusRow = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting'), since: z.int(), tries: z.int() }),
  z.object({ state: z.literal('ready'), since: z.int() }),
  z.object({ state: z.literal('degraded'), since: z.int(), missing: z.string() }),
  /** It is there and refuses the credentials. */
  z.object({ state: z.literal('needs-sign-in'), why: z.string() }),
  /** `nextTryAt` null: only when a person asks. */
  z.object({ state: z.literal('failed'), why: z.string(), exitCode: z.int().nullable(), lastWords: z.array(z.string()), nextTryAt: z.int().nullable() }),
])
export type ServerStatusRow = z.infer<typeof ServerStatusRow>

const limit = z.int().positive().nullable()
/** Seconds; null: the usual. To be connected, without an answer or progress, and for a call in all. */
export const ServerLimits = z.object({ startSeconds: limit, callSeconds: limit, totalSeconds: limit })
export type ServerLimits = z.infer<typeof ServerLimits>

/** How a server is reached: a program that is started, or an address that is sent to. `cwd` null: the home folder. */
export const Reach = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), command: z.string().max(8192), args: z.array(z.string().max(64 * 1024)).max(512), cwd: z.string().max(8192).nullable() }),
  z.object({ kind: z.literal('address'), url: z.string().max(8192) }),
])
export type Reach = z.infer<typeof Reach>

/** How a server is reached and how it is. */
export const ServerRow = z.object({
  reach: Reach,
  /** Its variables, or its headers. Values that could be secret are hidden. */
  values: z.array(z.object({ name: z.string(), shown: z.string(), secret: z.boolean() })),
  status: ServerStatusRow,
  limits: ServerLimits,
  /** In seconds, what counts. */
  times: z.object({ start: z.number(), call: z.number(), total: z.number() }),
  /** When it listed its tools; while it isn't running they are shown as they were then. Null: never yet. */
  listedAt: z.int().nullable(),
  notes: z.array(z.string()),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type ServerRow = z.infer<typeof ServerRow>

export const ConnectorRow = z.object({
  connectorId: ConnectorId, label: z.string(), builtIn: z.boolean(), on: z.boolean(), state: ConnectorState,
  /** Why it isn't ready and what to do; null when it is. */
  detail: z.string().nullable(),
  /** How many it lists, how many of them are on, and how many wait for a review. */
  toolsListed: z.int(), toolsOn: z.int(), toolsChanged: z.int(),
  /** Of a call, in millionths of a dollar, by the person's word; null: it doesn't bill. */
  price: z.int().positive().nullable(),
  /** Of its tools that cost something else. */
  toolPrices: z.array(z.object({ tool: z.string(), price: z.int().positive() })),
  /** Null for built-in connectors. */
  server: ServerRow.nullable(),
})
export type ConnectorRow = z.infer<typeof ConnectorRow>

/** A value that a configuration leaves open. */
export const ServerReference = z.object({
  /** As it is looked up; `input:` before what another app would ask for. */
  name: z.string(),
  /** It stands for nothing where Gatehouse is started, so it has to be filled in. */
  needed: z.boolean(),
  secret: z.boolean(),
  /** What its configuration calls it; the file's own word. */
  description: z.string().nullable(),
})
export type ServerReference = z.infer<typeof ServerReference>

/** A server in a configuration, to be reviewed; nothing of it was started. */
export const ServerCandidate = z.object({
  label: z.string(), reach: Reach,
  /** Its variables, or its headers. `secret`: by its name or its form it could be one. */
  values: z.array(z.object({ name: z.string(), value: z.string(), shown: z.string(), secret: z.boolean() })),
  /** What its texts refer to: filled in by a person, or looked up where Gatehouse is started. */
  references: z.array(ServerReference),
  limits: ServerLimits,
  warnings: z.array(z.string()),
  /** What keeps it from being added as it is. */
  problems: z.array(z.string()),
})
export type ServerCandidate = z.infer<typeof ServerCandidate>

export const ConfigReview = z.object({
  origin: z.string(),
  candidates: z.array(ServerCandidate),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Why nothing was found; null when something was. */
  problem: z.string().nullable(),
})
export type ConfigReview = z.infer<typeof ConfigReview>

export const LogLineRow = z.object({ from: z.enum(['stderr', 'stdout', 'server', 'note']), text: z.string(), at: z.int() })

/** A tool as a person saw it. */
export const SeenTool = z.object({ tool: z.string(), pin: Digest })

/** What a server's secret is stored as: a server can name none of another's, nor a model's. */
export const serverSecretName = (connectorId: ConnectorId, name: string): string => `${connectorId}/${name}`

export const isSecretOf = (connectorId: ConnectorId, name: string): boolean => name.startsWith(`${connectorId}/`)

/**
 * Bounds for the wire; what fits is the core's word. `value` null keeps what a server has under that name; with `secret` it is
 * what is stored as `serverSecretName` says, looked up at each start.
 */
export const ServerSetupInput = z.object({
  label: z.string().max(200), reach: Reach,
  values: z.array(z.object({ name: z.string().max(500), value: z.string().max(64 * 1024).nullable(), secret: z.boolean().optional() })).max(200),
  /** Left out: the usual. */
  limits: ServerLimits.optional(),
})
export type ServerSetupInput = z.infer<typeof ServerSetupInput>
