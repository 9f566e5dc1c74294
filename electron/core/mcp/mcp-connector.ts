import type { JsonValue } from '../../../shared/json.ts'
import type { Connector } from '../tools/tool.ts'
import type { ServerLimits } from './server-limits.ts'
import type { LogLine } from './server-log.ts'
import type { ServerStatus } from './server-status.ts'
import type { McpTool } from './to-tool.ts'

/** A connector whose tools change over time: `tools` is what its server lists now, or listed last when it isn't running, this time or before a restart. */
export interface McpConnector extends Connector {
  readonly builtIn: false
  readonly tools: readonly McpTool[]
  /** For pins. */
  readonly launch: JsonValue
  readonly status: () => ServerStatus
  /** When it listed `tools`, milliseconds since 1970; null: never yet. */
  readonly listedAt: () => number | null
  readonly limits: ServerLimits
  /** Entries of its list that can't be used, with why. */
  readonly leftOut: () => readonly { readonly name: string; readonly reason: string }[]
  /** Quiet remarks, such as how many lines it wrote that aren't of the protocol. */
  readonly notes: () => readonly string[]
  /** Redacted and bounded. */
  readonly log: () => readonly LogLine[]
  /** What the server says to models. Nobody reviewed it: never sent to one. */
  readonly instructions: () => string | null
}
