import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../shared/errors.ts'
import { asFetchError, lateError } from './fetch-error.ts'
import { readBody } from './read-body.ts'
import { resolveChecked, type HostAddress, type ResolveHost } from './resolve-host.ts'
import { orAborted } from '../or-aborted.ts'
import { sendRequest } from './send-request.ts'
import { destinationOf, isListedHost, parseWebAddress, refuseAddress } from './web-address.ts'

export interface FetchLimits {
  /** Milliseconds until the answer begins, for each request. */
  readonly answerMs: number
  /** Milliseconds for everything. */
  readonly totalMs: number
  /** Bytes, compressed and unpacked. */
  readonly bodyBytes: number
  /** Bytes of an error page that are read. */
  readonly errorBytes: number
  readonly headerBytes: number
  readonly redirects: number
}

export interface GuardedFetch {
  readonly resolve: ResolveHost
  /** As the person typed them in Settings: `host` or `host:port`. */
  readonly privateHosts: readonly string[]
  readonly signal: AbortSignal
  readonly limits: FetchLimits
  /** Told as soon as anything has come back: from here on every outcome, errors too, may hold a stranger's words. */
  readonly onAnswer: (url: URL) => void
}

export interface FetchedPage {
  /** Where it was in the end. */
  readonly url: URL
  readonly status: number
  readonly contentType: string
  /** Unpacked; of an error page (status 400 and above) perhaps only the beginning. */
  readonly body: Buffer
}

const HEADERS = {
  'User-Agent': 'Gatehouse',
  'Accept': 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, application/xml;q=0.9',
  'Accept-Encoding': 'gzip, deflate, br',
}
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * GETs one page. Connects to nothing but addresses that were checked, sends no cookies, credentials or referrer, and
 * stays on the host it was sent to.
 * @throws AppError `web.*`; the signal's reason
 */
export async function guardedFetch(address: URL, options: GuardedFetch): Promise<FetchedPage> {
  const late = AbortSignal.timeout(options.limits.totalMs)
  const signal = AbortSignal.any([options.signal, late])
  let url = address
  try {
    for (let redirects = 0; redirects <= options.limits.redirects; redirects++) {
      const response = await answerOf(url, options, signal)
      options.onAnswer(url)
      const next = redirectOf(response, url)
      if (next === null) return await pageOf(response, url, options, signal)
      response.destroy()
      url = next
    }
    throw new AppError('web.redirected', `${url.host} redirects more than ${options.limits.redirects} times.`)
  } catch (error) {
    options.signal.throwIfAborted()
    throw late.aborted ? lateError(url, options.limits.totalMs / 1000) : asFetchError(error, url)
  }
}

async function answerOf(url: URL, { privateHosts, resolve, limits }: GuardedFetch, signal: AbortSignal): Promise<IncomingMessage> {
  const listed = isListedHost(url, privateHosts)
  refuseAddress(url, listed)
  const addresses = await orAborted(resolveChecked(url, listed, resolve), signal)
  return send(url, addresses, limits, signal)
}

function send(url: URL, addresses: readonly HostAddress[], limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), limits.answerMs)
  return sendRequest(url, addresses, { method: 'GET', headers: HEADERS, headerBytes: limits.headerBytes, signal: AbortSignal.any([signal, slow.signal]) })
    .catch((error: unknown) => { throw slow.signal.aborted && !signal.aborted ? lateError(url, limits.answerMs / 1000) : error })
    .finally(() => clearTimeout(timer))
}

/** Null: not a redirect. @throws AppError `web.redirected` for one that may not be followed, with nothing sent to where it leads */
function redirectOf(response: IncomingMessage, url: URL): URL | null {
  const { location } = response.headers
  if (location === undefined || !REDIRECTS.includes(response.statusCode ?? 0)) return null
  const next = URL.canParse(location, url.href) ? parseWebAddress(new URL(location, url).href) : null
  const refuse = (message: string, advice?: string): never => {
    response.destroy()
    throw new AppError('web.redirected', message, advice === undefined ? {} : { advice })
  }
  if (next === null) return refuse(`${url.host} redirects to something that is not the address of a page; nothing was fetched from it.`)
  if (url.protocol === 'https:' && next.protocol === 'http:') return refuse(`${url.host} redirects to an address without encryption; nothing was fetched from it.`)
  if (destinationOf(next) !== destinationOf(url)) {
    return refuse(`${url.host} redirects to another host, ${next.host}; nothing was fetched from it.`, 'If that is where the page should come from, fetch it from there by its own address.')
  }
  return next
}

async function pageOf(response: IncomingMessage, url: URL, { limits }: GuardedFetch, signal: AbortSignal): Promise<FetchedPage> {
  const status = response.statusCode ?? 0
  const isError = status >= 400
  try {
    const body = await readBody(response, url, { most: isError ? limits.errorBytes : limits.bodyBytes, beyond: isError ? 'cut' : 'fail', signal })
    return { url, status, contentType: response.headers['content-type'] ?? '', body }
  } finally {
    response.destroy()
  }
}
