import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { ConnectorId } from '../../../../shared/ids.ts'
import { defineTool } from '../../tools/define-tool.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { destination, fact, factsView } from '../facts-view.ts'
import { shorten } from '../stored-taint.ts'
import { guardedFetch, type FetchedPage, type FetchLimits } from '../../http/guarded-fetch.ts'
import { decodePage, readContentType } from './page-text.ts'
import { readableText } from './readable-text.ts'
import type { ResolveHost } from '../../http/resolve-host.ts'
import { destinationOf, parseWebAddress, shownAddress } from '../../http/web-address.ts'

export interface WebLimits extends FetchLimits {
  /** Milliseconds for turning a page into text. */
  readonly convertMs: number
}

export interface WebTools {
  readonly now: () => number
  readonly privateHosts: () => readonly string[]
  readonly resolve: ResolveHost
  readonly limits: WebLimits
}
type Context = ToolContext<WebTools>

export const WEB_ID = ConnectorId.parse('web')

const LONGEST_TITLE = 300
const LONGEST_ERROR_TEXT = 2000

const pageAddress = z.string().trim().max(4096)
  .refine((text) => parseWebAddress(text) !== null, 'is not the address of a page: it begins with https:// or http:// and a host')
  .describe('The whole address, beginning with https:// or http://')

export const fetchPage = defineTool({
  name: 'fetch_page',
  title: 'Fetch a page',
  description: 'Reads one public web page (GET) and gives its text: HTML as readable text with link addresses, or plain text, JSON and XML as they are. No scripts, forms, logins or downloads. Stops when the page redirects to another host.',
  input: z.strictObject({ url: pageAddress }),
  class: 'read',
  untrusted: true,
  egress: true,
  timeout: 30_000,
  destinations: ({ url }) => [destinationOf(addressOf(url))],
  summarise: ({ url }) => `Fetch ${shorten(shownAddress(addressOf(url)), 120)}`,
  view: ({ url }) => factsView([destination('Host', destinationOf(addressOf(url))), fact('Address', addressOf(url).href)]),
  run: async (context: Context, { url }) => {
    const { resolve, limits, privateHosts } = context.deps
    const page = await guardedFetch(addressOf(url), { resolve, limits, privateHosts: privateHosts(), signal: context.signal, onAnswer: (from) => noteAnswer(context, from) })
    return page.status >= 400 ? refuseErrorPage(page, context) : presentPage(page, context)
  },
})

/** Arguments were checked, so this never throws for a call that runs. */
function addressOf(text: string): URL {
  const url = parseWebAddress(text)
  if (url === null) throw new AppError('web.not-allowed', 'That is not the address of a page.')
  return url
}

function noteAnswer(context: Context, from: URL): void {
  context.noteTaint([{
    kind: 'tool-result', turnId: context.turnId, callId: context.callId, connectorId: WEB_ID, tool: 'fetch_page',
    label: shorten(shownAddress(from), 120), at: context.deps.now(),
  }])
}

async function presentPage(page: FetchedPage, context: Context): Promise<string> {
  const { title, text } = await textOf(page, context)
  const head = title === '' ? page.url.href : `${page.url.href}\nTitle: ${shorten(title, LONGEST_TITLE)}`
  return `${head}\n\n${text.trim() === '' ? '(The page has no text.)' : text}`
}

async function refuseErrorPage(page: FetchedPage, context: Context): Promise<never> {
  const answered = `${page.url.host} answered ${page.status} ${STATUS_CODES[page.status] ?? ''}`.trim()
  const isText = readContentType(page.contentType).form !== null
  const { text } = isText ? await textOf(page, context) : { text: '' }
  const said = text.trim()
  throw new AppError('web.failed', said === '' ? `${answered}.` : `${answered}: ${said.length > LONGEST_ERROR_TEXT ? `${said.slice(0, LONGEST_ERROR_TEXT).toWellFormed()}…` : said}`)
}

async function textOf({ body, contentType, url }: FetchedPage, context: Context): Promise<{ readonly title: string; readonly text: string }> {
  const { form, charset, shown } = readContentType(contentType)
  const isBinary = contentType === '' && body.includes(0)
  if (form === null || isBinary) {
    throw new AppError('web.not-allowed', `${url.host} sent a file (${isBinary ? 'unnamed bytes' : shown}), not a page; files are not downloaded.`)
  }
  const text = decodePage(body, form, charset)
  return form === 'html' ? readableText(text, url, context.deps.limits.convertMs, context.signal) : { title: '', text }
}
