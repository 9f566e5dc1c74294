import { z } from 'zod'
import { ConfigReview, LogLineRow, SeenTool, ServerSetupInput, ToolRow } from './connector-record.ts'
import { call, none, rows, watch } from './contract-parts.ts'
import { ConnectorId } from './ids.ts'
import { ToolClass } from './policy.ts'
import { ConnectorRow } from './run-record.ts'

/** What a window can ask about connectors and their tools; a part of the contract. */
export const connectorOperations = {
  'connectors.watch': watch(none, rows(ConnectorRow)),
  /** The tools of one connector, in the order in which it lists them; later arrivals come last. */
  'connector-tools.watch': watch(z.object({ connectorId: ConnectorId }), rows(ToolRow)),
  'connector.switch': call(z.object({ connectorId: ConnectorId, on: z.boolean() }), none),
  /** A piece of a bundle, as base64; pieces of one upload in order. Null until the last is there; then it is to be reviewed, and nothing of it was started. */
  'connector.unpack-bundle': call(z.object({ upload: z.string().regex(/^[A-Za-z0-9-]{1,40}$/), fileName: z.string().max(255), offset: z.int().nonnegative(), data: z.base64().max(8 * 1024 * 1024), isLast: z.boolean() }), ConfigReview.nullable()),
  /** Reads servers out of a configuration's text. Nothing starts and nothing is stored. */
  'connector.parse-config': call(z.object({ text: z.string().max(5_000_000), origin: z.string().max(500) }), ConfigReview),
  /** The person reviewed it: it is on from here, unless it names secrets, which are stored before it is switched on. */
  'connector.add': call(ServerSetupInput, z.object({ connectorId: ConnectorId })),
  /** Another command, argument or variable name is another server: what was accepted has to be accepted again. */
  'connector.update': call(ServerSetupInput.omit({ label: true }).extend({ connectorId: ConnectorId }), none),
  'connector.rename': call(z.object({ connectorId: ConnectorId, label: z.string().trim().min(1).max(80) }), none),
  /** With every choice made for it and its secrets; its id is never used again. `secretsLeft`: those that could not be deleted. */
  'connector.remove': call(z.object({ connectorId: ConnectorId }), z.object({ secretsLeft: z.array(z.object({ name: z.string(), reason: z.string() })) })),
  /** What its calls cost, or those of one tool; null: nothing. A call of a grant is set aside for before it is sent. */
  'connector.set-price': call(z.object({ connectorId: ConnectorId, tool: z.string().max(500).nullable(), price: z.int().positive().max(1_000_000_000).nullable() }), none),
  'connector.retry': call(z.object({ connectorId: ConnectorId }), none),
  'connector.log': call(z.object({ connectorId: ConnectorId }), z.object({ lines: z.array(LogLineRow) })),

  /** Switching a server's tool on accepts its class, facts and definition as they are shown, and names what was shown by `pin`. */
  'tool.switch': call(z.object({ connectorId: ConnectorId, tool: z.string(), on: z.boolean(), pin: SeenTool.shape.pin.optional() }), none),
  /** Turns on those that still are what was shown: unchanged, reads, and not misleading. */
  'tools.enable-reads': call(z.object({ connectorId: ConnectorId, tools: z.array(SeenTool).max(2000) }), z.object({ enabled: z.array(z.string()), left: z.array(z.object({ tool: z.string(), reason: z.string() })) })),
  'tool.set-class': call(z.object({ connectorId: ConnectorId, tools: z.array(SeenTool).min(1).max(2000), toolClass: ToolClass }), none),
  'tool.set-facts': call(SeenTool.extend({ connectorId: ConnectorId, untrusted: z.boolean().optional(), egress: z.boolean().optional() }), none),
  /** Takes a changed definition as the reviewed one. */
  'tool.accept': call(SeenTool.extend({ connectorId: ConnectorId }), none),
  'tool.require-approval': call(z.object({ connectorId: ConnectorId, tool: z.string(), required: z.boolean() }), none),
} as const
