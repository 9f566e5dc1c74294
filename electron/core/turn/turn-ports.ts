import type { CallId, ChatId, Digest, StandingApprovalId, TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { Prices } from '../../../shared/model-profile.ts'
import type { CaptureLevel } from '../../../shared/role.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { Budget } from '../budget/budget.ts'
import type { FactSources } from '../gate/facts.ts'
import type { StandingApprovals } from '../gate/standing-approvals.ts'
import type { Clock } from '../host.ts'
import type { HttpGet } from '../http/tool-http.ts'
import type { ModelPort } from '../model/model.ts'
import type { KnownSecrets } from '../secrets/known-secrets.ts'
import type { Journal } from '../store/journal.ts'
import type { ToolCacheStore } from '../store/tool-cache.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Relevance } from '../tools/relevance.ts'
import type { Chain } from './chain.ts'
import type { Delegation } from './joins.ts'
import type { TurnWatchers } from './turn-watchers.ts'

export interface Ids {
  readonly newTurnId: () => TurnId
  readonly newCallId: () => CallId
  readonly newChatId: () => ChatId
  readonly newStandingId: () => StandingApprovalId
  /** Names this process, for the events that say which one took over. */
  readonly boot: string
  /** How the process before ended. */
  readonly after: 'crash' | 'quit'
}

/** What driving a turn needs from the rest of the core. */
export interface TurnPorts {
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly sha256: (text: string) => Digest
  readonly catalog: Catalog
  readonly standing: StandingApprovals
  readonly facts: FactSources
  readonly chain: Chain
  readonly relevance: Relevance
  readonly budget: Budget
  readonly watchers: TurnWatchers
  readonly delegation: Delegation
  readonly http: HttpGet
  readonly toolCache: ToolCacheStore
  readonly secrets: KnownSecrets
  /** What is kept of a run that starts now. @param wanted what its role says; null: as the person's setting says */
  readonly captureLevel: (wanted: CaptureLevel | null) => CaptureLevel
  /** Tokens that fit in one request to this model and its answer; null: unknown. */
  readonly contextWindowOf: (model: string) => number | null
  /** What its tokens cost; null: nobody said. */
  readonly pricesOf: (model: string) => Prices | null
  /** @throws AppError `model.unavailable` for a model that isn't set up */
  readonly modelOf: (name: string) => ModelPort
  /** After each commit, before anything follows from it; must not throw. */
  readonly announce: (state: TurnState, seated: readonly SeatedEvent[]) => void
  /** What was announced, in the same order, once the calls that were started with it are on their way: nobody waits for what is only shown. Must not throw. */
  readonly show: (state: TurnState, seated: readonly SeatedEvent[]) => void
}
