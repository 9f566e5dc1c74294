import { createHmac, timingSafeEqual } from 'node:crypto'

/** What is signed, as the sender's headers name it. The scheme is that of Standard Webhooks. */
export interface DeliveryHead { readonly id: string; /** Seconds since 1970. */ readonly stamp: number; readonly signatures: readonly Buffer[] }

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** How old or how far ahead a delivery's own time may be. */
export const WINDOW_SECONDS = 300
/** Without a dot: the dots part id, time and body of what is signed. */
const DELIVERY_ID = /^[\x21-\x2d\x2f-\x7e]{1,200}$/u
const STAMP = /^[1-9]\d{8,11}$/u
const DIGEST_BYTES = 32
const MOST_SIGNATURES = 8

/** Null: something is missing or can't be meant. Nothing of it is trusted yet. */
export function readHead(headers: Headers): DeliveryHead | null {
  const [id, stamp, signed] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof stamp !== 'string' || typeof signed !== 'string' || !DELIVERY_ID.test(id) || !STAMP.test(stamp)) return null
  const signatures = signed.split(' ').slice(0, MOST_SIGNATURES).flatMap((part) => {
    const bytes = part.startsWith('v1,') ? Buffer.from(part.slice(3), 'base64') : null
    return bytes?.length === DIGEST_BYTES ? [bytes] : []
  })
  return signatures.length === 0 ? null : { id, stamp: Number(stamp), signatures }
}

/** @param now milliseconds since 1970 */
export const isFresh = ({ stamp }: Pick<DeliveryHead, 'stamp'>, now: number): boolean => Math.abs(now / 1000 - stamp) <= WINDOW_SECONDS

/** Over the bytes as they came. Takes the same time wherever a signature differs. */
export function isSigned(head: DeliveryHead, body: Buffer, secret: string): boolean {
  const digest = createHmac('sha256', keyOf(secret)).update(`${head.id}.${head.stamp}.`).update(body).digest()
  return head.signatures.map((signature) => timingSafeEqual(signature, digest)).includes(true)
}

/** For whoever sends: what goes into `webhook-signature`. */
export const signatureOf = (id: string, stamp: number, body: Buffer | string, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${stamp}.`).update(body).digest('base64')}`

const PREFIX = 'whsec_'
const keyOf = (secret: string): Buffer => (secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8'))

/** As long as the key is once it is read. */
export const keyLength = (secret: string): number => keyOf(secret).length
