import { hash } from 'node:crypto'
import type { Digest } from '../../../shared/ids.ts'

/** Over the UTF-8 bytes of `text`. */
export function sha256(text: string): Digest {
  const digest = hash('sha256', text, 'hex')
  // The hash writes nothing but hex digits, and a schema would take longer than it does: a step makes two dozen.
  if (!isDigest(digest)) throw new Error('no digest came of a text')
  return digest
}

const isDigest = (text: string): text is Digest => text.length === 64
