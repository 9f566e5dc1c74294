import { z } from 'zod'
import { ConfigReview, LogLineRow, SeenTool, ServerSetupInput, ToolRow } from './connector-record.ts'
import { call, none, rows, rowsInParts, watch } from './contract-parts.ts'
import { caseOperations } from './case-run.ts'
import { coworkerOperations } from './coworker.ts'
import { CallExplanation, ToolExplanation } from './explain.ts'
import { DraftFile, MOST_FILES } from './draft-file.ts'
import { goalOperations } from './goal-operations.ts'
import { CallId, ChatId, ConnectorId, Digest, StandingApprovalId, TurnId } from './ids.ts'
import { AnswerChoice, ToolClass } from './policy.ts'
import { AnthropicProfile, ModelCheck, ModelRow, SuggestedProfile } from './model-profile.ts'
import { ChatRow, ConnectorRow, Question, StandingApproval, StatusRow, TurnNode } from './run-record.ts'
import { operatorOperations } from './operator.ts'
import { roleOperations } from './role-operations.ts'
import { claimOperations } from './service-claim.ts'
import { AuditRow, RunChoices, RunFilter, runPage, RunRecord, RunRow, RunsRow } from './run-log.ts'
import { changesOf, ComparedRun } from './branch-operations.ts'
import { lookBackOperations } from './what-if.ts'
import { PlaceChoice, SecretPlace, SecretRow, VaultRow } from './secret.ts'
import { Settings } from './settings.ts'
import { jobOperations } from './job-operations.ts'
import { skillOperations } from './skill-operations.ts'
import { storedOperations } from './stored-operations.ts'
import { OutcomeAnswer, SeatedEvent } from './turn-event.ts'
import { webhookOperations } from './webhook.ts'
import { sourceOperations } from './source.ts'
import { certificationOperations } from './certification.ts'
import { backupOperations } from './backup.ts'
import { WireError } from './errors.ts'

/** A part of a message as a window sends it. */
export const MessageInput = z.object({
  origin: z.enum(['typed', 'pasted', 'dropped', 'linked']),
  text: z.string().max(2_000_000),
  fileName: z.string().max(255).optional(),
  vouched: z.boolean(),
})
export type MessageInput = z.infer<typeof MessageInput>

/** `money` in millionths of a dollar; `uncounted`: steps whose cost nobody knows, which isn't in it. */
const spent = { tokens: z.int(), money: z.int(), uncounted: z.int() }

/**
 * What a turn's watch sends: stored events after `after`, then `synced`, then whatever happens.
 * `draft` replaces what is known of the open step's text; `delta` adds at `offset` and is ignored where it doesn't fit.
 */
export const TurnItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), seated: SeatedEvent }),
  z.object({ kind: z.literal('synced'), seq: z.int() }),
  z.object({ kind: z.literal('draft'), step: z.int(), text: z.string() }),
  z.object({ kind: z.literal('delta'), step: z.int(), offset: z.int(), text: z.string() }),
  z.object({ kind: z.literal('status'), callId: CallId.nullable(), text: z.string() }),
])
export type TurnItem = z.infer<typeof TurnItem>

export const AnswerReceipt = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted') }),
  /** Somebody, the clock or the turn was first; nothing was changed. */
  z.object({ status: z.literal('late'), answer: z.string(), by: z.string(), at: z.int(), sentence: z.string() }),
])
export type AnswerReceipt = z.infer<typeof AnswerReceipt>

export const CommandReply = z.object({
  /** Plain text for the person; never goes to the model. */
  text: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What the window should do next, if anything. */
  act: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('open-chat'), chatId: ChatId }),
    z.object({ kind: z.literal('save-file'), fileName: z.string(), content: z.string() }),
    /** Put this turn's message into its editor; what is sent from there is a sibling. */
    z.object({ kind: z.literal('edit-message'), turnId: TurnId }),
  ]),
})
export type CommandReply = z.infer<typeof CommandReply>

/** Bounds for the wire; the core says in words what a value or a passphrase may be. */
const secretText = z.string().max(100_000)
const secretName = z.string().max(200)
const modelName = z.string().max(200)
const pageOfRuns = z.object({ filter: RunFilter, offset: z.int().nonnegative(), limit: z.int().min(1).max(100) })
const questionKey = { turnId: TurnId, callId: CallId, question: z.int().positive(), digest: Digest }

/** Everything a window can ask of the core. There is no other way in. */
export const contract = {
  'app.info': call(none, z.object({ version: z.string(), shell: z.string(), dataDirectory: z.string(), problem: WireError.nullable() })),

  'chat.create': call(none, z.object({ chatId: ChatId })),
  'chat.rename': call(z.object({ chatId: ChatId, title: z.string().trim().min(1).max(200) }), none),
  'chat.pin': call(z.object({ chatId: ChatId, pinned: z.boolean() }), none),
  'chat.archive': call(z.object({ chatId: ChatId, archived: z.boolean() }), none),
  /** Gone from every list at once; really deleted when `undoUntil` has passed. A running turn is stopped first. */
  'chat.delete': call(z.object({ chatId: ChatId }), z.object({ undoUntil: z.int() })),
  'chat.restore': call(z.object({ chatId: ChatId }), none),
  'chat.show-branch': call(z.object({ chatId: ChatId, leafTurnId: TurnId }), none),
  'chat.save-draft': call(z.object({ chatId: ChatId, draft: z.string().max(200_000) }), none),
  'chat.draft-files': call(z.object({ chatId: ChatId }), z.array(DraftFile)),
  'chat.save-draft-files': call(z.object({ chatId: ChatId, files: z.array(DraftFile).max(MOST_FILES) }), none),
  'chat.search': call(z.object({ query: z.string().max(500), limit: z.int().min(1).max(100) }), z.array(z.object({ chatId: ChatId, turnId: TurnId.nullable(), title: z.string(), excerpt: z.string(), at: z.int() }))),
  'chat.export': call(z.object({ chatId: ChatId, format: z.enum(['markdown', 'json']) }), z.object({ fileName: z.string(), content: z.string() })),
  /** The chat's tree, without content. */
  'chat.watch': watch(z.object({ chatId: ChatId }), rowsInParts(TurnNode)),
  'chats.watch': watch(none, rows(ChatRow)),

  /** `parentTurnId` null starts at the chat's root; a parent that has children already makes a sibling. */
  'turn.start': call(z.object({ chatId: ChatId, parentTurnId: TurnId.nullable(), message: z.array(MessageInput).min(1).max(50) }), z.object({ turnId: TurnId })),
  'turn.stop': call(z.object({ turnId: TurnId }), none),
  'turn.answer': call(z.object({ ...questionKey, answer: AnswerChoice, reason: z.string().max(2000).optional() }), AnswerReceipt),
  /** Rejects the call and records one authored by the person. `arguments` is the JSON text of an object. */
  'turn.edit-call': call(z.object({ ...questionKey, arguments: z.string().max(2_000_000) }), AnswerReceipt),
  /** What became of a call that may have run. `result`: the person's words for what it gave, where it happened. */
  'turn.settle-call': call(z.object({ ...questionKey, answer: OutcomeAnswer, result: z.string().max(100_000).optional() }), AnswerReceipt),
  /** Stored events of some turns, for drawing history. */
  'turn.read': call(z.object({ turnIds: z.array(TurnId).max(100) }), z.array(z.object({ turnId: TurnId, events: z.array(SeatedEvent), /** Set when the stored events can't be read any more; then they are shown up to there, read-only. */ problem: z.string().nullable() }))),
  'turn.watch': watch(z.object({ turnId: TurnId, after: z.int().nonnegative() }), TurnItem),
  /** The whole of a long text. */
  'blob.read': call(z.object({ digest: Digest }), z.object({ text: z.string() })),

  'questions.watch': watch(none, rows(Question)),
  'standing.watch': watch(none, rows(StandingApproval)),
  'standing.revoke': call(z.object({ id: StandingApprovalId }), none),

  'tool.explain': call(z.object({ chatId: ChatId.nullable() }), z.array(ToolExplanation)),
  'call.explain': call(z.object({ turnId: TurnId, callId: CallId }), CallExplanation),

  'connectors.watch': watch(none, rows(ConnectorRow)),
  /** The tools of one connector, in the order in which it lists them; later arrivals come last. */
  'connector-tools.watch': watch(z.object({ connectorId: ConnectorId }), rows(ToolRow)),
  'connector.switch': call(z.object({ connectorId: ConnectorId, on: z.boolean() }), none),
  /** Reads servers out of a configuration's text. Nothing starts and nothing is stored. */
  /** A piece of a bundle, as base64; pieces of one upload in order. Null until the last is there; then it is to be reviewed, and nothing of it was started. */
  'connector.unpack-bundle': call(z.object({ upload: z.string().regex(/^[A-Za-z0-9-]{1,40}$/), fileName: z.string().max(255), offset: z.int().nonnegative(), data: z.base64().max(8 * 1024 * 1024), isLast: z.boolean() }), ConfigReview.nullable()),
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

  ...storedOperations,
  ...skillOperations,
  ...roleOperations,
  ...coworkerOperations,
  ...goalOperations,
  ...operatorOperations,
  ...claimOperations,
  ...jobOperations,
  ...webhookOperations,
  ...sourceOperations,
  ...certificationOperations,
  ...backupOperations,

  'models.watch': watch(none, rows(ModelRow)),
  /** `isNew` refuses a name that is taken. Turns know a model by its name, so the name of a stored one doesn't change. */
  'model.save': call(z.object({ profile: AnthropicProfile, isNew: z.boolean() }), none),
  /** Refused for the model of new turns, and while a turn with it is open. */
  'model.remove': call(z.object({ name: modelName }), none),
  /** For new turns. */
  'model.choose': call(z.object({ name: modelName }), none),
  /** Sends one tiny request. `key` is typed and not stored: it is used for this and forgotten. */
  'model.test': call(z.object({ profile: AnthropicProfile, key: secretText.optional() }), ModelCheck),
  'model.suggestions': call(none, z.array(SuggestedProfile)),

  /** Names and places. No operation gives a value back. */
  'secrets.watch': watch(none, rows(SecretRow)),
  /** `leftIn`: an older copy stayed there, because that place couldn't be opened. */
  'secret.set': call(z.object({ name: secretName, value: secretText, where: SecretPlace }), z.object({ leftIn: SecretPlace.nullable() })),
  'secret.remove': call(z.object({ name: secretName }), none),
  'secret.move-to-keychain': call(z.object({ name: secretName }), z.object({ leftIn: SecretPlace.nullable() })),
  /** Asks the keychain, which may ask the person for its password: for when they are about to store something. */
  'secret.places': call(none, z.object({ choices: z.array(PlaceChoice) })),
  'vault.watch': watch(none, rows(VaultRow)),
  'vault.create': call(z.object({ passphrase: secretText }), none),
  'vault.unlock': call(z.object({ passphrase: secretText }), none),
  'vault.lock': call(none, none),
  'vault.change-passphrase': call(z.object({ current: secretText, next: secretText }), none),

  /** Says that something changed; the window reads its pages anew. */
  'runs.watch': watch(none, rows(RunsRow)),
  /** Newest first, deleted chats' runs with them. */
  'runs.list': call(pageOfRuns, runPage(RunRow)),
  'runs.choices': call(none, RunChoices),
  /** Goes on from a step of a run with something changed, as a sibling of it: only reads run live, what else it did is taken from its record. */
  'run.branch': call(z.object({ turnId: TurnId, fromStep: z.int().positive(), changes: changesOf(MessageInput) }), z.object({ turnId: TurnId, chatId: ChatId })),
  /** A call that a branch stopped at goes to the gate after all, in a live turn of its own. */
  'run.let-through': call(z.object({ turnId: TurnId }), z.object({ turnId: TurnId, chatId: ChatId })),
  /** Those with the same parent, itself with them, oldest first. */
  'run.siblings': call(z.object({ turnId: TurnId }), z.array(RunRow)),
  'run.compare': call(z.object({ turnIds: z.tuple([TurnId, TurnId]) }), z.tuple([ComparedRun, ComparedRun])),
  'run.show': call(z.object({ turnId: TurnId }), RunRecord),
  ...lookBackOperations,
  ...caseOperations,
  'audit.list': call(pageOfRuns, runPage(AuditRow)),
  /**
   * A piece of an export, as lines. `after` is null for the first; `until` is what the first piece said. Records that a
   * filter leaves out are there as headers, so that the chain holds.
   */
  'audit.export': call(z.object({ filter: RunFilter, after: z.int().nonnegative().nullable(), until: z.int().nonnegative().nullable() }), z.object({ lines: z.string(), after: z.int().nullable(), until: z.int(), done: z.int(), of: z.int() })),
  /** Reads every record in the background; `runs.watch` tells how far it is. One at a time. */
  'audit.check': call(none, none),
  'audit.cancel-check': call(none, none),

  'command.run': call(z.object({ chatId: ChatId.nullable(), line: z.string().max(20_000), /** The person typed all of it; only then do its words speak for them. */ typed: z.boolean().optional() }), CommandReply),
  'budget.history': call(z.object({ days: z.int().min(1).max(366) }), z.object({
    /** One a local day, oldest first; today is the last. */
    days: z.array(z.object({ day: z.string(), steps: z.int(), ...spent })),
    /** Of today. */
    spenders: z.array(z.object({ kind: z.enum(['chat', 'role', 'model']), id: z.string(), label: z.string(), ...spent })),
    /** Of today. What a result costs is part of every step it is sent with, which no service tells apart: calls are counted and results measured. */
    tools: z.array(z.object({ connectorId: ConnectorId, connectorLabel: z.string(), tool: z.string(), title: z.string(), calls: z.int(), /** UTF-16 units that reached a model. */ resultLength: z.int() })),
  })),
  'status.watch': watch(none, rows(StatusRow)),
  'settings.watch': watch(none, rows(Settings)),
  'settings.update': call(Settings.partial(), none),
} as const

export type Contract = typeof contract
export type Operation = keyof Contract
export type CallOperation = { [K in Operation]: Contract[K]['kind'] extends 'call' ? K : never }[Operation]
export type WatchOperation = Exclude<Operation, CallOperation>
export type Input<K extends Operation> = z.infer<Contract[K]['input']>
export type Output<K extends CallOperation> = Contract[K] extends { output: infer O extends z.ZodType } ? z.infer<O> : never
export type Item<K extends WatchOperation> = Contract[K] extends { item: infer O extends z.ZodType } ? z.infer<O> : never

/** Aborted when whoever asked is gone: nobody waits for the answer any more. What an AbortSignal has of it. */
export interface CallerSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Who asks: one window, or one channel. Never a model. */
export interface Caller { readonly clientId: string; readonly signal?: CallerSignal }

export type CallHandlers = { readonly [K in CallOperation]: (input: Input<K>, caller: Caller) => Promise<Output<K>> }
/** A watch calls `emit` until the returned function is called; the first item is emitted before it returns. */
export type WatchHandlers = { readonly [K in WatchOperation]: (input: Input<K>, emit: (item: Item<K>) => void) => () => void }
export interface CoreHandlers { readonly calls: CallHandlers; readonly watches: WatchHandlers }

export interface CoreClient {
  /** @throws AppError with the core's code, or `rpc.disconnected` when the connection went before the reply came */
  call<K extends CallOperation>(operation: K, input: Input<K>): Promise<Output<K>>
  /** Survives reconnects by asking anew; `onItem` then gets a fresh snapshot. Returns the way to end it. */
  watch<K extends WatchOperation>(operation: K, input: Input<K>, onItem: (item: Item<K>) => void, onError?: (error: WireError) => void): () => void
}
