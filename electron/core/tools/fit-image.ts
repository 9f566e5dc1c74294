import type { ResultImageType } from '../../../shared/result-image.ts'
import type { RawImage } from './tool-output.ts'

/** An image that a model takes. */
export interface FittedImage {
  readonly mimeType: ResultImageType
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly base64: string
  /** As the tool sent it, where that is something else. */
  readonly original: string | null
}

export type FitOutcome = { readonly ok: true; readonly image: FittedImage } | { readonly ok: false; /** Why it is left out, as the model reads it. */ readonly sentence: string }

/** Pixels; more than this on its longer side a model doesn't see anyway. */
const LONG_SIDE = 1568
/** Of either side of what a tool sends; more is refused before anything is decoded. */
const LONGEST_SIDE = 8000
/** Services count the five megabytes they take in base64. */
const MOST_BYTES = Math.floor((5 * 1024 * 1024 * 3) / 4)
/** Of what a tool sends. */
const MOST_SENT_BYTES = 20 * 1024 * 1024
const MOST_SECONDS = 10

const TYPES: ReadonlyMap<string, ResultImageType> = new Map([['png', 'image/png'], ['jpeg', 'image/jpeg'], ['webp', 'image/webp']])
const NOT_TAKEN = 'only PNG, JPEG, GIF and WebP images are taken.'
/** Looked at before a decoder is: it knows many more kinds, and what they can do. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]
const READ: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif'])

/** Checks an image by what is in it and brings it to a size that models take. Never throws. Only the first picture of a moving one is kept. */
export async function fitImage({ mimeType, base64 }: RawImage): Promise<FitOutcome> {
  const leftOut = (why: string): FitOutcome => ({ ok: false, sentence: `[An image (${nameOf(mimeType)}) was left out: ${why}]` })
  if (base64.length > (MOST_SENT_BYTES / 3) * 4) return leftOut('it is larger than 20 MB.')
  try {
    const input = Buffer.from(base64, 'base64')
    if (input.length === 0) return leftOut('it is empty.')
    if (!BEGINNINGS.some((isOne) => isOne(input))) return leftOut(NOT_TAKEN)
    const { default: sharp } = await import('sharp')
    const open = () => sharp(input, { limitInputPixels: LONGEST_SIDE * LONGEST_SIDE, failOn: 'error', sequentialRead: true }).timeout({ seconds: MOST_SECONDS })
    const { format, width, height, pages = 1, orientation = 1 } = await open().metadata()
    if (!READ.has(format)) return leftOut(NOT_TAKEN)
    if (width > LONGEST_SIDE || height > LONGEST_SIDE) return leftOut(`${width} × ${height} pixels are more than ${LONGEST_SIDE} on a side.`)
    const type = TYPES.get(format)
    if (type !== undefined && pages === 1 && orientation === 1 && Math.max(width, height) <= LONG_SIDE && input.length <= MOST_BYTES) {
      // Whole images only: what decodes in part would be refused by the service, with the whole chat.
      await open().stats()
      return { ok: true, image: { mimeType: type, width, height, bytes: input.length, base64: input.toString('base64'), original: null } }
    }
    const scaled = open().rotate().resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    const made = await (format === 'jpeg' ? scaled.clone().jpeg({ quality: 85 }) : scaled.clone().png()).toBuffer({ resolveWithObject: true })
    const fits = made.data.length <= MOST_BYTES ? made : await scaled.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true })
    return { ok: true, image: { mimeType: fits.info.format === 'jpeg' ? 'image/jpeg' : 'image/png', width: fits.info.width, height: fits.info.height, bytes: fits.data.length, base64: fits.data.toString('base64'), original: input.toString('base64') } }
  } catch {
    return leftOut('it can’t be read.')
  }
}

/** Somebody else's word: short, and of letters that can't break out of a line. */
const nameOf = (mimeType: string): string => mimeType.replaceAll(/[^\w.+/-]/g, '').slice(0, 60) || 'of an unknown type'
