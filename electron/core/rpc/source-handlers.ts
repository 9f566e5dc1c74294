import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { SourceId, type ChatId } from '../../../shared/ids.ts'
import type { SourceRow, SourceState } from '../../../shared/source.ts'
import type { Source } from '../unattended/sources/source.ts'
import { messageRole } from '../unattended/sources/source-role.ts'
import { sourcePreflight } from '../unattended/sources/source-preflight.ts'
import { everyMs } from '../host.ts'
import { messageRoleId, sourceOfRole } from '../roles/role-ids.ts'
import { hookSecretName } from '../unattended/webhooks/webhooks.ts'
import type { CoreParts } from './core-parts.ts'
import { outcomeOfTool } from './explain-tools.ts'
import { asSeen } from './person-edit.ts'
import { createRows, type Rows } from './rows.ts'

type SourceCalls = Pick<CallHandlers, 'source.preflight' | 'source.create' | 'source.update' | 'source.switch' | 'source.poll' | 'source.delete' | 'source.messages' | 'source.refusals'>

export interface SourceHandlers {
  readonly calls: SourceCalls
  readonly watches: Pick<WatchHandlers, 'sources.watch'>
  /** Connectors, models, keys or chats are others now. */
  readonly refresh: () => void
  readonly close: () => void
}

const LOOK_AGAIN_MS = 2000

/** @param touchRole a source's role came, changed or went */
export function createSourceHandlers(parts: CoreParts, touchRole: (roleId: string) => void): SourceHandlers {
  const { sources, webhooks, catalog, models, settings, chats, secrets, servers, host } = parts
  const { store } = sources
  const chatLeft = (chatId: ChatId | null): ChatId | null => (chatId !== null && chats.find(chatId) !== null ? chatId : null)
  const stateOf = (source: Source): SourceState => {
    if (!source.on) return { state: 'off' }
    const why = sources.problemOf(source)
    if (why !== null) return { state: 'paused', why }
    const [turnId] = [...store.openRuns(source.sourceId, 'message'), ...store.openRuns(source.sourceId, 'poll')]
    return turnId === undefined ? { state: 'ready' } : { state: 'running', turnId }
  }
  const row = (source: Source): SourceRow => {
    const { sourceId, text, confirmed, on, createdAt, updatedAt, folder, hookId } = source
    const hook = hookId === null ? null : webhooks.store.find(hookId)
    const { count, lastAt } = store.received(sourceId)
    return {
      ...text, sourceId, on, createdAt, updatedAt, folder, chatId: chatLeft(source.chatId), confirmed: [...confirmed], state: stateOf(source),
      connectorLabel: catalog.connectors.find(({ id }) => id === text.connectorId)?.label ?? text.connectorId, draftTitle: catalog.find(text.draft)?.tool.title ?? text.draft.tool,
      hook: hook === null ? null : { hookId: hook.hookId, path: hook.path, secret: secrets.store.outlook({ kind: 'stored', name: hookSecretName(hook.hookId) }) },
      poll: text.input.kind === 'poll' ? { nextAt: on ? source.dueAt : null, last: source.lastPoll } : null,
      messages: count, lastAt, refused: webhooks.refusals.count(hookId ?? sourceId),
    }
  }
  const rows: Rows<SourceRow> = createRows({ list: () => store.list().map(row), idOf: ({ sourceId }) => sourceId, find: (id) => { const source = store.find(SourceId.parse(id)); return source === null ? null : row(source) }, onlyChanges: true })
  const refresh = (): void => {
    // Every few seconds, whether somebody looks or not.
    if (rows.watched) for (const { sourceId } of store.list()) rows.touch(sourceId)
  }
  store.onChanged(rows.touch)
  models.onChanged(refresh)
  const stopListening = servers.onChanged(refresh)
  // Switches of tools are read, as built-in connectors are, and only what is another row is sent.
  const stopLooking = (host.clock.every ?? everyMs)(LOOK_AGAIN_MS, refresh)
  sources.onEdited((sourceId) => { touchRole(messageRoleId(sourceId)) })
  webhooks.refusals.onChanged((subject) => { for (const { sourceId, hookId } of store.list()) if (subject === sourceId || subject === hookId) rows.touch(sourceId) })
  parts.onAppended((state, seated) => {
    const found = state.started === null ? null : sourceOfRole(state.started.role)
    if (found !== null && seated.some(({ event }) => event.kind === 'turn.started' || event.kind === 'turn.ended' || event.kind === 'turn.paused' || event.kind === 'turn.unpaused')) rows.touch(found.sourceId)
  })

  return {
    refresh,
    close: () => {
      stopListening()
      stopLooking()
      rows.end()
    },
    calls: {
      'source.preflight': async ({ sourceId, text }) => {
        const confirms = sources.toConfirm(text)
        const folder = sourceId === null ? 'this-source' : store.get(sourceId).folder
        const role = messageRole('source:preflight', text.name.trim() === '' ? { ...text, name: 'this source' } : text, confirms, folder)
        const model = text.model ?? settings.get().model
        const readOnlyModel = models.readsOnly(model, role) ? model : null
        return sourcePreflight(text, {
          catalog, role, confirms, problems: sources.problems(text), readOnlyModel, guardIsOn: settings.get().exfiltrationGuard,
          outcomeOf: (entry) => outcomeOfTool(entry, role, readOnlyModel, true, { tainted: true, taint: [] }),
        })
      },
      'source.create': async ({ text, confirms }) => {
        const { sourceId, hookId } = sources.create(text, confirms)
        return { sourceId, hookId }
      },
      'source.update': async ({ sourceId, text, confirms, seen }) => {
        sources.update(asSeen(store.get(sourceId), seen, 'source').sourceId, text, confirms)
        return {}
      },
      'source.switch': async ({ sourceId, on }) => {
        sources.switchOn(sourceId, on)
        return {}
      },
      'source.poll': async ({ sourceId }) => ({ turnId: await sources.pollNow(store.get(sourceId)) }),
      'source.delete': async ({ sourceId }) => {
        await sources.remove(sourceId)
        return {}
      },
      'source.messages': async ({ sourceId, limit }) => [...store.messages(sourceId, limit)],
      'source.refusals': async ({ sourceId }) => [...webhooks.refusals.list(store.get(sourceId).hookId ?? sourceId)],
    },
    watches: { 'sources.watch': (_input, emit) => rows.watch(emit) },
  }
}
