import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '../../../shared/errors.ts'
import { tooLargeError } from './fetch-error.ts'

export interface BodyLimit {
  /** Bytes, as sent and again as unpacked. */
  readonly most: number
  /** `fail`: more is an error. `cut`: the beginning will do. */
  readonly beyond: 'fail' | 'cut'
  readonly signal: AbortSignal
}

const ENOUGH = Symbol('enough was read')

/** @throws AppError `web.too-large`, `web.not-allowed` for an unknown compression; stream and compression errors as they are */
export async function readBody(response: IncomingMessage, url: URL, { most, beyond, signal }: BodyLimit): Promise<Buffer> {
  if (beyond === 'fail' && Number(response.headers['content-length'] ?? 0) > most) throw tooLargeError(url, most)
  const chunks: Buffer[] = []
  const overflow = (): unknown => (beyond === 'fail' ? tooLargeError(url, most) : ENOUGH)
  const collect = async (source: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of limited(source, most, overflow)) chunks.push(chunk)
  }
  try {
    const decoder = decoderOf(response)
    if (decoder === null) await pipeline(response, collect, { signal })
    else await pipeline(response, (source: AsyncIterable<unknown>) => limited(source, most, overflow), decoder, collect, { signal })
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return Buffer.concat(chunks)
}

/** Passes on at most `most` bytes, then fails. */
async function* limited(source: AsyncIterable<unknown>, most: number, overflow: () => unknown): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new AppError('internal.bug', 'A page came in as something other than bytes.')
    const room = most - size
    size += chunk.length
    if (size <= most) {
      yield chunk
      continue
    }
    if (room > 0) yield chunk.subarray(0, room)
    throw overflow()
  }
}

/** Null: it comes as it is. @throws AppError `web.not-allowed` for an unknown compression */
export function decoderOf(response: IncomingMessage): Duplex | null {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  switch (encoding) {
    case '':
    case 'identity': return null
    case 'gzip':
    case 'x-gzip': return createGunzip()
    case 'br': return createBrotliDecompress()
    case 'deflate': return createInflate()
    default: throw new AppError('web.not-allowed', 'The page is compressed in a way that Gatehouse does not read.')
  }
}
