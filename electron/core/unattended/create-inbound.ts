import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { HookId, SourceId } from '../../../shared/ids.ts'
import { tokenPrices } from '../budget/price.ts'
import type { Models } from '../model/models.ts'
import type { Operator } from '../operator/parse-operator.ts'
import { WEBHOOK_SUMMARY } from '../roles/built-in-roles.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { createSources, type Sources, type SourcesPorts } from './sources/sources.ts'
import { createHookStore } from './webhooks/hook-store.ts'
import { createRefusals } from './webhooks/refusals.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface InboundPorts extends Omit<SourcesPorts, 'refusals' | 'newSourceId' | 'hasModel' | 'isPriced' | 'withheld' | 'hooks'> {
  readonly database: Database.Database
  readonly operator: Pick<Operator, 'allowUnattended' | 'allowWebhooks'>
  readonly secrets: SecretStore
  readonly models: Pick<Models, 'has' | 'find'>
  readonly newId: () => string
  /** Null: runs without a person are permitted here. */
  readonly withheld: () => string | null
}

/** What others may send: webhooks, and the sources whose messages come by one or by looking. Each knows the other. */
export function createInbound({ database, operator, secrets, models, newId, withheld, ...ports }: InboundPorts): { readonly webhooks: Webhooks; readonly sources: Sources } {
  const refusals = createRefusals(database, ports.clock.now)
  const withheldHooks = (): string | null => (operator.allowUnattended && operator.allowWebhooks ? null : 'Webhooks are switched off on this machine (ALLOW_WEBHOOKS, ALLOW_UNATTENDED).')
  const sources = createSources({
    ...ports, refusals, newSourceId: () => SourceId.parse(`source_${newId()}`), hasModel: models.has, isPriced: (name) => tokenPrices(models.find(name)?.prices ?? null) !== null,
    withheld: (kind) => (kind === 'webhook' ? withheldHooks() : withheld()),
    hooks: { createFor: (sourceId, name) => webhooks.create({ name, about: '' }, sourceId), switchOn: (hookId, on) => { webhooks.store.change(hookId, { on }) }, remove: (hookId) => webhooks.remove(hookId) },
  })
  const webhooks: Webhooks = createWebhooks({
    store: createHookStore(database), refusals, deliver: sources.deliver, secrets, chats: ports.chats, turns: ports.turns, now: ports.clock.now, newChatId: ports.newChatId, newHookId: () => HookId.parse(`hook_${newId()}`), newPath: () => randomBytes(16).toString('hex'),
    role: WEBHOOK_SUMMARY, model: ports.defaultModel, withheld: withheldHooks, onChat: ports.onChat,
  })
  return { webhooks, sources }
}
