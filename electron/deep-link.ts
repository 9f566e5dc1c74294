import { z } from 'zod'
import { ChatId } from '../shared/ids.ts'

export const LINK_SCHEME = 'gatehouse'

/**
 * What an address from outside may lead to: places, and text that waits in the composer of a new chat. Nothing is sent,
 * started, connected or answered by it.
 */
export type DeepLink =
  | { readonly kind: 'place'; readonly hash: string }
  | { readonly kind: 'prefill'; readonly text: string }
  | { readonly kind: 'unknown' }

const LONGEST_LINK = 20_000
const MOST_TEXT = 10_000
const PLACES: ReadonlySet<string> = new Set(['inbox', 'connectors', 'memory', 'budget', 'settings'])
const NewChat = z.strictObject({ text: z.string().min(1).max(MOST_TEXT) })
const UNKNOWN: DeepLink = { kind: 'unknown' }

/**
 * `gatehouse://new?text=…`, `gatehouse://chat/<id>`, `gatehouse://inbox` and the other pages. A link with anything more
 * than it may have isn't understood in part.
 */
export function parseDeepLink(address: string): DeepLink {
  if (address.length > LONGEST_LINK || !URL.canParse(address)) return UNKNOWN
  const url = new URL(address)
  if (url.protocol !== `${LINK_SCHEME}:` || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') return UNKNOWN
  const path = url.pathname.replace(/\/$/, '')
  if (url.host === 'new' && path === '') return parseNewChat(url.searchParams)
  if (url.search !== '') return UNKNOWN
  if (url.host === 'chat') {
    const chatId = ChatId.safeParse(path.slice(1))
    return chatId.success && /^[A-Za-z0-9_-]{1,100}$/.test(chatId.data) ? { kind: 'place', hash: `#/chat/${chatId.data}` } : UNKNOWN
  }
  return PLACES.has(url.host) && path === '' ? { kind: 'place', hash: `#/${url.host}` } : UNKNOWN
}

function parseNewChat(given: URLSearchParams): DeepLink {
  const entries = [...given]
  // A field given twice would leave it to chance which one counts.
  if (entries.length === 0) return { kind: 'place', hash: '#/new' }
  if (new Set(given.keys()).size !== entries.length) return UNKNOWN
  const parsed = NewChat.safeParse(Object.fromEntries(entries))
  return parsed.success ? { kind: 'prefill', text: parsed.data.text } : UNKNOWN
}

/** What a start was given from outside. The system may put them anywhere among a browser engine's own arguments. */
export interface Handed {
  readonly links: readonly string[]
  /** Connector bundles that were opened in the system's file manager. */
  readonly bundles: readonly string[]
}

/** What a second start hands to the running one; a start of another version may send something else. */
export const Handover = z.object({
  links: z.array(z.string().max(LONGEST_LINK)).max(4),
  bundles: z.array(z.string().max(4096)).max(4),
})

export const handedOver = (given: readonly string[]): Handed => ({
  links: given.filter((argument) => argument.startsWith(`${LINK_SCHEME}:`) && argument.length <= LONGEST_LINK).slice(0, 4),
  bundles: given.filter((argument) => !argument.startsWith('-') && argument.endsWith('.mcpb') && argument.length <= 4096).slice(0, 4),
})
