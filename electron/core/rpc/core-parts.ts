import type { SeatedEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import type { FactSources } from '../gate/facts.ts'
import type { SkillStore } from '../connectors/skills/skill-store.ts'
import type { Stored } from '../connectors/stored.ts'
import type { Budget } from '../budget/budget.ts'
import type { Ledger } from '../budget/ledger.ts'
import type { ToolUse } from '../budget/tool-use.ts'
import type { StandingApprovals } from '../gate/standing-approvals.ts'
import type { Goals } from '../goals/goals.ts'
import type { Host } from '../host.ts'
import type { Bundles } from '../mcp/bundles.ts'
import type { ConfiguredServers } from '../mcp/configured-servers.ts'
import type { Models } from '../model/models.ts'
import type { CallPrices } from '../coworkers/call-prices.ts'
import type { Coworkers } from '../coworkers/coworkers.ts'
import type { Operator } from '../operator/parse-operator.ts'
import type { Roles } from '../roles/roles.ts'
import type { Reading } from '../reading/reading.ts'
import type { CaseStore } from '../cases/case-store.ts'
import type { LookBacks } from '../runs/look-back.ts'
import type { Runs } from '../runs/runs.ts'
import type { Secrets } from '../secrets/open-secrets.ts'
import type { Sources } from '../unattended/sources/sources.ts'
import type { Certifications } from '../model/certifications.ts'
import type { Backups } from '../backup/backups.ts'
import type { Webhooks } from '../unattended/webhooks/webhooks.ts'
import type { Jobs } from '../unattended/jobs.ts'
import type { Activity } from '../store/activity.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Chats } from '../store/chats.ts'
import type { DraftFiles } from '../store/draft-files.ts'
import type { Journal } from '../store/journal.ts'
import type { Questions } from '../store/questions.ts'
import type { SettingsStore } from '../store/settings.ts'
import type { Catalog } from '../tools/catalog.ts'
import type { Relevance } from '../tools/relevance.ts'
import type { Chain } from '../turn/chain.ts'
import type { ToolChoices } from '../tools/tool-choices.ts'
import type { Ids } from '../turn/turn-ports.ts'
import type { Turns } from '../turn/turns.ts'
import type { TurnWatchers } from '../turn/turn-watchers.ts'

/** What the handlers of operations work with. */
export interface CoreParts {
  readonly host: Host
  readonly ids: Ids
  readonly journal: Journal
  readonly blobs: Blobs
  readonly chats: Chats
  readonly questions: Questions
  readonly activity: Activity
  readonly settings: SettingsStore
  readonly standing: StandingApprovals
  readonly stored: Stored
  readonly skills: SkillStore
  readonly models: Models
  readonly secrets: Secrets
  readonly catalog: Catalog
  readonly choices: ToolChoices
  readonly relevance: Relevance
  readonly facts: FactSources
  readonly chain: Chain
  readonly servers: ConfiguredServers
  readonly budget: Budget
  readonly ledger: Ledger
  readonly toolUse: ToolUse
  readonly operator: Operator
  readonly coworkers: Coworkers
  readonly callPrices: CallPrices
  readonly roles: Roles
  readonly goals: Goals
  readonly jobs: Jobs
  readonly webhooks: Webhooks
  readonly sources: Sources
  readonly certifications: Certifications
  readonly backups: Backups
  readonly runs: Runs
  readonly lookBacks: LookBacks
  readonly caseStore: CaseStore
  readonly turns: Turns
  readonly watchers: TurnWatchers
  readonly bundles: Bundles
  readonly draftFiles: DraftFiles
  readonly reading: Reading
  /** Takes the secrets that were used so far out of a text. */
  readonly redact: (text: string) => string
  /** Called after each commit of any turn, once the calls that were started with it are on their way. */
  readonly onAppended: (listener: (state: TurnState, seated: readonly SeatedEvent[]) => void) => void
}
