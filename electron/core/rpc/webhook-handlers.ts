import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { HookId } from '../../../shared/ids.ts'
import type { HookRow, ListenerRow } from '../../../shared/webhook.ts'
import type { Hook } from '../unattended/webhooks/hook-store.ts'
import { hookSecretName } from '../unattended/webhooks/webhooks.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

/** Those of sources are shown with their sources. */
const isSummed = ({ sourceId }: Hook): boolean => sourceId === null

type WebhookCalls = Pick<CallHandlers, 'listener.switch' | 'hook.create' | 'hook.update' | 'hook.switch' | 'hook.set-secret' | 'hook.delete' | 'hook.discuss' | 'hook.refusals'>

export interface WebhookHandlers { readonly calls: WebhookCalls; readonly watches: Pick<WatchHandlers, 'hooks.watch' | 'listener.watch'>; readonly close: () => void }

export function createWebhookHandlers(parts: CoreParts, touchChat: (chatId: Hook['chatId'] & string) => void): WebhookHandlers {
  const { webhooks, chats, secrets, turns, ids, host } = parts
  const { store } = webhooks
  const toRow = ({ sourceId: _none, ...hook }: Hook): HookRow => {
    const { count, lastAt } = store.received(hook.hookId)
    return { ...hook, chatId: hook.chatId !== null && chats.find(hook.chatId) !== null ? hook.chatId : null, secret: secrets.store.outlook({ kind: 'stored', name: hookSecretName(hook.hookId) }), received: count, lastAt, refused: webhooks.refusals.count(hook.hookId) }
  }
  const rows: Rows<HookRow> = createRows({ list: () => store.list().filter(isSummed).map(toRow), idOf: ({ hookId }) => hookId, find: (id) => { const hook = store.find(HookId.parse(id)); return hook === null || !isSummed(hook) ? null : toRow(hook) } })
  const listener: Rows<ListenerRow> = createRows({ list: () => [webhooks.listener()], idOf: () => 'listener', find: webhooks.listener })
  store.onChanged(rows.touch)
  webhooks.refusals.onChanged((subject) => { const hookId = HookId.safeParse(subject); if (hookId.success) rows.touch(hookId.data) })
  webhooks.onListener(() => { listener.touch('listener') })
  parts.onAppended((state, seated) => {
    if (state.started?.turnKind !== 'webhook' || !seated.some(({ event }) => event.kind === 'turn.started')) return
    for (const hook of store.list()) if (hook.chatId === state.started.chatId) rows.touch(hook.hookId)
  })
  return {
    close: () => {
      rows.end()
      listener.end()
    },
    calls: {
      'listener.switch': async ({ on }) => {
        await webhooks.switchListener(on)
        return {}
      },
      'hook.create': async (text) => ({ hookId: webhooks.create(text) }),
      'hook.update': async ({ hookId, ...text }) => {
        webhooks.update(hookId, text)
        return {}
      },
      'hook.switch': async ({ hookId, on }) => {
        store.change(hookId, { on })
        return {}
      },
      'hook.set-secret': async ({ hookId, value, where }) => {
        await webhooks.setSecret(hookId, value, where)
        rows.touch(hookId)
        return {}
      },
      'hook.refusals': async ({ hookId }) => [...webhooks.refusals.list(hookId)],
      'hook.delete': async ({ hookId }) => {
        await webhooks.remove(hookId)
        return {}
      },
      'hook.discuss': async ({ turnId }) => {
        const { started, ended } = turns.state(turnId)
        if (started === null || started.turnKind !== 'webhook' || chats.find(started.chatId) === null) throw new AppError('input.not-found', 'What came is no longer there.')
        if (ended === null) throw new AppError('turn.busy', 'It is still being summarised.', { advice: 'Wait for it to end.' })
        const chatId = ids.newChatId()
        chats.create(chatId, host.clock.now(), turnId)
        chats.change(chatId, { title: `About: ${chats.find(started.chatId)?.title ?? ''}`.slice(0, 200) })
        touchChat(chatId)
        return { chatId }
      },
    },
    watches: { 'hooks.watch': (_input, emit) => rows.watch(emit), 'listener.watch': (_input, emit) => listener.watch(emit) },
  }
}
