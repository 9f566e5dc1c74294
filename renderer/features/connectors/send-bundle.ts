import type { ConfigReview } from '../../../shared/connector-record.ts'
import type { CoreClient } from '../../../shared/contract.ts'

/** A multiple of three, so that the pieces' letters are one text. */
const PIECE_BYTES = 3 * 1024 * 1024

export const isBundle = ({ name }: Pick<File, 'name'>): boolean => /\.(?:mcpb|dxt)$/i.test(name)

/** Hands a bundle to the core, which unpacks and describes it; nothing of it is started. @throws AppError what the core says of it */
export async function sendBundle(core: CoreClient, file: File): Promise<ConfigReview> {
  const upload = crypto.randomUUID()
  for (let offset = 0; ; offset += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(offset, offset + PIECE_BYTES).arrayBuffer())
    const isLast = offset + PIECE_BYTES >= file.size
    const review = await core.call('connector.unpack-bundle', { upload, fileName: file.name.slice(0, 255), offset, data: toBase64(piece), isLast })
    if (review !== null) return review
  }
}

/** As many letters at once as a call can take arguments. */
const AT_ONCE = 0x8000

function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (let from = 0; from < bytes.length; from += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(from, from + AT_ONCE))
  return btoa(letters)
}
