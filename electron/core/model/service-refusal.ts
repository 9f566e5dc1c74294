import type { ServiceAnswer } from './anthropic-send.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'

/** A service that answered a request with a refusal. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly status: number
  /** Null for one that it doesn't have. */
  readonly header: (name: string) => string | null
  /** What was said as JSON; undefined when it was anything else. */
  readonly body: unknown

  constructor(status: number, header: (name: string) => string | null, body: unknown) {
    super(`the service refused with ${status}`)
    this.status = status
    this.header = header
    this.body = body
  }
}

const BODY_BYTES = 64 * 1024

/** Reads what a service says about its refusal, up to 64 KiB of it. @throws what the connection fails with meanwhile */
export async function readRefusal({ status, header, pieces, letGo }: ServiceAnswer): Promise<ServiceRefusal> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    read.push(piece)
    size += piece.byteLength
    if (size >= BODY_BYTES) break
  }
  letGo()
  const told = parseJson(Buffer.concat(read).subarray(0, BODY_BYTES).toString('utf8'))
  return new ServiceRefusal(status, header, isJsonObject(told) ? told : undefined)
}
