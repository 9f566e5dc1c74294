import { AppError } from '../../../shared/errors.ts'
import { guardedFetch, type FetchLimits } from './guarded-fetch.ts'
import { resolveBySystem, type ResolveHost } from './resolve-host.ts'
import { parseWebAddress } from './web-address.ts'

export interface HttpAnswer {
  /** Where it was in the end. */
  readonly url: string
  readonly status: number
  readonly contentType: string
  /** As UTF-8; what isn't is replaced. */
  readonly text: string
}

/** What tools fetch with: GET only, checked addresses only, bounded in time and size, never to another host by redirect. */
export type HttpGet = (address: string, signal: AbortSignal, onAnswer: (url: URL) => void) => Promise<HttpAnswer>

/** Of `web` and of tools' own requests alike. */
export const FETCH_LIMITS: FetchLimits = {
  answerMs: 15_000, totalMs: 20_000, bodyBytes: 2_000_000, errorBytes: 64_000, headerBytes: 16_384, redirects: 5,
}

export interface HttpDeps { readonly privateHosts: () => readonly string[]; readonly resolve?: ResolveHost }

/** For a machine whose owner allows no web. */
export const refuseHttp: HttpGet = () => Promise.reject(new AppError('web.not-allowed', 'The web is switched off for this machine (ALLOW_WEB).'))

/** @throws AppError `web.*` from the returned function, and `input.invalid` for what is no address */
export const createHttpGet = ({ privateHosts, resolve = resolveBySystem }: HttpDeps): HttpGet => async (address, signal, onAnswer) => {
  const url = parseWebAddress(address)
  if (url === null) throw new AppError('input.invalid', 'That is not an address of the web.')
  const page = await guardedFetch(url, { resolve, privateHosts: privateHosts(), signal, limits: FETCH_LIMITS, onAnswer })
  return { url: page.url.href, status: page.status, contentType: page.contentType, text: page.body.toString('utf8') }
}
