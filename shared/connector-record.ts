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
  changed: ChangedDefinition.nullable(),
})
export type ToolRow = z.infer<typeof ToolRow>

/** Times are milliseconds since 1970. */
export const ServerStatusRow = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting'), since: z.int(), tries: z.int() }),
  z.object({ state: z.literal('ready'), since: z.int() }),
  z.object({ state: z.literal('degraded'), since: z.int(), missing: z.string() }),
  /** `nextTryAt` null: only when a person asks. */
  z.object({ state: z.literal('failed'), why: z.string(), exitCode: z.int().nullable(), lastWords: z.array(z.string()), nextTryAt: z.int().nullable() }),
])
export type ServerStatusRow = z.infer<typeof ServerStatusRow>

/** How a server is started and how it is. */
export const ServerRow = z.object({
  command: z.string(), args: z.array(z.string()), cwd: z.string().nullable(),
  /** Values that could be secret are hidden. */
  env: z.array(z.object({ name: z.string(), shown: z.string(), secret: z.boolean() })),
  status: ServerStatusRow,
  notes: z.array(z.string()),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type ServerRow = z.infer<typeof ServerRow>

export const ConnectorRow = z.object({
  connectorId: ConnectorId, label: z.string(), builtIn: z.boolean(), on: z.boolean(), state: ConnectorState,
  /** Why it isn't ready and what to do; null when it is. */
  detail: z.string().nullable(), tools: z.array(ToolRow),
  /** Null for built-in connectors. */
  server: ServerRow.nullable(),
})
export type ConnectorRow = z.infer<typeof ConnectorRow>

/** A server in a configuration, to be reviewed; nothing of it was started. */
export const ServerCandidate = z.object({
  label: z.string(), command: z.string(), args: z.array(z.string()), cwd: z.string().nullable(),
  /** `secret`: by its name or its form it could be one. */
  env: z.array(z.object({ name: z.string(), value: z.string(), shown: z.string(), secret: z.boolean() })),
  /** Variables that have to be set where Gatehouse is started. */
  references: z.array(z.string()),
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
export const serverSecretName = (connectorId: ConnectorId, variable: string): string => `${connectorId}/${variable}`

/**
 * Bounds for the wire; what fits is the core's word. `value` null keeps what a server has under that name; with `secret` it is
 * what is stored as `serverSecretName` says, looked up at each start.
 */
export const ServerSetupInput = z.object({
  label: z.string().max(200), command: z.string().max(8192), args: z.array(z.string().max(64 * 1024)).max(512),
  env: z.array(z.object({ name: z.string().max(500), value: z.string().max(64 * 1024).nullable(), secret: z.boolean().optional() })).max(200),
  cwd: z.string().max(8192).nullable(),
})
export type ServerSetupInput = z.infer<typeof ServerSetupInput>
