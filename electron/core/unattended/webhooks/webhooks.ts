import { AppError, toWireError } from '../../../../shared/errors.ts'
import type { HookId, SourceId } from '../../../../shared/ids.ts'
import { LEAST_SECRET_LENGTH, LONGEST_HOOK_ABOUT, LONGEST_HOOK_NAME, type ListenerRow } from '../../../../shared/webhook.ts'
import type { SecretPlace } from '../../../../shared/secret.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { keyLength } from './check-delivery.ts'
import type { HookStore } from './hook-store.ts'
import { openListener, type Listener } from './listener.ts'
import type { Refusals } from './refusals.ts'
import { receiveDelivery, type ReceivePorts } from './receive.ts'

/** What other programs may send: signed, summarised without tools, and never more than text. */
export interface Webhooks {
  readonly store: HookStore
  readonly refusals: Refusals
  readonly listener: () => ListenerRow
  /** @throws AppError `shell.no-port`; `input.invalid` where it isn't permitted */
  readonly switchListener: (on: boolean) => Promise<void>
  /** @throws AppError `input.invalid` */
  readonly create: (text: HookText, sourceId?: SourceId) => HookId
  readonly update: (hookId: HookId, text: HookText) => void
  /** @throws AppError `input.invalid` for one that could be guessed, `secret.*` */
  readonly setSecret: (hookId: HookId, value: string, where: SecretPlace) => Promise<void>
  readonly remove: (hookId: HookId) => Promise<void>
  readonly onListener: (listener: () => void) => void
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface HookText { readonly name: string; readonly about: string }

export interface WebhooksPorts extends ReceivePorts {
  readonly secrets: SecretStore
  readonly refusals: Refusals
  readonly newHookId: () => HookId
  /** Twenty or more letters and digits that nobody guesses. */
  readonly newPath: () => string
  /** Null: permitted on this machine; else the sentence that says it isn't. */
  readonly withheld: () => string | null
}

export const hookSecretName = (hookId: HookId): string => `webhook/${hookId}`

export function createWebhooks(ports: WebhooksPorts): Webhooks {
  const { store, secrets, refusals, now, withheld } = ports
  const listeners: (() => void)[] = []
  let open: Listener | null = null
  let why: string | null = null
  const told = (): void => { for (const listener of listeners) listener() }

  const secretOf = async (hookId: HookId): Promise<string | null> => {
    try {
      return await secrets.get(hookSecretName(hookId))
    } catch (error) {
      // Locked, or gone: nothing is taken without it.
      if (error instanceof AppError) return null
      throw error
    }
  }
  const openIt = async (): Promise<void> => {
    const problem = withheld()
    if (problem !== null) throw new AppError('input.invalid', problem, { kept: 'Nothing listens.' })
    open ??= await openListener({
      now,
      findHook: (path) => { const hook = store.findByPath(path); return hook?.on === true && withheld() === null ? hook : null },
      secretOf: ({ hookId }) => secretOf(hookId),
      refused: (hook, reason) => { refusals.note(hook?.hookId ?? null, reason) },
      receive: (hook, head, body) => receiveDelivery(ports, hook, head, body),
    }, store.listener().port)
    store.setListener(true, open.port)
    why = null
  }
  const closeIt = async (): Promise<void> => {
    const closing = open
    open = null
    await closing?.close()
    refusals.flush()
  }

  refusals.onChanged((subject) => { if (subject === null) told() })

  return {
    store, refusals,
    listener: () => ({ on: store.listener().on, address: open === null ? null : `http://127.0.0.1:${open.port}`, why: withheld() ?? why, permitted: withheld() === null, strays: refusals.count(null) }),
    switchListener: async (on) => {
      try {
        if (on) await openIt()
        else {
          store.setListener(false, null)
          await closeIt()
        }
      } finally {
        told()
      }
    },
    create: (text, sourceId) => {
      const hookId = ports.newHookId()
      store.add({ hookId, ...fit(text), path: `/hook/${ports.newPath()}`, on: true, chatId: null, createdAt: now(), sourceId: sourceId ?? null })
      return hookId
    },
    update: (hookId, text) => { store.change(hookId, fit(text)) },
    setSecret: async (hookId, value, where) => {
      store.get(hookId)
      if (keyLength(value.trim()) < LEAST_SECRET_LENGTH) throw new AppError('input.invalid', `A secret needs at least ${LEAST_SECRET_LENGTH} characters: with less, anybody could sign.`, { kept: 'The secret is as it was.' })
      await secrets.set(hookSecretName(hookId), value.trim(), where)
    },
    remove: async (hookId) => {
      store.get(hookId)
      store.remove(hookId)
      refusals.forget(hookId)
      await secrets.remove(hookSecretName(hookId))
    },
    onListener: (listener) => { listeners.push(listener) },
    start: async () => {
      if (!store.listener().on || withheld() !== null) return
      try {
        await openIt()
      } catch (error) {
        why = toWireError(error).message
      }
      told()
    },
    close: closeIt,
  }
}

/** @throws AppError `input.invalid` */
function fit({ name, about }: HookText): HookText {
  const refuse = (message: string): never => { throw new AppError('input.invalid', message, { kept: 'Nothing was changed.' }) }
  if (!/\S/u.test(name)) refuse('A webhook needs a name.')
  if (name.trim().length > LONGEST_HOOK_NAME) refuse(`A name has at most ${LONGEST_HOOK_NAME} characters.`)
  if (about.length > LONGEST_HOOK_ABOUT) refuse(`What you want to know has at most ${LONGEST_HOOK_ABOUT.toLocaleString('en')} characters.`)
  return { name: name.trim(), about: about.trim() }
}
