import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { parseJson } from '../shared/parse-json.ts'

const LONGEST_BODY_BYTES = 1024

export type Body<T> =
  | { readonly status: 'read'; readonly value: T }
  | { readonly status: 'refused'; readonly code: 400 | 413 | 415; readonly sentence: string }

/** A small JSON body. Throws only when the connection breaks. */
export async function readBody<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<Body<T>> {
  if (request.headers['content-type'] !== 'application/json') return { status: 'refused', code: 415, sentence: 'Only application/json is taken here.' }
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of request) {
    if (!(piece instanceof Uint8Array)) throw new Error('a body came as text')
    length += piece.length
    if (length > LONGEST_BODY_BYTES) return { status: 'refused', code: 413, sentence: 'That is more than fits here.' }
    pieces.push(piece)
  }
  const parsed = schema.safeParse(parseJson(Buffer.concat(pieces).toString('utf8')))
  return parsed.success ? { status: 'read', value: parsed.data } : { status: 'refused', code: 400, sentence: 'That is not what is taken here.' }
}
