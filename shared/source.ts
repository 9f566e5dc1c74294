import { z } from 'zod'
import { call, none, rows, watch } from './contract-parts.ts'
import { ChatId, ConnectorId, Digest, HookId, SourceId, TurnId } from './ids.ts'
import { PreflightTool } from './job.ts'
import { ToolIdentity } from './policy.ts'
import { TurnStatus } from './run-record.ts'
import { HostName } from './settings.ts'
import { RefusalRow } from './webhook.ts'

/* Where messages of strangers come from, and the narrow runs that they start. Times are milliseconds since 1970. */

export const DEFAULT_MESSAGES_AN_HOUR = 20
export const MOST_MESSAGES_AN_HOUR = 60
export const LEAST_POLL_MINUTES = 5
export const LONGEST_SOURCE_NAME = 80
export const LONGEST_SOURCE_ABOUT = 4000

/** Which members lead to a value inside a result, such as `data.messages`; empty: the value itself. */
const MemberPath = z.string().max(200)

export const SourceInput = z.discriminatedUnion('kind', [
  /** An address and a secret of its own, beside those of webhooks. */
  z.object({ kind: z.literal('webhook') }),
  z.object({
    kind: z.literal('poll'),
    /** One of the connector's reads, called as it stands here every so often. */
    tool: z.string().min(1).max(500),
    /** JSON of an object. */
    arguments: z.string().max(20_000),
    minutes: z.int().min(LEAST_POLL_MINUTES).max(10_080),
    /** Where the list of items is in the result. */
    items: MemberPath,
    /** What an item is known again by; empty: all of it. */
    id: MemberPath,
    /** What becomes of the items that are there when it looks for the first time. */
    first: z.enum(['remember', 'answer']),
  }),
])
export type SourceInput = z.infer<typeof SourceInput>

/** All that a person decides about a source. Bounds are for the wire; what fits is the core's word. */
export const SourceText = z.object({
  name: z.string().max(1000),
  /** What is to be made of each message, in the person's words. */
  about: z.string().max(20_000),
  connectorId: ConnectorId,
  /** The one tool that writes: it runs by the person's word. A write of the connector, or `write_note` into the source's own folder. */
  draft: ToolIdentity,
  /** The draft may go to whatever address it names. */
  draftAnywhere: z.boolean(),
  /** What its calls may reach besides: each message is a stranger's, and nobody is there to ask. */
  hosts: z.array(HostName).max(100),
  /** Null: the model of new chats. */
  model: z.string().max(200).nullable(),
  perHour: z.int().min(1).max(MOST_MESSAGES_AN_HOUR),
  input: SourceInput,
})
export type SourceText = z.infer<typeof SourceText>

/** A tool as it was when the person confirmed it. */
export const ConfirmedTool = z.object({ ...ToolIdentity.shape, pin: Digest, toolClass: z.enum(['read', 'write']) })
export type ConfirmedTool = z.infer<typeof ConfirmedTool>

export const SourceProblem = z.object({ field: SourceText.keyof().or(z.enum(['tool', 'arguments', 'minutes', 'items', 'id'])), sentence: z.string() })
export type SourceProblem = z.infer<typeof SourceProblem>

export const SourcePreflight = z.object({
  problems: z.array(SourceProblem),
  tools: z.array(PreflightTool),
  /** What saving confirms: these tools, as they are now. */
  confirms: z.array(ConfirmedTool),
  warnings: z.array(z.string()),
})
export type SourcePreflight = z.infer<typeof SourcePreflight>

export const SourceState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  /** It takes nothing and runs nothing, for this reason, until it is gone. */
  z.object({ state: z.literal('paused'), why: z.string() }),
  z.object({ state: z.literal('running'), turnId: TurnId }),
  z.object({ state: z.literal('ready') }),
])
export type SourceState = z.infer<typeof SourceState>

/** What came of looking. `found` items are in the list, `fresh` are new, `left` of those had no room in this hour. */
export const PollReport = z.object({ at: z.int(), turnId: TurnId, problem: z.string().nullable(), found: z.int(), fresh: z.int(), left: z.int() })
export type PollReport = z.infer<typeof PollReport>

export const SourceRow = SourceText.extend({
  sourceId: SourceId, on: z.boolean(), createdAt: z.int(), updatedAt: z.int(), chatId: ChatId.nullable(),
  connectorLabel: z.string(), draftTitle: z.string(),
  confirmed: z.array(ConfirmedTool),
  state: SourceState,
  /** Where its drafts go, where they are notes. */
  folder: z.string(),
  /** Of one that takes deliveries. */
  hook: z.object({ hookId: HookId, path: z.string(), secret: z.enum(['present', 'missing', 'locked']) }).nullable(),
  /** Of one that looks by itself. */
  poll: z.object({ nextAt: z.int().nullable(), last: PollReport.nullable() }).nullable(),
  messages: z.int().nonnegative(), lastAt: z.int().nullable(), refused: z.int().nonnegative(),
})
export type SourceRow = z.infer<typeof SourceRow>

/** `turnId` null: an item that was only remembered. */
export const MessageRow = z.object({ id: z.int(), at: z.int(), run: z.object({ turnId: TurnId, status: TurnStatus, chatId: ChatId.nullable(), drafts: z.int().nonnegative(), tokens: z.int() }).nullable() })
export type MessageRow = z.infer<typeof MessageRow>

const source = z.object({ sourceId: SourceId })
const text = { text: SourceText, /** What preflight said that saving confirms. */ confirms: z.array(ConfirmedTool).max(2000) }

/** What a window can ask about sources; a part of the contract. */
export const sourceOperations = {
  'sources.watch': watch(none, rows(SourceRow)),
  /** What it would be given, without storing anything. */
  'source.preflight': call(z.object({ sourceId: SourceId.nullable(), text: SourceText }), SourcePreflight),
  /** The person's word for what preflight showed. One that takes deliveries takes none before it has a secret: `hook.set-secret`. */
  'source.create': call(z.object(text), source.extend({ hookId: HookId.nullable() })),
  'source.update': call(source.extend({ ...text, seen: z.int() }), none),
  'source.switch': call(source.extend({ on: z.boolean() }), none),
  /** Looks now, by a person's word. */
  'source.poll': call(source, z.object({ turnId: TurnId })),
  /** With its address, its secret and what it remembers; what came stays in its chat. */
  'source.delete': call(source, none),
  /** Newest first. */
  'source.messages': call(source.extend({ limit: z.int().min(1).max(100) }), z.array(MessageRow)),
  'source.refusals': call(source, z.array(RefusalRow)),
} as const
