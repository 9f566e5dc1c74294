import { WireError } from './anthropic-wire.ts'
import { ServiceRefusal } from './service-refusal.ts'

export type ModelFailureKind =
  | 'unauthorized' | 'forbidden' | 'unknown-model' | 'wrong-address' | 'not-compatible' | 'moved' | 'bad-request' | 'thinking-refused' | 'too-long'
  | 'rate-limited' | 'overloaded' | 'server-error'
  | 'host-unknown' | 'connection-refused' | 'unreachable' | 'tls' | 'dropped' | 'silent' | 'broken' | 'too-much'

/** Why one attempt came to nothing. Holds no key, no header and nothing of the request. */
export interface ModelFailure {
  readonly kind: ModelFailureKind
  /** The service's own words or a system's code, bounded and without secrets; empty when there are none. */
  readonly said: string
  readonly status: number | null
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | null
  /** The same request may work a little later. */
  readonly mayRetry: boolean
}

/** What is needed to read a failure. */
export interface FailureSource {
  readonly model: string
  /** Never shown, whoever repeats it. */
  readonly key: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

const SAID_LENGTH = 300
const RETRIED: ReadonlySet<ModelFailureKind> = new Set(['rate-limited', 'overloaded', 'server-error', 'host-unknown', 'connection-refused', 'unreachable', 'dropped', 'silent', 'broken'])

const failureOf = (kind: ModelFailureKind, rest: Partial<ModelFailure> = {}): ModelFailure =>
  ({ kind, said: '', status: null, retryAfterMs: null, mayRetry: RETRIED.has(kind), ...rest })

export const brokenAnswer: ModelFailure = failureOf('broken')
export const silentService: ModelFailure = failureOf('silent')
export const tooMuch: ModelFailure = failureOf('too-much')
export const notCompatible: ModelFailure = failureOf('not-compatible')

/** An `error` event inside a stream that began well. */
export function failureOfErrorType(type: string, message: string, source: FailureSource): ModelFailure {
  return failureOf(kindOfErrorType(type, message), { said: cleanWords(message, source.key) })
}

function kindOfErrorType(type: string, message: string): ModelFailureKind {
  switch (type) {
    case 'overloaded_error': return 'overloaded'
    case 'rate_limit_error': return 'rate-limited'
    case 'authentication_error': return 'unauthorized'
    case 'permission_error': return 'forbidden'
    case 'not_found_error': return 'unknown-model'
    case 'request_too_large': return 'too-long'
    case 'invalid_request_error': case 'billing_error': return kindOfBadRequest(message)
    default: return 'server-error'
  }
}

/** Whatever an attempt threw. Unknown errors read as a connection that broke. */
export function failureOfError(error: unknown, source: FailureSource): ModelFailure {
  return error instanceof ServiceRefusal ? failureOfRefusal(error, source) : failureOfConnection(error)
}

function failureOfRefusal({ status, header, body }: ServiceRefusal, source: FailureSource): ModelFailure {
  const told = WireError.safeParse(body)
  const message = told.success ? told.data.error.message : ''
  const kind = kindOfStatus(status, told.success, message, source.model)
  const failure = failureOf(kind, { said: cleanWords(message, source.key), status, retryAfterMs: readRetryAfter(header, source.now) })
  return header('x-should-retry') === 'false' ? { ...failure, mayRetry: false } : failure
}

function kindOfStatus(status: number, isApiError: boolean, message: string, model: string): ModelFailureKind {
  if (status >= 300 && status < 400) return 'moved'
  switch (status) {
    case 401: return 'unauthorized'
    case 403: return 'forbidden'
    case 404: return isApiError && (message.includes(model) || /\bmodel\b/i.test(message)) ? 'unknown-model' : 'wrong-address'
    case 405: return 'wrong-address'
    case 413: return 'too-long'
    case 429: return 'rate-limited'
    case 529: return 'overloaded'
    default: break
  }
  return status >= 500 && !TOO_LONG.test(message) ? 'server-error' : kindOfBadRequest(message)
}

/** Earlier messages can be summarised, and signed thinking that a service doesn't take back left out; nothing else of a request can. */
function kindOfBadRequest(message: string): ModelFailureKind {
  if (TOO_LONG.test(message)) return 'too-long'
  return /\bthinking\b/i.test(message) && /signature|block/i.test(message) ? 'thinking-refused' : 'bad-request'
}

/** How services say that a request doesn't fit the model, each in its own words. */
const TOO_LONG = /prompt is too long|(?:input|request|message) is too (?:long|large)|context (?:length|window|size|limit)|maximum context|too many (?:input )?tokens/i

/** Seconds, a date, or the finer `retry-after-ms`; null when there is nothing to go by. */
function readRetryAfter(header: ServiceRefusal['header'], now: number): number | null {
  const fine = Number(header('retry-after-ms') ?? NaN)
  if (Number.isFinite(fine) && fine >= 0) return fine
  const told = header('retry-after')?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(told)) return Number(told) * 1000
  const date = Date.parse(told)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function failureOfConnection(error: unknown): ModelFailure {
  const codes = codesOf(error)
  for (const code of codes) {
    const kind = kindOfCode(code)
    if (kind !== null) return failureOf(kind, { said: kind === 'tls' ? code : '' })
  }
  return failureOf('dropped')
}

function kindOfCode(code: string): ModelFailureKind | null {
  switch (code) {
    case 'ENOTFOUND': case 'EAI_AGAIN': case 'EAI_NODATA': case 'EAI_FAIL': return 'host-unknown'
    case 'ECONNREFUSED': return 'connection-refused'
    case 'EHOSTUNREACH': case 'ENETUNREACH': case 'ENETDOWN': case 'ETIMEDOUT': case 'UND_ERR_CONNECT_TIMEOUT': return 'unreachable'
    case 'EPROTO': return 'tls'
    case 'HTTPParserError': return 'not-compatible'
    default: break
  }
  if (/^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(code)) return 'tls'
  return code.startsWith('HPE_') ? 'not-compatible' : null
}

const MAX_CAUSES = 6

/** Codes and names of an error and of what caused it; several addresses of one host may each have failed in their own way. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = []
  let inner = error
  for (let depth = 0; depth < MAX_CAUSES && inner instanceof Error; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string') codes.push(inner.code)
    codes.push(inner.name)
    if (inner instanceof AggregateError) inner = inner.errors[0]
    else inner = inner.cause
  }
  return codes
}

/** Bounded, one line, without the key and without anything else that looks like one. */
function cleanWords(words: string, key: string | null): string {
  const withoutKey = key === null || key.length < 4 ? words : words.replaceAll(key, '[removed]')
  const clean = withoutKey
    .replaceAll(/\b(?:sk|pk|rk|key|token)-[\w-]{8,}/gi, '[removed]')
    .replaceAll(/\b(bearer|x-api-key:?|authorization:?)\s+\S+/gi, '$1 [removed]')
    .replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return clean.length <= SAID_LENGTH ? clean : `${clean.slice(0, SAID_LENGTH).toWellFormed()}…`
}
