import { compilePhrases, type Span } from './find-phrases.ts'

export const REDACTED = '[secret]'

/** Anything shorter turns up in ordinary text too often; it is only looked for where credentials are written. */
const SHORTEST = 8

export interface SecretFilter {
  /** Linear in the text's length. */
  readonly redact: (text: string) => string
  /** For text that comes in pieces. */
  readonly stream: () => StreamRedactor
}

/** Gives out what can't be the beginning of a secret any more; the rest waits for the next piece. */
export interface StreamRedactor {
  readonly add: (piece: string) => string
  /** What still waits. */
  readonly end: () => string
}

/**
 * Takes known secrets out of text, in every form that `formsOf` knows, and short ones where a header or URL carries them;
 * in pieces, short ones are left. Make it once and use it for many texts.
 */
export function createSecretFilter(secrets: readonly string[]): SecretFilter {
  const forms = new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf).filter((form) => form.length >= SHORTEST))
  const short = new Set(secrets.filter((secret) => secret.length > 0 && secret.length < SHORTEST))
  const findForms = compilePhrases([...forms])
  return {
    redact: (text) => {
      const plain = forms.size === 0 ? text : replaceSpans(text, findForms(text).spans)
      return short.size === 0 ? plain : replaceCredentials(plain, (credential) => short.has(credential))
    },
    stream: () => {
      let waiting = ''
      return {
        add: (piece) => {
          if (forms.size === 0) return piece
          const text = waiting + piece
          const { spans, openLength } = findForms(text)
          // What overlaps the part that may go on stays whole with it.
          const end = spans.reduceRight((until, span) => (span.end > until ? Math.min(until, span.start) : until), text.length - openLength)
          waiting = text.slice(end)
          return replaceSpans(text.slice(0, end), spans.filter((span) => span.end <= end))
        },
        end: () => {
          const rest = replaceSpans(waiting, findForms(waiting).spans)
          waiting = ''
          return rest
        },
      }
    },
  }
}

export const createRedactor = (secrets: readonly string[]): (text: string) => string => createSecretFilter(secrets).redact

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of spans) {
    pieces.push(text.slice(from, start), REDACTED)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

/** `Authorization: Bearer x`, `"x-api-key": "x"`, `--header 'Authorization: token x'`. Linear: what comes before the credential is bounded. */
const CREDENTIAL = /((?:authorization|api-key)["'\\]{0,4}\s{0,8}[:=]\s{0,8}["'\\]{0,4}(?:(?:bearer|basic|token|bot|digest)\s{1,8})?)([^\s"',;\\]+)/gi

const replaceCredentials = (text: string, isSecret: (credential: string) => boolean): string =>
  text.replace(CREDENTIAL, (whole: string, before: string, credential: string) => (isSecret(credential) ? `${before}${REDACTED}` : whole))

/** Tokens that say by their beginning what they are. None of these looks back, and each takes a whole run of letters at once. */
const TOKENS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{16,}/g,
  /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{8,}/g,
  /(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{8,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])(?:npm|hf)_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
]
const URL_PASSWORD = /(:\/\/[^\s/:@]{0,256}:)[^\s/@]{1,1024}(?=@)/g

/** Takes out what looks like a credential without being known as one: for logs and what other programs print. */
export function redactCommonPatterns(text: string): string {
  const withoutTokens = TOKENS.reduce((rest, token) => rest.replace(token, REDACTED), redactPrivateKeys(text))
  return replaceCredentials(withoutTokens.replace(URL_PASSWORD, `$1${REDACTED}`), (credential) => credential !== REDACTED)
}

const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const KEY_ENDS = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** A key whose end is missing (a log that was cut) takes all that follows with it. */
function redactPrivateKeys(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    KEY_BEGINS.lastIndex = from
    const begin = KEY_BEGINS.exec(text)
    if (begin === null) break
    pieces.push(text.slice(from, begin.index), REDACTED)
    KEY_ENDS.lastIndex = begin.index
    if (KEY_ENDS.exec(text) === null) return pieces.join('')
    from = KEY_ENDS.lastIndex
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

/* The ways one secret is written down by the programs that pass it on. A pure file has no Buffer and no TextEncoder. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Every written form of `secret` but the plain one, which comes first; may repeat itself. */
function formsOf(secret: string): readonly string[] {
  const sound = secret.toWellFormed()
  const percent = encodeURIComponent(sound)
  const strictPercent = percent.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  const urls = [percent, strictPercent, encodeURI(sound), strictPercent.replaceAll('%20', '+'), percent.replaceAll('%20', '+')]
  const json = JSON.stringify(sound).slice(1, -1)
  const escaped = [json, json.replaceAll('/', '\\/'), escapeBeyondAscii(json), JSON.stringify(json).slice(1, -1)]
  const bytes = toUtf8(sound)
  const whole = toWholeBase64(bytes)
  const base64 = [whole, whole.replace(/=+$/, ''), ...[0, 1, 2].map((shift) => toBase64(bytes, shift))]
  return [
    secret, sound, ...escaped,
    ...urls, ...urls.map((url) => url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')), ...base64.map(encodeURIComponent),
  ]
}

const escapeBeyondAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * The digits that are settled by `bytes` alone when they start at `shift` bytes into a group of three: so a secret is found
 * in the middle of something longer that was encoded as a whole, such as `user:password`.
 */
function toBase64(bytes: readonly number[], shift: number): string {
  const bits = bytes.length * 8
  const skip = (6 - ((shift * 8) % 6)) % 6
  let digits = ''
  for (let from = skip; from + 6 <= bits; from += 6) {
    const pair = ((bytes[from >> 3] ?? 0) << 8) | (bytes[(from >> 3) + 1] ?? 0)
    digits += ALPHABET[(pair >> (10 - (from & 7))) & 63] ?? ''
  }
  return digits
}

/** With the last digit, which is settled only where the encoding ends with `bytes`, and what fills it up. */
function toWholeBase64(bytes: readonly number[]): string {
  const last = bytes.at(-1) ?? 0
  switch (bytes.length % 3) {
    case 1: return `${toBase64(bytes, 0)}${ALPHABET[(last & 3) << 4] ?? ''}==`
    case 2: return `${toBase64(bytes, 0)}${ALPHABET[(last & 15) << 2] ?? ''}=`
    default: return toBase64(bytes, 0)
  }
}

/** `text` has no lone surrogates. */
function toUtf8(text: string): readonly number[] {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}
