import type { AnthropicProfile } from '../../../shared/model-profile.ts'

export type Fetch = typeof fetch

const API_VERSION = '2023-06-01'
const ERROR_BODY_BYTES = 64 * 1024

/**
 * The only way out to a service. The headers are these and no others: whatever the library or its environment variables
 * would add stays here. Redirects aren't followed, so neither chat nor key goes to a host that nobody chose. What a
 * service says about an error is read up to 64 KiB.
 */
export function guardFetch(send: Fetch, profile: AnthropicProfile, key: string | null): Fetch {
  return async (input, init) => {
    const headers = new Headers({ accept: 'text/event-stream', 'content-type': 'application/json', 'anthropic-version': API_VERSION, 'user-agent': 'Gatehouse' })
    if (key !== null) headers.set(profile.keyHeader, profile.keyHeader === 'authorization' ? `Bearer ${key}` : key)
    const response = await send(input, { ...init, headers, redirect: 'manual' })
    return response.ok ? response : boundBody(response)
  }
}

async function boundBody(response: Response): Promise<Response> {
  const pieces: Uint8Array[] = []
  let size = 0
  const body: ReadableStream<Uint8Array> | null = response.body
  for await (const piece of body ?? []) {
    pieces.push(piece)
    size += piece.byteLength
    if (size >= ERROR_BODY_BYTES) break
  }
  const text = Buffer.concat(pieces).subarray(0, ERROR_BODY_BYTES).toString('utf8')
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  return new Response(response.status === 304 ? null : text, { status: response.status, headers })
}
