import { assertNever } from '../../shared/assert-never.ts'
import { ConnectorsPage } from '../features/connectors/connectors-page.tsx'
import { FirstRun } from '../features/first-run/first-run.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import type { Route } from '../route.ts'
import { strings } from '../strings/en.ts'

/** The page of a route. `noChats`: there is none yet; null: not known yet. */
export function Page({ route, noChats }: { route: Route; noChats: boolean | null }) {
  switch (route.page) {
    case 'chat': return null
    case 'new-chat': return noChats === null ? null : noChats ? <FirstRun /> : null
    case 'inbox': return null
    case 'connectors': return <ConnectorsPage {...(route.connectorId === undefined ? {} : { connectorId: route.connectorId })} />
    case 'settings': return <SettingsPage {...(route.section === undefined ? {} : { section: route.section })} />
    default: return assertNever(route, 'route')
  }
}

/** What the window's title calls the page. */
export function pageTitle(route: Route, chatTitle: string, noChats: boolean | null): string {
  const { newChat, inbox, connectors, settings } = strings.frame
  switch (route.page) {
    case 'chat': return chatTitle === '' ? newChat : chatTitle
    case 'new-chat': return noChats === true ? strings.firstRun.page : newChat
    case 'inbox': return inbox
    case 'connectors': return connectors
    case 'settings': return settings
    default: return assertNever(route, 'route')
  }
}
