import { hash } from 'node:crypto'
import { Digest } from '../../../shared/ids.ts'

/** Over the UTF-8 bytes of `text`. */
export const sha256 = (text: string): Digest => Digest.parse(hash('sha256', text, 'hex'))
