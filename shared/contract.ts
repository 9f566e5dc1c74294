import { z } from 'zod'
import { backupOperations } from './backup.ts'
import { branchOperations } from './branch-operations.ts'
import { budgetOperations } from './budget-operations.ts'
import { caseOperations } from './case-run.ts'
import { certificationOperations } from './certification.ts'
import { chatOperations } from './chat-operations.ts'
import { commandOperations } from './command-operations.ts'
import { connectorOperations } from './connector-operations.ts'
import { call, none, rows, watch } from './contract-parts.ts'
import { coworkerOperations } from './coworker.ts'
import { WireError } from './errors.ts'
import { goalOperations } from './goal-operations.ts'
import { jobOperations } from './job-operations.ts'
import { modelOperations } from './model-operations.ts'
import { operatorOperations } from './operator.ts'
import { roleOperations } from './role-operations.ts'
import { runOperations } from './run-operations.ts'
import { StatusRow } from './run-record.ts'
import { secretOperations } from './secret-operations.ts'
import { claimOperations } from './service-claim.ts'
import { Settings } from './settings.ts'
import { skillOperations } from './skill-operations.ts'
import { sourceOperations } from './source.ts'
import { storedOperations } from './stored-operations.ts'
import { turnOperations } from './turn-operations.ts'
import { webhookOperations } from './webhook.ts'
import { lookBackOperations } from './what-if.ts'

/** What turns are sent, and send back. */
export { AnswerReceipt, MessageInput, TurnItem } from './turn-operations.ts'

/** Everything a window can ask of the core, put together from its areas. There is no other way in. */
export const contract = {
  'app.info': call(none, z.object({ version: z.string(), shell: z.string(), dataDirectory: z.string(), problem: WireError.nullable() })),
  'status.watch': watch(none, rows(StatusRow)),
  'settings.watch': watch(none, rows(Settings)),
  'settings.update': call(Settings.partial(), none),

  ...chatOperations,
  ...turnOperations,
  ...connectorOperations,
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
  ...modelOperations,
  ...secretOperations,
  ...runOperations,
  ...branchOperations,
  ...lookBackOperations,
  ...caseOperations,
  ...commandOperations,
  ...budgetOperations,
  ...backupOperations,
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
