import type { IncomingMessage } from 'node:http'
import { SdkErrorCode, SdkHttpError, type JSONRPCMessage } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { readBody } from '../http/read-body.ts'
import { toMessage } from './whole-results.ts'

/** An answer that isn't a success. */
export interface Refusal {
  readonly status: number
  readonly statusText: string
  /** Its beginning, as the server wrote it. */
  readonly text: string
  /** Where it points to, without what could be secret; null: nowhere. */
  readonly redirect: string | null
}

export const REFUSED_ADVICE = 'Set or change the header with the key, then try again.'

const LONGEST_TEXT = 64 * 1024
const LONGEST_WORDS = 300
/** The server, or somebody before it, gave up on a request that may have been read. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 425, 499])

export async function readRefusal(response: IncomingMessage, url: URL, signal: AbortSignal): Promise<Refusal> {
  const text = await readBody(response, url, { most: LONGEST_TEXT, beyond: 'cut', signal }).then((body) => body.toString('utf8'), () => '')
  response.destroy()
  return { status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', text, redirect: redirectOf(response, url) }
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): string | null {
  if (statusCode < 300 || statusCode > 399) return null
  if (location === undefined || !URL.canParse(location, url.href)) return 'nowhere that could be understood'
  const { protocol, host, pathname } = new URL(location, url)
  return `${protocol}//${host}${pathname}`.slice(0, 500)
}

/** The session is one that the server doesn't know any more. Some say so with another number, in words. */
export const isForgotten = ({ status, text }: Refusal, session: string | null): boolean => session !== null && (status === 404 || (status === 400 && /session/i.test(text)))

/** An answer of the protocol that came with a number of failure; null: there is none in it. */
export function messageIn({ text }: Refusal): JSONRPCMessage | null {
  try {
    return toMessage(parseJson(text))
  } catch {
    return null
  }
}

/** What a refused call means: a refusal is an answer; what could come from somewhere on the way leaves it open. */
export function callError(host: string, refusal: Refusal, session: string | null): AppError {
  const { status, redirect } = refusal
  if (isForgotten(refusal, session)) return new AppError('connector.not-ready', `${host} no longer knows this connection and did not take the call.`)
  if (redirect !== null) return unknownOutcome(`${host} points to ${redirect} instead of answering. Nothing was sent there.`)
  if (status === 401) return new AppError('tool.failed', `${host} did not take the call: it refuses the credentials (HTTP 401).`)
  if (status >= 400 && status < 500 && !GAVE_UP.has(status)) return new AppError('tool.failed', `${host} did not take the call: HTTP ${status}${wordsOf(refusal)}`)
  return unknownOutcome(`${host} answered with HTTP ${status} instead of a result.`)
}

/** For anything but a call. */
export function requestError(host: string, { status, statusText, text, redirect }: Refusal): Error {
  if (redirect !== null) return new AppError('connector.start-failed', `${host} points to ${redirect}. Nothing was sent there.`, { advice: 'If that is the server, change the address to it.' })
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `HTTP ${status}`, { status, statusText, text })
}

export const unknownOutcome = (what: string, cause?: unknown): AppError => new AppError('tool.outcome-unknown', `${what} Whether the call took effect is not known.`, { cause })

function wordsOf({ text }: Refusal): string {
  const value = text === '' ? null : parseJson(text)
  const error = isJsonObject(value) ? value['error'] : undefined
  const words = isJsonObject(error) ? error['message'] : undefined
  return typeof words === 'string' && words.trim() !== '' ? `: ${words.slice(0, LONGEST_WORDS).toWellFormed()}` : '.'
}

export const forgotten = (host: string): AppError => new AppError('connector.start-failed', `${host} no longer knew this connection.`)

export const unauthorized = (host: string, status: 401 | 403): AppError => new AppError('connector.unauthorized', `${host} refuses the credentials (HTTP ${status}).`, { advice: REFUSED_ADVICE })

/** In lower case, without parameters; empty: none. */
export const mediaTypeOf = ({ headers }: IncomingMessage): string => (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
