import { assertNever } from '../shared/assert-never.ts'
import { ChatId, ConnectorId } from '../shared/ids.ts'

export type Route =
  | { readonly page: 'chat'; readonly chatId: ChatId }
  | { readonly page: 'new-chat' }
  | { readonly page: 'inbox' }
  | { readonly page: 'connectors'; readonly connectorId?: ConnectorId }
  | { readonly page: 'settings'; readonly section?: string }

const HOME: Route = { page: 'new-chat' }

/** A part of an address as it was before encoding; null when it isn't valid percent encoding. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Anything that isn't an address of ours, such as an old link, leads to a new chat. */
export function parseRoute(hash: string): Route {
  const [page, rest] = hash.replace(/^#?\/?/, '').split('/', 2)
  const detail = rest === undefined || rest === '' ? null : decode(rest)
  switch (page) {
    case 'chat': {
      const chatId = ChatId.safeParse(detail)
      return chatId.success ? { page, chatId: chatId.data } : HOME
    }
    case 'inbox': return { page }
    case 'connectors': {
      const connectorId = ConnectorId.safeParse(detail)
      return connectorId.success ? { page, connectorId: connectorId.data } : { page }
    }
    case 'settings': return detail === null ? { page } : { page, section: detail }
    default: return HOME
  }
}

/** The hash that `parseRoute` reads as this route. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'chat': return `#/chat/${route.chatId}`
    case 'new-chat': return '#/new'
    case 'inbox': return '#/inbox'
    case 'connectors': return route.connectorId === undefined ? '#/connectors' : `#/connectors/${route.connectorId}`
    case 'settings': return route.section === undefined ? '#/settings' : `#/settings/${encodeURIComponent(route.section)}`
    default: return assertNever(route, 'route')
  }
}
