import { hash } from 'node:crypto'
import type { Digest } from '../../../shared/ids.ts'

/** Over the UTF-8 bytes of `text`. */
export function sha256(text: string): Digest {
  const digest = hash('sha256', text, 'hex')
  // A schema would take longer than the hash: a step makes two dozen.
  if (!isDigest(digest)) throw new Error('no digest came of a text')
  return digest
}

const DIGEST = /^[0-9a-f]{64}$/
const isDigest = (text: string): text is Digest => DIGEST.test(text)
