import { createHash } from 'node:crypto'
import { Digest } from '../../../shared/ids.ts'

/** Over the UTF-8 bytes of `text`. */
export const sha256 = (text: string): Digest => Digest.parse(createHash('sha256').update(text, 'utf8').digest('hex'))
