import { AppError } from '../../shared/errors.ts'
import type { CoreHandlers } from '../../shared/contract.ts'
import { CallId, ChatId, StandingApprovalId, TurnId } from '../../shared/ids.ts'
import type { SeatedEvent } from '../../shared/turn-event.ts'
import type { TurnState } from '../../shared/turn-state.ts'
import { createConnectors, connectorMigrations } from './connectors/built-in.ts'
import { openStored } from './connectors/stored.ts'
import { createStandingApprovals } from './gate/standing-approvals.ts'
import type { FactSources } from './gate/facts.ts'
import type { Host } from './host.ts'
import type { ModelPort } from './model/model.ts'
import { createPracticeModel } from './model/practice.ts'
import { findRole } from './roles/roles.ts'
import { createHandlers } from './rpc/handlers.ts'
import { createActivity } from './store/activity.ts'
import { createBlobs } from './store/blobs.ts'
import { createChats } from './store/chats.ts'
import { openStore } from './store/database.ts'
import { createJournal } from './store/journal.ts'
import { coreMigrations } from './store/migrations.ts'
import { createProjections } from './store/projections.ts'
import { createQuestions } from './store/questions.ts'
import { createChatSearch } from './store/search.ts'
import { createSettingsStore } from './store/settings.ts'
import { sha256 } from './store/sha256.ts'
import { createToolCache } from './store/tool-cache.ts'
import { createCatalog } from './tools/catalog.ts'
import { createToolChoices } from './tools/tool-choices.ts'
import type { Connector } from './tools/tool.ts'
import { createChain } from './turn/chain.ts'
import { argumentsOf } from './turn/prompt.ts'
import type { Ids } from './turn/turn-ports.ts'
import { createTurns } from './turn/turns.ts'
import { createTurnWatchers } from './turn/turn-watchers.ts'

/** What a shell mounts on each of its transports. */
export { serveClient } from './rpc/serve-client.ts'

/** The running core. A shell mounts `handlers` on its transports and calls `close` before it goes. */
export interface Core {
  readonly handlers: CoreHandlers
  /** Stops taking work, closes what is open and lets go of the data directory. Running turns resume at the next start. */
  readonly close: () => Promise<void>
}

/** What drills, benches and tests put beside the shipped parts; a shell never does. */
export interface Additions {
  readonly connectors?: readonly Connector[]
  /** By name; `practice` replaces the shipped one. */
  readonly models?: ReadonlyMap<string, ModelPort>
}

/**
 * The one composition root: opens the data directory, makes every part, and takes over what an earlier process left open.
 * @throws AppError `store.*` when the data directory can't be used; then nothing of it was changed
 */
export async function createCore(host: Host, additions: Additions = {}): Promise<Core> {
  const store = openStore(host.dataDirectory, [...coreMigrations, ...connectorMigrations])
  const { database } = store
  const settings = createSettingsStore(database)
  const journal = createJournal(database, createProjections(database))
  const chats = createChats(database)
  const questions = createQuestions(database)
  const standing = createStandingApprovals(database, sha256)
  const stored = openStored(database)
  const builtIn = createConnectors({ database, stored, now: host.clock.now, settings: settings.get, dataDirectory: host.dataDirectory })
  const choices = createToolChoices(database)
  const connectors = [...builtIn, ...(additions.connectors ?? [])]
  const catalog = createCatalog({ connectors: () => connectors, connectorOn: settings.connectorOn, choices, sha256 })
  const chain = createChain(journal)
  const watchers = createTurnWatchers()
  const ids = createIds(host)
  const models = new Map([['practice', createPracticeModel({ rate: () => settings.get().practiceRate, clock: host.clock })], ...(additions.models ?? [])])
  const listeners: ((state: TurnState, seated: readonly SeatedEvent[]) => void)[] = []
  const facts: FactSources = {
    catalog, standing,
    roleOf: (state) => findRole(state.started?.role ?? ''),
    guardIsOn: () => settings.get().exfiltrationGuard,
    typedHosts: chain.typedHosts,
    argumentsOf: (call) => argumentsOf(call, journal.readText),
    rawOf: ({ call }) => (call.body === null || call.body.raw === null ? '' : journal.readText(call.body.raw)),
  }
  const turns = createTurns({
    journal, clock: host.clock, ids, sha256, catalog, standing, facts, chain, watchers, toolCache: createToolCache(database),
    modelOf: (name) => {
      const model = models.get(name)
      if (model !== undefined) return model
      throw new AppError('model.unavailable', `There is no model named “${name}”.`, { advice: 'Choose a model in Settings.' })
    },
    announce: (state, seated) => {
      grantStanding(state, seated)
      for (const listener of listeners) listener(state, seated)
    },
  })

  /** An answer that reaches further is kept as a standing approval, bound to the definition and the taint it was given for. */
  const grantStanding = (state: TurnState, seated: readonly SeatedEvent[]): void => {
    for (const { event } of seated) {
      if (event.kind !== 'approval.answered' || event.answer !== 'approved' || event.meta === null || event.meta.standing === null || state.started === null) continue
      const call = state.calls.get(event.callId)?.call
      const tool = call?.meta?.tool ?? null
      const step = call === undefined ? undefined : state.steps[call.step - 1]
      if (tool === null || step === undefined) continue
      standing.add(ids.newStandingId(), { chatId: state.started.chatId, turnId: state.turnId, identity: tool, pin: tool.pin, taint: step.taint, scope: event.meta.standing.scope, times: event.meta.standing.times, title: tool.title, at: event.at })
    }
  }

  const { handlers, close: closeHandlers } = createHandlers({
    host, ids, journal, blobs: createBlobs(database), chats, questions, activity: createActivity(database), settings, choices, standing, stored, catalog, turns, watchers,
    searchChats: createChatSearch(database),
    onAppended: (listener) => { listeners.push(listener) },
  })
  for (const turnId of turns.recover(chats.openTurns().map((turn) => turn.turnId))) chats.markUnreadable(turnId)
  return {
    handlers,
    close: async () => {
      closeHandlers()
      await turns.drain()
      store.close()
    },
  }
}

const createIds = (host: Host): Ids => ({
  newTurnId: () => TurnId.parse(`turn_${host.newId()}`),
  newCallId: () => CallId.parse(`call_${host.newId()}`),
  newChatId: () => ChatId.parse(`chat_${host.newId()}`),
  newStandingId: () => StandingApprovalId.parse(`standing_${host.newId()}`),
  boot: host.newId(),
})
