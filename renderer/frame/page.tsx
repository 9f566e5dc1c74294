import { assertNever } from '../../shared/assert-never.ts'
import type { ChatRow } from '../../shared/run-record.ts'
import { BudgetPage } from '../features/budget/budget-page.tsx'
import { ChatPage } from '../features/chat/chat-page.tsx'
import { NewChat } from '../features/chats/new-chat.tsx'
import { ConnectorsPage } from '../features/connectors/connectors-page.tsx'
import { FirstRun } from '../features/first-run/first-run.tsx'
import { GoalsPage } from '../features/goals/goals-page.tsx'
import { InboxPage } from '../features/inbox/inbox-page.tsx'
import { SourcePage } from '../features/jobs/source-page.tsx'
import { JobsPage } from '../features/jobs/jobs-page.tsx'
import { MemoryPage } from '../features/memory/memory-page.tsx'
import { CoworkerPage } from '../features/roles/coworker-page.tsx'
import { RolesPage } from '../features/roles/roles-page.tsx'
import { RunsPage } from '../features/runs/runs-page.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import type { Route } from '../route.ts'
import { strings } from '../strings/en.ts'

export interface PageProps {
  route: Route
  /** Null: not known yet. */
  chats: readonly ChatRow[] | null
  onGo: (route: Route) => void
}

export function Page({ route, chats, onGo }: PageProps) {
  switch (route.page) {
    case 'chat': return <ChatPage address={route} onNavigate={onGo} />
    case 'new-chat': return chats === null ? null : chats.length === 0 ? <FirstRun /> : <NewChat rows={chats} />
    case 'inbox': return <InboxPage onNavigate={onGo} />
    case 'connectors': return <ConnectorsPage {...(route.connectorId === undefined ? {} : { connectorId: route.connectorId })} />
    case 'memory': return <MemoryPage tab={route.tab ?? 'memories'} />
    case 'budget': return <BudgetPage />
    case 'jobs': return <JobsPage route={route} />
    case 'goals': return <GoalsPage route={route} />
    case 'source': return <SourcePage route={route} />
    case 'runs': return <RunsPage route={route} />
    case 'roles': return <RolesPage {...(route.roleId === undefined ? {} : { roleId: route.roleId })} />
    case 'coworker': return <CoworkerPage key={route.id ?? 'new'} id={route.id ?? null} />
    case 'settings': return <SettingsPage {...(route.section === undefined ? {} : { section: route.section })} />
    default: return assertNever(route, 'route')
  }
}

/** What the window's title calls the page. */
export function pageTitle(route: Route, chatTitle: string, noChats: boolean): string {
  const { newChat, inbox, connectors, settings } = strings.frame
  switch (route.page) {
    case 'chat': return chatTitle === '' ? newChat : chatTitle
    case 'new-chat': return noChats ? strings.firstRun.page : newChat
    case 'inbox': return inbox
    case 'connectors': return connectors
    case 'memory': return strings.memory.title
    case 'budget': return strings.budget.title
    case 'jobs':
    case 'source': return strings.jobs.title
    case 'goals': return strings.goals.title
    case 'runs': return strings.runs.title
    case 'roles': return strings.roles.title
    case 'coworker': return strings.roles.title
    case 'settings': return settings
    default: return assertNever(route, 'route')
  }
}
