import { AppError } from '../../../shared/errors.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'does not exist: its name has no address',
  EAI_AGAIN: 'could not be looked up: the network or its name service does not answer',
  ECONNREFUSED: 'does not accept connections',
  ECONNRESET: 'broke off the connection',
  EPIPE: 'broke off the connection',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'can\'t be reached',
  ENETUNREACH: 'can\'t be reached: there is no network to it',
  HPE_HEADER_OVERFLOW: 'sent too large a header',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody vouches for',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody vouches for',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that can\'t be checked',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that can\'t be checked',
}

/** A failed connection as a sentence made of its code alone: what the other side wrote stays out of it. */
export function asFetchError(error: unknown, url: URL): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  return new AppError('web.failed', `${url.host} ${sentenceOf(code)}.`, { cause: error })
}

function sentenceOf(code: string): string {
  if (code.startsWith('HPE_') && SENTENCES[code] === undefined) return 'sent an answer that is not HTTP'
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) return 'sent a page whose compression is broken'
  return SENTENCES[code] ?? `could not be read (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown reason'})`
}

/** Several addresses that were tried in turn fail as one error that holds the others. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
}

export const lateError = (url: URL, seconds: number): AppError =>
  new AppError('web.timed-out', `${url.host} took longer than ${seconds} seconds; nothing of the page was kept.`)

export const tooLargeError = (url: URL, bytes: number): AppError =>
  new AppError('web.too-large', `The page at ${url.host} is larger than ${bytes / 1_000_000} MB; nothing of it was kept.`)
